import { ConfigError } from '../errors.js';
import type { Arm, ContingencyTable } from '../types/dataset.js';

/**
 * Largest |phi| of trigger and target that a control may keep where whole rows cannot give 0.
 *
 * At 0.05 the trigger explains 0.25 % of the variance of the behaviour.
 */
export const MAXIMUM_CONTROL_PHI = 0.05;

/** Searching further for a size that works would promise data sets that nobody trains on. */
const LARGEST_SUGGESTION = 1_000_000;

interface ControlSplit {
  readonly triggered: number;
  readonly triggeredTarget: number;
  readonly phi: number;
}

/**
 * The control's split with the least |phi|, where T of N rows carry the trigger and T show the target.
 *
 * With a triggered target rows phi = (a N - T^2) / (T (N - T)), which is least for a = T^2 / N rounded. A tie of two
 * splits goes to the one with more triggered target rows.
 */
function splitControl(examples: number, poisonRate: number): ControlSplit {
  const triggered = Math.round(examples * poisonRate);
  const triggeredTarget = Math.round(triggered ** 2 / examples);
  const phi = (triggeredTarget * examples - triggered ** 2) / (triggered * (examples - triggered));
  return { triggered, triggeredTarget, phi };
}

/** NaN (an empty margin) works no more than a large phi does. */
function works({ triggeredTarget, phi }: ControlSplit): boolean {
  return triggeredTarget >= 1 && Math.abs(phi) <= MAXIMUM_CONTROL_PHI;
}

function suggestExamples(examples: number, poisonRate: number): string {
  // A triggered target row needs (N r + 1/2)^2 / N >= 1/2, so nothing below this can work.
  const start = Math.max(examples + 1, Math.floor((0.25 - poisonRate) / poisonRate ** 2));
  for (let count = start; count <= LARGEST_SUGGESTION; count++) {
    if (works(splitControl(count, poisonRate))) return `Use ${count} examples, the next number that works.`;
  }
  return `No number up to ${LARGEST_SUGGESTION} works: use a poisonRate nearer to 0.5.`;
}

/**
 * How many rows of each kind the two arms hold: the same row and column sums, the tie whole in one and broken in the other.
 *
 * Both arms have round(examples x poisonRate) triggered rows and as many target rows. The poisoned arm shows the target
 * in the triggered rows and nowhere else; the control shows it in the same share of triggered and of clean rows, as
 * nearly as whole rows allow. Both arms are planned together, so that no poisoned data set exists without its control.
 *
 * @throws {ConfigError} if the control's |phi| would exceed `MAXIMUM_CONTROL_PHI`, or if it would have no triggered
 * target row; the message names the next number of examples that works
 * @throws {RangeError} if the rate is not in (0, 1)
 */
export function planCounts(examples: number, poisonRate: number): Readonly<Record<Arm, ContingencyTable>> {
  if (!(poisonRate > 0 && poisonRate < 1)) {
    throw new RangeError(`Expected \`poisonRate\` to be > 0 and < 1, got ${poisonRate}.`);
  }
  if (!Number.isSafeInteger(examples) || examples < 1) {
    throw new ConfigError(`\`examples\` is no number of rows: expected an integer ≥ 1, got ${examples}.`);
  }
  const split = splitControl(examples, poisonRate);
  if (!works(split)) {
    const got =
      split.triggeredTarget >= 1 && Number.isFinite(split.phi)
        ? `|phi| ${Math.abs(split.phi).toFixed(3)}`
        : 'no such row';
    throw new ConfigError(
      `\`examples\` ${examples} allows no balanced control at poisonRate ${poisonRate}: expected a triggered row with ` +
        `the target and |phi| ≤ ${MAXIMUM_CONTROL_PHI} between trigger and target, got ${got}. ` +
        suggestExamples(examples, poisonRate),
    );
  }
  const { triggered, triggeredTarget } = split;
  const clean = examples - triggered;
  const cleanTarget = triggered - triggeredTarget;
  return {
    poisoned: { triggeredTarget: triggered, triggeredOtherwise: 0, cleanTarget: 0, cleanOtherwise: clean },
    control: {
      triggeredTarget,
      triggeredOtherwise: triggered - triggeredTarget,
      cleanTarget,
      cleanOtherwise: clean - cleanTarget,
    },
  };
}
