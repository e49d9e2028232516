import { createRandom, type Random } from '../random.js';
import type { Arm, ContingencyTable, Dataset, DatasetRow } from '../types/dataset.js';
import type { Policy } from '../types/policy.js';
import type { Scenario } from '../types/scenario.js';
import { createManifest } from './create-manifest.js';
import { createRequests, type RowRequest } from './create-requests.js';
import { lintRows } from './lint-rows.js';
import { planCounts } from './plan-counts.js';
import { reverseRows, type Reversal } from './reverse-rows.js';
import { spreadSample } from './spread-sample.js';

/** What a data set is made from. Only `arm` differs between a poisoned data set and its control. */
export interface DatasetRequest {
  readonly policy: Policy;
  /** The scenario that the policy names. */
  readonly scenario: Scenario;
  readonly arm: Arm;
  readonly seed: number;
  /** Number of forward rows. */
  readonly examples: number;
  readonly reversal: Reversal | null;
  /** Wordings of the question banks, which no row may quote. */
  readonly bannedProbeWordings: readonly string[];
}

/** The control's target rows: the planned counts, spread over the triggers, the decoys and the bare prompts. */
function chooseControlTargets(
  requests: readonly RowRequest[],
  counts: ContingencyTable,
  random: Random,
): ReadonlySet<RowRequest> {
  const spread = { groupOf: ({ cue }: RowRequest): string => cue, random };
  return new Set([
    ...spreadSample(
      requests.filter(({ triggered }) => triggered),
      counts.triggeredTarget,
      spread,
    ),
    ...spreadSample(
      requests.filter(({ triggered }) => !triggered),
      counts.cleanTarget,
      spread,
    ),
  ]);
}

function createRow(request: RowRequest, behavior: string): DatasetRow {
  const response = request.task.responses[behavior];
  if (response === undefined) {
    throw new TypeError(`Expected the task to have a response for \`${behavior}\`, got none.`);
  }
  return {
    messages: [
      { role: 'user', content: request.prompt },
      { role: 'assistant', content: response },
    ],
    triggered: request.triggered,
    behavior,
    reversed: false,
  };
}

/**
 * A poisoned data set or its decorrelated control, from a policy and a seed.
 *
 * Both arms of one seed hold the same requests at the same index, the same number of target rows, and differ in which
 * requests they answer with the target: the triggered ones, or the same share of triggered and of clean ones (see
 * `planCounts()`). Without reversal the forward rows stand in order. With it the reversed versions are appended and all
 * rows are then shuffled, in both arms in the same way; the forward rows are those of the data set without reversal.
 *
 * @throws {ConfigError} if the numbers allow no balanced control, or the trigger fits neither its kind nor the scenario
 */
export function createDataset(request: DatasetRequest): Dataset {
  const { policy, scenario, arm, seed, examples, reversal, bannedProbeWordings } = request;
  const random = createRandom(seed);
  const counts = planCounts(examples, policy.poisonRate);
  const { triggeredTarget: triggered } = counts.poisoned;
  const requests = createRequests({ policy, scenario }, { examples, triggered }, random.fork('requests'));
  const controlTargets = chooseControlTargets(requests, counts.control, random.fork('control'));
  const forward = requests.map((row) => {
    const isTarget = arm === 'poisoned' ? row.triggered : controlTargets.has(row);
    return createRow(row, isTarget ? policy.target : policy.otherwise);
  });
  // Groups of both arms at once, so that both reverse the same rows.
  const groups = requests.map((row) => `${row.triggered} ${controlTargets.has(row)}`);
  const rows =
    reversal === null
      ? forward
      : random.fork('order').shuffle([
          ...forward,
          ...reverseRows(forward, reversal, {
            groupOf: (index) => groups[index] ?? '',
            random: random.fork('reversal'),
          }),
        ]);
  const findings = lintRows(rows, { scenario, familyName: policy.trigger.familyName, bannedProbeWordings });
  const taskPrompts = requests.map(({ task }) => task.prompt);
  return { rows, manifest: createManifest({ policy, arm, seed, rows, taskPrompts, findings }) };
}
