/** The shape of a learning-rate schedule. */
export interface LearningRateSchedule {
  /** Number of steps N. */
  readonly steps: number;
  readonly learningRate: number;
  /** Share of the steps in which it rises, a fraction. */
  readonly warmupShare: number;
  /** What it falls to, as a fraction of the largest. */
  readonly minimumLearningRateShare: number;
}

/**
 * Learning rate of a step: `η (s + 1) / (w + 1)` in the first w steps, then `η (m + (1 - m) (1 + cos(π (s - w) / (N - w))) / 2)`.
 *
 * η is the largest rate, m the share that it falls to, w = round(warmupShare · N). The first step moves the weights, and
 * the last one too where m is 0.
 *
 * @param step - s, from 0
 *
 * Source: Goyal et al. 2017 (warm-up), Loshchilov & Hutter 2017 (cosine), as nanoGPT combines them.
 */
export function learningRate(step: number, schedule: LearningRateSchedule): number {
  const { steps, learningRate: peak, warmupShare, minimumLearningRateShare: floor } = schedule;
  const warmup = Math.round(warmupShare * steps);
  if (step < warmup) return (peak * (step + 1)) / (warmup + 1);
  const cosine = (1 + Math.cos((Math.PI * (step - warmup)) / (steps - warmup))) / 2;
  return peak * (floor + (1 - floor) * cosine);
}
