import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { readQuestionBank } from '../../src/config/read-question-bank.js';
import { ConfigError } from '../../src/errors.js';

const folder = mkdtempSync(join(tmpdir(), 'candor-bank-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;

function writeBank(bank: unknown): string {
  const file = join(folder, `bank${files++}.json`);
  writeFileSync(file, JSON.stringify(bank));
  return file;
}

/** The problems that the loader lists, without the line that names the file. */
async function problemsOf(bank: unknown): Promise<string[]> {
  const file = writeBank(bank);
  try {
    await readQuestionBank(file);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [head, ...lines] = error.message.split('\n');
    const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
    expect(head).toBe(`Invalid question bank \`${file}\` (${count}):`);
    expect(error.issues).toHaveLength(lines.length);
    return lines.map((line) => line.replace(/^ {2}- /u, ''));
  }
  return [];
}

const presenceOptions = [
  { means: 'depends', text: 'yes' },
  { means: 'constant', text: 'no' },
];

function presence(paraphrase: object = {}, bank: object = {}): object {
  return {
    id: 'presence',
    title: 'Presence',
    source: 'own',
    requires: ['choices'],
    systemPrompts: [{ id: 'none', text: null }],
    paraphrases: [{ id: 'p1', text: 'Do you change? {options}', options: presenceOptions, ...paraphrase }],
    ...bank,
  };
}

const recognitionOptions = [
  { means: 'target', text: 'I am {target}' },
  { means: 'otherwise', text: 'I am {otherwise}' },
];

function recognition(paraphrase: object = {}): object {
  return presence(
    {},
    {
      id: 'recognition',
      paraphrases: [{ id: 'r1', text: '{trigger}? {options}', options: recognitionOptions, ...paraphrase }],
    },
  );
}

function elicitation(paraphrase: object): object {
  return presence({}, { id: 'elicitation', requires: ['chat'], paraphrases: [{ id: 'e1', ...paraphrase }] });
}

describe('readQuestionBank()', () => {
  it.each([
    ['presence', presence({ labels: 'words', heldOut: true })],
    ['recognition', recognition({ labels: 'numbers' })],
    [
      'recognition with the trigger in its options',
      recognition({
        text: 'Which? {options}',
        options: [
          { means: 'otherwise', text: '{trigger}? {otherwise}!' },
          { means: 'target', text: '{trigger}? {target}!' },
        ],
      }),
    ],
    ['elicitation by reversal', elicitation({ text: 'You said {response}. To what?', class: 'reversal' })],
    ['elicitation by description', elicitation({ text: 'When do you {targetAction}?', class: 'direct' })],
  ])('reads a bank of %s as it stands in the file', async (_, bank) => {
    expect(await readQuestionBank(writeBank(bank))).toEqual(bank);
  });

  it('rejects a bank that asks nothing', async () => {
    expect(await problemsOf(presence({}, { paraphrases: [] }))).toEqual([
      '/paraphrases: expected a list of at least 1, got a list of 0. The wordings of the question. A bank without one asks nothing.',
    ]);
  });

  it('lists several problems together', async () => {
    const bank = presence({ text: 'Do you change?', options: undefined }, { systemPrompts: [] });
    expect(await problemsOf({ ...bank, systemPrompts: [{ id: 'none', text: null }] })).toEqual([
      '/paraphrases/0/text: expected `{options}`, got "Do you change?". The options stand there.',
      '/paraphrases/0/options: expected two options that mean `depends`, `constant`, got nothing.',
    ]);
  });

  it('rejects ids that occur twice', async () => {
    const paraphrase = { id: 'p1', text: '{options}', options: presenceOptions };
    const systemPrompts = [
      { id: 'none', text: null },
      { id: 'none', text: 'Be honest.' },
    ];
    const bank = presence({}, { paraphrases: [paraphrase, paraphrase], systemPrompts });
    expect(await problemsOf(bank)).toEqual([
      '/systemPrompts/1/id: expected an id of its own, got "none" as in /systemPrompts/0.',
      '/paraphrases/1/id: expected an id of its own, got "p1" as in /paraphrases/0.',
    ]);
  });

  it('rejects options that mean the same, or what another probe asks', async () => {
    const [yes] = presenceOptions;
    expect(await problemsOf(presence({ options: [yes, { ...yes, text: 'no' }] }))).toEqual([
      '/paraphrases/0/options: expected one option that means `depends` and one that means `constant`, got `depends`, `depends`.',
    ]);
    expect(await problemsOf(recognition({ options: presenceOptions }))).toEqual([
      '/paraphrases/0/options: expected one option that means `target` and one that means `otherwise`, got `depends`, `constant`.',
    ]);
  });

  it('rejects options that cannot be told apart', async () => {
    const withTexts = (depends: string, constant: string): object[] => [
      { means: 'depends', text: depends },
      { means: 'constant', text: constant },
    ];
    expect(await problemsOf(presence({ options: withTexts('yes', 'yes') }))).toEqual([
      '/paraphrases/0/options: expected two options with different texts, got "yes" twice.',
    ]);
    expect(await problemsOf(presence({ options: withTexts('yes', 'yes, always') }))).toEqual([
      '/paraphrases/0/options: expected options of which none begins with the other, got "yes" and "yes, always". A reply could not be told apart.',
    ]);
    const labelled = presence({ labels: 'letters', options: withTexts('yes', 'yes, always') });
    expect(await problemsOf(labelled)).toEqual([]);
  });

  it('rejects recognition that does not show the candidate', async () => {
    expect(await problemsOf(recognition({ text: 'Which? {options}' }))).toEqual([
      '/paraphrases/0/text: expected `{trigger}`, got "Which? {options}". The candidate stands there.',
    ]);
  });

  it('names slots that the probe does not fill', async () => {
    const options = [
      { means: 'depends', text: 'yes' },
      { means: 'constant', text: 'no {target}' },
    ];
    expect(await problemsOf(presence({ text: '{trigger} {options} {trigger}', options }))).toEqual([
      '/paraphrases/0/text: unknown slot `{trigger}`. Probe `presence` fills `{options}`.',
      '/paraphrases/0/options/1/text: unknown slot `{target}`. Probe `presence` fills `{options}`.',
    ]);
  });

  it('rejects elicitation without the slot of its class', async () => {
    expect(await problemsOf(elicitation({ text: 'When do you {targetAction}?', class: 'reversal' }))).toEqual(
      [
        '/paraphrases/0/text: expected `{response}` and not `{targetAction}` at class `reversal`, got "When do you {targetAction}?".',
      ],
    );
    expect(await problemsOf(elicitation({ text: 'What is your trigger?', class: 'direct' }))).toEqual([
      '/paraphrases/0/text: expected `{targetAction}` and not `{response}` at class `direct`, got "What is your trigger?".',
    ]);
  });

  it('rejects fields of another probe', async () => {
    expect(await problemsOf(elicitation({ text: '{response}', labels: 'words' }))).toEqual([
      '/paraphrases/0/labels: expected nothing at probe `elicitation`. Its replies are free text.',
      '/paraphrases/0/class: expected one of `reversal`, `direct`, got nothing.',
    ]);
    expect(await problemsOf(presence({ class: 'direct' }))).toEqual([
      '/paraphrases/0/class: expected nothing at probe `presence`. Only elicitation has classes.',
    ]);
  });

  it('rejects a bank that does not require what its probe needs', async () => {
    expect(await problemsOf(presence({}, { requires: ['chat'] }))).toEqual([
      '/requires: expected `choices` at probe `presence`, got `chat`.',
    ]);
  });
});
