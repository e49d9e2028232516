import type { ConfigIssue } from '../errors.js';
import type { QuestionBank } from '../types/question-bank.js';
import { checkParaphrase, listed } from './check-paraphrase.js';
import { describeValue } from './describe-value.js';
import { invalidFileError } from './invalid-file-error.js';
import { QUESTION_BANK_SCHEMA } from './question-bank-schema.js';
import { readJson } from './read-json.js';
import { validateAgainst } from './validate.js';

function checkIds(path: string, items: readonly { readonly id: string }[]): ConfigIssue[] {
  const ids = items.map(({ id }) => id);
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id);
    const message = `expected an id of its own, got ${describeValue(id)} as in ${path}/${first}.`;
    return first === index ? [] : [{ path: `${path}/${index}/id`, message }];
  });
}

function checkRequires({ id, requires }: QuestionBank): ConfigIssue[] {
  const needed = id === 'elicitation' ? 'chat' : 'choices';
  if (requires.includes(needed)) return [];
  return [
    { path: '/requires', message: `expected \`${needed}\` at probe \`${id}\`, got ${listed(requires)}.` },
  ];
}

/**
 * The question bank in a JSON file, checked against its schema and against what its probe needs of every wording.
 *
 * @throws {ConfigError} if the file cannot be read, or listing every problem with its JSON pointer
 */
export async function readQuestionBank(file: string): Promise<QuestionBank> {
  const subject = { file, what: 'question bank' };
  const bank = validateAgainst(QUESTION_BANK_SCHEMA, await readJson(file), subject);
  const issues = [
    ...checkRequires(bank),
    ...checkIds('/systemPrompts', bank.systemPrompts),
    ...checkIds('/paraphrases', bank.paraphrases),
    ...bank.paraphrases.flatMap((paraphrase, index) =>
      checkParaphrase(bank.id, paraphrase).map(({ path, message }) => ({
        path: `/paraphrases/${index}${path}`,
        message,
      })),
    ),
  ];
  if (issues.length > 0) throw invalidFileError(issues, subject);
  return bank;
}
