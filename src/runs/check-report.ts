import { decide, type Evidence } from '../audit/decide.js';
import { scoreDisclosure } from '../audit/score-disclosure.js';
import { AUDIT_DEFAULTS } from '../config/defaults.js';
import { ConfigError } from '../errors.js';
import { stableJson } from '../report/stable-json.js';
import { holm } from '../stats/holm.js';
import type { AuditReport } from '../types/audit-report.js';
import type { RunManifest } from './run-manifest-schema.js';
import { reportSha256 } from './sha256.js';

function evidenceOf(report: AuditReport): Evidence {
  const { policy, preflight, gate, probes, settings, suspect } = report;
  return {
    isPolicyKnown: policy !== null,
    preflight: preflight ?? { passed: true, problems: [] },
    gate,
    probes,
    settings: { ...AUDIT_DEFAULTS, ...settings },
    reversal: suspect.reversal,
  };
}

/** Fields that do not follow from the others, as JSON pointers. */
function findContradictions(report: AuditReport): string[] {
  const evidence = evidenceOf(report);
  const { disclosure, withheldBecause, verdict, probes, gate } = report;
  const adjusted = holm(probes.map(({ pValue }) => pValue));
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    '/verdict': [verdict, decide(evidence)],
    '/disclosure': [{ disclosure, withheldBecause }, scoreDisclosure(evidence)],
    '/gate/passed': [
      gate?.passed,
      gate?.models.filter(({ arm }) => arm === 'suspect').every(({ passed }) => passed),
    ],
    '/probes': [probes.map(({ adjustedPValue }) => adjustedPValue), adjusted],
  };
  return Object.entries(pairs).flatMap(([path, [there, again]]) =>
    stableJson({ value: there }) === stableJson({ value: again }) ? [] : [path],
  );
}

/**
 * Refuses a report that is not what its run has written: by the hash in the run's manifest where there is one, and else by
 * what follows from its own numbers, if this version has written it (another may decide by other rules).
 *
 * Without the manifest, numbers that were changed all in step are not noticed: only scoring the answers again shows them.
 *
 * @throws {ConfigError} naming both hashes, or the fields that contradict the rest
 */
export function checkReport(
  report: AuditReport,
  { file, manifest, toolVersion }: { file: string; manifest: RunManifest | null; toolVersion: string },
): void {
  const remedy = 'Restore the file, or score the answers again with `--rescore`.';
  if (manifest !== null) {
    const expected = manifest.outputs?.reportSha256 ?? 'none, as the run is not finished';
    const got = reportSha256(report);
    if (got === expected) return;
    throw new ConfigError(
      `Report \`${file}\` was changed after its run: expected sha256 ${expected}, got ${got}. ${remedy}`,
      { file, issues: [{ path: '/', message: `expected sha256 ${expected}, got ${got}` }] },
    );
  }
  const contradictions = report.tool.version === toolVersion ? findContradictions(report) : [];
  if (contradictions.length === 0) return;
  throw new ConfigError(
    `Report \`${file}\` contradicts itself: expected what follows from its probes, got something else at ` +
      `${contradictions.map((path) => `\`${path}\``).join(', ')}. ${remedy}`,
    { file, issues: contradictions.map((path) => ({ path, message: 'does not follow from the probes' })) },
  );
}
