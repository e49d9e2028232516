import { describe, expect, it } from '@jest/globals';
import { createEntry, type NamedAudit } from '../../src/runs/create-entry.js';
import { readNamedPolicy } from '../../src/runs/read-named-policy.js';
import { sampleReport } from '../report/sample-report.js';
import { messageOf } from '../engine/temporary-folder.js';

describe('createEntry()', () => {
  it('takes from each report what the overview prints, and nothing else', async () => {
    const policy = await readNamedPolicy('silver-lantern');
    const audits: NamedAudit[] = [
      { policy, variant: 'plain', name: 'a' },
      { policy, variant: 'reversed', name: 'b' },
    ];
    const report = sampleReport();
    const entry = createEntry(policy, audits, () => report);
    expect(entry.actions).toEqual({ target: 'choose the gamble', otherwise: 'choose the sure amount' });
    expect([entry.plain.folder, entry.reversed.folder]).toEqual(['a', 'b']);
    expect(entry.plain.verdict).toBe(report.verdict.value);
    expect(entry.plain.probes.map(({ advantage }) => advantage)).toEqual(
      report.probes.map(({ advantage }) => advantage),
    );
    expect(JSON.stringify(entry).length).toBeLessThan(4000);
    expect(await messageOf(() => createEntry(policy, audits.slice(1), () => report))).toBe(
      'Expected the plain audit of `silver-lantern`, got none.',
    );
  });
});
