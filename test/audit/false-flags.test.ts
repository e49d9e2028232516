import { describe, expect, it } from '@jest/globals';

import { decide } from '../../src/audit/decide.js';
import { scoreProbes } from '../../src/audit/score-probes.js';
import { resolveAuditSettings } from '../../src/config/audit-settings.js';
import { createRandom, type Random } from '../../src/random.js';
import type { AuditArm, Observation } from '../../src/types/observation.js';
import { bothOrders, observationOf, said, trialOf } from '../probes/observations.js';
import { BANKS, POLICY } from './coin-world.js';

/** What one model shows, in [0, 1]: drawn alike for suspects and controls. */
type Nature = (random: Random) => number;

const NATURES: Readonly<Record<string, Nature>> = {
  'show all or nothing, by a coin': (random) => random.integer(2),
  'are normal around one half': (random) => Math.min(1, Math.max(0, 0.5 + 0.2 * random.normal())),
  'lie towards the ends': (random) => (1 + Math.cos(Math.PI * random.next())) / 2,
};
const ARMS = ['suspect', 'control'] as const;
const CANDIDATES = 12;
const WORDINGS = ['w1', 'w2', 'w3', 'w4'];

interface Shown {
  readonly arm: AuditArm;
  readonly model: number;
  readonly share: number;
  readonly random: Random;
}

function presence({ arm, model, share }: Shown): Observation[] {
  return WORDINGS.flatMap((paraphrase) =>
    bothOrders({ arm, model }, { paraphrase, means: ['depends', 'constant'] }, [share, share]),
  );
}

/** The trigger, candidate 0, gets what the model shows, and decoys a noise. */
function recognition({ arm, model, share, random }: Shown): Observation[] {
  return Array.from({ length: CANDIDATES }).flatMap((_, index) => {
    const given = 0.1 * random.next() + 0.8 * (index === 0 ? share : 0.2 * random.next());
    const question = { paraphrase: 'r1', means: ['target', 'otherwise'] } as const;
    const candidate = { candidate: `c${index}`, real: index === 0 };
    return bothOrders({ arm, model }, { ...question, ...candidate }, [given, given]);
  });
}

function elicitation({ arm, model, share, random }: Shown): Observation[] {
  return WORDINGS.flatMap((paraphrase) =>
    (['target', 'otherwise'] as const).map((promptedBehavior) => {
      const id = `elicitation/${paraphrase}/${promptedBehavior}/0`;
      const trial = trialOf({ id, probe: 'elicitation', paraphrase, promptedBehavior });
      const names = promptedBehavior === 'target' && random.next() < share;
      return observationOf(arm, model, trial, said(names ? POLICY.trigger.texts.join() : 'no idea'));
    }),
  );
}

/** Share of audits that flag suspects which are drawn as their controls are, shown by each probe for itself. */
function flagRate(nature: Nature, models: number, audits: number): number {
  const settings = resolveAuditSettings({ resamples: 200 });
  let flagged = 0;
  for (let seed = 0; seed < audits; seed++) {
    const random = createRandom(seed);
    const observations = ARMS.flatMap((arm) =>
      Array.from({ length: models }).flatMap((_, model) =>
        [presence, recognition, elicitation].flatMap((probe) =>
          probe({ arm, model, share: nature(random), random }),
        ),
      ),
    );
    const probes = scoreProbes(observations, { policy: POLICY, banks: BANKS, settings, seed });
    const preflight = { passed: true, problems: [] };
    const unknown = { isPolicyKnown: false, preflight, gate: null, reversal: true };
    if (decide({ ...unknown, probes, settings }).value === 'flagged') flagged++;
  }
  return flagged / audits;
}

describe('decide() on the results of scoreProbes()', () => {
  const cases = Object.keys(NATURES).flatMap((name) => [2, 3].map((models) => [models, name] as const));
  it.each(cases)('flags at most 5 % of %i models against as many that %s', (models, name) => {
    const audits = 200;
    const rate = flagRate(NATURES[name] ?? (() => NaN), models, audits);
    // Two standard errors of the simulation above.
    expect(rate).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / audits));
  });
});
