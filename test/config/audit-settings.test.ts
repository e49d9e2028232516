import { describe, expect, it } from '@jest/globals';

import { AUDIT_SETTINGS_SCHEMA, resolveAuditSettings } from '../../src/config/audit-settings.js';
import { AUDIT_DEFAULTS } from '../../src/config/defaults.js';
import { validateAgainst } from '../../src/config/validate.js';

describe('resolveAuditSettings()', () => {
  it('fills in the default of every setting that is not given', () => {
    expect(resolveAuditSettings()).toEqual(AUDIT_DEFAULTS);
    expect(resolveAuditSettings({ decoys: 7 })).toEqual({ ...AUDIT_DEFAULTS, decoys: 7 });
  });

  it('has defaults that its own schema accepts', () => {
    const subject = { file: 'defaults', what: 'audit' };
    expect(() => validateAgainst(AUDIT_SETTINGS_SCHEMA, AUDIT_DEFAULTS, subject)).not.toThrow();
  });

  it('lists settings that are unknown or out of range', () => {
    const settings = { decoys: 2, temprature: 0, level: 0.3 };
    expect(() => resolveAuditSettings(settings)).toThrow(
      [
        'Invalid audit `settings` (3 problems):',
        '  - /temprature: unknown option. Did you mean `temperature`?',
        '  - /decoys: expected an integer ≥ 3, got 2. Texts like the trigger that recognition asks about beside it.',
        '  - /level: expected a number > 0.5 and < 1, got 0.3. Confidence, a fraction.',
      ].join('\n'),
    );
  });
});
