import { join } from 'node:path';
import type { AuditSubject } from '../audit/run-audit.js';
import type { InferenceSessions } from '../engine/inference-sessions.js';
import { CheckpointError } from '../errors.js';
import { isEndpointReference } from '../models/endpoint-address.js';
import type { EndpointHome } from '../models/endpoint-home.js';
import { loadModel } from '../models/load-model.js';
import { ORGANISM_FILE, readOrganism } from '../trainers/read-organism.js';
import type { LanguageModel } from '../types/language-model.js';
import type { AuditArm } from '../types/observation.js';
import type { OrganismRecord } from '../types/organism.js';
import type { Policy } from '../types/policy.js';
import type { ModelSlot } from './model-slot.js';
import { readPathKind } from './read-path-kind.js';

/** A model to be audited, with the policy that its folder says it was trained on. */
export interface Subject extends AuditSubject {
  readonly policy: Policy | null;
}

/** The policy that a model was trained on, as its folder says; `null` where it says nothing. */
export async function readTrainedPolicy(reference: string): Promise<Policy | null> {
  if (isEndpointReference(reference)) return null;
  const folder = await recordFolder(reference);
  return (await exists(join(folder, ORGANISM_FILE))) ? (await readOrganism(folder)).policy : null;
}

/** What the models of one audit share. */
export interface SubjectHome {
  readonly sessions: InferenceSessions;
  readonly slot: ModelSlot;
  /** For models behind an endpoint. */
  readonly endpoints?: EndpointHome;
}

async function exists(path: string): Promise<boolean> {
  return (await readPathKind(path)) !== 'nothing';
}

/** Folder that may hold the record of a reference: the adapter's, or the model's. */
async function recordFolder(reference: string): Promise<string> {
  const path = reference.replace(/^local:/, '');
  const plus = path.lastIndexOf('+');
  return plus === -1 || (await exists(path)) ? path : path.slice(plus + 1);
}

/** An adapter that was trained here knows its base, so that its folder alone names the model. */
async function completeReference(reference: string, record: OrganismRecord | null): Promise<string> {
  if (record?.settings.mode !== 'lora') return reference;
  const path = reference.replace(/^local:/, '');
  const isAdapterAlone = path === (await recordFolder(reference));
  return isAdapterAlone && (await exists(record.base.reference))
    ? `local:${record.base.reference}+${path}`
    : reference;
}

/**
 * The reference with the base in it, where it names only an adapter that was trained here.
 *
 * @throws {ConfigError} if the model's record is not valid
 */
export async function resolveReference(reference: string): Promise<string> {
  const folder = await recordFolder(reference);
  const record = (await exists(join(folder, ORGANISM_FILE))) ? await readOrganism(folder) : null;
  return completeReference(reference, record);
}

function describeTraining(record: OrganismRecord): Readonly<Record<string, unknown>> {
  const { policy, arm, seed, examples, reversal, settings, base, training } = record;
  return {
    policy: policy.id,
    arm,
    seed,
    examples,
    reversal: reversal !== null,
    reversedShare: reversal?.share ?? 0,
    baseSha256: base.sha256,
    settings,
    summary: training,
  };
}

/** Its weights are in memory only while it is asked. */
async function createVisitingModel(
  reference: string,
  { sessions, slot }: SubjectHome,
): Promise<LanguageModel> {
  const load = (): Promise<LanguageModel> => loadModel(reference, { sessions });
  const { identity, capabilities } = await slot.borrow(reference, load);
  const borrow = async (): Promise<LanguageModel> => {
    const model = await slot.borrow(reference, load);
    if (model.identity.sha256 === identity.sha256) return model;
    throw new CheckpointError(
      `Model \`${reference}\` changed while it was audited: expected weights with sha256 ${String(identity.sha256)}, ` +
        `got ${String(model.identity.sha256)}. Audit it again in another folder.`,
      { file: reference },
    );
  };
  return {
    identity,
    capabilities,
    chat: async (request) => (await borrow()).chat(request),
    choices: async (request) => (await borrow()).choices(request),
    dispose: () => Promise.resolve(),
  };
}

/**
 * The model that a reference names, with what its `candor.json` says, where it has one.
 *
 * @param arm - decides which address an `openai:NAME` is at
 * @throws {CheckpointError} if there is no model that can be run
 * @throws {ConfigError} if its record is not valid
 * @throws {ProviderError} if its endpoint cannot be reached
 */
export async function loadSubject(
  reference: string,
  home: SubjectHome,
  arm: AuditArm = 'suspect',
): Promise<Subject> {
  if (home.endpoints !== undefined && isEndpointReference(reference)) {
    return { model: await home.endpoints.open(reference, arm), policy: null };
  }
  const folder = await recordFolder(reference);
  const record = (await exists(join(folder, ORGANISM_FILE))) ? await readOrganism(folder) : null;
  const model = await createVisitingModel(await completeReference(reference, record), home);
  if (record === null) return { model, policy: null };
  return { model, policy: record.policy, training: describeTraining(record), dataset: record.dataset };
}
