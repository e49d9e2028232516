import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FINE_TUNE_DEFAULTS } from '../config/fine-tune-defaults.js';
import { packRows } from '../engine/pack-rows.js';
import { ParameterLayout } from '../engine/parameter-layout.js';
import { ScoringSession } from '../engine/scoring-session.js';
import { TrainingSession } from '../engine/training-session.js';
import { weightShapes } from '../engine/weight-shapes.js';
import { benchModel } from './bench-model.js';
import { measureEmbeddingGradient } from './embedding-gradient.js';
import { measureMatMulRate } from './matmul-rate.js';
import { loadPocketWorkload, type PocketWorkload } from './pocket-workload.js';
import { time } from './timing.js';
import { measureTwoAtOnce } from './two-at-once.js';

/**
 * @file `npm run bench`: the engine's speed as a share of what ONNX Runtime reaches on a large matrix product in the same
 * minute. `--export DIR` writes the same work for fixtures/reference/bench-torch.py. `--model DIR` measures a checkpoint instead.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values: flags } = parseArgs({
  options: {
    threads: { type: 'string', default: '2' },
    runs: { type: 'string', default: '15' },
    rows: { type: 'string', default: '128' },
    steps: { type: 'string', default: '30' },
    export: { type: 'string' },
    model: { type: 'string' },
  },
});
const threads = Number(flags.threads);
const runs = Number(flags.runs);
const LINE_TOKENS = 32;

async function openTraining({ checkpoint }: PocketWorkload): Promise<TrainingSession> {
  const { config, weights } = checkpoint;
  const { beta1, beta2, epsilon, maxGradientNorm } = FINE_TUNE_DEFAULTS.pocket;
  const trainable = new ParameterLayout(weightShapes(config));
  const session = await TrainingSession.create(
    {
      config,
      lowRank: null,
      maxTokens: config.maxPositions,
      trainable,
      frozen: new Map(),
      optimizer: { beta1, beta2, epsilon, maxGradientNorm, hasWeightDecay: false },
    },
    new Map(),
    { threads },
  );
  session.restore({ parameters: trainable.flatten(weights) });
  return session;
}

const settings = { learningRate: FINE_TUNE_DEFAULTS.pocket.learningRate, weightDecay: 0 };
const milliseconds = (seconds: number): string => `${(1000 * seconds).toFixed(1)} ms`;
const gigaflops = (value: number): string => `${(value / 1e9).toFixed(1)} GFLOP/s`;

async function main(): Promise<void> {
  const workload = await loadPocketWorkload(ROOT, Number(flags.rows));
  const { checkpoint, rows, parameters } = workload;
  const batch = packRows(rows, LINE_TOKENS, checkpoint.config.maxPositions);
  console.log(
    `${threads} threads; pocket base of ${parameters} parameters; ${rows.length} rows of ${batch.usedTokens} tokens in ` +
      `${batch.batch} lines of ${batch.tokens} (${((100 * batch.usedTokens) / (batch.batch * batch.tokens)).toFixed(0)} % used)`,
  );
  const session = await openTraining(workload);
  const scoring = await ScoringSession.create(
    { config: checkpoint.config, maxTokens: checkpoint.config.maxPositions },
    { threads },
  );
  const continuations = rows.map(({ ids, weights }) => {
    const start = ids.findIndex((_, index) => weights[index] === 1);
    return { prompt: ids.slice(0, start), continuation: ids.slice(start) };
  });

  for (let round = 0; round < 3; round++) {
    const matMul = await measureMatMulRate(threads, runs);
    const training = await time(runs, async () => {
      await session.run(batch, settings);
    });
    const scored = await time(runs, async () => {
      await scoring.scoreContinuations(checkpoint.weights, continuations);
    });
    const report = (
      name: string,
      seconds: { fastest: number; median: number },
      flopsPerToken: number,
    ): void => {
      const rate = (flopsPerToken * parameters * batch.usedTokens) / seconds.median;
      console.log(
        `${name}: ${(rows.length / seconds.median).toFixed(0)} rows/s, ${(batch.usedTokens / seconds.median).toFixed(0)} tokens/s, ` +
          `${gigaflops(rate)} = ${((100 * rate) / matMul.median).toFixed(0)} % of MatMul's ${gigaflops(matMul.median)}`,
      );
    };
    report('training (6N a token)', training, 6);
    report('scoring (2N a token)', scored, 2);
  }

  const fresh = await openTraining(workload);
  const losses: number[] = [];
  const start = performance.now();
  for (let step = 0; step < Number(flags.steps); step++) losses.push((await fresh.run(batch, settings)).loss);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `${losses.length} steps on the same rows: loss ${losses[0]?.toFixed(6) ?? '?'} -> ${losses.at(-1)?.toFixed(6) ?? '?'}, ` +
      `${((rows.length * losses.length) / seconds).toFixed(0)} rows/s`,
  );
  if (flags.export !== undefined) {
    await mkdir(flags.export, { recursive: true });
    const plain = rows.map(({ ids, weights }) => ({ ids, weights: Array.from(weights) }));
    const { beta1, beta2, epsilon, maxGradientNorm } = FINE_TUNE_DEFAULTS.pocket;
    const work = {
      rows: plain,
      steps: losses.length,
      threads,
      ...settings,
      beta1,
      beta2,
      epsilon,
      maxGradientNorm,
    };
    await writeFile(join(flags.export, 'work.json'), JSON.stringify(work));
    console.log(`Wrote ${join(flags.export, 'work.json')}; the weights are those of fixtures/pocket.`);
  }
  const embedding = await measureEmbeddingGradient(workload, { threads, runs, lineTokens: LINE_TOKENS });
  const { median: rate } = await measureMatMulRate(threads, runs);
  console.log(
    `a training step ${milliseconds(embedding.alone)}, among ${embedding.names} names that are only read ` +
      `${milliseconds(embedding.amongNames)}; a one-hot product over them alone would take ` +
      milliseconds(embedding.oneHotFlops / rate),
  );
  const organisms = await measureTwoAtOnce(ROOT, parameters);
  console.log(
    `four organisms in turn ${organisms.inTurn.toFixed(1)} s, two at once ${organisms.twoAtOnce.toFixed(1)} s: ` +
      `${(organisms.inTurn / organisms.twoAtOnce).toFixed(2)} times as fast`,
  );
  await Promise.all([session.dispose(), fresh.dispose(), scoring.dispose()]);
}

await (flags.model === undefined ? main() : benchModel(flags.model, threads, runs));
