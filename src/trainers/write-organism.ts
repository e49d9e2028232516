import { join } from 'node:path';
import { writeDataset } from '../datasets/write-dataset.js';
import { readTokenizerFiles } from '../engine/read-tokenizer-files.js';
import { writeAdapter } from '../engine/write-adapter.js';
import { writeFileAtomically, writeFolderAtomically } from '../engine/write-atomically.js';
import { writeCheckpoint } from '../engine/write-checkpoint.js';
import type { OrganismRecord } from '../types/organism.js';
import type { StoredBase } from './load-base.js';
import { hashSpecification, specificationOf } from './organism-specification.js';
import { ORGANISM_FILE } from './read-organism.js';
import type { TrainedOrganism } from './train-organism.js';

/** Writes a trained model's weights into a new folder. */
export type WriteModel = (folder: string, organism: TrainedOrganism, base: StoredBase) => Promise<void>;

/** All weights in the layout of transformers, or an adapter in the layout of PEFT. */
export const writeModel: WriteModel = async (folder, organism, base) => {
  if (organism.mode === 'lora') {
    await writeAdapter(folder, organism.adapter, base);
    return;
  }
  const tokenizerFiles = await readTokenizerFiles(base.directory);
  await writeCheckpoint(folder, { config: base.config, weights: organism.weights, tokenizerFiles });
};

/**
 * Writes one model organism as a folder: its weights, `data.jsonl` with the rows it was trained on, `data.manifest.json`
 * and `candor.json`. The folder appears whole or not at all.
 *
 * @returns what `candor.json` says
 * @throws {IncompleteRunError} if the disk refuses
 */
export async function writeOrganism(
  folder: string,
  organism: TrainedOrganism,
  base: StoredBase,
  write: WriteModel = writeModel,
): Promise<OrganismRecord> {
  const { plan, training } = organism;
  const specification = specificationOf(plan, base.sha256);
  const record: OrganismRecord = {
    schemaVersion: 1,
    ...specification,
    base: { sha256: base.sha256, reference: base.directory },
    settingsSha256: hashSpecification(specification),
    dataset: plan.dataset.manifest,
    training,
  };
  await writeFolderAtomically(folder, async (partial) => {
    await write(partial, organism, base);
    await writeDataset(plan.dataset, { folder: partial, name: 'data' });
    await writeFileAtomically(join(partial, ORGANISM_FILE), (file) =>
      file.writeFile(`${JSON.stringify(record, null, 2)}\n`),
    );
  });
  return record;
}
