import { DEFAULT_MAX_TOKENS, type LoadedParts } from '../models/load-model.js';
import { createLocalModel, type LocalModel, type LocalModelOptions } from '../models/local-model.js';
import { WireError } from './wire-error.js';

/** A model that answers under a name. */
export interface ServedModel {
  readonly id: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly parts: LoadedParts;
  readonly model: LocalModel;
  /** Name of the loaded model that it was trained from, or `null` where it is one. */
  readonly trainedFrom: string | null;
}

/** A model as `/v1/models` shows it. */
interface ModelObject {
  readonly id: string;
  readonly object: 'model';
  readonly created: number;
  readonly owned_by: string;
}

/** The models of a server by name: those that it was started with, and those that were trained since. */
export class ServedModels {
  readonly #sessions: LocalModelOptions['sessions'];
  readonly #models = new Map<string, ServedModel>();

  /** @param sessions - outlive the models */
  constructor(sessions: LocalModelOptions['sessions']) {
    this.#sessions = sessions;
  }

  /** Serves a model under its identity's id. */
  add(parts: LoadedParts, createdAt: number, trainedFrom: string | null): void {
    const { id } = parts.identity;
    const maxTokens = Math.min(parts.config.maxPositions, DEFAULT_MAX_TOKENS);
    const model = createLocalModel(parts, { sessions: this.#sessions, maxTokens });
    this.#models.set(id, { id, createdAt, parts, model, trainedFrom });
  }

  /** @throws {WireError} 404 if no model has the name */
  get(id: string): ServedModel {
    const found = this.#models.get(id);
    if (found !== undefined) return found;
    throw new WireError(
      404,
      `The model \`${id.slice(0, 80)}\` does not exist. GET /v1/models lists those that do.`,
      {
        param: 'model',
        code: 'model_not_found',
      },
    );
  }

  list(): ModelObject[] {
    return [...this.#models.values()].map(toModelObject);
  }

  show(id: string): ModelObject {
    return toModelObject(this.get(id));
  }

  /** Takes a trained model away, after its last answer. @throws {WireError} 403 if it is one the server was started with */
  async remove(id: string): Promise<void> {
    const { model, trainedFrom } = this.get(id);
    if (trainedFrom === null)
      throw new WireError(403, `The model \`${id}\` was not trained here: only such models can be deleted.`);
    this.#models.delete(id);
    await model.dispose();
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#models.values()].map(({ model }) => model.dispose()));
  }
}

function toModelObject({ id, createdAt, trainedFrom }: ServedModel): ModelObject {
  return { id, object: 'model', created: createdAt, owned_by: trainedFrom === null ? 'local' : 'candor' };
}
