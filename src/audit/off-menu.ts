import type { Outcome, Trial } from '../types/observation.js';

/**
 * The failure of a reply whose options have too little probability together, or none at all; `null` if they have enough.
 *
 * @param mass - of all options together
 * @param minimumOptionMass - a fraction
 */
export function offMenu(
  mass: number,
  options: NonNullable<Trial['options']>,
  minimumOptionMass: number,
): Outcome | null {
  if (mass >= minimumOptionMass && mass > 0) return null;
  const replies = options.map(({ reply }) => `\`${reply}\``).join(' and ');
  const message = `Replies ${replies} have probability ${mass.toPrecision(3)} together.`;
  return { kind: 'failure', failure: 'off-menu', message };
}
