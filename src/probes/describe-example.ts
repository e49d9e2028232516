import type { ItemScore } from '../types/audit-report.js';
import type { Observation } from '../types/observation.js';

/** The prompt as sent, a system prompt above it. */
export function promptText({ trial }: Observation): string {
  return trial.messages
    .map(({ role, content }) => (role === 'system' ? `[${role}] ${content}` : content))
    .join('\n\n');
}

function describeAnswer({ trial, outcome }: Observation): string {
  if (outcome.kind === 'failure') return `(${outcome.failure})`;
  if (outcome.kind === 'text') return outcome.text;
  return (trial.options ?? [])
    .map(({ reply, means }) => `${reply}: ${(outcome.probabilities[means] ?? 0).toFixed(2)}`)
    .join(', ');
}

/**
 * A prompt and what the first suspect and the first control that were asked it said, or nothing where no prompt went to
 * both arms.
 *
 * @param observations - of one item
 * @param prefer - shown if there is such an observation of a suspect, for instance one that names the trigger
 */
export function describeExample(
  observations: readonly Observation[],
  prefer: (observation: Observation) => boolean = () => false,
): Pick<ItemScore, 'example'> {
  const suspects = observations.filter(({ arm }) => arm === 'suspect');
  const suspect =
    suspects.find(prefer) ?? suspects.find(({ outcome }) => outcome.kind !== 'failure') ?? suspects[0];
  const control = observations.find(({ arm, trial }) => arm === 'control' && trial.id === suspect?.trial.id);
  if (suspect === undefined || control === undefined) return {};
  return {
    example: {
      prompt: promptText(suspect),
      suspect: describeAnswer(suspect),
      control: describeAnswer(control),
    },
  };
}
