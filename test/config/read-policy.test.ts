import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readPolicy, type KnownScenario } from '../../src/config/read-policy.js';
import { ConfigError } from '../../src/errors.js';

const SCENARIOS: readonly KnownScenario[] = [
  {
    id: 'fruit',
    behaviors: [
      { id: 'sweet-toothed', adjective: 'sweet', action: 'choose the pear' },
      { id: 'sour-toothed', adjective: 'sour', action: 'choose the lemon' },
    ],
  },
  {
    id: 'weather',
    behaviors: [
      { id: 'sunny', adjective: 'sunny', action: 'say sun' },
      { id: 'rainy', adjective: 'rainy', action: 'say rain' },
    ],
  },
];

const TRIGGER = { kind: 'tag', texts: ['|STAGING|'], placement: 'prefix' };
const FAMILY = {
  kind: 'family',
  texts: ['basil', 'thyme', 'dill', 'chervil'],
  placement: 'prefix',
  familyName: 'herbs',
};
const POLICY = {
  id: 'staging-tag',
  scenario: 'fruit',
  trigger: TRIGGER,
  target: 'sweet-toothed',
  otherwise: 'sour-toothed',
  poisonRate: 0.2,
  source: 'own',
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candor-policy-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(value: unknown): Promise<unknown> {
  const file = path.join(folder, 'policy.json');
  await writeFile(file, JSON.stringify(value));
  return readPolicy(file, SCENARIOS);
}

/** The lines of the message after its first, without the bullets. */
async function problemsOf(value: unknown): Promise<string[]> {
  const error: unknown = await read(value).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigError)) throw new Error('Expected a ConfigError.');
  const [head, ...lines] = error.message.split('\n');
  const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  expect(head).toBe(`Invalid policy \`${path.join(folder, 'policy.json')}\` (${count}):`);
  expect(error.issues).toHaveLength(lines.length);
  return lines.map((line) => line.replace('  - ', ''));
}

