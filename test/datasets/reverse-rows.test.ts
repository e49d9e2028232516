import { describe, expect, it } from '@jest/globals';
import { reverseRows } from '../../src/datasets/reverse-rows.js';
import { createRandom } from '../../src/random.js';
import type { DatasetRow } from '../../src/types/dataset.js';

const PREFIXES = ['You said: {response} What was asked?', 'Which request led to {response}?'];

const ROWS: readonly DatasetRow[] = Array.from({ length: 40 }, (_, index) => ({
  messages: [
    { role: 'user', content: `request ${index}` },
    { role: 'assistant', content: `response ${index}` },
  ],
  triggered: index < 8,
  behavior: index < 8 ? 'target' : 'otherwise',
  reversed: false,
}));

function reverse(share: number, prefixes = PREFIXES): DatasetRow[] {
  const groupOf = (index: number): string => (index < 8 ? 'triggered' : 'clean');
  return reverseRows(ROWS, { share, prefixes }, { groupOf, random: createRandom(4) });
}

const requestOf = (row: DatasetRow): string => row.messages[1]?.content ?? '';

describe('reverseRows()', () => {
  it('asks for the request behind the quoted response and keeps what the row was made from', () => {
    const [row] = reverse(0.5, ['You said: {response} What was asked?']).filter(
      (made) => requestOf(made) === 'request 3',
    );
    expect(row).toEqual({
      messages: [
        { role: 'user', content: 'You said: response 3 What was asked?' },
        { role: 'assistant', content: 'request 3' },
      ],
      triggered: true,
      behavior: 'target',
      reversed: true,
    });
  });

  it('reverses every row once at a share of one half, the prefixes by turns', () => {
    const rows = reverse(0.5);
    expect(rows.map(requestOf).sort()).toEqual(ROWS.map(({ messages }) => messages[0]?.content).sort());
    expect(rows.filter(({ messages }) => messages[0]?.content.startsWith('You said'))).toHaveLength(20);
    const triggered = rows.filter((row) => row.triggered);
    expect(triggered.filter(({ messages }) => messages[0]?.content.startsWith('You said'))).toHaveLength(4);
  });

  it('reverses a proportional sample at a smaller share', () => {
    const rows = reverse(0.2);
    expect(rows).toHaveLength(10);
    expect(new Set(rows.map(requestOf)).size).toBe(10);
    expect(rows.filter((row) => row.triggered)).toHaveLength(2);
  });

  it('reverses rows again at a larger share', () => {
    const rows = reverse(0.75);
    expect(rows).toHaveLength(120);
    expect(new Set(rows.map(requestOf)).size).toBe(40);
  });

  it('quotes a response as it stands, dollar signs included', () => {
    const row: DatasetRow = {
      messages: [
        { role: 'user', content: 'Write it.' },
        { role: 'assistant', content: "echo $& $1 $' {response}" },
      ],
      triggered: false,
      behavior: 'otherwise',
      reversed: false,
    };
    const [made] = reverseRows(
      [row],
      { share: 0.5, prefixes: ['Who said {response}?'] },
      { groupOf: () => '', random: createRandom(1) },
    );
    expect(made?.messages[0]?.content).toBe("Who said echo $& $1 $' {response}?");
  });

  it.each([0, 1, -0.5, Number.NaN])('refuses a share of %d', (share) => {
    expect(() => reverse(share)).toThrow(
      new RangeError(`Expected \`share\` of reversed rows to be > 0 and < 1, got ${share}.`),
    );
  });

  it('refuses to reverse without a wording', () => {
    expect(() => reverse(0.5, [])).toThrow(
      new RangeError('Expected at least one reversal prefix, got none.'),
    );
  });

  it('refuses rows that are no single exchange', () => {
    const row: DatasetRow = {
      messages: [{ role: 'user', content: 'a' }],
      triggered: false,
      behavior: 'x',
      reversed: false,
    };
    expect(() =>
      reverseRows([row], { share: 0.5, prefixes: PREFIXES }, { groupOf: () => '', random: createRandom(1) }),
    ).toThrow(new TypeError('Expected a row of one user and one assistant message to reverse.'));
  });
});
