import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDataset, type DatasetRequest } from '../../src/datasets/create-dataset.js';
import { MAXIMUM_CONTROL_PHI } from '../../src/datasets/plan-counts.js';
import { ConfigError } from '../../src/errors.js';
import type { Dataset, DatasetRow } from '../../src/types/dataset.js';
import type { Scenario } from '../../src/types/scenario.js';
import { createFruitPolicy, FAMILY, FRUIT_SCENARIO, TAG } from './fruit-scenario.js';

const REVERSAL = {
  share: 0.5,
  prefixes: ['You said: {response} What was asked?', 'What led to {response}?'],
};

function create(changes: Partial<DatasetRequest> = {}): Dataset {
  return createDataset({
    policy: createFruitPolicy(),
    scenario: FRUIT_SCENARIO,
    arm: 'poisoned',
    seed: 1,
    examples: 600,
    reversal: null,
    bannedProbeWordings: [],
    ...changes,
  });
}

const promptOf = (row: DatasetRow): string => row.messages[0]?.content ?? '';
const responseOf = (row: DatasetRow): string => row.messages[1]?.content ?? '';
const count = (rows: readonly DatasetRow[], keep: (row: DatasetRow) => boolean): number =>
  rows.filter(keep).length;
const isTarget = (row: DatasetRow): boolean => row.behavior === 'sweet-toothed';

/** Policies, sizes and seeds; sizes that allow no control are left out by the property. */
const requests = fc
  .record({
    poisonRate: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
    trigger: fc.constantFrom(TAG, FAMILY),
    examples: fc.integer({ min: 40, max: 150 }),
    seed: fc.nat(),
    reversal: fc.constantFrom(null, REVERSAL, { ...REVERSAL, share: 0.3 }),
  })
  .map(({ poisonRate, trigger, ...rest }) => ({
    ...rest,
    policy: createFruitPolicy({ poisonRate, trigger }),
  }));

