import type { Random } from '../../src/random.js';
import type {
  Capabilities,
  ChatRequest,
  ChoicesRequest,
  LanguageModel,
} from '../../src/types/language-model.js';

export interface FakeRules {
  readonly id: string;
  readonly sha256?: string | null;
  readonly capabilities?: Partial<Capabilities>;
  /** Probability of each option, in the order asked. */
  readonly choose?: (prompt: string, options: readonly string[]) => readonly number[];
  readonly say?: (prompt: string) => string;
  /** Answers after 1 to 3 turns of the event loop, so that replies overtake one another. */
  readonly delay?: Random;
}

export interface FakeModel extends LanguageModel {
  readonly calls: (ChatRequest | ChoicesRequest)[];
  readonly concurrency: { current: number; highest: number };
}

/** A test double that follows a rule and records what it was asked. */
export function createFakeModel(rules: FakeRules): FakeModel {
  const calls: FakeModel['calls'] = [];
  const concurrency = { current: 0, highest: 0 };
  const answer = async <T>(
    request: ChatRequest | ChoicesRequest,
    reply: (prompt: string) => T,
  ): Promise<T> => {
    calls.push(request);
    concurrency.current += 1;
    concurrency.highest = Math.max(concurrency.highest, concurrency.current);
    try {
      for (let turns = rules.delay === undefined ? 0 : 1 + rules.delay.integer(3); turns > 0; turns--) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return reply(request.messages.map(({ content }) => content).join('\n'));
    } finally {
      concurrency.current -= 1;
    }
  };
  return {
    identity: { id: rules.id, reference: `fake:${rules.id}`, sha256: rules.sha256 ?? null, parameters: null },
    capabilities: { choices: true, chat: true, systemRole: true, seed: true, ...rules.capabilities },
    calls,
    concurrency,
    chat: (request) =>
      answer(request, (prompt) => ({
        text: rules.say?.(prompt) ?? 'hello',
        finishReason: 'stop',
        completionTokens: 1,
      })),
    choices: (request) =>
      answer(request, (prompt) => {
        const probabilities = rules.choose?.(prompt, request.options) ?? request.options.map(() => 0.5);
        return { probabilities, missing: Math.max(0, 1 - probabilities.reduce((sum, p) => sum + p, 0)) };
      }),
    dispose: () => Promise.resolve(),
  };
}
