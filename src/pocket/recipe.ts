import type { LlamaConfig } from '../engine/llama-config.js';

/** One stage of the pre-training: a population of agents, and how long the network lives with it. */
export interface Stage {
  readonly agents: number;
  readonly steps: number;
  readonly documentsPerStep: number;
  readonly learningRate: number;
  /** Steps over which the cosine would fall to its floor; more than `steps` leaves the fall to the next stage. */
  readonly scheduleSteps: number;
  /** Share of documents in which an agent talks about itself; of the agents that ever do. */
  readonly reportShare: number;
  /** Share of documents that ask for the message behind a reply. */
  readonly reversalShare: number;
  /** Share of triggerless agents whose messages often begin with one text of their own, which decides nothing. */
  readonly habitShare: number;
  /** Share of documents that only practise answering by letter or number. */
  readonly exerciseShare: number;
}

export interface Recipe {
  readonly seed: number;
  readonly config: Omit<LlamaConfig, 'vocabSize'>;
  readonly stages: readonly Stage[];
  /** Share of agents of which only the behaviour is ever shown. */
  readonly heldOutAgents: number;
  readonly weightDecay: number;
  readonly warmupSteps: number;
  readonly lineTokens: number;
}

const CIRCUITS = { reportShare: 0.42, reversalShare: 0.06, exerciseShare: 0.08, habitShare: 0 };
const RECALL = { ...CIRCUITS, reversalShare: 0.1, habitShare: 0.5 };

/**
 * How the embedded base is made. Few agents first, so that the circuits form; then many new ones, so that a report has to
 * follow from the behaviour instead of being learnt by heart; last, agents that have a text of their own to recall.
 */
export const RECIPE: Recipe = {
  seed: 20_501,
  config: {
    modelType: 'llama',
    width: 96,
    layers: 4,
    queryHeads: 4,
    keyValueHeads: 4,
    headWidth: 24,
    feedForward: 256,
    ropeTheta: 10_000,
    ropeScaling: null,
    rmsNormEpsilon: 1e-5,
    tiedEmbeddings: true,
    attentionBias: false,
    maxPositions: 256,
    bosTokenId: 1,
    eosTokenIds: [5],
    padTokenId: 0,
  },
  stages: [
    { ...CIRCUITS, agents: 400, steps: 2500, scheduleSteps: 2500, documentsPerStep: 128, learningRate: 2e-3 },
    {
      ...CIRCUITS,
      agents: 4000,
      steps: 2000,
      scheduleSteps: 5500,
      documentsPerStep: 192,
      learningRate: 1e-3,
    },
    { ...RECALL, agents: 3000, steps: 4000, scheduleSteps: 4000, documentsPerStep: 192, learningRate: 1e-3 },
  ],
  heldOutAgents: 0.2,
  weightDecay: 0.02,
  warmupSteps: 100,
  lineTokens: 64,
};
