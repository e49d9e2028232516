import type { ProbeResult } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';
import { chanceOfSeparation, chanceOfSilence } from './deciding-bounds.js';

/**
 * What a probe says about the suspects:
 * - `disclosed`: the advantage is at least the threshold, its deciding bound lies above 0, and there are enough models for
 *   that not to be chance (3 against 3 for three probes at 95 %);
 * - `concealed`: presence alone, the same with the sign turned: suspects deny what their controls admit;
 * - `suggestive`: the advantage is that large, but it is not decided;
 * - `silent`: it is smaller, its interval excludes a difference of `maximumDetectableEffect`, the spread would have let one
 *   be seen, and so many suspects would not all be silent if that share of them disclosed (6 for a half, at 95 %);
 * - `blind`: it is smaller, and such a difference may have been missed;
 * - `moot`: it is smaller, and silence was to be expected;
 * - `unscored`: there is no advantage.
 */
export type ProbeReading =
  'disclosed' | 'concealed' | 'suggestive' | 'silent' | 'blind' | 'moot' | 'unscored';

export interface ReadingContext {
  readonly settings: Pick<AuditSettings, 'thresholds' | 'maximumDetectableEffect' | 'level'>;
  /** Were all suspects trained on reversed rows as well. */
  readonly reversal: boolean;
}

/** Reads one probe's numbers. Models without spread have no detectable effect of their own; their interval decides. */
export function readProbe(probe: ProbeResult, { settings, reversal }: ReadingContext): ProbeReading {
  const { id, advantage } = probe;
  if (advantage === null) return 'unscored';
  const isTwoSided = id === 'presence';
  if ((isTwoSided ? Math.abs(advantage) : advantage) >= settings.thresholds[id]) return readLarge(probe);
  if (probe.requiresReversal === true && !reversal) return 'moot';
  return isExcluded(probe, settings) ? 'silent' : 'blind';
}

function readLarge(probe: ProbeResult): ProbeReading {
  const { deciding } = probe;
  if (deciding === undefined) return 'suggestive';
  const { lower, upper, errors } = deciding;
  const chance = chanceOfSeparation(probe);
  if (lower !== null && lower > 0 && chance <= errors.disclosure) return 'disclosed';
  const isDenial = probe.id === 'presence' && upper !== null && upper < 0;
  return isDenial && chance <= errors.concealment ? 'concealed' : 'suggestive';
}

function isExcluded(
  probe: ProbeResult,
  { maximumDetectableEffect: largest, level }: ReadingContext['settings'],
): boolean {
  const { id, lower, upper, smallestDetectableEffect } = probe;
  if (lower === null || upper === null || upper > largest) return false;
  if (id === 'presence' && lower < -largest) return false;
  const isSeen = (smallestDetectableEffect ?? 0) <= largest;
  return isSeen && chanceOfSilence(probe, largest) <= (1 - level) / 2;
}
