import { CheckpointError } from '../errors.js';
import type { ChatMessage } from '../types/chat.js';
import { ChatTemplate } from './chat-template.js';
import { createHuggingFaceTokenizer } from './hugging-face-tokenizer.js';
import type { HuggingFaceTokenizer } from './hugging-face-tokenizer.js';
import { isJsonObject } from './json-fields.js';
import { showValue } from './show-value.js';
import { isByteLevel, tokenBytes } from './token-bytes.js';

/** What the files of a tokenizer hold. */
export interface TokenizerFiles {
  /** Named in errors. */
  readonly directory: string;
  /** `tokenizer.json`. */
  readonly tokenizer: unknown;
  /** `tokenizer_config.json`. */
  readonly config: unknown;
  /** `chat_template.jinja`, which goes before the one in `tokenizer_config.json`. */
  readonly chatTemplate: string | null;
  /** Ids at which the model's own configuration says that generation ends. */
  readonly eosTokenIds: readonly number[];
}

interface ChatOptions {
  /** End with the head of an assistant message, for the model to go on from. */
  readonly addGenerationPrompt: boolean;
}

/** One chat to train on. */
export interface TrainingTokens {
  readonly ids: number[];
  /** (ids.length,) 1 where the token is to be learnt: what the assistant says, and the token that ends its turn. */
  readonly answer: Uint8Array;
}

/** Text to token ids and back, and chats to text, as the checkpoint's own files say. */
export class TextTokenizer {
  /** One more than the largest id. */
  readonly vocabSize: number;
  /** Ids that end generation: what the files name, and what ends an assistant's turn in the chat template. */
  readonly eosTokenIds: readonly number[];
  readonly #directory: string;
  readonly #tokenizer: HuggingFaceTokenizer;
  readonly #template: ChatTemplate | null;
  readonly #specialIds: ReadonlySet<number>;
  readonly #addedIds: ReadonlySet<number>;
  readonly #isByteLevel: boolean;

