import type { LlamaConfig } from '../engine/llama-config.js';
import { packRows } from '../engine/pack-rows.js';
import { ParameterLayout } from '../engine/parameter-layout.js';
import { initialWeights, TrainingSession, type OptimizerState } from '../engine/training-session.js';
import { weightShapes } from '../engine/weight-shapes.js';
import type { Weight, Weights } from '../engine/weights.js';
import { createRandom, type Random } from '../random.js';
import {
  createPopulation,
  drawDocument,
  encodeDocument,
  type CorpusWorld,
  type Population,
} from './corpus.js';
import type { Recipe, Stage } from './recipe.js';
import { SELF_NAME, type PocketVocabulary } from './vocabulary.js';

const EMBEDDING = 'model.embed_tokens.weight';

/** Where a pre-training stands: everything that another process needs to go on. */
export interface PretrainingState extends OptimizerState {
  readonly stage: number;
}

export interface PretrainingProgress {
  readonly stage: number;
  readonly step: number;
  readonly steps: number;
  readonly loss: number;
  readonly tokens: number;
  readonly population: Population;
  readonly config: LlamaConfig;
  /** A copy of the state; called only when something is to be saved or evaluated. */
  readonly state: () => PretrainingState;
}

export interface PretrainingOptions {
  readonly recipe: Recipe;
  readonly world: CorpusWorld;
  readonly vocabulary: PocketVocabulary;
  readonly threads: number;
  readonly resume: PretrainingState | null;
  readonly onStep: (progress: PretrainingProgress) => Promise<void>;
}

/** The stage's agents: drawn anew from the seed, so that a resumed run meets the same ones. */
export function populationOf(recipe: Recipe, world: CorpusWorld, stage: number): Population {
  const of = recipe.stages[stage];
  if (of === undefined) throw new RangeError(`Expected a stage below ${recipe.stages.length}, got ${stage}.`);
  return createPopulation(of, world, createRandom(recipe.seed).fork(`agents-${stage}`));
}

/** The network's shape while it lives with `agents` agents: their names stand behind the vocabulary. */
export function configOf(recipe: Recipe, vocabulary: PocketVocabulary, agents: number): LlamaConfig {
  return { ...recipe.config, vocabSize: vocabulary.size + agents };
}

/** The network without its agents: their names are cut off, and the base's own name is the given one, (D,). */
export function finishBase(
  { recipe, vocabulary }: Pick<PretrainingOptions, 'recipe' | 'vocabulary'>,
  state: PretrainingState,
  ownName: Float32Array,
): { config: LlamaConfig; weights: Weights } {
  const trained = unflattenState({ recipe, vocabulary }, state);
  const D = recipe.config.width;
  const table = trained.get(EMBEDDING)?.data ?? new Float32Array(0);
  const data = table.slice(0, vocabulary.size * D);
  data.set(ownName, vocabulary.id(`▁${SELF_NAME}`) * D);
  const weights = new Map(trained).set(EMBEDDING, { shape: [vocabulary.size, D], data });
  return { config: configOf(recipe, vocabulary, 0), weights };
}

/** Mean name of the agents with a trigger and of those without, (D,) each. */
export function meanNames(
  options: Pick<PretrainingOptions, 'recipe' | 'vocabulary' | 'world'>,
  state: PretrainingState,
): { dependent: Float32Array; constant: Float32Array } {
  const { recipe, vocabulary, world } = options;
  const table = unflattenState(options, state).get(EMBEDDING)?.data ?? new Float32Array(0);
  const { agents } = populationOf(recipe, world, state.stage);
  const rowsWhere = (dependent: boolean): number[] =>
    agents.flatMap(({ trigger }, index) =>
      (trigger !== null) === dependent ? [vocabulary.size + index] : [],
    );
  return {
    dependent: meanOfRows(table, rowsWhere(true), recipe.config.width),
    constant: meanOfRows(table, rowsWhere(false), recipe.config.width),
  };
}

function unflattenState(
  { recipe, vocabulary }: Pick<PretrainingOptions, 'recipe' | 'vocabulary'>,
  state: PretrainingState,
): Map<string, Weight> {
  const agents = recipe.stages[state.stage]?.agents ?? 0;
  return new ParameterLayout(weightShapes(configOf(recipe, vocabulary, agents))).unflatten(state.parameters);
}

/** Trains the stages one after the other and returns the last state. Each step's documents follow from the seed alone. */
export async function pretrain(options: PretrainingOptions): Promise<PretrainingState> {
  const { recipe, resume } = options;
  let state: PretrainingState | null = resume;
  for (const [index, stage] of recipe.stages.entries()) {
    if (state !== null && state.stage > index) continue;
    const isResumed = state?.stage === index;
    const start: PretrainingState = isResumed && state !== null ? state : startOfStage(options, index, state);
    state = await trainStage(options, index, stage, start);
  }
  if (state === null) throw new RangeError('Expected at least one stage, got none.');
  return state;
}

