import { join } from 'node:path';
import { parameterCount } from '../engine/weights.js';
import { writeFileAtomically } from '../engine/write-atomically.js';
import { renderOverview } from '../report/render-overview.js';
import { stableJson } from '../report/stable-json.js';
import type { Clock } from '../trainers/progress-meter.js';
import { loadBase } from '../trainers/load-base.js';
import type { OrganismJob } from '../trainers/train-into-folder.js';
import { trainMany } from '../trainers/train-many.js';
import type { AuditSettings } from '../types/audit-settings.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';
import type { Overview } from '../types/overview.js';
import { auditMany } from './audit-many.js';
import type { AuditOutcome } from './audit.js';
import { createEntry } from './create-entry.js';
import { DEMO_EXAMPLES, DEMO_RECIPES, DEMO_SETTINGS, planDemo, type DemoAudit } from './demo-plan.js';
import { POCKET_BASE } from './package-paths.js';
import { prepareTraining } from './prepare-training.js';
import { readNamedPolicy } from './read-named-policy.js';
import { readToolVersion } from './read-tool-version.js';

/** Three scenarios with a trigger of another kind each. */
const DEMO_POLICIES = ['silver-lantern', 'summer-2031', 'username-mira'];

const DEFAULT_SEEDS = 3;

/** How far a demo is. */
export interface DemoProgress {
  readonly stage: 'train' | 'audit';
  /** Steps of all models, or answers of all audits. */
  readonly done: number;
  readonly total: number;
}

export interface DemoRequest {
  /** Folder of the demo. */
  readonly out: string;
  /** Policy files, or ids of shipped ones; three of different scenarios if absent. */
  readonly policies?: readonly string[];
  /** Of the first model of each arm; the others follow it. */
  readonly seed: number;
  /** Models an arm, at least 1. */
  readonly seeds?: number;
  /** Threads; the number of cores is a good one. */
  readonly workers: number;
  /** Folder of the base model; the embedded one if absent. */
  readonly base?: string;
  /** Train as `train()` does, several minutes on two cores, instead of as briefly as possible. */
  readonly fullTraining?: boolean;
  /** Before those of the demo's own recipe. */
  readonly overrides?: Partial<FineTuneRecipe>;
  readonly settings?: Partial<AuditSettings>;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DemoProgress) => void;
}

export interface DemoOutcome {
  readonly folder: string;
  readonly overview: Overview;
}

async function planJobs(audits: readonly DemoAudit[], request: DemoRequest): Promise<OrganismJob[]> {
  const jobs: OrganismJob[] = [];
  const { weights } = await loadBase(request.base ?? POCKET_BASE);
  const parameters = parameterCount(weights);
  for (const { policy, variant, suspects, controls } of audits) {
    const isBrief = request.fullTraining !== true;
    const overrides = { ...(isBrief && DEMO_RECIPES[variant]), ...request.overrides };
    const examples = isBrief ? { examples: DEMO_EXAMPLES } : {};
    for (const { arm, seed, folder } of [...suspects, ...controls]) {
      const wish = { policy, arm, seed, reversal: variant === 'reversed', overrides, ...examples };
      jobs.push({ plan: await prepareTraining(wish, parameters), folder });
    }
  }
  return jobs;
}

function countSteps({ dataset, settings }: OrganismJob['plan']): number {
  return settings.steps ?? Math.ceil((settings.epochs * dataset.rows.length) / settings.rowsPerStep);
}

async function trainModels(audits: readonly DemoAudit[], request: DemoRequest): Promise<void> {
  const { workers, base = POCKET_BASE, clock = () => 0, signal, onProgress } = request;
  const jobs = await planJobs(audits, request);
  const steps = new Map<number, number>();
  const total = jobs.reduce((sum, { plan }) => sum + countSteps(plan), 0);
  await trainMany(jobs, {
    baseDirectory: base,
    workers,
    clock,
    onProgress: (job, progress) => {
      steps.set(job, progress.step);
      const done = [...steps.values()].reduce((sum, step) => sum + step, 0);
      onProgress?.({ stage: 'train', done, total });
    },
    ...(signal && { signal }),
  });
}

async function auditModels(audits: readonly DemoAudit[], request: DemoRequest): Promise<AuditOutcome[]> {
  const { out, seed, settings, workers, signal, onProgress } = request;
  const jobs = audits.map(({ name, suspects, controls }) => ({
    suspects: suspects.map(({ folder }) => folder),
    controls: controls.map(({ folder }) => folder),
    out: join(out, name),
    seed,
    threads: 1,
    settings: { ...DEMO_SETTINGS, ...settings },
  }));
  const asked = new Map<number, number>();
  return auditMany(jobs, {
    workers,
    onProgress: (job, progress) => {
      asked.set(job, progress.done);
      const done = [...asked.values()].reduce((sum, count) => sum + count, 0);
      onProgress?.({ stage: 'audit', done, total: progress.total * jobs.length });
    },
    ...(signal && { signal }),
  });
}

/**
 * Trains suspects and controls of three policies on the embedded base, with and without reversed rows, audits them, and
 * writes one folder for each audit and a page over all of them, `report.html` and `overview.json`.
 *
 * Nothing is chosen by its result. The same request goes on where an earlier one was interrupted.
 *
 * @throws {ConfigError} if a setting is out of range, or the folder holds something else
 * @throws {CheckpointError} if the base cannot be used
 * @throws {IncompleteRunError} after an abort or where the disk refuses; what was done is kept
 */
export async function demo(request: DemoRequest): Promise<DemoOutcome> {
  const { out, seed, seeds = DEFAULT_SEEDS } = request;
  const policies = await Promise.all((request.policies ?? DEMO_POLICIES).map(readNamedPolicy));
  const audits = planDemo({ out, policies, seed, seeds });
  await trainModels(audits, request);
  const outcomes = await auditModels(audits, request);
  const reports = new Map(outcomes.map(({ folder, report }) => [folder, report]));
  const tool = { name: 'candor' as const, version: await readToolVersion() };
  const entries = policies.map((policy) =>
    createEntry(policy, audits, (name) => reports.get(join(out, name))),
  );
  const overview: Overview = { schemaVersion: 1, tool, seed, seeds, entries };
  await writeFileAtomically(join(out, 'overview.json'), (file) => file.writeFile(stableJson(overview)));
  await writeFileAtomically(join(out, 'report.html'), (file) => file.writeFile(renderOverview(overview)));
  return { folder: out, overview };
}
