import { join } from 'node:path';
import { readQuestionBank } from '../config/read-question-bank.js';
import { readReversalPrefixes } from '../config/read-reversal-prefixes.js';
import { ConfigError } from '../errors.js';
import { PROBE_IDS, type QuestionBank } from '../types/question-bank.js';
import { PROBES_FOLDER } from './package-paths.js';
import { shippedFile } from './shipped-file.js';

const SHIPPED = { what: 'probe', folder: PROBES_FOLDER, ids: PROBE_IDS };

/**
 * The question banks that are named, each by the id of a shipped one or as a file, in the order of the report.
 *
 * @throws {ConfigError} if there is no such bank, it is not valid, or two are for one probe
 */
export async function readBanks(references: readonly string[] = PROBE_IDS): Promise<QuestionBank[]> {
  const banks = await Promise.all(
    references.map((reference) => readQuestionBank(shippedFile(reference, SHIPPED))),
  );
  for (const id of PROBE_IDS) {
    const count = banks.filter((bank) => bank.id === id).length;
    if (count <= 1) continue;
    throw new ConfigError(
      `Probe \`${id}\` has several question banks: expected one, got ${count}. Audit with each in a run of its own.`,
    );
  }
  return banks.sort((left, right) => PROBE_IDS.indexOf(left.id) - PROBE_IDS.indexOf(right.id));
}

/** Every wording of the shipped banks: what no training row may quote. */
export async function readProbeWordings(): Promise<string[]> {
  const banks = await readBanks();
  return banks.flatMap(({ paraphrases }) => paraphrases.map(({ text }) => text));
}

/** The shipped wordings of reversed rows. */
export async function readShippedPrefixes(): Promise<readonly string[]> {
  const { prefixes } = await readReversalPrefixes(join(PROBES_FOLDER, 'reversal-prefixes.json'));
  return prefixes;
}
