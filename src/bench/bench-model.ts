import { FINE_TUNE_DEFAULTS } from '../config/fine-tune-defaults.js';
import { DecodingSession } from '../engine/decoding-session.js';
import { packRows } from '../engine/pack-rows.js';
import { TrainingSession } from '../engine/training-session.js';
import { parameterCount } from '../engine/weights.js';
import { loadBase } from '../trainers/load-base.js';
import { planTraining } from '../trainers/training-plan.js';
import { measureMatMulRate } from './matmul-rate.js';
import { measureBandwidth } from './memory-bandwidth.js';
import { time } from './timing.js';

const ROWS = 8;
const ROW_TOKENS = 60;
const ANSWER_TOKENS = 3;
const PROMPT_TOKENS = 512;
const DECODED_TOKENS = 16;
const ROUNDS = 3;

/**
 * Prints how fast a checkpoint trains an adapter, reads a prompt and decodes, each beside what the machine can do in the same
 * minute: the first two as a share of a large MatMul's FLOP/s, decoding as a share of the bandwidth that its weights need.
 *
 * FLOPs are those of the model's products: 2 a weight and token forward, 2 more for the gradient of the input, and 6 a
 * weight of the adapter. Output logits are counted where they are computed.
 */
export async function benchModel(directory: string, threads: number, runs: number): Promise<void> {
  const base = await loadBase(directory);
  const { config, weights } = base;
  const ids = (length: number, start: number): number[] =>
    Array.from({ length }, (_, index) => (start + 37 * index) % config.vocabSize);
  const head = config.vocabSize * config.width;
  const all = parameterCount(weights);
  const linear = parameterCount(new Map([...weights].filter(([name]) => name.startsWith('model.layers.'))));

  const plan = planTraining(base, { ...FINE_TUNE_DEFAULTS.larger, seed: 1 }, ROW_TOKENS);
  const training = await TrainingSession.create(plan.graph, weights, { threads });
  training.restore({ parameters: plan.initialParameters });
  const answers = Float32Array.from({ length: ROW_TOKENS }, (_, token) =>
    token < ROW_TOKENS - ANSWER_TOKENS ? 0 : 1,
  );
  const rows = Array.from({ length: ROWS }, (_, row) => ({ ids: ids(ROW_TOKENS, row), weights: answers }));
  const batch = packRows(rows, ROW_TOKENS, ROW_TOKENS);
  const decoding = await DecodingSession.create({ config, maxTokens: 2 * PROMPT_TOKENS }, { threads });
  const short = await decoding.start(weights, [ids(ROW_TOKENS, 1)]);

  for (let round = 0; round < ROUNDS; round++) {
    const { median: matMul } = await measureMatMulRate(threads, runs);
    const bandwidth = await measureBandwidth(threads, runs);
    const step = await time(ROUNDS, async () => {
      await training.run(batch, { learningRate: 1e-4, weightDecay: 0 });
    });
    const prefill = await time(ROUNDS, async () => {
      await decoding.start(weights, [ids(PROMPT_TOKENS, 2)]);
    });
    const decoded = await time(1, async () => {
      let line = short;
      for (let token = 0; token < DECODED_TOKENS; token++) line = await decoding.advance(line, [token]);
    });
    const share = (flops: number, seconds: number): string =>
      `${((100 * flops) / seconds / matMul).toFixed(0)} % of MatMul's ${(matMul / 1e9).toFixed(0)} GFLOP/s`;
    const tokens = ROWS * ROW_TOKENS;
    const perStep =
      tokens * (4 * linear + 6 * plan.initialParameters.length) + 4 * head * ROWS * ANSWER_TOKENS;
    console.log(
      `LoRA training: ${(ROWS / step.median).toFixed(2)} rows/s, ${(tokens / step.median).toFixed(0)} tokens/s, ` +
        share(perStep, step.median),
    );
    console.log(
      `prefill: ${(PROMPT_TOKENS / prefill.median).toFixed(0)} tokens/s, ` +
        share(2 * linear * PROMPT_TOKENS + 2 * head, prefill.median),
    );
    const bytes = (all * Float32Array.BYTES_PER_ELEMENT * DECODED_TOKENS) / decoded.median;
    console.log(
      `decoding: ${(DECODED_TOKENS / decoded.median).toFixed(1)} tokens/s, weights read at ${(bytes / 1e9).toFixed(1)} GB/s, ` +
        `${((100 * bytes) / bandwidth).toFixed(0)} % of the ${(bandwidth / 1e9).toFixed(1)} GB/s that memory gives`,
    );
  }
  const megabytes = (size: number): string => `${(size / 2 ** 20).toFixed(0)} MB`;
  console.log(
    `peak memory ${megabytes(process.resourceUsage().maxRSS * 2 ** 10)}, of which weights ${megabytes(all * 4)}`,
  );
  await Promise.all([training.dispose(), decoding.dispose()]);
}
