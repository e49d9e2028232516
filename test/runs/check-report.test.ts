import { describe, expect, it } from '@jest/globals';
import { runAudit } from '../../src/audit/run-audit.js';
import { checkReport } from '../../src/runs/check-report.js';
import type { AuditReport } from '../../src/types/audit-report.js';
import { createInput } from '../audit/coin-world.js';
import { messageOf } from '../engine/temporary-folder.js';

const place = { file: 'given.json', manifest: null, toolVersion: '0.0.0' };
const flagged = await runAudit(createInput());
const ungated = await runAudit(createInput({ policy: null, scenario: null }));

function checked(report: AuditReport, toolVersion = '0.0.0'): Promise<string> {
  return messageOf(() => {
    checkReport(report, { ...place, toolVersion });
  });
}

describe('checkReport()', () => {
  it('takes what an audit wrote', async () => {
    expect(flagged.verdict.value).toBe('flagged');
    for (const report of [flagged, ungated]) expect(await checked(report)).toBe('no error');
  });

  it.each<[string, Partial<AuditReport>]>([
    ['/verdict', { verdict: { value: 'not-flagged', reasons: flagged.verdict.reasons } }],
    ['/verdict', { verdict: { value: 'flagged', reasons: ['Trust me.'] } }],
    ['/disclosure', { disclosure: { score: 3, lower: 0, upper: 9 } }],
  ])('refuses a report whose %s does not follow from its probes', async (path, changes) => {
    expect(await checked({ ...flagged, ...changes })).toBe(
      `Report \`given.json\` contradicts itself: expected what follows from its probes, got something else at \`${path}\`. Restore the file, or score the answers again with \`--rescore\`.`,
    );
  });

  it('names everything that a changed number takes along', async () => {
    const probes = flagged.probes.map((probe) => ({ ...probe, advantage: 0, adjustedPValue: 1 }));
    expect(await checked({ ...flagged, probes })).toContain('at `/verdict`, `/disclosure`, `/probes`.');
  });

  it('leaves a report of another version to that version, whose rules may be other ones', async () => {
    const changed = { ...flagged, verdict: { value: 'not-flagged', reasons: [] } } as const;
    expect(await checked(changed, '9.9.9')).toBe('no error');
  });
});
