import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditReport } from '../../src/types/audit-report.js';
import type { AuditEstimate } from '../../src/runs/estimate-audit.js';
import { createProgram } from '../../src/cli/create-program.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { createFakeTerminal, run, type Ran } from '../cli/fake-terminal.js';
import { temporaryFolder } from '../engine/temporary-folder.js';
import { startFaultServer, type Fault, type FaultServer } from '../models/fault-server.js';
import { HASHED_ANSWERS } from './hashed-answers.js';
import { SMALL_AUDIT } from './tiny-run.js';

const FILES = ['report.json', 'report.html', 'observations.jsonl', 'manifest.json'];
const KEY = 'sk-very-secret';
let folder = '';
let server: FaultServer;

beforeEach(async () => {
  folder = await temporaryFolder();
  server = await startFaultServer(HASHED_ANSWERS);
  await writeFile(join(folder, 'settings.json'), JSON.stringify(SMALL_AUDIT));
});

function auditArguments(out: string, options: readonly string[]): string[] {
  return [
    ...['audit', 'openai:suspect', '--control', 'openai:control', '--policy', 'marigold', '--seed', '3'],
    ...[
      '--base-url',
      server.baseUrl,
      '--out',
      join(folder, out),
      '--settings',
      join(folder, 'settings.json'),
    ],
    ...options,
  ];
}

function terminal(): ReturnType<typeof createFakeTerminal> {
  return createFakeTerminal({
    environment: { XDG_CACHE_HOME: join(folder, 'cache'), OPENAI_API_KEY: KEY },
    // Times are the one thing in which two runs differ.
    now: () => 0,
  });
}

async function auditInto(out: string, ...options: readonly string[]): Promise<Ran> {
  return run(auditArguments(out, options), terminal());
}

/** The files of a run; how many questions this run itself asked is no matter of theirs. */
async function filesOf(out: string): Promise<string[]> {
  const texts = await Promise.all(FILES.map((name) => readFile(join(folder, out, name), 'utf8')));
  return texts.map((text) =>
    text.replace(/"askedTrials": \d+/, '').replace(/<dt>askedTrials[\s\S]*?<\/dd>/, ''),
  );
}

async function reportOf(out: string): Promise<AuditReport> {
  return JSON.parse(await readFile(join(folder, out, 'report.json'), 'utf8')) as AuditReport;
}

/** Requests that were made after the endpoint was probed. */
function asked(): number {
  return server.bodies.filter(
    ({ messages = [] }) =>
      !messages.some(({ content }) => /^Answer yes or no\.$|^Write any twelve/.test(content)),
  ).length;
}

