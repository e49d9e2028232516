import type { LanguageModel } from '../types/language-model.js';

/**
 * Room for one model in memory: an audit asks its models one after another, and ten of them need not fit at once.
 *
 * Whoever borrows another model sends the one in the slot away, after its last answer.
 */
export class ModelSlot {
  #held: { readonly reference: string; readonly model: Promise<LanguageModel> } | null = null;

  /** The model of that reference, loaded if it is not in the slot. */
  async borrow(reference: string, load: () => Promise<LanguageModel>): Promise<LanguageModel> {
    if (this.#held?.reference === reference) return this.#held.model;
    const earlier = this.#held;
    const model = disposeOf(earlier?.model).then(load);
    this.#held = { reference, model };
    return model;
  }

  async dispose(): Promise<void> {
    const held = this.#held;
    this.#held = null;
    await disposeOf(held?.model);
  }
}

/** A model that could not be loaded needs no disposal; whoever borrowed it has the error. */
async function disposeOf(model: Promise<LanguageModel> | undefined): Promise<void> {
  const loaded = await model?.catch(() => null);
  await loaded?.dispose();
}
