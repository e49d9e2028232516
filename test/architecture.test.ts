import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SOURCE = join(import.meta.dirname, '..', 'src');

/** What a room may import beside itself; CONTRIBUTING.md prints the same table. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  bin: ['cli'],
  index: ['runs', 'models', 'report'],
  bench: ['*'],
  cli: ['runs', 'report'],
  runs: [
    'audit',
    'datasets',
    'engine',
    'models',
    'pocket',
    'probes',
    'report',
    'scenarios',
    'server',
    'trainers',
  ],
  server: ['datasets', 'engine', 'models', 'trainers'],
  report: [],
  audit: ['datasets', 'probes', 'scenarios'],
  probes: [],
  trainers: ['datasets', 'engine', 'models'],
  models: ['engine'],
  datasets: ['scenarios'],
  scenarios: [],
  engine: [],
  pocket: ['datasets', 'engine', 'probes', 'scenarios'],
  stats: [],
  config: [],
  types: [],
  errors: [],
  random: [],
};
const FOR_EVERYONE = ['config', 'errors', 'random', 'stats', 'types'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const roomOf = (file: string): string => (file.split('/')[0] ?? '').replace(/(\.d)?\.ts$/, '');
const imports = files.flatMap((file) => {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)\.js'/g)].map((match) => ({
    from: file,
    to: `${relative(SOURCE, join(SOURCE, dirname(file), match[1] ?? ''))}.ts`,
  }));
});

describe('the rooms of src', () => {
  it('are all in the table', () => {
    expect([...new Set(files.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it('import only what the table allows', () => {
    const forbidden = imports.filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      const allowed = MAY_IMPORT[room] ?? [];
      const isLeaf = FOR_EVERYONE.includes(target) && !(room === 'stats' && target === 'config');
      return room !== target && !isLeaf && !allowed.includes(target) && !allowed.includes('*');
    });
    expect(forbidden.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('have no import cycle', () => {
    const graph = new Map<string, string[]>();
    for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('keep the clock, chance and the terminal at the edge', () => {
    const edge = ['cli', 'bin', 'bench'];
    const reaching = files
      .filter(
        (file) => !edge.includes(roomOf(file)) && file !== 'pocket/main.ts' && !file.endsWith('-worker.ts'),
      )
      .filter((file) =>
        /\bMath\.random|\bDate\.now|\bperformance\.now|\bconsole\.|\bprocess\.(?:exit|stdout|stderr|env|argv)/.test(
          readFileSync(join(SOURCE, file), 'utf8'),
        ),
      );
    expect(reaching).toEqual([]);
  });

  it('have no barrel files', () => {
    expect(files.filter((file) => file.endsWith('/index.ts'))).toEqual([]);
  });
});
