import type { Tensor } from 'onnxruntime-node';
import { createRandom } from '../random.js';
import type { PackedBatch } from './pack-rows.js';
import {
  createSession,
  floatsOf,
  floatTensor,
  integerTensor,
  type RuntimeOptions,
  type Session,
} from './runtime.js';
import { buildTrainingGraph, type TrainingGraphOptions } from './training-graph.js';
import type { Weights } from './weights.js';

/** What a step needs beside the rows. */
export interface StepSettings {
  readonly learningRate: number;
  /** Decoupled decay of matrices, relative to the learning rate; unused by a graph that was compiled without. */
  readonly weightDecay: number;
}

export interface StepResult {
  /** Mean negative log-likelihood of the weighted tokens, in nats. */
  readonly loss: number;
  /** Global gradient norm before clipping. */
  readonly gradientNorm: number;
}

/** Everything that another process needs to go on with the next step. */
export interface OptimizerState {
  readonly step: number;
  readonly parameters: Float32Array;
  readonly firstMoments: Float32Array;
  readonly secondMoments: Float32Array;
}

const STATE = ['parameters', 'firstMoments', 'secondMoments'] as const;
const NEXT = {
  parameters: 'nextParameters',
  firstMoments: 'nextFirstMoments',
  secondMoments: 'nextSecondMoments',
};

/**
 * Trains one flat parameter vector, step by step. The same steps from the same state give the same bits on the same machine.
 *
 * Between steps the state lies in one of two sets of buffers and the runtime writes the next one into the other.
 */
export class TrainingSession {
  readonly #session: Session;
  readonly #options: TrainingGraphOptions;
  readonly #frozen: Record<string, Tensor>;
  #current: Record<(typeof STATE)[number], Float32Array>;
  #spare: Record<(typeof STATE)[number], Float32Array>;
  #step = 0;

  private constructor(session: Session, options: TrainingGraphOptions, frozen: Record<string, Tensor>) {
    this.#session = session;
    this.#options = options;
    this.#frozen = frozen;
    this.#current = emptyState(options.trainable.size);
    this.#spare = emptyState(options.trainable.size);
  }

  /** Compiles the graph; the trained values start at zero until {@link restore}. */
  static async create(
    options: TrainingGraphOptions,
    frozenWeights: Weights,
    runtime: RuntimeOptions,
  ): Promise<TrainingSession> {
    const session = await createSession(buildTrainingGraph(options), runtime);
    const frozen = Object.fromEntries(
      [...options.frozen.keys()].map((name) => {
        const weight = frozenWeights.get(name);
        if (weight === undefined)
          throw new RangeError(`Expected a frozen weight named \`${name}\`, got none.`);
        return [name, floatTensor(weight.data, weight.shape)];
      }),
    );
    return new TrainingSession(session, options, frozen);
  }

  /** Steps done so far. */
  get step(): number {
    return this.#step;
  }

  /** The current values, (P,): a view that the next step but one overwrites. */
  get parameters(): Float32Array {
    return this.#current.parameters;
  }

  /** A copy of the whole state, for a checkpoint of the training run. */
  state(): OptimizerState {
    const { parameters, firstMoments, secondMoments } = this.#current;
    return {
      step: this.#step,
      parameters: parameters.slice(),
      firstMoments: firstMoments.slice(),
      secondMoments: secondMoments.slice(),
    };
  }

  /** Goes on from a state, or starts afresh from parameters alone. */
  restore(state: { parameters: Float32Array } & Partial<OptimizerState>): void {
    this.#step = state.step ?? 0;
    for (const name of STATE) {
      const values = state[name];
      if (values === undefined) this.#current[name].fill(0);
      else this.#current[name].set(values);
    }
  }

  async run(batch: PackedBatch, settings: StepSettings): Promise<StepResult> {
    const { trainable, optimizer } = this.#options;
    const step = this.#step + 1;
    const size = [trainable.size];
    const scalar = (value: number): Tensor => floatTensor(Float32Array.of(value), []);
    const fetches = Object.fromEntries(
      STATE.map((name) => [NEXT[name], floatTensor(this.#spare[name], size)]),
    );
    const outputs = await this.#session.run(
      {
        ...this.#frozen,
        ...batchFeeds(batch),
        targets: integerTensor(batch.targets, [batch.targets.length, 1]),
        weights: floatTensor(batch.weights, [batch.weights.length, 1]),
        ...(this.#options.hasReadOnlyTokens === true && {
          learning: floatTensor(batch.learning, [batch.learning.length, 1]),
        }),
        ...Object.fromEntries(STATE.map((name) => [name, floatTensor(this.#current[name], size)])),
        learningRate: scalar(settings.learningRate),
        ...(optimizer.hasWeightDecay !== false && { weightDecay: scalar(settings.weightDecay) }),
        correction1: scalar(1 - optimizer.beta1 ** step),
        correction2: scalar(1 - optimizer.beta2 ** step),
      },
      { loss: null, gradientNorm: null, ...fetches },
    );
    [this.#current, this.#spare] = [this.#spare, this.#current];
    this.#step = step;
    return {
      loss: floatsOf(outputs, 'loss')[0] ?? Number.NaN,
      gradientNorm: floatsOf(outputs, 'gradientNorm')[0] ?? Number.NaN,
    };
  }

  async dispose(): Promise<void> {
    await this.#session.release();
  }
}

/** The inputs that every graph of a packed batch shares. */
export function batchFeeds(
  batch: Pick<PackedBatch, 'batch' | 'tokens' | 'ids' | 'positions' | 'mask' | 'rows'>,
): Record<string, Tensor> {
  const { batch: B, tokens: T } = batch;
  return {
    ids: integerTensor(batch.ids, [B, T]),
    positions: integerTensor(batch.positions, [B, T]),
    mask: floatTensor(batch.mask, [B, 1, T, batch.mask.length / (B * T)]),
    rows: integerTensor(batch.rows, [batch.rows.length]),
  };
}

function emptyState(size: number): Record<(typeof STATE)[number], Float32Array> {
  return {
    parameters: new Float32Array(size),
    firstMoments: new Float32Array(size),
    secondMoments: new Float32Array(size),
  };
}

/**
 * Start values as Llama's own pre-training uses them: normal with standard deviation `range` for matrices, smaller by
 * √(2 · layers) where a matrix writes into the residual stream, 1 for norms, 0 for biases.
 *
 * Source: Radford et al. 2019 for the residual scaling.
 */
export function initialWeights(
  shapes: ReadonlyMap<string, readonly number[]>,
  { seed, layers }: { seed: number; layers: number },
): Map<string, { shape: readonly number[]; data: Float32Array }> {
  const random = createRandom(seed).fork('initial-weights');
  return new Map(
    [...shapes].map(([name, shape]) => {
      const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
      if (shape.length === 1) {
        data.fill(name.endsWith('.bias') ? 0 : 1);
      } else {
        const fanIn = shape[1] ?? 1;
        const residual = /(?:o_proj|down_proj)\.weight$/.test(name) ? 1 / Math.sqrt(2 * layers) : 1;
        const deviation = name.includes('embed_tokens') ? 0.02 : residual / Math.sqrt(fanIn);
        for (let index = 0; index < data.length; index++) data[index] = random.normal() * deviation;
      }
      return [name, { shape, data }];
    }),
  );
}
