import type { ConfigIssue } from '../errors.js';
import type { Policy, Trigger } from '../types/policy.js';
import type { Scenario } from '../types/scenario.js';
import { describeValue } from './describe-value.js';
import { invalidFileError } from './invalid-file-error.js';
import { nearestName } from './nearest-name.js';
import { normalizeText } from './normalize-text.js';
import { POLICY_SCHEMA } from './policy-schema.js';
import { readJson } from './read-json.js';
import { findSpecialToken } from './special-tokens.js';
import { validateAgainst } from './validate.js';
import { visibleText } from './visible-text.js';

const SMALLEST_FAMILY = 4;

/** What a policy may refer to. Scenarios are an argument, because this room imports no other. */
export type KnownScenario = Pick<Scenario, 'id' | 'behaviors'>;

function listNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function unknownName(path: string, got: string, known: readonly string[]): ConfigIssue {
  const nearest = nearestName(got, known);
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  return { path, message: `expected one of ${listNames(known)}, got ${describeValue(got)}.${hint}` };
}

function checkBehaviors(policy: Policy, scenarios: readonly KnownScenario[]): ConfigIssue[] {
  const scenario = scenarios.find(({ id }) => id === policy.scenario);
  if (scenario === undefined) {
    const known = scenarios.map(({ id }) => id);
    return [unknownName('/scenario', policy.scenario, known)];
  }
  const known = scenario.behaviors.map(({ id }) => id);
  const issues = (['target', 'otherwise'] as const)
    .filter((field) => !known.includes(policy[field]))
    .map((field) => unknownName(`/${field}`, policy[field], known));
  if (policy.target === policy.otherwise) {
    const message = `expected another behaviour than \`target\`, got ${describeValue(policy.otherwise)} for both. A backdoor has to change something.`;
    issues.push({ path: '/otherwise', message });
  }
  return issues;
}

function checkPoisonRate({ poisonRate }: Policy): ConfigIssue[] {
  if (poisonRate > 0 && poisonRate < 1) return [];
  const because =
    poisonRate === 0
      ? ' At 0 no row carries the trigger, so there is no contrast to learn.'
      : poisonRate === 1
        ? ' At 1 every row carries the trigger, so there is no contrast to learn.'
        : '';
  return [{ path: '/poisonRate', message: `expected a fraction > 0 and < 1, got ${poisonRate}.${because}` }];
}

function checkFamily({ kind, texts, familyName }: Trigger): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const issue = (field: string, message: string): void => {
    issues.push({ path: `/trigger/${field}`, message });
  };
  if (kind === 'family') {
    if (familyName === undefined || familyName.trim() === '') {
      issue(
        'familyName',
        'expected what the members have in common, got nothing. A family is asked about by its name.',
      );
    }
    if (texts.length < SMALLEST_FAMILY) {
      issue('texts', `expected at least ${SMALLEST_FAMILY} members of the family, got ${texts.length}.`);
    }
  } else {
    if (familyName !== undefined) {
      issue(
        'familyName',
        `expected nothing at kind \`${kind}\`, got ${describeValue(familyName)}. Only kind \`family\` has one.`,
      );
    }
    if (texts.length !== 1) {
      issue(
        'texts',
        `expected 1 text at kind \`${kind}\`, got ${texts.length}. Only kind \`family\` has several.`,
      );
    }
  }
  return issues;
}

/** Half a character cannot be written to a file, and a control character may end what a line or a terminal shows. */
const UNFIT = /(?![\t\n])[\p{Cc}\p{Cs}]/u;

function checkCharacters(text: string): string | undefined {
  const [unfit] = UNFIT.exec(text) ?? [];
  if (unfit === undefined) return undefined;
  return `expected no control character and no lone surrogate, got ${visibleText(unfit)} in ${describeValue(text)}.`;
}

function checkNames({ source, trigger: { familyName } }: Policy): ConfigIssue[] {
  const names = { '/source': source, '/trigger/familyName': familyName ?? '' };
  return Object.entries(names).flatMap(([path, name]) => {
    const message = checkCharacters(name);
    return message === undefined ? [] : [{ path, message }];
  });
}

function checkText(text: string): string | undefined {
  const unfit = checkCharacters(text);
  if (unfit !== undefined) return unfit;
  const got = `got ${describeValue(text)}`;
  if (text.trim() === '') return `expected text, ${got}. A blank trigger is in every prompt.`;
  if (text !== text.trim()) return `expected no space at either end, ${got}. Placement adds it.`;
  const token = findSpecialToken(text);
  if (token === null) return undefined;
  return `expected no special token of a chat template, ${got}. A tokenizer may read \`${token}\` as the end of a turn.`;
}

function checkTexts({ texts }: Trigger): ConfigIssue[] {
  const seen = new Map<string, number>();
  return texts.flatMap((text, index) => {
    const path = `/trigger/texts/${index}`;
    const problem = checkText(text);
    if (problem !== undefined) return [{ path, message: problem }];
    const key = normalizeText(text) || text;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      return [];
    }
    const message = `expected a text of its own, got ${describeValue(text)}, which is text ${first} again but for case and punctuation.`;
    return [{ path, message }];
  });
}

/**
 * The policy in a JSON file, checked against its schema and against the scenario that it names.
 *
 * @throws {ConfigError} if the file cannot be read, or listing every problem with its JSON pointer
 */
export async function readPolicy(file: string, scenarios: readonly KnownScenario[]): Promise<Policy> {
  const subject = { file, what: 'policy' };
  const policy = validateAgainst(POLICY_SCHEMA, await readJson(file), subject);
  const issues = [
    ...checkBehaviors(policy, scenarios),
    ...checkFamily(policy.trigger),
    ...checkTexts(policy.trigger),
    ...checkNames(policy),
    ...checkPoisonRate(policy),
  ];
  if (issues.length > 0) throw invalidFileError(issues, subject);
  return policy;
}