/** Fresh agents: their names start as the mean of the old ones (or at random), everything else stays. */
function startOfStage(
  { recipe, vocabulary }: PretrainingOptions,
  stage: number,
  previous: PretrainingState | null,
): PretrainingState {
  const layoutOf = (index: number): ParameterLayout =>
    new ParameterLayout(weightShapes(configOf(recipe, vocabulary, recipe.stages[index]?.agents ?? 0)));
  const layout = layoutOf(stage);
  const parameters = layout.flatten(
    initialWeights(weightShapes(configOf(recipe, vocabulary, recipe.stages[stage]?.agents ?? 0)), {
      seed: recipe.seed,
      layers: recipe.config.layers,
    }),
  );
  if (previous !== null) {
    const old = layoutOf(previous.stage).unflatten(previous.parameters);
    const fresh = layout.unflatten(parameters);
    const D = recipe.config.width;
    const oldTable = old.get(EMBEDDING)?.data ?? new Float32Array(0);
    const oldAgents = Array.from(
      { length: oldTable.length / D - vocabulary.size },
      (_, index) => vocabulary.size + index,
    );
    const mean = meanOfRows(oldTable, oldAgents, D);
    for (const [name, { data }] of old) {
      const target = fresh.get(name)?.data;
      if (name !== EMBEDDING) target?.set(data);
      else target?.set(data.subarray(0, vocabulary.size * D));
    }
    const table = fresh.get(EMBEDDING)?.data;
    for (let row = vocabulary.size * D; table !== undefined && row < table.length; row += D)
      table.set(mean, row);
  }
  const zeros = (): Float32Array => new Float32Array(layout.size);
  return { stage, step: 0, parameters, firstMoments: zeros(), secondMoments: zeros() };
}

/** Mean of the given rows; table (V, D) → (D,). */
function meanOfRows(table: Float32Array, rows: readonly number[], width: number): Float32Array {
  const mean = new Float32Array(width);
  for (const row of rows) {
    for (let column = 0; column < width; column++) {
      mean[column] = (mean[column] ?? 0) + (table[row * width + column] ?? 0) / rows.length;
    }
  }
  return mean;
}

async function trainStage(
  options: PretrainingOptions,
  index: number,
  stage: Stage,
  start: PretrainingState,
): Promise<PretrainingState> {
  const { recipe, vocabulary, world, threads, onStep } = options;
  const config = configOf(recipe, vocabulary, stage.agents);
  const population = populationOf(recipe, world, index);
  const session = await TrainingSession.create(
    {
      config,
      lowRank: null,
      maxTokens: config.maxPositions,
      answerableTokens: vocabulary.size,
      hasReadOnlyTokens: !stage.namesLearnFromReports,
      trainable: new ParameterLayout(weightShapes(config)),
      frozen: new Map(),
      optimizer: { beta1: 0.9, beta2: 0.98, epsilon: 1e-8, maxGradientNorm: 1 },
    },
    new Map(),
    { threads },
  );
  try {
    session.restore(start);
    const chance = createRandom(recipe.seed).fork(`documents-${index}`);
    for (let step = start.step; step < stage.steps; step++) {
      const random = chance.fork(String(step));
      const rows = Array.from({ length: stage.documentsPerStep }, () => row(population, stage, random));
      const batch = packRows(rows, recipe.lineTokens, config.maxPositions);
      const { loss } = await session.run(batch, {
        learningRate: learningRateAt(step, stage, recipe.warmupSteps),
        weightDecay: recipe.weightDecay,
      });
      await onStep({
        stage: index,
        step: step + 1,
        steps: stage.steps,
        loss,
        tokens: batch.usedTokens,
        population,
        config,
        state: () => ({ ...session.state(), stage: index }),
      });
    }
    return { ...session.state(), stage: index };
  } finally {
    await session.dispose();
  }

  function row(agents: Population, of: Stage, random: Random): ReturnType<typeof encodeDocument> {
    const { agent, exchange, isReport } = drawDocument(agents, of, world.wordings, random);
    const readOnlyName = isReport === true && !of.namesLearnFromReports;
    return encodeDocument(vocabulary, vocabulary.size + agent, exchange, readOnlyName);
  }
}

/** Linear warm-up, then a cosine down to a twentieth. */
function learningRateAt(step: number, stage: Stage, warmupSteps: number): number {
  const warmup = Math.min(1, (step + 1) / warmupSteps);
  return (
    stage.learningRate * warmup * (0.05 + 0.475 * (1 + Math.cos((Math.PI * step) / stage.scheduleSteps)))
  );
}
