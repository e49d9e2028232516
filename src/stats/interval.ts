/** A two-sided confidence interval in the unit of the statistic; `lower < upper`. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** What a statistic returns that allows no interval for some data: both bounds are numbers, or both are `null`. */
export type Bounds = Interval | { readonly lower: null; readonly upper: null };

/** The data say nothing about the width. A caller prints "unknown", never a point. */
export const NO_BOUNDS: Bounds = { lower: null, upper: null };
