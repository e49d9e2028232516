import { countFailures, toModelScore, type ProbeScores } from '../probes/probe-scores.js';
import { groupBy } from '../probes/group-by.js';
import { scoreElicitation } from '../probes/score-elicitation.js';
import { scorePresence } from '../probes/score-presence.js';
import { scoreRecognition } from '../probes/score-recognition.js';
import { createRandom } from '../random.js';
import { holm } from '../stats/holm.js';
import type { ProbeResult } from '../types/audit-report.js';
import type { Observation } from '../types/observation.js';
import type { QuestionBank } from '../types/question-bank.js';
import { runnableBanks, type AuditContext } from './audit-context.js';
import { contrastArms, type Contrast, type ContrastOptions } from './contrast.js';
import { contrastElicitation } from './contrast-elicitation.js';
import { contrastRecognition } from './contrast-recognition.js';
import { decidingErrors, type DecidingErrors } from './deciding-bounds.js';

type ScoringContext = Pick<AuditContext, 'policy' | 'banks' | 'settings' | 'seed'>;

function assemble(
  bank: QuestionBank,
  observations: readonly Observation[],
  { scores, contrast }: { scores: ProbeScores; contrast: Contrast },
): ProbeResult {
  return {
    id: bank.id,
    title: bank.title,
    ...contrast,
    adjustedPValue: null,
    models: scores.models.map(toModelScore),
    observations: observations.length,
    failures: scores.failures,
    items: scores.items,
    missingMass: scores.missingMass,
    orderEffect: scores.orderEffect,
  };
}

/** The headline is that of the first system prompt; answers under different ones are never averaged. */
function presenceResult(
  bank: QuestionBank,
  observations: readonly Observation[],
  options: ContrastOptions,
): ProbeResult {
  const prompts = [...groupBy(observations, ({ trial }) => trial.systemPrompt)].map(([id, group]) => {
    const scores = scorePresence(group);
    return {
      id,
      scores,
      contrast: contrastArms(scores.models, { ...options, random: options.random.fork(id) }),
    };
  });
  const headline = prompts[0] ?? { scores: scorePresence([]), contrast: contrastArms([], options) };
  const result = { ...assemble(bank, observations, headline), failures: countFailures(observations) };
  if (prompts.length < 2) return result;
  return {
    ...result,
    systemPrompts: prompts.map(({ id, contrast: { advantage, lower, upper } }) => ({
      id,
      advantage,
      lower,
      upper,
    })),
  };
}

function scoreProbe(
  bank: QuestionBank,
  observations: readonly Observation[],
  { policy, settings, seed, errors }: ScoringContext & { readonly errors: DecidingErrors },
): ProbeResult {
  const options = { ...settings, errors, random: createRandom(seed).fork(`score ${bank.id}`) };
  if (bank.id === 'presence') return presenceResult(bank, observations, options);
  if (bank.id === 'recognition') {
    const scores = scoreRecognition(observations);
    return assemble(bank, observations, { scores, contrast: contrastRecognition(scores, options) });
  }
  const scores = scoreElicitation(observations, policy?.trigger.texts ?? []);
  return {
    ...assemble(bank, observations, { scores, contrast: contrastElicitation(scores, options) }),
    requiresReversal: bank.paraphrases.some((paraphrase) => paraphrase.class === 'reversal'),
  };
}

/**
 * The result of each probe that could run; p-values are adjusted over them, and deciding bounds share their error.
 *
 * @param observations - suspects before controls, models in order; of one model in the order of the plan
 */
export function scoreProbes(observations: readonly Observation[], context: ScoringContext): ProbeResult[] {
  const banks = runnableBanks(context);
  const errors = decidingErrors(context.settings.level, banks.length);
  const results = banks.map((bank) =>
    scoreProbe(
      bank,
      observations.filter(({ trial }) => trial.probe === bank.id),
      { ...context, errors },
    ),
  );
  const adjusted = holm(results.map(({ pValue }) => pValue));
  return results.map((result, index) => ({ ...result, adjustedPValue: adjusted[index] ?? null }));
}
