import { isJsonObject } from './json-fields.js';

/** The character for each byte in a byte-level vocabulary. Source: `bytes_to_unicode()` of GPT-2's encoder. */
function byteCharacters(): string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
    return String.fromCharCode(isPrintable ? byte : next++);
  });
}

const BYTE_OF = new Map(byteCharacters().map((character, byte) => [character, byte]));

/** Whether the vocabulary of a parsed `tokenizer.json` writes bytes as characters, as GPT-2's does. */
export function isByteLevel(tokenizer: unknown): boolean {
  if (!isJsonObject(tokenizer)) return false;
  const { decoder } = tokenizer;
  if (!isJsonObject(decoder)) return false;
  const steps: unknown = decoder['decoders'] ?? [decoder];
  return Array.isArray(steps) && steps.some((step) => isJsonObject(step) && step['type'] === 'ByteLevel');
}

/**
 * The bytes that a vocabulary's token stands for in a text. A token need not be whole characters.
 *
 * @param token - as the vocabulary writes it: `Ġyou` where bytes are characters, else `▁you` or `<0xE2>`
 */
export function tokenBytes(token: string, byteLevel: boolean): Uint8Array {
  if (byteLevel) {
    const bytes = Array.from(token, (character) => BYTE_OF.get(character));
    return bytes.some((byte) => byte === undefined) ? encode(token) : Uint8Array.from(bytes as number[]);
  }
  const byte = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1];
  return byte === undefined ? encode(token.replaceAll('▁', ' ')) : Uint8Array.of(parseInt(byte, 16));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
