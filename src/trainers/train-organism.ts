import { fineTune, type BaseModel, type FineTuned, type TrainingRun } from './fine-tune.js';
import { planOrganism, type OrganismPlan, type OrganismRequest } from './plan-organism.js';

/** A model organism in memory, with the data set that made it. */
export type TrainedOrganism = FineTuned & { readonly plan: OrganismPlan };

/**
 * A model organism from a policy and a seed: its data set is made, checked, and trained on.
 *
 * @throws {ConfigError} as `planOrganism()` and `fineTune()` do
 * @throws {IncompleteRunError} as `fineTune()` does
 */
export async function trainOrganism(
  request: OrganismRequest & TrainingRun & { readonly base: BaseModel },
): Promise<TrainedOrganism> {
  const plan = planOrganism(request);
  return trainPlan(plan, request.base, request);
}

/** The same for a plan that was made before. */
export async function trainPlan(
  plan: OrganismPlan,
  base: BaseModel,
  run: TrainingRun,
): Promise<TrainedOrganism> {
  const trained = await fineTune({ ...run, base, rows: plan.dataset.rows, settings: plan.settings });
  return { ...trained, plan };
}
