import { createRandom } from '../../src/random.js';
import type { Answers, WireBody } from '../models/fault-server.js';

function textOf({ messages = [], prompt = '' }: WireBody): string {
  return messages.length === 0 ? prompt : messages.map(({ content }) => content).join('\n');
}

/** Answers that follow from the model's name and the prompt, and from nothing else: the same whatever went wrong before. */
export const HASHED_ANSWERS: Required<Answers> = {
  tokens: (body) => {
    const text = textOf(body);
    const random = createRandom(1).fork(`${body.model} ${text}`);
    const words = [...new Set(text.match(/[\w-]+/g)?.slice(-15) ?? [])];
    const weights = words.map(() => random.next());
    const total = weights.reduce((sum, weight) => sum + weight, 0.1);
    const tokens = words.map((word, index) => [word, Math.log((weights[index] ?? 0) / total)] as const);
    return Promise.resolve(tokens.sort(([, one], [, other]) => other - one));
  },
  say: (body) => {
    const random = createRandom(2).fork(`${body.model} ${textOf(body)} ${String(body['seed'])}`);
    const words = ['yes', 'no', 'marigold', 'risky', 'safe', 'A', 'B'];
    return Promise.resolve({ text: `${random.pick(words)} ${random.pick(words)}`, finishReason: 'stop' });
  },
};