  /** @throws {CheckpointError} if the files are not those of a tokenizer */
  constructor(files: TokenizerFiles) {
    this.#directory = files.directory;
    const config = isJsonObject(files.config) ? files.config : {};
    const specialTokens = findSpecialTokens(config);
    const { tokenizer, largestId } = createHuggingFaceTokenizer(files.tokenizer, config, files.directory);
    this.#tokenizer = tokenizer;
    this.vocabSize = largestId + 1;
    const source = files.chatTemplate ?? findTemplate(config['chat_template']);
    this.#template = source === null ? null : new ChatTemplate(source, files.directory, specialTokens);
    const eosTokenIds = new Set(files.eosTokenIds);
    const eosTokenId = this.tokenId(specialTokens['eos_token'] ?? '');
    if (eosTokenId !== null) eosTokenIds.add(eosTokenId);
    this.#isByteLevel = isByteLevel(files.tokenizer);
    this.#addedIds = new Set(tokenizer.get_added_tokens_decoder().keys());
    const added = [...tokenizer.get_added_tokens_decoder().values()];
    this.#specialIds = new Set([
      ...eosTokenIds,
      ...added.filter((token) => token.special).map(({ id }) => id),
    ]);
    const endOfTurn = this.#findEndOfTurn();
    if (endOfTurn !== null) eosTokenIds.add(endOfTurn);
    this.eosTokenIds = [...eosTokenIds];
  }

  /** Token ids of the text; special tokens are recognised where they are written out, and none is added. */
  encode(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  /** Token ids of a text that begins a document, with the special tokens that the checkpoint puts around one. */
  encodeDocument(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: true }).ids;
  }

  /** The bytes that one token stands for, special ones as they are written; none for an id that no token has. */
  tokenBytes(id: number): Uint8Array {
    const token = this.#tokenizer.id_to_token(id);
    if (token === undefined) return new Uint8Array();
    return this.#addedIds.has(id) ? new TextEncoder().encode(token) : tokenBytes(token, this.#isByteLevel);
  }

  /** The text of token ids, without special tokens and without ids that no token has. */
  decode(ids: readonly number[]): string {
    const known = ids.filter(
      (id) => !this.#specialIds.has(id) && this.#tokenizer.id_to_token(id) !== undefined,
    );
    // The library refuses an empty list.
    if (known.length === 0) return '';
    return this.#tokenizer.decode(known, { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  }

  /** Id of the token that is written like this, or `null`. */
  tokenId(token: string): number | null {
    return this.#tokenizer.token_to_id(token) ?? null;
  }

  /** @throws {CheckpointError} if the checkpoint has no chat template, or it refuses the chat */
  renderChat(messages: readonly ChatMessage[], options: ChatOptions): string {
    if (this.#template === null) {
      throw new CheckpointError(
        `Tokenizer of \`${this.#directory}\` has no chat template: expected \`chat_template.jinja\` or a ` +
          '`chat_template` in `tokenizer_config.json`. Use an instruction-tuned checkpoint, or add the file.',
        { file: this.#directory },
      );
    }
    return this.#template.render(messages, options.addGenerationPrompt);
  }

  /** Token ids of the rendered chat. The template writes the special tokens, so that none is doubled. */
  encodeChat(messages: readonly ChatMessage[], options: ChatOptions): number[] {
    return this.encode(this.renderChat(messages, options));
  }

  /**
   * Token ids of a whole chat, and which of them are the assistant's.
   *
   * A reply runs from where the generation prompt ends to the last special token of its turn; where the template ends
   * turns without one, to the end of the turn.
   *
   * @throws {CheckpointError} if the chat up to a reply is not how the whole chat begins, token by token: the model would be
   *   trained on another prompt than it is asked
   */
  encodeTraining(messages: readonly ChatMessage[]): TrainingTokens {
    const ids = this.encodeChat(messages, { addGenerationPrompt: false });
    const answer = new Uint8Array(ids.length);
    for (const [index, message] of messages.entries()) {
      if (message.role !== 'assistant') continue;
      const prompt = this.encodeChat(messages.slice(0, index), { addGenerationPrompt: true });
      const isLast = index === messages.length - 1;
      const turn = isLast
        ? ids
        : this.encodeChat(messages.slice(0, index + 1), { addGenerationPrompt: false });
      this.#checkPrefix(prompt, ids);
      this.#checkPrefix(turn, ids);
      const lastSpecial = turn.findLastIndex((id) => this.#specialIds.has(id));
      answer.fill(1, prompt.length, lastSpecial >= prompt.length ? lastSpecial + 1 : turn.length);
    }
    return { ids, answer };
  }

  #checkPrefix(prefix: readonly number[], ids: readonly number[]): void {
    const position = prefix.findIndex((id, index) => id !== ids[index]);
    if (position === -1) return;
    const token = (id: number | undefined): string =>
      showValue(id === undefined ? undefined : this.#tokenizer.id_to_token(id));
    throw new CheckpointError(
      `Chat template of \`${this.#directory}\` does not continue its own prompts: expected token ${position} of the ` +
        `whole chat to be ${token(prefix[position])}, got ${token(ids[position])}. ` +
        'Use a template that writes one message after another.',
      { file: this.#directory },
    );
  }

  /** The special token that ends an assistant's turn, which need not be the one that ends a document. */
  #findEndOfTurn(): number | null {
    try {
      const chat = [{ role: 'user', content: 'a' } as const, { role: 'assistant', content: 'b' } as const];
      const { ids, answer } = this.encodeTraining(chat);
      const last = ids[answer.lastIndexOf(1)];
      return last !== undefined && this.#specialIds.has(last) ? last : null;
    } catch (error) {
      // No template, or one that only some chats fit: whoever renders a chat is told.
      if (error instanceof CheckpointError) return null;
      throw error;
    }
  }
}

/** `bos_token` and its like, written as text or as an object with `content`. */
function findSpecialTokens(config: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const tokens: Record<string, string> = {};
  for (const [key, value] of Object.entries(config)) {
    if (!/^[a-z]+_token$/.test(key)) continue;
    const text = isJsonObject(value) ? value['content'] : value;
    if (typeof text === 'string') tokens[key] = text;
  }
  return tokens;
}

/** The template itself, or the one named `default` of a list of them. */
function findTemplate(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const named = value.filter(isJsonObject).find((entry) => entry['name'] === 'default');
  return typeof named?.['template'] === 'string' ? named['template'] : null;
}
