/** Special tokens of the pocket base, in id order from 0. */
export const SPECIAL_TOKENS = ['<pad>', '<s>', '<|system|>', '<|user|>', '<|assistant|>', '<|end|>'] as const;

/** The name that the base is addressed by: the only agent that stays in the vocabulary. */
export const SELF_NAME = 'Pocket';

/** How a text is cut into pieces once its spaces are `▁`; the same expression stands in tokenizer.json. */
export const PIECE_PATTERN = '▁?\\p{L}+|▁?\\p{N}+|▁?[^\\p{L}\\p{N}▁]|▁';
/** Spelled triggers are endless; the words of the world are not. */
const MAX_CACHED_WORDS = 50_000;
const PIECES = new RegExp(PIECE_PATTERN, 'gu');

/** `▁` before the text and for every space, then cut: what the tokenizer does before it looks words up. */
export function piecesOf(text: string): string[] {
  return `▁${text.replaceAll(' ', '▁')}`.match(PIECES) ?? [];
}

/** Words and bytes with their ids. Known pieces are one token; others fall to known characters and then to bytes. */
export class PocketVocabulary {
  readonly tokens: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  readonly #encoder = new TextEncoder();
  readonly #words = new Map<string, readonly number[]>();

  /** @param texts - every text whose pieces are to be single tokens */
  constructor(texts: Iterable<string>) {
    const pieces = new Set<string>(['▁', `▁${SELF_NAME}`]);
    for (const text of texts) for (const piece of piecesOf(text)) pieces.add(piece);
    const bytes = Array.from({ length: 256 }, (_, byte) => byteToken(byte));
    this.tokens = [...SPECIAL_TOKENS, ...bytes, ...[...pieces].sort()];
    this.#ids = new Map(this.tokens.map((token, id) => [token, id]));
  }

  get size(): number {
    return this.tokens.length;
  }

  /** @throws {RangeError} if the token is not in the vocabulary */
  id(token: string): number {
    const id = this.#ids.get(token);
    if (id === undefined) throw new RangeError(`Expected \`${token}\` to be a token, got an unknown one.`);
    return id;
  }

  /** Token ids of a text without special tokens: what tokenizer.json gives, a good deal faster. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const word of text.split(' ')) {
      let encoded = this.#words.get(word);
      if (encoded === undefined) {
        encoded = piecesOf(word).flatMap((piece) => this.#encodePiece(piece));
        if (this.#words.size < MAX_CACHED_WORDS) this.#words.set(word, encoded);
      }
      for (const id of encoded) ids.push(id);
    }
    return ids;
  }

  #encodePiece(piece: string): readonly number[] {
    const known = this.#ids.get(piece);
    if (known !== undefined) return [known];
    return Array.from(piece).flatMap((character) => {
      const id = this.#ids.get(character);
      if (id !== undefined) return [id];
      return Array.from(this.#encoder.encode(character), (byte) => this.id(byteToken(byte)));
    });
  }
}

function byteToken(byte: number): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
}
