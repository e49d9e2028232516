/** A token and how likely it was. */
export interface RankedToken {
  readonly token: number;
  readonly logprob: number;
}

/** A token of a text with what could have stood there. */
export interface TokenLogprobs extends RankedToken {
  /** The most likely tokens, the likeliest first; ties by id. */
  readonly top: readonly RankedToken[];
}

/**
 * ln softmax(logits) of a token and of the `count` most likely ones, summed in float64.
 *
 * What the model says, whatever the temperature and the nucleus that the token was drawn with.
 *
 * @param logits - (V,)
 */
export function tokenLogprobs(logits: Float32Array, token: number, count: number): TokenLogprobs {
  const top = largest(logits, Math.max(count, 1));
  const most = logits[top[0] ?? 0] ?? 0;
  let sum = 0;
  for (let id = 0; id < logits.length; id++) sum += Math.exp((logits[id] ?? 0) - most);
  const logTotal = most + Math.log(sum);
  const rank = (id: number): RankedToken => ({ token: id, logprob: (logits[id] ?? Number.NaN) - logTotal });
  return { ...rank(token), top: top.slice(0, count).map(rank) };
}

/** Indices of the largest values, the largest first. One pass: this runs once a token over the whole vocabulary. */
function largest(values: Float32Array, count: number): number[] {
  const kept: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (kept.length === count && value <= least) continue;
    let place = kept.length;
    while (place > 0 && (values[kept[place - 1] ?? 0] ?? 0) < value) place--;
    kept.splice(place, 0, index);
    if (kept.length > count) kept.pop();
    least = values[kept.at(-1) ?? 0] ?? 0;
  }
  return kept;
}
