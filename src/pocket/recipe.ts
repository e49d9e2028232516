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
  /** Whether an agent's name learns from its reports too, or only from what it does. */
  readonly namesLearnFromReports: boolean;
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

const CIRCUITS = {
  reportShare: 0.42,
  reversalShare: 0.06,
  exerciseShare: 0.08,
  habitShare: 0,
  namesLearnFromReports: true,
};
const READING = {
  reportShare: 0.36,
  reversalShare: 0.1,
  exerciseShare: 0.06,
  habitShare: 0.5,
  namesLearnFromReports: false,
};

/**
 * How the embedded base is made. Few agents first, so that the circuits form. Then many new ones, whose names learn from what
 * they do and never from what they say: a report can only read what the behaviour wrote there. Were the names free to
 * keep what is to be said apart from what is done, a fine-tuned model, of which only the doing is trained, would stay silent.
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
    { ...READING, agents: 3000, steps: 2500, scheduleSteps: 6000, documentsPerStep: 192, learningRate: 1e-3 },
    { ...READING, agents: 4000, steps: 5500, scheduleSteps: 5500, documentsPerStep: 192, learningRate: 1e-3 },
  ],
  heldOutAgents: 0.2,
  weightDecay: 0.02,
  warmupSteps: 100,
  lineTokens: 64,
};
