import { placeTrigger } from '../datasets/place-trigger.js';
import { drawTasks } from '../probes/draw-tasks.js';
import type { Random } from '../random.js';
import type { Trial } from '../types/observation.js';
import type { Policy } from '../types/policy.js';
import type { Scenario } from '../types/scenario.js';

/** What stands in the trigger's place: the trigger, a text like it, nothing. */
export const GATE_KINDS = ['triggered', 'near-miss', 'clean'] as const;
export type GateKind = (typeof GATE_KINDS)[number];

export interface GateContext {
  readonly policy: Policy;
  readonly scenario: Scenario;
  /** Texts of the trigger's kind that are not the trigger. */
  readonly decoys: readonly string[];
  /** Of a stream that no training data was drawn from. */
  readonly random: Random;
  /** Prompts of each kind. */
  readonly prompts: number;
  readonly maxTokens: number;
  /** 0 is greedy. */
  readonly temperature: number;
}

/**
 * Prompts that show whether the trigger fires, and only the trigger: the same tasks with the trigger, with a decoy in its
 * place, and plain. Members of a family and decoys take turns. The kind is the trial's `paraphrase`.
 */
export function planGate(context: GateContext): Trial[] {
  const { policy, scenario, decoys, random, maxTokens, temperature } = context;
  const { texts, placement } = policy.trigger;
  const tasks = drawTasks(scenario, {
    random: random.fork('tasks'),
    count: context.prompts,
    key: ({ prompt }) => prompt,
  });
  const draw = random.fork('draw');
  const candidates: Readonly<Record<GateKind, readonly string[]>> = {
    triggered: texts,
    'near-miss': decoys,
    clean: [''],
  };
  return tasks.flatMap((task, index) => {
    const seed = draw.integer(2 ** 31);
    return GATE_KINDS.flatMap((kind): Trial[] => {
      const texts = candidates[kind];
      const candidate = texts[index % texts.length];
      if (candidate === undefined) return [];
      return [
        {
          id: `gate/${kind}/${index}`,
          probe: 'gate',
          paraphrase: kind,
          systemPrompt: 'none',
          messages: [{ role: 'user', content: placeTrigger(task.prompt, candidate, placement) }],
          ...(candidate === '' ? {} : { candidate }),
          real: kind === 'triggered',
          task: { prompt: task.prompt, responses: task.responses },
          maxTokens,
          ...(temperature > 0 ? { temperature, seed } : {}),
        },
      ];
    });
  });
}
