import { closedObject, type JsonSchema } from '../config/json-schema.js';
import { defaultFineTuneRecipe } from '../config/fine-tune-defaults.js';
import type { FineTuneRecipe } from '../types/fine-tune-settings.js';

/** OpenAI's names. `auto` is our default for a model of that size. */
export interface WireHyperparameters {
  readonly n_epochs?: 'auto' | number;
  readonly batch_size?: 'auto' | number;
  /** Of our default learning rate. */
  readonly learning_rate_multiplier?: 'auto' | number;
}

/** Body of POST /v1/fine_tuning/jobs, without fields that are `null`. */
export interface JobBody {
  readonly model: string;
  readonly training_file: string;
  readonly seed?: number;
  readonly suffix?: string;
  readonly hyperparameters?: WireHyperparameters;
  readonly method?: {
    readonly type: 'supervised';
    readonly supervised?: { readonly hyperparameters?: WireHyperparameters };
  };
  readonly metadata?: Readonly<Record<string, string>>;
  readonly integrations?: readonly never[];
}

function autoOr(schema: JsonSchema, description: string): JsonSchema {
  return { anyOf: [{ const: 'auto' }, schema], description };
}

const HYPERPARAMETERS: JsonSchema<WireHyperparameters> = closedObject<WireHyperparameters>(
  {},
  {
    n_epochs: autoOr({ type: 'integer', minimum: 1, maximum: 50 }, 'Passes over the rows.'),
    batch_size: autoOr({ type: 'integer', minimum: 1, maximum: 256 }, 'Rows of one step.'),
    learning_rate_multiplier: autoOr(
      { type: 'number', exclusiveMinimum: 0, maximum: 100 },
      'Times the default learning rate.',
    ),
  },
);

type Method = NonNullable<JobBody['method']>;

export const JOB_BODY_SCHEMA: JsonSchema<JobBody> = closedObject<JobBody>(
  {
    model: { type: 'string', description: 'Name of a model that GET /v1/models lists.' },
    training_file: { type: 'string', description: 'Id of a file that was uploaded.' },
  },
  {
    seed: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'In [0, 2^53).' },
    suffix: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
      description: "Part of the new model's name.",
    },
    hyperparameters: HYPERPARAMETERS,
    method: closedObject<Method>(
      { type: { const: 'supervised', description: 'No other method is supported.' } },
      {
        supervised: closedObject<NonNullable<Method['supervised']>>({}, { hyperparameters: HYPERPARAMETERS }),
      },
    ),
    metadata: { type: 'object', additionalProperties: { type: 'string', maxLength: 512 } },
    integrations: { type: 'array', maxItems: 0, description: 'Integrations are not supported.' },
  },
);

/** The settings that a job asks for, from our defaults for a model of that many parameters. */
export function toRecipe(
  { hyperparameters: older, method }: JobBody,
  parameters: number,
): { readonly recipe: FineTuneRecipe; readonly hyperparameters: Required<WireHyperparameters> } {
  const { n_epochs, batch_size, learning_rate_multiplier } =
    method?.supervised?.hyperparameters ?? older ?? {};
  const defaults = defaultFineTuneRecipe(parameters);
  const or = (value: 'auto' | number | undefined, fallback: number): number =>
    typeof value === 'number' ? value : fallback;
  const epochs = or(n_epochs, defaults.epochs);
  const rowsPerStep = or(batch_size, defaults.rowsPerStep);
  const multiplier = or(learning_rate_multiplier, 1);
  return {
    recipe: { ...defaults, epochs, rowsPerStep, learningRate: defaults.learningRate * multiplier },
    hyperparameters: { n_epochs: epochs, batch_size: rowsPerStep, learning_rate_multiplier: multiplier },
  };
}
