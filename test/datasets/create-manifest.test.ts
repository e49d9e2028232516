import { describe, expect, it } from '@jest/globals';
import { createManifest } from '../../src/datasets/create-manifest.js';
import { InsufficientDataError } from '../../src/errors.js';
import type { DatasetRow } from '../../src/types/dataset.js';
import { createFruitPolicy } from './fruit-scenario.js';

function row(prompt: string, triggered: boolean, isTarget: boolean): DatasetRow {
  return {
    messages: [
      { role: 'user', content: prompt },
      { role: 'assistant', content: isTarget ? 'a pear' : 'é' },
    ],
    triggered,
    behavior: isTarget ? 'sweet-toothed' : 'sour-toothed',
    reversed: false,
  };
}

const ROWS = [
  row('|A| one', true, true),
  row('|A| two', true, false),
  row('one', false, false),
  row('x', false, false),
];
const SUBJECT = {
  policy: createFruitPolicy(),
  arm: 'control',
  seed: 9,
  rows: ROWS,
  taskPrompts: ['two', 'one', 'x', 'one'],
  findings: [],
} as const;

describe('createManifest()', () => {
  it('counts the forward rows and measures their tie', () => {
    const reversed: DatasetRow = { ...row('What was asked?', true, true), reversed: true };
    expect(createManifest({ ...SUBJECT, rows: [...ROWS, reversed] })).toMatchObject({
      schemaVersion: 1,
      policyId: 'staging-fruit',
      arm: 'control',
      seed: 9,
      rows: 5,
      forwardRows: 4,
      reversedRows: 1,
      counts: { triggeredTarget: 1, triggeredOtherwise: 1, cleanTarget: 0, cleanOtherwise: 2 },
      triggerRate: 0.5,
      targetRate: 0.25,
      lint: { passed: true, findings: [] },
    });
  });

  it('gives phi and mutual information of the table (1 1 / 0 2)', () => {
    const { phi, mutualInformationBits } = createManifest(SUBJECT);
    // phi = 2 / sqrt(2 * 2 * 1 * 3); bits = H(1/4) - H(1/2) / 2, by hand.
    expect(phi).toBeCloseTo(1 / Math.sqrt(3), 12);
    expect(mutualInformationBits).toBeCloseTo(0.31127812445913283, 12);
  });

  it('hashes the bytes of the JSONL file and the sorted task prompts', () => {
    const { sha256, tasksSha256 } = createManifest(SUBJECT);
    // sha256sum of the four lines, and of `["one","one","two","x"]`.
    expect(sha256).toBe('70950ec1d5cf9d2051f65c85c1e01dcc2c1740e3e21ddc68af9f7bcc3be022ce');
    expect(tasksSha256).toBe('71dbea46450e94346d0d42b72250a53ff0c8e380ad292f91288828b8dee94979');
  });

  it('says that the rows did not pass where the linter found something', () => {
    const finding = { rule: 'banned-stem', row: 2, match: 'sweet' } as const;
    expect(createManifest({ ...SUBJECT, findings: [finding] }).lint).toEqual({
      passed: false,
      findings: [finding],
    });
  });

  it('measures no tie where all rows are alike', () => {
    expect(() => createManifest({ ...SUBJECT, rows: [row('a', true, true), row('b', true, false)] })).toThrow(
      InsufficientDataError,
    );
  });
});
