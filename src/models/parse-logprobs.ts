import type { TokenAlternative } from './option-mass.js';
import { isRecord, listIn, recordIn, type WireRecord } from './wire-fields.js';

const BROKEN = '\uFFFD';

/** The token's text, from its bytes where the text is missing or broken. */
function textOf(token: unknown, bytes: unknown): string {
  const text = typeof token === 'string' ? token : '';
  const isUsable = text !== '' && !text.includes(BROKEN);
  if (isUsable || !Array.isArray(bytes)) return text;
  return new TextDecoder().decode(Uint8Array.from(bytes.filter((byte) => typeof byte === 'number')));
}

function readEntry(entry: unknown): TokenAlternative[] {
  if (!isRecord(entry)) return [];
  return [{ text: textOf(entry['token'], entry['bytes']), logprob: entry['logprob'] }];
}

/** `logprobs.top_logprobs[0]`: a token a key, the form of completions, which some servers use for chat as well. */
function readKeyed(logprobs: WireRecord): TokenAlternative[] {
  const [first] = listIn(logprobs, 'top_logprobs');
  if (Array.isArray(first)) return first.flatMap(readEntry);
  if (!isRecord(first)) return [];
  return Object.entries(first).map(([text, logprob]) => ({ text, logprob }));
}

/**
 * The tokens that could have stood first in the reply, as a choice of a response lists them; none where it has no
 * log-probabilities. Fewer than were asked for are as good as any. The token that was drawn is not added to its list: it is
 * another one at the next draw.
 */
export function parseLogprobs(choice: WireRecord): TokenAlternative[] {
  const logprobs = recordIn(choice, 'logprobs');
  if (logprobs === undefined) return [];
  const [place] = listIn(logprobs, 'content');
  return isRecord(place) ? listIn(place, 'top_logprobs').flatMap(readEntry) : readKeyed(logprobs);
}
