import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rowOrder } from '../../src/trainers/row-order.js';

const cases = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  rowsPerStep: fc.integer({ min: 1, max: 50 }),
  epochs: fc.integer({ min: 1, max: 4 }),
  seed: fc.nat(),
});

describe('rowOrder()', () => {
  it('reads every row once an epoch', () => {
    fc.assert(
      fc.property(cases, ({ rows, rowsPerStep, epochs, seed }) => {
        const totalRows = rows * epochs;
        const order = rowOrder(rows, { rowsPerStep, totalRows, seed });
        const read = Array.from({ length: Math.ceil(totalRows / rowsPerStep) }, (_, step) =>
          order(step),
        ).flat();
        for (let epoch = 0; epoch < epochs; epoch++) {
          const sorted = read.slice(epoch * rows, (epoch + 1) * rows).sort((a, b) => a - b);
          expect(sorted).toEqual(Array.from({ length: rows }, (_, index) => index));
        }
        expect(read).toHaveLength(totalRows);
      }),
    );
  });

  it('gives a step the same rows whichever steps were asked for before', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 3 }), ({ rows, rowsPerStep, seed }, step) => {
        const shape = { rowsPerStep, totalRows: 4 * rowsPerStep, seed };
        const inOrder = rowOrder(rows, shape);
        for (let earlier = 0; earlier < step; earlier++) inOrder(earlier);
        expect(inOrder(step)).toEqual(rowOrder(rows, shape)(step));
      }),
    );
  });

  it('shuffles each epoch and each seed anew', () => {
    const epochs = rowOrder(30, { rowsPerStep: 30, totalRows: 60, seed: 1 });
    expect(epochs(1)).not.toEqual(epochs(0));
    expect(rowOrder(30, { rowsPerStep: 30, totalRows: 60, seed: 2 })(0)).not.toEqual(epochs(0));
  });

  it('ends with a smaller step where the rows do', () => {
    const order = rowOrder(5, { rowsPerStep: 4, totalRows: 10, seed: 1 });
    expect([order(0), order(1), order(2)].map(({ length }) => length)).toEqual([4, 4, 2]);
  });

  it('reads rows several times in a step that is larger than the data', () => {
    const counts = [0, 0];
    for (const row of rowOrder(2, { rowsPerStep: 6, totalRows: 6, seed: 1 })(0)) {
      counts[row] = (counts[row] ?? 0) + 1;
    }
    expect(counts).toEqual([3, 3]);
  });
});