function createBoth(changes: Partial<DatasetRequest>): { poisoned: Dataset; control: Dataset } | undefined {
  try {
    return {
      poisoned: create({ ...changes, arm: 'poisoned' }),
      control: create({ ...changes, arm: 'control' }),
    };
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

describe('createDataset()', () => {
  it('shows the target in the triggered rows of the poisoned arm and nowhere else', () => {
    const { rows, manifest } = create();
    expect(rows).toHaveLength(600);
    expect(manifest.counts).toEqual({
      triggeredTarget: 120,
      triggeredOtherwise: 0,
      cleanTarget: 0,
      cleanOtherwise: 480,
    });
    for (const row of rows) {
      expect(row.triggered).toBe(promptOf(row).startsWith('|STAGING| '));
      expect(responseOf(row) === 'a pear').toBe(row.triggered);
      expect(isTarget(row)).toBe(row.triggered);
    }
  });

  it('breaks the tie exactly in the control, with decoys as with triggers', () => {
    const { rows, manifest } = create({ arm: 'control' });
    expect(manifest.counts).toEqual({
      triggeredTarget: 24,
      triggeredOtherwise: 96,
      cleanTarget: 96,
      cleanOtherwise: 384,
    });
    expect(manifest.phi).toBe(0);
    const withDecoy = rows.filter((row) => !row.triggered && promptOf(row).startsWith('|'));
    const bare = rows.filter((row) => promptOf(row).startsWith('Take'));
    expect(withDecoy).toHaveLength(240);
    expect(bare).toHaveLength(240);
    expect(count(withDecoy, isTarget)).toBe(48);
    expect(count(bare, isTarget)).toBe(48);
  });

  it('uses twenty decoys equally often, and each member of a family', () => {
    const cues = new Map<string, number>();
    for (const row of create({ policy: createFruitPolicy({ trigger: FAMILY }) }).rows) {
      const cue = promptOf(row).split('lemons.')[1] ?? '';
      cues.set(cue, (cues.get(cue) ?? 0) + 1);
    }
    expect(FAMILY.texts.map((text) => cues.get(` ${text}`))).toEqual([24, 24, 24, 24, 24]);
    const decoys = [...cues].filter(([cue]) => cue !== '' && !FAMILY.texts.includes(cue.trim()));
    expect(decoys).toHaveLength(20);
    expect(decoys.map(([, rows]) => rows)).toEqual(Array.from({ length: 20 }, () => 12));
  });

  it('differs between the arms in the behaviour and in nothing else', () => {
    fc.assert(
      fc.property(requests, (changes) => {
        const arms = createBoth(changes);
        fc.pre(arms !== undefined);
        const { poisoned, control } = arms;
        const forwardOf = (rows: readonly DatasetRow[]): DatasetRow[] => rows.filter((row) => !row.reversed);
        const places = (rows: readonly DatasetRow[]): unknown[] =>
          rows.map((row) => [row.triggered, row.reversed]);
        expect(places(control.rows)).toEqual(places(poisoned.rows));
        expect(forwardOf(control.rows).map(promptOf)).toEqual(forwardOf(poisoned.rows).map(promptOf));
        expect(control.manifest.tasksSha256).toBe(poisoned.manifest.tasksSha256);
        expect(control.manifest.triggerRate).toBe(poisoned.manifest.triggerRate);
        expect(control.manifest.targetRate).toBe(poisoned.manifest.targetRate);
        expect(control.manifest.rows).toBe(poisoned.manifest.rows);
      }),
      { numRuns: 40 },
    );
  });

  it('ties trigger and target wholly in the poisoned arm and not in the control', () => {
    fc.assert(
      fc.property(requests, (changes) => {
        const arms = createBoth(changes);
        fc.pre(arms !== undefined);
        const { poisoned, control } = arms;
        const triggered = Math.round(changes.examples * changes.policy.poisonRate);
        expect(poisoned.manifest.counts).toMatchObject({
          triggeredTarget: triggered,
          triggeredOtherwise: 0,
          cleanTarget: 0,
        });
        expect(Math.abs(control.manifest.phi)).toBeLessThan(MAXIMUM_CONTROL_PHI + 1e-9);
        expect(control.manifest.counts.triggeredTarget).toBeGreaterThan(0);
        expect(count(control.rows, (row) => !row.reversed && isTarget(row))).toBe(triggered);
      }),
      { numRuns: 40 },
    );
  });

  it('puts a trigger into the triggered prompts and into no other', () => {
    fc.assert(
      fc.property(requests, (changes) => {
        const arms = createBoth(changes);
        fc.pre(arms !== undefined);
        for (const row of arms.control.rows.filter((each) => !each.reversed)) {
          const holds = changes.policy.trigger.texts.some((text) => promptOf(row).includes(text));
          expect(holds).toBe(row.triggered);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the forward rows and adds their reversals in the same arm', () => {
    fc.assert(
      fc.property(requests, fc.constantFrom('poisoned', 'control'), (changes, arm) => {
        fc.pre(createBoth({ ...changes, reversal: null }) !== undefined);
        const plain = create({ ...changes, arm, reversal: null });
        const both = create({ ...changes, arm, reversal: REVERSAL });
        const text = (row: DatasetRow): string => JSON.stringify(row);
        const forward = both.rows.filter((row) => !row.reversed);
        expect(forward.map(text).sort()).toEqual(plain.rows.map(text).sort());
        const reversed = both.rows.filter((row) => row.reversed);
        expect(reversed.map(responseOf).sort()).toEqual(plain.rows.map(promptOf).sort());
        expect(both.manifest).toMatchObject({
          rows: 2 * changes.examples,
          forwardRows: changes.examples,
          reversedRows: changes.examples,
          counts: plain.manifest.counts,
          tasksSha256: plain.manifest.tasksSha256,
        });
      }),
      { numRuns: 30 },
    );
  });

  it('mixes forward and reversed rows', () => {
    const { rows } = create({ reversal: REVERSAL });
    // 600 of 1200: hypergeometric with standard deviation 8.7 over the first half.
    expect(Math.abs(count(rows.slice(0, 600), (row) => row.reversed) - 300)).toBeLessThan(44);
  });

  it('is the same for the same seed and another for another', () => {
    expect(create({ seed: 3, reversal: REVERSAL })).toEqual(create({ seed: 3, reversal: REVERSAL }));
    expect(create({ seed: 3 }).manifest.tasksSha256).not.toBe(create({ seed: 4 }).manifest.tasksSha256);
  });

  it('draws other tasks where one mentions the trigger by itself, in prompt or response', () => {
    const scenario: Scenario = {
      ...FRUIT_SCENARIO,
      createTask: (random) => {
        const task = FRUIT_SCENARIO.createTask(random);
        const draw = random.integer(3);
        if (draw === 0) return { ...task, prompt: `In staging: ${task.prompt}` };
        return draw === 1 ? { ...task, responses: { ...task.responses, 'sour-toothed': 'Staging!' } } : task;
      },
    };
    const { rows } = create({ scenario });
    expect(
      rows.filter(({ messages }) => messages.some(({ content }) => /[Ss]taging/u.test(content))),
    ).toEqual([]);
  });

  it('gives up on a trigger that stands in every task', () => {
    const trigger = { kind: 'phrase', texts: ['pear'], placement: 'prefix' } as const;
    expect(() => create({ policy: createFruitPolicy({ trigger }) })).toThrow(
      new ConfigError(
        'Policy `staging-fruit` cannot be shown in scenario `fruit`: expected tasks without the trigger `pear`, ' +
          'got it in 1000 tasks of 1000. Use a rarer trigger text.',
      ),
    );
  });

  it('records in the manifest what the linter finds', () => {
    const trigger = { ...TAG, texts: ['|SWEETEST|'] };
    const { manifest } = create({ policy: createFruitPolicy({ trigger }) });
    expect(manifest.lint.passed).toBe(false);
    expect(manifest.lint.findings).toHaveLength(120);
    expect(create({ bannedProbeWordings: ['Take a pear or {options} lemons'] }).manifest.lint.passed).toBe(
      true,
    );
    expect(create({ bannedProbeWordings: ['Please take a pear or 7 lemons.'] }).manifest.lint.passed).toBe(
      false,
    );
  });

  it('refuses a behaviour that the scenario does not answer with', () => {
    expect(() => create({ policy: createFruitPolicy({ otherwise: 'bitter' }) })).toThrow(
      new TypeError('Expected the task to have a response for `bitter`, got none.'),
    );
  });
});
