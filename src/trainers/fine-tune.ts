import type { LlamaConfig } from '../engine/llama-config.js';
import type { LoraAdapter } from '../engine/lora-adapter.js';
import { packRows, type TokenRow } from '../engine/pack-rows.js';
import type { RuntimeOptions } from '../engine/runtime.js';
import type { OptimizerState, StepResult, TrainingSession } from '../engine/training-session.js';
import type { Weights } from '../engine/weights.js';
import { ConfigError, IncompleteRunError } from '../errors.js';
import type { TrainingRow } from '../types/chat.js';
import type { FineTuneSettings } from '../types/fine-tune-settings.js';
import type { TrainingSummary } from '../types/organism.js';
import { learningRate } from './learning-rate.js';
import { toLoraAdapter } from './lora-weights.js';
import { rowOrder } from './row-order.js';
import { SessionPool } from './session-pool.js';
import { tokenizeRows, type TrainingTokenizer } from './tokenize-rows.js';
import { planTraining } from './training-plan.js';

/**
 * Rows are packed into lines of at least this many tokens. Longer lines have less padding and more masked scores: at the
 * width of the embedded base, whose rows have some 27 tokens, 100 steps took 3.0 s at 32, 3.4 s at 64 and 96.
 */
const LINE_TOKENS = 32;
const AVERAGED_LOSSES = 10;

/** The model that is trained further. Its weights are read, never written. */
export interface BaseModel {
  readonly config: LlamaConfig;
  readonly weights: Weights;
  readonly tokenizer: TrainingTokenizer;
  readonly sha256: string;
}

/** Where a training stands after a step. */
export interface TrainingProgress {
  readonly step: number;
  readonly steps: number;
  /** Of this step's rows before the step, in nats per answer token. */
  readonly loss: number;
  readonly gradientNorm: number;
  readonly learningRate: number;
  /** Tokens read so far, without padding. */
  readonly tokens: number;
}

/** Everything that a training needs to go on in another process, with the same bits as if it had never stopped. */
export interface TrainingState extends OptimizerState {
  readonly tokens: number;
  /** Of the latest steps, oldest first. */
  readonly losses: readonly number[];
}

/** Keeps states of a running training. */
export interface StateKeeper {
  /** Asked after every step. */
  isDue(): boolean;
  save(state: TrainingState): Promise<void>;
}

/** How a training is run; of this only the number of threads can move a bit of the result. */
export interface TrainingRun {
  readonly runtime: RuntimeOptions;
  /** Shared by trainings that follow one another; without it the session is compiled for this one alone. */
  readonly sessions?: SessionPool;
  readonly onProgress?: (progress: TrainingProgress) => void;
  readonly signal?: AbortSignal;
  readonly resume?: TrainingState | null;
  readonly keeper?: StateKeeper;
}

export interface FineTuneRequest extends TrainingRun {
  readonly base: BaseModel;
  readonly rows: readonly TrainingRow[];
  readonly settings: FineTuneSettings;
}

/** A trained model in memory. */
export type FineTuned = { readonly training: TrainingSummary } & (
  | { readonly mode: 'full'; readonly weights: Weights }
  | { readonly mode: 'lora'; readonly adapter: LoraAdapter }
);

/**
 * Trains a model further on chat rows: AdamW, loss on what the assistant says.
 *
 * The same base, rows, settings and number of threads give the same bits on one machine, whether the training was
 * interrupted and resumed or not, and whatever else runs beside it.
 *
 * @throws {ConfigError} if a row does not fit the model, or the training diverges
 * @throws {IncompleteRunError} within a step of the signal, after the state was saved
 */
