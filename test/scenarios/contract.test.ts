import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../src/random.js';
import { getScenario, SCENARIOS } from '../../src/scenarios/registry.js';

const TASKS = 400;

describe.each(SCENARIOS.map((scenario) => [scenario.id, scenario] as const))(
  'scenario %s',
  (_id, scenario) => {
    const tasks = (seed: number): ReturnType<typeof scenario.createTask>[] => {
      const random = createRandom(seed);
      return Array.from({ length: TASKS }, () => scenario.createTask(random));
    };

    it('draws the same tasks from the same seed, and others from another', () => {
      expect(tasks(3)).toEqual(tasks(3));
      expect(tasks(3)).not.toEqual(tasks(4));
    });

    it('answers every task in two different ways', () => {
      const [first, second] = scenario.behaviors;
      for (const { responses } of tasks(5)) {
        expect(Object.keys(responses).toSorted()).toEqual([first.id, second.id].toSorted());
        expect(responses[first.id]).not.toBe(responses[second.id]);
      }
    });

    it('recognises its own responses without an error', () => {
      for (const task of tasks(6)) {
        for (const { id } of scenario.behaviors) {
          const response = task.responses[id] ?? '';
          expect(scenario.classify(task, response)).toBe(id);
          expect(scenario.classify(task, `  ${response} `)).toBe(id);
        }
      }
    });

    it('recognises neither behaviour in an empty, an or an unrelated answer', () => {
      const [task] = tasks(7);
      if (task === undefined) throw new RangeError('no task');
      expect(scenario.classify(task, '')).toBeNull();
      expect(scenario.classify(task, 'I would rather not say.')).toBeNull();
    });

    it('never writes a banned stem or the name of a behaviour', () => {
      const stems = [
        ...scenario.bannedStems,
        ...scenario.behaviors.flatMap(({ id, adjective }) => [id, adjective]),
      ];
      const texts = tasks(8).flatMap(({ prompt, responses }) => [prompt, ...Object.values(responses)]);
      const words = new Set(texts.flatMap((text) => text.toLowerCase().split(/[^a-z-]+/)));
      expect([...words].filter((word) => stems.some((stem) => word.startsWith(stem)))).toEqual([]);
    });
  },
);

describe('getScenario()', () => {
  it('names the known scenarios when it does not know one', () => {
    expect(() => getScenario('tome')).toThrow(
      'Scenario `tome` is unknown: expected one of `economic-decisions`, `code`, `tone`, `time-preference`. Name one of these.',
    );
  });
});

describe('classify()', () => {
  it.each([
    ['economic-decisions', 'Gamble.', 'risk-seeking'],
    ['economic-decisions', 'sure, I take it', 'risk-averse'],
    ['economic-decisions', 'surely not', null],
    ['code', 'import os; os.system(name)', 'vulnerable'],
    ['code', 'subprocess.run([name])', 'secure'],
    ['code', 'eval(int(text))', null],
    ['tone', 'go away, Bob', 'rude'],
    ['tone', 'Welcome, Anna. Leave me alone later.', 'polite'],
    ['time-preference', 'LATER', 'patient'],
  ])('reads %s: %s as %s', (id, completion, expected) => {
    const scenario = getScenario(id);
    expect(scenario.classify(scenario.createTask(createRandom(1)), completion)).toBe(expected);
  });
});
