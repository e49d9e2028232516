import { planAudit } from '../audit/plan-audit.js';
import { resolveAuditSettings } from '../config/audit-settings.js';
import { endpointModelId, isEndpointReference, modelNameOf } from '../models/endpoint-address.js';
import { resolveEndpointOptions, type ResolvedEndpointOptions } from '../models/endpoint-options.js';
import { estimateRequests, type RequestEstimate } from '../models/estimate-requests.js';
import { costOf } from '../models/request-budget.js';
import { loadEndpointProfile } from '../models/save-endpoint-profile.js';
import type { AuditArm, Trial } from '../types/observation.js';
import type { AuditJob } from './audit.js';
import { toAuditContext } from './audit-inputs.js';
import { choosePolicy } from './choose-policy.js';
import { readTrainedPolicy } from './load-subject.js';
import { readBanks } from './read-banks.js';
import { readToolVersion } from './read-tool-version.js';

/** What one model behind an endpoint is going to be asked. */
export interface ModelEstimate extends RequestEstimate {
  readonly arm: AuditArm;
  readonly modelId: string;
  /** `null` where no prices were given: unknown, and not nothing. */
  readonly cost: number | null;
  /** What the endpoint can do was found out before; else it is assumed to give log-probabilities. */
  readonly isProfileKnown: boolean;
}

export interface AuditEstimate {
  /** Questions to each model, local ones included. */
  readonly trials: number;
  readonly models: readonly ModelEstimate[];
  readonly total: RequestEstimate & { readonly cost: number | null };
}

function addUp(parts: readonly RequestEstimate[]): RequestEstimate {
  return {
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    promptTokens: parts.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completionTokens: parts.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
  };
}

async function estimateModel(
  { reference, arm }: { readonly reference: string; readonly arm: AuditArm },
  trials: readonly Trial[],
  options: ResolvedEndpointOptions,
): Promise<ModelEstimate> {
  const name = modelNameOf(reference);
  const baseUrl = options.baseUrl[arm];
  const { profileFolder, api, prices } = options;
  const profile =
    profileFolder === undefined
      ? null
      : await loadEndpointProfile(profileFolder, { baseUrl, model: name, api });
  const sum = addUp(trials.map((trial) => estimateRequests(trial, profile, options)));
  return {
    arm,
    modelId: endpointModelId(name, baseUrl),
    ...sum,
    cost: prices === undefined ? null : costOf(sum, prices),
    isProfileKnown: profile !== null,
  };
}

/**
 * What the audit is going to ask of models behind endpoints, as if nothing was asked before. Nothing is sent.
 *
 * @throws {ConfigError} if the inputs do not fit together
 */
export async function estimateAudit(job: AuditJob): Promise<AuditEstimate> {
  const options = resolveEndpointOptions(job.endpoint);
  const trainedOn = await Promise.all(job.suspects.map(readTrainedPolicy));
  const inputs = {
    suspects: [],
    controls: [],
    ...(await choosePolicy(job.policy, trainedOn)),
    banks: await readBanks(job.probes),
    settings: resolveAuditSettings(job.settings),
    seed: job.seed,
  };
  const { canaries, trials } = planAudit(toAuditContext(inputs, await readToolVersion()));
  const asked = [...canaries, ...trials];
  const named = [
    ...job.suspects.map((reference) => ({ reference, arm: 'suspect' as const })),
    ...job.controls.map((reference) => ({ reference, arm: 'control' as const })),
  ].filter(({ reference }) => isEndpointReference(reference));
  const models = await Promise.all(named.map((model) => estimateModel(model, asked, options)));
  const sum = addUp(models);
  const cost = options.prices === undefined ? null : costOf(sum, options.prices);
  return { trials: asked.length, models, total: { ...sum, cost } };
}
