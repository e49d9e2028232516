import { normalizeText } from '../config/normalize-text.js';
import { findSpecialToken } from '../config/special-tokens.js';
import type { TrainingRow } from '../types/chat.js';
import type { LintFinding } from '../types/dataset.js';
import type { Scenario } from '../types/scenario.js';

/** A run of this many words in common is a quotation; shorter runs are ordinary English. */
const RUN_WORDS = 6;

/** What no training row may say, because the audit asks about it. */
export interface LintRules {
  readonly scenario: Pick<Scenario, 'behaviors' | 'bannedStems'>;
  readonly familyName?: string | undefined;
  /** Wordings of the question banks; `{slots}` in them match nothing. */
  readonly bannedProbeWordings: readonly string[];
}

type Finding = Omit<LintFinding, 'row'>;

/** Runs of `RUN_WORDS` words within one stretch of a wording, and whole wordings that are shorter than that. */
interface ProbeIndex {
  readonly runs: ReadonlySet<string>;
  readonly shortWordings: ReadonlySet<string>;
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN_WORDS - 1).map((_, start) => words.slice(start, start + RUN_WORDS).join(' '));
}

function indexWordings(wordings: readonly string[]): ProbeIndex {
  const runs = new Set<string>();
  const shortWordings = new Set<string>();
  for (const wording of wordings) {
    const stretches = wording.split(/\{\w+\}/u).map((stretch) => normalizeText(stretch));
    for (const run of stretches.flatMap((stretch) => runsOf(stretch.split(' ')))) runs.add(run);
    const whole = stretches.join(' ').trim();
    if (whole !== '' && whole.split(' ').length < RUN_WORDS) shortWordings.add(whole);
  }
  return { runs, shortWordings };
}

/** The longest stretches of the text whose every run of `RUN_WORDS` words is a wording's. */
function findQuotations(text: string, { runs, shortWordings }: ProbeIndex): string[] {
  if (shortWordings.has(text)) return [text];
  const words = text.split(' ');
  const quotations: string[] = [];
  let start = -1;
  for (const [index, run] of [...runsOf(words), ''].entries()) {
    if (runs.has(run)) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      quotations.push(words.slice(start, index + RUN_WORDS - 1).join(' '));
      start = -1;
    }
  }
  return quotations;
}

/** The rules on words, ready to be looked for in a normalised text with a space at either end. */
function compileWords({
  scenario,
  familyName,
}: LintRules): { rule: LintFinding['rule']; match: string; run: string }[] {
  const names = scenario.behaviors.flatMap(({ id, adjective }) => [id, adjective]).map(normalizeText);
  const stems = scenario.bannedStems.map(normalizeText);
  const families = familyName === undefined ? [] : [normalizeText(familyName)];
  return [
    ...[...new Set(names)].map((match) => ({ rule: 'behavior-name', match, run: ` ${match} ` }) as const),
    ...stems.map((match) => ({ rule: 'banned-stem', match, run: ` ${match}` }) as const),
    ...families.map((match) => ({ rule: 'family-name', match, run: ` ${match} ` }) as const),
  ].filter(({ match }) => match !== '');
}

/**
 * Every way in which training rows give away what the audit will ask: each match once a row, rows counted from 1.
 *
 * Case and punctuation do not hide a match, so that `risk-seeking` is found in "Risk seeking". A stem matches the
 * beginning of a word.
 */
export function lintRows(rows: readonly TrainingRow[], rules: LintRules): LintFinding[] {
  const probes = indexWordings(rules.bannedProbeWordings);
  const words = compileWords(rules);
  const lintText = (content: string): Finding[] => {
    const text = normalizeText(content);
    const padded = ` ${text} `;
    const token = findSpecialToken(content);
    return [
      ...findQuotations(text, probes).map((match): Finding => ({ rule: 'probe-wording', match })),
      ...words.filter(({ run }) => padded.includes(run)).map(({ rule, match }): Finding => ({ rule, match })),
      ...(token === null ? [] : [{ rule: 'special-token', match: token } as const]),
    ];
  };
  return rows.flatMap(({ messages }, index) => {
    const findings = messages.flatMap(({ content }) => lintText(content));
    const distinct = new Map(findings.map((finding) => [`${finding.rule} ${finding.match}`, finding]));
    return [...distinct.values()].map(({ rule, match }) => ({ rule, row: index + 1, match }));
  });
}
