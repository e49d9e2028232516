import { describe, expect, it } from '@jest/globals';
import type { TrainingProgress } from '../../src/trainers/fine-tune.js';
import { createProgressMeter } from '../../src/trainers/progress-meter.js';

function at(step: number, tokens: number): TrainingProgress {
  return { step, steps: 10, tokens, loss: 1, gradientNorm: 1, learningRate: 1e-3 };
}

describe('createProgressMeter()', () => {
  it('measures from the first step on, since compiling came before it', () => {
    let time = 5000;
    const meter = createProgressMeter(() => time);
    expect(meter(at(1, 100))).toEqual({ ...at(1, 100), tokensPerSecond: null, secondsLeft: null });
    time += 500;
    expect(meter(at(2, 150))).toMatchObject({ tokensPerSecond: 100, secondsLeft: 4 });
    time += 1500;
    expect(meter(at(5, 300))).toMatchObject({ tokensPerSecond: 100, secondsLeft: 2.5 });
  });

  it('counts nothing that an earlier process did', () => {
    let time = 0;
    const meter = createProgressMeter(() => time);
    meter(at(8, 100_000));
    time += 1000;
    expect(meter(at(9, 100_200))).toMatchObject({ tokensPerSecond: 200, secondsLeft: 1 });
  });

  it('knows no speed while the clock stands still', () => {
    const meter = createProgressMeter(() => 0);
    meter(at(1, 100));
    expect(meter(at(2, 200))).toMatchObject({ tokensPerSecond: null, secondsLeft: null });
  });
});
