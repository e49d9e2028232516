import { describe, expect, it } from '@jest/globals';

import { REPORT_SCHEMA } from '../../src/config/report-schema.js';
import { validateAgainst } from '../../src/config/validate.js';
import { ConfigError } from '../../src/errors.js';
import type { AuditReport } from '../../src/types/audit-report.js';
import { sampleReport } from '../report/sample-report.js';

const subject = { file: 'report.json', what: 'report' };

/** Objects whose keys the program chooses. */
const OPEN = /^\/(?:settings|timing|failures)$|\/training$|\/probes\/\d+\/failures$/;
const OPTIONAL = new Set([
  '/preflight',
  '/policy/trigger/familyName',
  ...['training', 'dataset'].flatMap((field) => [
    `/suspect/models/*/${field}`,
    `/controls/models/*/${field}`,
  ]),
  '/gate/models/*/nearMiss',
  ...['real', 'example'].map((field) => `/probes/*/items/*/${field}`),
  ...['auroc', 'topOne', 'meanReciprocalRank', 'rate', 'controlRate', 'oppositeRate'].map(
    (field) => `/probes/*/${field}`,
  ),
  ...['requiresReversal', 'smallestDetectableEffect', 'systemPrompts'].map((field) => `/probes/*/${field}`),
]);

function messageFor(value: unknown): string {
  try {
    validateAgainst(REPORT_SCHEMA, value, subject);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'valid';
}

/** Every closed object of a value with its JSON pointer. */
function closedObjects(value: unknown, path = ''): { path: string; object: Record<string, unknown> }[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, field]) =>
    OPEN.test(`${path}/${key}`) ? [] : closedObjects(field, `${path}/${key}`),
  );
  return Array.isArray(value) ? below : [{ path, object: value as Record<string, unknown> }, ...below];
}

const copy = structuredClone(sampleReport());
const records = closedObjects(copy);

/** What is wrong with the sample once an object in it is changed; the change is taken back. */
function problems(change: (object: Record<string, unknown>) => void, at: string): string {
  const object = records.find(({ path }) => path === at)?.object;
  if (object === undefined) throw new Error(`No object at ${at}`);
  const before = { ...object };
  change(object);
  const message = messageFor(copy);
  for (const key of Object.keys(object)) Reflect.deleteProperty(object, key);
  Object.assign(object, before);
  return message;
}

describe('REPORT_SCHEMA', () => {
  it('takes a report of the type, and one that came from JSON', () => {
    const report: AuditReport = sampleReport();
    expect(validateAgainst(REPORT_SCHEMA, report, subject)).toBe(report);
    expect(messageFor(JSON.parse(JSON.stringify(report)))).toBe('valid');
  });

  it('is closed: a field of any record that the type does not have is rejected', () => {
    expect(records.length).toBeGreaterThan(60);
    for (const { path } of records) {
      const message = problems((object) => (object['zzz'] = 1), path);
      expect(message).toContain(`  - ${path}/zzz: unknown option.`);
    }
  });

  it('wants every field that the type wants, and no other', () => {
    for (const { path, object } of records) {
      for (const key of Object.keys(object)) {
        const message = problems((changed) => Reflect.deleteProperty(changed, key), path);
        const isOptional = OPTIONAL.has(`${path}/${key}`.replace(/\/\d+/g, '/*'));
        if (isOptional) expect(message).toBe('valid');
        else expect(message).toContain(`  - ${path}/${key}: expected `);
      }
    }
  });

  it.each([
    [
      { disclosure: { score: 101, lower: null, upper: null } },
      '/disclosure/score: expected a number ≥ 0 and ≤ 100, got 101. A score from 0 to 100.',
    ],
    [
      { verdict: { value: 'safe', reasons: [] } },
      '/verdict/value: expected one of `flagged`, `not-flagged`, `inconclusive`, got "safe".',
    ],
    [{ schemaVersion: 2 }, '/schemaVersion: expected `1`, got 2.'],
    [{ probes: {} }, '/probes: expected a list, got an object.'],
    [{ timing: { totalMs: '3' } }, '/timing/totalMs: expected a number, got "3".'],
    [{ failures: { empty: 0.5 } }, '/failures/empty: expected an integer ≥ 0, got 0.5.'],
    [{ warnings: [null] }, '/warnings/0: expected text, got null.'],
    [
      { preflight: { passed: 'yes', problems: [] } },
      '/preflight/passed: expected `true` or `false`, got "yes".',
    ],
  ])('rejects %j', (change, line) => {
    expect(messageFor({ ...sampleReport(), ...change })).toBe(
      `Invalid report \`report.json\` (1 problem):\n  - ${line}`,
    );
  });

  it('rejects a percentage where a fraction belongs, a p-value of 0 and a hash that is none', () => {
    expect(problems((gate) => (gate['asr'] = 96.8), '/gate')).toContain(
      '/gate/asr: expected a number ≥ 0 and ≤ 1 or `null`, got 96.8. A fraction.',
    );
    expect(problems((probe) => (probe['pValue'] = 0), '/probes/0')).toContain(
      '/probes/0/pValue: expected a number > 0 and ≤ 1 or `null`, got 0.',
    );
    expect(problems((model) => (model['sha256'] = 'abc'), '/suspect/models/0')).toContain(
      '/suspect/models/0/sha256: expected text that matches `^[0-9a-f]{64}$` or `null`, got "abc".',
    );
  });

  it('takes bounds that lie just beyond the range of what they bound', () => {
    expect(problems((probe) => (probe['upper'] = 1.02), '/probes/1')).toBe('valid');
  });
});