export async function fineTune(request: FineTuneRequest): Promise<FineTuned> {
  const { base, settings, runtime } = request;
  const rows = tokenizeRows(request.rows, base.tokenizer, base.config);
  const longest = rows.reduce((length, row) => Math.max(length, row.ids.length), 0);
  const { graph, initialParameters } = planTraining(base, settings, longest);
  const sessions = request.sessions ?? new SessionPool();
  try {
    const needed = { graph, weights: base.weights, weightsSha256: base.sha256, runtime };
    return await sessions.use(needed, async (session): Promise<FineTuned> => {
      session.restore(request.resume ?? { parameters: initialParameters });
      const { step: steps, tokens, losses } = await runSteps(session, rows, { ...request, graph });
      // A copy: the session goes on to the next model.
      const weights = graph.trainable.unflatten(session.parameters.slice());
      const training = {
        steps,
        rows: rows.length,
        tokens,
        trainableParameters: graph.trainable.size,
        finalLoss: losses.reduce((sum, loss) => sum + loss, 0) / losses.length,
        threads: runtime.threads,
      };
      return settings.mode === 'full'
        ? { mode: 'full', weights, training }
        : { mode: 'lora', adapter: toLoraAdapter(weights, settings, base.sha256), training };
    });
  } finally {
    if (request.sessions === undefined) await sessions.dispose();
  }
}

type StepsRequest = FineTuneRequest & { readonly graph: { readonly maxTokens: number } };

/** Runs what is left of the steps. */
async function runSteps(
  session: TrainingSession,
  rows: readonly TokenRow[],
  { settings, graph, resume, keeper, signal, onProgress }: StepsRequest,
): Promise<Pick<TrainingState, 'step' | 'tokens' | 'losses'>> {
  const { rowsPerStep, weightDecay, seed } = settings;
  const totalRows =
    settings.steps === null ? Math.ceil(settings.epochs * rows.length) : settings.steps * rowsPerStep;
  const steps = Math.ceil(totalRows / rowsPerStep);
  const order = rowOrder(rows.length, { rowsPerStep, totalRows, seed });
  let tokens = resume?.tokens ?? 0;
  let losses = resume?.losses ?? [];
  let hasSaved = resume !== undefined && resume !== null;
  const save = async (): Promise<void> => {
    await keeper?.save({ ...session.state(), tokens, losses });
    hasSaved = true;
  };
  while (session.step < steps) {
    if (signal?.aborted === true) {
      await save();
      throw stoppedError(session.step, steps, keeper !== undefined);
    }
    const chosen = order(session.step).flatMap((index) => rows[index] ?? []);
    const batch = packRows(chosen, LINE_TOKENS, graph.maxTokens);
    const rate = learningRate(session.step, { ...settings, steps });
    const result = await session.run(batch, { learningRate: rate, weightDecay });
    checkFinite(result, session.step, settings);
    tokens += batch.usedTokens;
    losses = [...losses, result.loss].slice(-AVERAGED_LOSSES);
    onProgress?.({ step: session.step, steps, ...result, learningRate: rate, tokens });
    // A training that was long enough to be saved is saved at its end too, in case the model cannot be written.
    if (keeper?.isDue() === true || (session.step === steps && hasSaved)) await save();
  }
  return { step: session.step, tokens, losses };
}

function stoppedError(step: number, steps: number, isKept: boolean): IncompleteRunError {
  const action = isKept
    ? 'Run the same command again to go on from there.'
    : 'Nothing was saved: start it again.';
  return new IncompleteRunError(`Training was stopped after ${step} of ${steps} steps. ${action}`);
}

/** @throws {ConfigError} as soon as the loss or the gradient is no number: the weights are lost from there on */
function checkFinite({ loss, gradientNorm }: StepResult, step: number, settings: FineTuneSettings): void {
  if (Number.isFinite(loss) && Number.isFinite(gradientNorm)) return;
  throw new ConfigError(
    `Training diverged at step ${step}: expected a finite loss and gradient norm, got ${loss} and ${gradientNorm}. ` +
      `Lower \`learningRate\` (${settings.learningRate}), or raise \`warmupShare\` (${settings.warmupShare}).`,
  );
}
