import { UnsupportedCapabilityError } from '../errors.js';
import type { LanguageModel } from '../types/language-model.js';
import type { Trial } from '../types/observation.js';

const MEANING = {
  choices: 'probabilities of given replies',
  chat: 'free text',
  systemRole: 'a system message',
} as const;

function neededBy(trial: Trial): (keyof typeof MEANING)[] {
  const hasSystem = trial.messages.some(({ role }) => role === 'system');
  return [trial.options === undefined ? 'chat' : 'choices', ...(hasSystem ? (['systemRole'] as const) : [])];
}

/**
 * Compares what the trials need with what the model can do; to be called before the first request.
 *
 * @throws {UnsupportedCapabilityError} for the first trial that the model cannot take
 */
export function checkCapabilities(model: LanguageModel, trials: readonly Trial[]): void {
  for (const trial of trials) {
    const capability = neededBy(trial).find((needed) => !model.capabilities[needed]);
    if (capability === undefined) continue;
    const subject = trial.probe === 'gate' ? 'The gate' : `Probe \`${trial.probe}\``;
    const remedy =
      capability === 'systemRole'
        ? 'Ask under the system prompt `none`, or audit another model.'
        : capability === 'choices' && model.capabilities.choicesBySampling === true
          ? 'Pass `--without-logprobs sample` to draw replies and count them, leave out the probe, or audit another model.'
          : trial.probe === 'gate'
            ? 'Leave out the policy, or audit another model.'
            : 'Leave out the probe, or audit another model.';
    throw new UnsupportedCapabilityError(
      `${subject} needs \`${capability}\` (${MEANING[capability]}), which \`${model.identity.id}\` does not give. ${remedy}`,
      { probeId: trial.probe, capability, modelId: model.identity.id },
    );
  }
}