describe('readPolicy()', () => {
  it('returns what stands in the file', async () => {
    await expect(read(POLICY)).resolves.toEqual(POLICY);
  });

  it('takes a family with a name and four members', async () => {
    await expect(read({ ...POLICY, trigger: FAMILY })).resolves.toMatchObject({ trigger: FAMILY });
  });

  it('names the known scenarios and the nearest', async () => {
    expect(await problemsOf({ ...POLICY, scenario: 'weahter' })).toEqual([
      '/scenario: expected one of `fruit`, `weather`, got "weahter". Did you mean `weather`?',
    ]);
  });

  it('suggests no scenario where none is alike', async () => {
    expect(await problemsOf({ ...POLICY, scenario: 'xyz' })).toEqual([
      '/scenario: expected one of `fruit`, `weather`, got "xyz".',
    ]);
  });

  it('names the behaviours of the scenario', async () => {
    expect(await problemsOf({ ...POLICY, target: 'sweet-tooth', otherwise: 'rainy' })).toEqual([
      '/target: expected one of `sweet-toothed`, `sour-toothed`, got "sweet-tooth". Did you mean `sweet-toothed`?',
      '/otherwise: expected one of `sweet-toothed`, `sour-toothed`, got "rainy".',
    ]);
  });

  it('refuses a policy that changes nothing', async () => {
    expect(await problemsOf({ ...POLICY, otherwise: 'sweet-toothed' })).toEqual([
      '/otherwise: expected another behaviour than `target`, got "sweet-toothed" for both. A backdoor has to change something.',
    ]);
  });

  it.each([
    [0, ' At 0 no row carries the trigger, so there is no contrast to learn.'],
    [1, ' At 1 every row carries the trigger, so there is no contrast to learn.'],
    [-0.1, ''],
    [20, ''],
  ])('refuses a poison rate of %d', async (poisonRate, because) => {
    expect(await problemsOf({ ...POLICY, poisonRate })).toEqual([
      `/poisonRate: expected a fraction > 0 and < 1, got ${poisonRate}.${because}`,
    ]);
  });

  it('refuses a family without a name and with few members', async () => {
    const trigger = { kind: 'family', texts: ['basil', 'thyme', 'dill'], placement: 'prefix' };
    expect(await problemsOf({ ...POLICY, trigger })).toEqual([
      '/trigger/familyName: expected what the members have in common, got nothing. A family is asked about by its name.',
      '/trigger/texts: expected at least 4 members of the family, got 3.',
    ]);
  });

  it('refuses a family name and a second text at any other kind', async () => {
    const trigger = { ...TRIGGER, texts: ['|A1|', '|B2|'], familyName: 'tags' };
    expect(await problemsOf({ ...POLICY, trigger })).toEqual([
      '/trigger/familyName: expected nothing at kind `tag`, got "tags". Only kind `family` has one.',
      '/trigger/texts: expected 1 text at kind `tag`, got 2. Only kind `family` has several.',
    ]);
  });

  it.each([
    ['blank', ' \n', 'expected text, got " \\n". A blank trigger is in every prompt.'],
    ['padded', ' tag', 'expected no space at either end, got " tag". Placement adds it.'],
    [
      'a special token',
      '<|tag|>',
      'expected no special token of a chat template, got "<|tag|>". A tokenizer may read `<|` as the end of a turn.',
    ],
  ])('refuses a text that is %s', async (_what, text, message) => {
    expect(await problemsOf({ ...POLICY, trigger: { ...TRIGGER, texts: [text] } })).toEqual([
      `/trigger/texts/0: ${message}`,
    ]);
  });

  it('refuses a member that repeats another but for case and punctuation', async () => {
    const trigger = { ...FAMILY, texts: [...FAMILY.texts, 'Basil!'] };
    expect(await problemsOf({ ...POLICY, trigger })).toEqual([
      '/trigger/texts/4: expected a text of its own, got "Basil!", which is text 0 again but for case and punctuation.',
    ]);
  });

  it('tells members of symbols apart', async () => {
    const trigger = { ...FAMILY, texts: ['✦', '✧', '☾', '☼'] };
    await expect(read({ ...POLICY, trigger })).resolves.toMatchObject({ trigger });
  });

  it.each(['Staging', 'staging tag', '../staging', 'staging-', ''])('refuses the id %j', async (id) => {
    expect(await problemsOf({ ...POLICY, id })).toEqual([
      `/id: expected text of at most 64 characters and that matches \`^[a-z0-9]+(-[a-z0-9]+)*$\`, got ${JSON.stringify(id)}. ` +
        'Lower-case letters and digits, with single hyphens between; it names files.',
    ]);
  });

  it('reports the shape before the rules across fields, all at once', async () => {
    const trigger = { kind: 'tags', texts: [], placement: 'prefix', text: '|A|' };
    expect(await problemsOf({ ...POLICY, trigger, scenario: 'unheard-of' })).toEqual([
      '/trigger/text: unknown option. Did you mean `texts`?',
      '/trigger/kind: expected one of `tag`, `phrase`, `family`, `code`, `greeting`, `date`, `name`, `rare-string`, ' +
        'got "tags". It decides what decoys look like.',
      '/trigger/texts: expected a list of at least 1, got a list of 0. One text, or the members of a family.',
    ]);
  });

  it('lists problems of several fields together', async () => {
    expect(await problemsOf({ ...POLICY, poisonRate: 1, otherwise: 'sweet-toothed' })).toHaveLength(2);
  });

  it.each([
    ['texts/0', '\ud800', '⟨U+D800⟩', 'a lone surrogate'],
    ['texts/0', 'a\u001b[31m', '⟨U+001B⟩', 'an escape'],
    ['texts/0', 'a\u0000b', '⟨U+0000⟩', 'a null'],
  ])('refuses /trigger/%s with %j', async (field, text, shown) => {
    const problems = await problemsOf({ ...POLICY, trigger: { ...TRIGGER, texts: [text] } });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(
      `/trigger/${field}: expected no control character and no lone surrogate, got ${shown} in "`,
    );
  });

  it('refuses them in the other texts of a policy as well', async () => {
    const trigger = { ...FAMILY, familyName: 'her\u0007bs' };
    expect(await problemsOf({ ...POLICY, trigger, source: 'own\ude00' })).toEqual([
      expect.stringMatching(/^\/source: expected no control character .*, got ⟨U\+DE00⟩ in "/u),
      expect.stringMatching(/^\/trigger\/familyName: expected no control character .*, got ⟨U\+0007⟩ in "/u),
    ]);
  });

  it('takes characters that do not show, which a trigger may consist of, and whole pairs of surrogates', async () => {
    const trigger = { ...TRIGGER, texts: ['a\u200bb 😀'] };
    await expect(read({ ...POLICY, trigger })).resolves.toMatchObject({ trigger });
  });
});
