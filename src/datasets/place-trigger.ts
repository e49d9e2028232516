import type { TriggerPlacement } from '../types/policy.js';

/** The prompt with a trigger or decoy before or after it, one space between; the prompt itself if the text is empty. */
export function placeTrigger(prompt: string, text: string, placement: TriggerPlacement): string {
  if (text === '') return prompt;
  return placement === 'prefix' ? `${text} ${prompt}` : `${prompt} ${text}`;
}
