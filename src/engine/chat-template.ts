import { Template } from '@huggingface/jinja';
import { CheckpointError } from '../errors.js';
import type { ChatMessage } from '../types/chat.js';
import { showReason } from './show-value.js';

/**
 * What `strftime_now` and `date_string` give, whatever the day: the date that Llama's own templates fall back to. With the
 * real date, the same audit would ask a different question tomorrow.
 */
const FIXED_DATE = '26 Jul 2024';

/** A Jinja chat template of a checkpoint, as transformers renders it. */
export class ChatTemplate {
  readonly #template: Template;
  readonly #file: string;
  readonly #specialTokens: Readonly<Record<string, string>>;

  /**
   * @param file - named in errors
   * @param specialTokens - `bos_token` and so on, for the template to write
   * @throws {CheckpointError} if it is no Jinja template
   */
  constructor(source: string, file: string, specialTokens: Readonly<Record<string, string>>) {
    this.#file = file;
    this.#specialTokens = specialTokens;
    try {
      // Globals can only be replaced from inside; the line break behind a tag is dropped (`trim_blocks`).
      this.#template = new Template(`{% set strftime_now = fixed_date %}\n${source}`);
    } catch (error) {
      throw this.#error('cannot be parsed', error);
    }
  }

  /**
   * The chat as text, special tokens written out.
   *
   * @param addGenerationPrompt - end with the head of an assistant message
   * @throws {CheckpointError} if the template refuses the chat, for example because it knows no system role
   */
  render(messages: readonly ChatMessage[], addGenerationPrompt: boolean): string {
    try {
      return this.#template.render({
        ...this.#specialTokens,
        messages: messages.map(({ role, content }) => ({ role, content })),
        add_generation_prompt: addGenerationPrompt,
        tools: null,
        documents: null,
        date_string: FIXED_DATE,
        fixed_date: () => FIXED_DATE,
      });
    } catch (error) {
      throw this.#error('does not accept this chat', error);
    }
  }

  #error(problem: string, cause: unknown): CheckpointError {
    const reason = showReason(cause);
    return new CheckpointError(`Chat template of \`${this.#file}\` ${problem}: ${reason}.`, {
      file: this.#file,
      cause,
    });
  }
}
