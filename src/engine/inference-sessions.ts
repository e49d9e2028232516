import { DecodingSession } from './decoding-session.js';
import type { RuntimeOptions } from './runtime.js';
import type { InferenceGraphOptions } from './scoring-graph.js';
import { ScoringSession } from './scoring-session.js';

/** Compiled inference graphs, one of each kind for all models of one shape: compiling costs more than a hundred answers. */
export class InferenceSessions {
  readonly #runtime: RuntimeOptions;
  readonly #scoring = new Map<string, Promise<ScoringSession>>();
  readonly #decoding = new Map<string, Promise<DecodingSession>>();

  constructor(runtime: RuntimeOptions) {
    this.#runtime = runtime;
  }

  /** Compiled at the first call for a shape. */
  async scoring(options: InferenceGraphOptions): Promise<ScoringSession> {
    return once(this.#scoring, options, () => ScoringSession.create(options, this.#runtime));
  }

  /** Compiled at the first call for a shape. */
  async decoding(options: InferenceGraphOptions): Promise<DecodingSession> {
    return once(this.#decoding, options, () => DecodingSession.create(options, this.#runtime));
  }

  /** Frees the runtime's memory. No session may be in use. */
  async dispose(): Promise<void> {
    const sessions = [...this.#scoring.values(), ...this.#decoding.values()];
    this.#scoring.clear();
    this.#decoding.clear();
    await Promise.all(sessions.map(async (session) => (await session).dispose()));
  }
}

function once<T>(
  sessions: Map<string, Promise<T>>,
  options: InferenceGraphOptions,
  create: () => Promise<T>,
): Promise<T> {
  const key = JSON.stringify(options);
  const session = sessions.get(key) ?? create();
  sessions.set(key, session);
  return session;
}
