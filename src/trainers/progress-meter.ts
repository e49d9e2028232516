import type { TrainingProgress } from './fine-tune.js';

/** Milliseconds since some fixed moment. */
export type Clock = () => number;

/** Progress with the speed since the meter was made. */
export interface TimedProgress extends TrainingProgress {
  /** `null` until time has passed. */
  readonly tokensPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/**
 * Adds speed and time left to the progress of one training: tokens (steps left) over the time since the first step that
 * the meter saw, which itself is not counted, because compiling came before it.
 */
export function createProgressMeter(clock: Clock): (progress: TrainingProgress) => TimedProgress {
  let first: { readonly time: number; readonly progress: TrainingProgress } | null = null;
  return (progress) => {
    const time = clock();
    first ??= { time, progress };
    const seconds = (time - first.time) / 1000;
    const steps = progress.step - first.progress.step;
    if (seconds <= 0 || steps === 0) return { ...progress, tokensPerSecond: null, secondsLeft: null };
    return {
      ...progress,
      tokensPerSecond: (progress.tokens - first.progress.tokens) / seconds,
      secondsLeft: ((progress.steps - progress.step) * seconds) / steps,
    };
  };
}
