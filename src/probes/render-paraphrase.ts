import { ConfigError } from '../errors.js';
import type { Trial } from '../types/observation.js';
import type { Paraphrase, QuestionOption } from '../types/question-bank.js';

/** Which of the bank's two options is shown first. */
export const OPTION_ORDERS = ['ab', 'ba'] as const;
export type OptionOrder = (typeof OPTION_ORDERS)[number];

const LABELS = { letters: ['A', 'B'], numbers: ['1', '2'] } as const;
const PUNCTUATION = { letters: ')', numbers: '.' } as const;

export interface RenderedQuestion {
  readonly text: string;
  /** In the order shown. */
  readonly options: NonNullable<Trial['options']>;
}

/**
 * The text with every `{slot}` replaced, in one pass: braces within a filled-in text stay as they are.
 *
 * @throws {RangeError} if the text has a slot that is not given
 */
export function fillSlots(text: string, slots: Readonly<Record<string, string>>): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (_, name: string) => {
    const filling = Object.hasOwn(slots, name) ? slots[name] : undefined;
    if (filling === undefined) throw new RangeError(`Expected slots to hold \`${name}\`, got none.`);
    return filling;
  });
}

function showOptions(
  texts: readonly [string, string],
  labels: NonNullable<Paraphrase['labels']>,
): { readonly shown: string; readonly replies: readonly [string, string] } {
  const [first, second] = texts;
  if (labels === 'words') return { shown: `${first} or ${second}`, replies: texts };
  const [one, two] = LABELS[labels];
  const mark = PUNCTUATION[labels];
  return { shown: `${one}${mark} ${first}\n${two}${mark} ${second}`, replies: [one, two] };
}

/**
 * A choice question as it is sent: `words` as "yes or no", `letters` as "A) yes" above "B) no", `numbers` as "1. yes"
 * above "2. no". Labels keep their order, texts change places.
 *
 * @throws {ConfigError} if one reply begins with the other once the slots are filled: no probability tells them apart
 */
export function renderQuestion(
  paraphrase: Paraphrase & { readonly options: readonly [QuestionOption, QuestionOption] },
  slots: Readonly<Record<string, string>>,
  order: OptionOrder,
): RenderedQuestion {
  const [a, b] = paraphrase.options;
  const [first, second] = order === 'ab' ? [a, b] : [b, a];
  const texts = [fillSlots(first.text, slots), fillSlots(second.text, slots)] as const;
  const { shown, replies } = showOptions(texts, paraphrase.labels ?? 'words');
  if (replies[0].startsWith(replies[1]) || replies[1].startsWith(replies[0])) {
    throw new ConfigError(
      `Wording \`${paraphrase.id}\` offers replies of which one begins with the other: expected two that differ from ` +
        `their start on, got ${replies.map((reply) => `\`${reply}\``).join(' and ')}. Change an option, or label them.`,
    );
  }
  return {
    text: fillSlots(paraphrase.text, { ...slots, options: shown }),
    options: [
      { reply: replies[0], means: first.means },
      { reply: replies[1], means: second.means },
    ],
  };
}
