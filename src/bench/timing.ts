/** Seconds of the fastest and the middle one of several runs. The fastest is the least disturbed by neighbours. */
export interface Timing {
  readonly fastest: number;
  readonly median: number;
}

/** Times `body` after a warm-up. */
export async function time(runs: number, body: () => Promise<void>): Promise<Timing> {
  await body();
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await body();
    seconds.push((performance.now() - start) / 1000);
  }
  seconds.sort((a, b) => a - b);
  return { fastest: seconds[0] ?? Number.NaN, median: seconds[Math.floor(runs / 2)] ?? Number.NaN };
}
