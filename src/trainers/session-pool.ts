import type { RuntimeOptions } from '../engine/runtime.js';
import type { TrainingGraphOptions } from '../engine/training-graph.js';
import { TrainingSession } from '../engine/training-session.js';
import type { Weights } from '../engine/weights.js';

/** Which session a training needs. */
export interface SessionRequest {
  readonly graph: TrainingGraphOptions;
  /** Holds at least the graph's frozen weights. */
  readonly weights: Weights;
  /** Tells frozen weights apart. */
  readonly weightsSha256: string;
  readonly runtime: RuntimeOptions;
}

/** Everything that is compiled into a session or bound to it. */
function sessionKey({ graph, weightsSha256, runtime }: SessionRequest): string {
  const { config, lowRank, maxTokens, trainable, frozen, optimizer } = graph;
  return JSON.stringify({
    config,
    lowRank: lowRank && { scale: lowRank.scale, modules: [...lowRank.modules] },
    maxTokens,
    trainable: trainable.entries,
    frozen: [...frozen],
    frozenSha256: frozen.size === 0 ? null : weightsSha256,
    optimizer,
    threads: runtime.threads,
  });
}

/**
 * Lends training sessions, so that models of one shape that are trained one after another share a compiled graph.
 *
 * The session that was given back last is kept, and no other: two large models need not fit into memory at once.
 */
export class SessionPool {
  #idle: { readonly key: string; readonly session: TrainingSession } | null = null;

  /** Runs `body` with a session that nobody else uses meanwhile. Its state is whatever the last user left: restore it first. */
  async use<T>(request: SessionRequest, body: (session: TrainingSession) => Promise<T>): Promise<T> {
    const key = sessionKey(request);
    const session = await this.#take(key, request);
    try {
      return await body(session);
    } finally {
      const earlier = this.#idle;
      this.#idle = { key, session };
      await earlier?.session.dispose();
    }
  }

  async dispose(): Promise<void> {
    const idle = this.#idle;
    this.#idle = null;
    await idle?.session.dispose();
  }

  async #take(key: string, { graph, weights, runtime }: SessionRequest): Promise<TrainingSession> {
    const idle = this.#idle;
    this.#idle = null;
    if (idle?.key === key) return idle.session;
    await idle?.session.dispose();
    return TrainingSession.create(graph, weights, runtime);
  }
}
