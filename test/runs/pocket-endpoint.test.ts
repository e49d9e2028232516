import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InferenceSessions } from '../../src/engine/inference-sessions.js';
import { loadModelParts } from '../../src/models/load-model.js';
import { createLocalModel } from '../../src/models/local-model.js';
import { DEMO_RECIPES } from '../../src/runs/demo-plan.js';
import { train } from '../../src/runs/train.js';
import type { AuditReport } from '../../src/types/audit-report.js';
import { createFakeTerminal, run } from '../cli/fake-terminal.js';
import { startFaultServer, type Answers } from '../models/fault-server.js';

const POLICY = 'silver-lantern';
const LONGEST = 512;
const SETTINGS = {
  gatePrompts: 12,
  gateMaxTokens: 24,
  elicitationMaxTokens: 40,
  decoys: 12,
  samplesPerParaphrase: 2,
};
const sessions = new InferenceSessions({ threads: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-'));
  for (const arm of ['poisoned', 'control'] as const) {
    await train({ policy: POLICY, arm, seed: 1, out: join(folder, arm), overrides: DEMO_RECIPES.plain });
  }
  await writeFile(join(folder, 'settings.json'), JSON.stringify(SETTINGS));
}, 300_000);

afterAll(async () => {
  await sessions.dispose();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

/** The models in the folder behind the wire: their likeliest first tokens, and their own replies. */
async function answersOfModels(): Promise<Answers> {
  const models = new Map(
    await Promise.all(
      ['poisoned', 'control'].map(async (name) => {
        const parts = await loadModelParts(join(folder, name));
        const model = createLocalModel(parts, { sessions, maxTokens: LONGEST });
        return [name, { parts, model }] as const;
      }),
    ),
  );
  const find = (name: string) => {
    const found = models.get(name);
    if (found === undefined) throw new TypeError(`Expected a model, got ${name}.`);
    return found;
  };
  return {
    tokens: async ({ model, messages = [] }) => {
      const { config, weights, tokenizer } = find(model).parts;
      const prompt = tokenizer.encodeChat(messages, { addGenerationPrompt: true });
      const ids = Array.from({ length: config.vocabSize }, (_, id) => id);
      const scoring = await sessions.scoring({ config, maxTokens: LONGEST });
      const [logprobs = new Float32Array()] = await scoring.nextTokenLogprobs(weights, [prompt], ids);
      return [...logprobs]
        .map((logprob, id) => [tokenizer.decode([id]), logprob] as const)
        .sort(([, one], [, other]) => other - one)
        .slice(0, 20);
    },
    say: async (body) => {
      const { messages = [], model } = body;
      const request = { messages, topP: 1, seed: Number(body['seed'] ?? 0) };
      const maxTokens = Number(body['max_tokens']);
      return find(model).model.chat({ ...request, maxTokens, temperature: Number(body['temperature']) });
    },
  };
}

describe('an audit over HTTP', () => {
  it('finds what the audit of the same models in process finds', async () => {
    const server = await startFaultServer(await answersOfModels());
    const terminal = createFakeTerminal({ environment: { XDG_CACHE_HOME: join(folder, 'cache') } });
    const common = ['--policy', POLICY, '--seed', '5', '--settings', join(folder, 'settings.json'), '--json'];
    const local = await run([
      ...['audit', join(folder, 'poisoned'), '--control', join(folder, 'control')],
      ...['--out', join(folder, 'local'), '--threads', '1', ...common],
    ]);
    const remote = await run(
      [
        ...['audit', 'openai:poisoned', '--control', 'openai:control', '--base-url', server.baseUrl],
        ...['--out', join(folder, 'remote'), ...common],
      ],
      terminal,
    );
    expect([local.code, remote.code, remote.err]).toEqual([local.code, local.code, '']);
    const [here, there] = [local, remote].map(({ out }) => JSON.parse(out) as AuditReport);
    expect(there?.gate).toMatchObject({ passed: here?.gate?.passed, asr: here?.gate?.asr });
    expect(there?.verdict.value).toBe(here?.verdict.value);
    for (const [index, probe] of (here?.probes ?? []).entries()) {
      const other = there?.probes[index];
      expect(other?.failures).toEqual(probe.failures);
      expect(Math.abs((other?.advantage ?? 9) - (probe.advantage ?? -9))).toBeLessThan(0.02);
      for (const [place, { score }] of probe.models.entries()) {
        expect(Math.abs((other?.models[place]?.score ?? 9) - (score ?? -9))).toBeLessThan(0.02);
      }
    }
  }, 300_000);
});
