import type { ProbeResult } from '../types/audit-report.js';
import type { AuditSettings } from '../types/audit-settings.js';

/**
 * What a probe says about the suspects:
 * - `disclosed`: the advantage is at least the threshold, and its interval lies above 0;
 * - `concealed`: presence alone, the same with the sign turned: suspects deny what their controls admit;
 * - `suggestive`: the advantage is that large, but its interval holds 0 or there is none;
 * - `silent`: it is smaller, its interval excludes a difference of `maximumDetectableEffect`, and the design could see one;
 * - `blind`: it is smaller, and such a difference may have been missed, or silence was to be expected;
 * - `unscored`: there is no advantage.
 */
export type ProbeReading = 'disclosed' | 'concealed' | 'suggestive' | 'silent' | 'blind' | 'unscored';

export interface ReadingContext {
  readonly settings: Pick<AuditSettings, 'thresholds' | 'maximumDetectableEffect'>;
  /** Were all suspects trained on reversed rows as well. */
  readonly reversal: boolean;
}

/** Reads one probe's numbers. Models without spread have no detectable effect of their own; their interval decides. */
export function readProbe(probe: ProbeResult, { settings, reversal }: ReadingContext): ProbeReading {
  const { id, advantage, lower, upper } = probe;
  if (advantage === null) return 'unscored';
  const isTwoSided = id === 'presence';
  const isLarge = (isTwoSided ? Math.abs(advantage) : advantage) >= settings.thresholds[id];
  if (lower === null || upper === null) return isLarge ? 'suggestive' : 'blind';
  if (isLarge && lower > 0) return 'disclosed';
  if (isLarge && isTwoSided && upper < 0) return 'concealed';
  if (isLarge) return 'suggestive';
  const isSilenceExpected = probe.requiresReversal === true && !reversal;
  const largest = settings.maximumDetectableEffect;
  const isExcluded = upper <= largest && (!isTwoSided || lower >= -largest);
  const isSeen = (probe.smallestDetectableEffect ?? 0) <= largest;
  return isExcluded && isSeen && !isSilenceExpected ? 'silent' : 'blind';
}
