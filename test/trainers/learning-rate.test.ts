import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { learningRate, type LearningRateSchedule } from '../../src/trainers/learning-rate.js';

/** torch 2.15: LinearLR(1/4 to 1, 3 steps), then CosineAnnealingLR(T_max=9, eta_min=1e-4), of SGD at 1e-3. */
const TORCH = [
  0.00025, 0.0005, 0.00075, 0.001, 0.0009728616793536588, 0.00089471999940354, 0.000775,
  0.0006281416799501188, 0.00047185832004988137, 0.000325, 0.00020528000059645996, 0.00012713832064634127,
];

const schedules = fc.record({
  steps: fc.integer({ min: 1, max: 300 }),
  learningRate: fc.constantFrom(1e-4, 1e-2),
  warmupShare: fc.double({ min: 0, max: 1, noNaN: true }),
  minimumLearningRateShare: fc.double({ min: 0, max: 1, noNaN: true }),
});

function all(schedule: LearningRateSchedule): number[] {
  return Array.from({ length: schedule.steps }, (_, step) => learningRate(step, schedule));
}

describe('learningRate()', () => {
  it('rises and falls as the schedulers of torch do', () => {
    const schedule = { steps: 12, learningRate: 1e-3, warmupShare: 0.25, minimumLearningRateShare: 0.1 };
    const rates = all(schedule);
    expect(rates).toHaveLength(TORCH.length);
    for (const [step, rate] of rates.entries()) expect(rate).toBeCloseTo(TORCH[step] ?? Number.NaN, 12);
  });

  it('moves the weights in every step, never beyond the largest rate, whatever the schedule', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const rates = all(schedule);
        expect(rates.filter((rate) => rate <= 0 || rate > schedule.learningRate)).toEqual([]);
      }),
    );
  });

  it('rises to the end where all steps are warm-up', () => {
    const schedule = { steps: 4, learningRate: 1, warmupShare: 1, minimumLearningRateShare: 0 };
    expect(all(schedule)).toEqual([0.2, 0.4, 0.6, 0.8]);
  });

  it('stays where it is without warm-up and with a floor of 1', () => {
    const schedule = { steps: 3, learningRate: 0.5, warmupShare: 0, minimumLearningRateShare: 1 };
    expect(all(schedule)).toEqual([0.5, 0.5, 0.5]);
  });
});