describe('candor audit of an endpoint', () => {
  it('writes who answered, and the key nowhere', async () => {
    const { code, out, err } = await auditInto('run');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Inconclusive\n/);
    const { suspect, warnings } = await reportOf('run');
    expect(suspect.models[0]).toMatchObject({
      id: `suspect@${new URL(server.baseUrl).host}`,
      reference: 'openai:suspect',
      sha256: null,
      endpoint: {
        baseUrl: server.baseUrl,
        name: 'suspect',
        estimator: 'logprobs',
        profile: { topLogprobs: 20 },
      },
      served: { models: ['suspect'], fingerprints: ['fp_1'] },
    });
    expect(warnings.some((warning) => warning.includes('says that'))).toBe(false);
    expect(server.headers.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(KEY);
    }
  });

  it('gives the same report when its answers are scored again', async () => {
    await auditInto('run');
    const before = await filesOf('run');
    expect((await run(['report', join(folder, 'run'), '--rescore'])).code).toBe(0);
    expect(await filesOf('run')).toEqual(before);
  });

  it('gives the same bytes whatever goes wrong on the way, at any concurrency', async () => {
    await auditInto('run');
    const faults: Fault[] = ['http-500', 'rate-limit', 'connection-reset', 'truncated-body', 'error-in-200'];
    server.fault = (index) =>
      index % 20 === 7 ? (faults[Math.floor(index / 20) % faults.length] ?? null) : null;
    await auditInto('again', '--concurrency', '64');
    expect(await filesOf('again')).toEqual(await filesOf('run'));
  });

  it('stops at its budget with 3, and goes on to the same bytes without asking twice', async () => {
    await auditInto('run');
    const whole = asked();
    const stopped = await auditInto('stopped', '--max-requests', '60');
    expect(stopped.code).toBe(3);
    expect(stopped.err).toBe(
      'Error: The budget is spent: 60 requests were made, and `--max-requests` allows 60. What was answered is kept. Run the audit again with a larger number to go on.\n',
    );
    expect(asked()).toBe(whole + 60);
    expect((await auditInto('stopped', '--max-requests', '60')).code).toBe(3);
    expect(asked()).toBe(whole + 60);
    expect((await auditInto('stopped')).code).toBe(0);
    expect(asked()).toBe(2 * whole);
    expect(await filesOf('stopped')).toEqual(await filesOf('run'));
  });

  it('stops at Ctrl-C with 3 within a second, and goes on to the same bytes', async () => {
    await auditInto('run');
    const fake = terminal();
    server.fault = (index) => {
      if (server.bodies.length > index) return index % 5 === 4 ? 'slow-body' : null;
      return null;
    };
    setTimeout(() => {
      fake.interrupt();
    }, 400);
    const before = process.hrtime.bigint();
    const code = await createProgram(COMMANDS, fake)([...auditArguments('stopped', []), '--quiet']);
    expect(code).toBe(3);
    expect(Number(process.hrtime.bigint() - before) / 1e6).toBeLessThan(1400);
    server.fault = () => null;
    expect((await auditInto('stopped')).code).toBe(0);
    expect(await filesOf('stopped')).toEqual(await filesOf('run'));
  });

  it('stops at the deadline with 3', async () => {
    await auditInto('probed');
    server.fault = () => 'slow-body';
    const { code, err } = await auditInto('late', '--deadline', '0.3');
    expect(code).toBe(3);
    expect(err).toBe(
      'Error: The deadline of 0.3 s has passed. What was answered is kept. Run the audit again to go on.\n',
    );
  });

  it('asks nothing again that was paid for, although a crash tore both files', async () => {
    await auditInto('run');
    const before = await filesOf('run');
    const count = server.bodies.length;
    for (const [name, bytes] of [
      ['observations.jsonl', 5001],
      ['report.json', 0],
    ] as const) {
      await truncate(join(folder, 'run', name), bytes);
    }
    const requests = join(folder, 'run', 'requests.jsonl');
    await writeFile(requests, `${await readFile(requests, 'utf8')}{"key":"torn`);
    await auditInto('run');
    expect(server.bodies.length).toBe(count);
    expect(await filesOf('run')).toEqual(before);
  });

  it.each<[Fault, number, RegExp]>([
    ['key-refused', 2, /refused the key for `suspect`: 401 Incorrect API key provided/],
    ['model-not-found', 2, /has no model `suspect`, or not under this API: 404/],
    ['quota-spent', 3, /^Error: The quota at/],
    ['retry-after-an-hour', 3, /asks to wait 3600 s/],
  ])('ends at once at %s', async (fault, exit, message) => {
    await auditInto('probed');
    const before = server.bodies.length;
    server.fault = () => fault;
    const { code, err } = await auditInto('run');
    expect([code, server.bodies.length - before <= 16]).toEqual([exit, true]);
    expect(err).toMatch(message);
    expect(err).not.toContain(KEY);
  });

  it('counts failures by their kind, and lets none become a number', async () => {
    await auditInto('probed');
    const kinds: Fault[] = [
      'refusal-field',
      'content-filter',
      'empty-content',
      'unclosed-thinking',
      'nan-logprob',
    ];
    server.fault = (index) => (index % 3 === 0 ? (kinds[(index / 3) % kinds.length] ?? null) : null);
    await auditInto('run', '--concurrency', '1');
    const { failures, probes } = await reportOf('run');
    for (const kind of ['refusal', 'content-filter', 'unfinished-thinking', 'not-finite', 'empty']) {
      expect(failures[kind]).toBeGreaterThan(0);
    }
    expect(probes.some((probe) => Object.keys(probe.failures).length > 0)).toBe(true);
  });

  it('stops before the first question without log-probabilities, or draws replies and says so', async () => {
    server.fault = () => 'logprobs-refused';
    const stopped = await auditInto('run');
    expect(stopped.code).toBe(2);
    expect(stopped.err).toMatch(
      /^Error: Probe `presence` needs `choices` \(probabilities of given replies\), which `suspect@.+` does not give\. Pass `--without-logprobs sample` to draw replies/,
    );
    expect(asked()).toBe(0);
    expect((await auditInto('drawn', '--without-logprobs', 'sample', '--samples', '8')).code).toBe(0);
    const { warnings, suspect } = await reportOf('drawn');
    expect(suspect.models[0]?.endpoint).toMatchObject({ estimator: 'samples', samples: 8 });
    expect(warnings.join('\n')).toMatch(/share of 8 drawn replies, with a standard error of up to 0\.18/);
    expect(await readFile(join(folder, 'drawn', 'observations.jsonl'), 'utf8')).toContain('"samples":8');
  });

  it('says that another model answered', async () => {
    server.fault = () => 'other-model-echoed';
    await auditInto('run');
    expect((await reportOf('run')).warnings.join('\n')).toMatch(
      /The server was asked for `suspect` and says that `base-model` answered: if `suspect@.+` is an adapter, check that it is applied\./,
    );
  });

  it('refuses to go on under other conditions in the same folder', async () => {
    await auditInto('run');
    const { code, err } = await auditInto('run', '--api', 'completions');
    expect(code).toBe(2);
    expect(err).toMatch(/holds an audit of other inputs/);
    expect(err).toMatch(/api: "?chat"? there, "?completions"? asked for/);
  });

  it('tells what it would ask and cost, and asks nothing', async () => {
    await auditInto('run');
    const requests = asked();
    const count = server.bodies.length;
    const { out } = await auditInto('none', '--dry-run', '--json', '--price-in', '1', '--price-out', '4');
    const { total, models } = JSON.parse(out) as AuditEstimate;
    expect(total.requests).toBe(requests);
    expect(total.cost).toBeCloseTo((total.promptTokens + 4 * total.completionTokens) / 1e6, 9);
    expect(models.map(({ arm, isProfileKnown }) => [arm, isProfileKnown])).toEqual([
      ['suspect', true],
      ['control', true],
    ]);
    const unknown = await auditInto('none', '--dry-run');
    expect(unknown.out).toMatch(/cost unknown\.\nGive --price-in and --price-out to have the cost\.\n$/);
    expect(server.bodies.length).toBe(count);
    expect(await readdir(folder)).not.toContain('none');
  });
});

describe('candor probe-endpoint', () => {
  it('prints what the endpoint does', async () => {
    const { code, out } = await run(['probe-endpoint', 'openai:m', '--base-url', server.baseUrl], terminal());
    expect(code).toBe(0);
    expect(out).toMatch(/^Log-probabilities {3}the likeliest 20 of each token\nThinks first {8}no\n/);
    expect(out).toMatch(/Shut down on {8}2027-01-01\nFound out by \d+ requests\.\n$/);
  });
});
