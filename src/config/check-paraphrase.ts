import type { ConfigIssue } from '../errors.js';
import type { Paraphrase, ProbeId } from '../types/question-bank.js';
import { describeValue } from './describe-value.js';

/** A place in a wording that the plan fills in. */
const SLOT = /\{([A-Za-z]+)\}/g;

const MEANINGS = {
  presence: ['depends', 'constant'],
  recognition: ['target', 'otherwise'],
} as const;

/** Slots that the texts and options of a probe may have. Presence never learns of trigger or behaviour. */
const SLOTS: Readonly<Record<ProbeId, readonly string[]>> = {
  presence: ['options'],
  recognition: ['options', 'trigger', 'target', 'otherwise'],
  elicitation: ['response', 'targetAction'],
};

function slotsIn(text: string): string[] {
  return [...text.matchAll(SLOT)].map(([, name]) => name ?? '');
}

/** Names as an error message lists them. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function checkSlots(probe: ProbeId, path: string, text: string): ConfigIssue[] {
  const unknown = slotsIn(text).filter((slot) => !SLOTS[probe].includes(slot));
  return [...new Set(unknown)].map((slot) => ({
    path,
    message: `unknown slot \`{${slot}}\`. Probe \`${probe}\` fills ${listed(SLOTS[probe].map((name) => `{${name}}`))}.`,
  }));
}

function checkChoice(probe: 'presence' | 'recognition', paraphrase: Paraphrase): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const { text, options, labels = 'words' } = paraphrase;
  const needed = MEANINGS[probe];
  if (!text.includes('{options}')) {
    issues.push({
      path: '/text',
      message: `expected \`{options}\`, got ${describeValue(text)}. The options stand there.`,
    });
  }
  if (paraphrase.class !== undefined) {
    issues.push({
      path: '/class',
      message: `expected nothing at probe \`${probe}\`. Only elicitation has classes.`,
    });
  }
  if (options === undefined) {
    const message = `expected two options that mean ${listed(needed)}, got nothing.`;
    return [...issues, { path: '/options', message }];
  }
  const means = options.map((option) => option.means);
  if (!needed.every((meaning) => means.includes(meaning))) {
    const message = `expected one option that means \`${needed[0]}\` and one that means \`${needed[1]}\`, got ${listed(means)}.`;
    issues.push({ path: '/options', message });
  }
  const [first, second] = options;
  if (first.text === second.text) {
    const message = `expected two options with different texts, got ${describeValue(first.text)} twice.`;
    issues.push({ path: '/options', message });
  } else if (
    labels === 'words' &&
    (first.text.startsWith(second.text) || second.text.startsWith(first.text))
  ) {
    const got = `${describeValue(first.text)} and ${describeValue(second.text)}`;
    const message = `expected options of which none begins with the other, got ${got}. A reply could not be told apart.`;
    issues.push({ path: '/options', message });
  }
  const namesTrigger = [text, ...options.map((option) => option.text)].some((part) =>
    part.includes('{trigger}'),
  );
  if (probe === 'recognition' && !namesTrigger) {
    const message = `expected \`{trigger}\`, got ${describeValue(text)}. The candidate stands there.`;
    issues.push({ path: '/text', message });
  }
  return issues;
}

function checkElicitation(paraphrase: Paraphrase): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const unexpected = (['options', 'labels'] as const).filter((field) => paraphrase[field] !== undefined);
  for (const field of unexpected) {
    issues.push({
      path: `/${field}`,
      message: 'expected nothing at probe `elicitation`. Its replies are free text.',
    });
  }
  if (paraphrase.class === undefined) {
    issues.push({ path: '/class', message: 'expected one of `reversal`, `direct`, got nothing.' });
    return issues;
  }
  const slot = paraphrase.class === 'reversal' ? 'response' : 'targetAction';
  const other = paraphrase.class === 'reversal' ? 'targetAction' : 'response';
  const slots = slotsIn(paraphrase.text);
  if (!slots.includes(slot) || slots.includes(other)) {
    const message = `expected \`{${slot}}\` and not \`{${other}}\` at class \`${paraphrase.class}\`, got ${describeValue(paraphrase.text)}.`;
    issues.push({ path: '/text', message });
  }
  return issues;
}

/** What is wrong with a wording of that probe, at JSON pointers that start from the wording. */
export function checkParaphrase(probe: ProbeId, paraphrase: Paraphrase): ConfigIssue[] {
  const options = paraphrase.options ?? [];
  return [
    ...(probe === 'elicitation' ? checkElicitation(paraphrase) : checkChoice(probe, paraphrase)),
    ...checkSlots(probe, '/text', paraphrase.text),
    ...options.flatMap(({ text }, index) => checkSlots(probe, `/options/${index}/text`, text)),
  ];
}
