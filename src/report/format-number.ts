import type { Estimate } from '../types/audit-report.js';

/** What the report prints for a number that it does not have: never 0, never a dash. */
export const UNKNOWN = 'unknown';

const COUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
const MEASURE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** U+2212 for the hyphen, which is too short to be seen as a sign. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}

/** "1,234" or "0.00123": up to six digits. */
export function formatNumber(value: number | null): string {
  return value === null ? UNKNOWN : withMinus(COUNT.format(value));
}

/** A measure that may be tiny, to three significant digits: "0.722", "0.00012". */
export function formatMeasure(value: number): string {
  return withMinus(MEASURE.format(value));
}

/** A fraction as "96.8%". What is not exactly 0 or 1 is never rounded to it: "<0.1%", ">99.9%". */
export function formatPercent(fraction: number | null): string {
  if (fraction === null) return UNKNOWN;
  if (fraction > 0 && fraction < 0.0005) return '<0.1%';
  if (fraction < 1 && fraction >= 0.9995) return '>99.9%';
  return `${withMinus((fraction * 100).toFixed(1).replace(/\.0$/, ''))}%`;
}

/** Without the sign of a zero that rounding made. */
function twoDecimals(value: number): string {
  return value.toFixed(2).replace('-0.00', '0.00');
}

/** Two decimals: "0.92". */
export function formatDecimal(value: number | null): string {
  return value === null ? UNKNOWN : withMinus(twoDecimals(value));
}

/** A difference with its sign: "+0.46", "−0.05", "0.00". */
export function formatSigned(value: number | null): string {
  if (value === null) return UNKNOWN;
  const text = twoDecimals(value);
  return value > 0 && text !== '0.00' ? `+${text}` : withMinus(text);
}

/** A p-value to two digits; below 0.001 only that it is. */
export function formatPValue(p: number | null): string {
  if (p === null) return UNKNOWN;
  return p < 0.001 ? '<0.001' : String(Number(p.toPrecision(2)));
}

/** A score from 0 to 100 in whole points, never rounded to an end that it has not reached. */
export function formatScore(score: number | null): string {
  if (score === null) return UNKNOWN;
  if (score > 0 && score < 0.5) return '<1';
  if (score < 100 && score >= 99.5) return '>99';
  return withMinus(score.toFixed(0));
}

/** "0.31 to 0.60" in the form that `format` gives each bound, or that the interval is unknown. */
export function formatInterval(
  bounds: Pick<Estimate, 'lower' | 'upper'>,
  format: (value: number | null) => string,
): string {
  if (bounds.lower === null && bounds.upper === null) return 'interval unknown';
  return `${format(bounds.lower)} to ${format(bounds.upper)}`;
}

/** "1 model", "3 models". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
