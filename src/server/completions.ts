import type { ReplyPiece } from '../engine/cut-reply.js';
import type { LocalModel } from '../models/local-model.js';
import { checkBody } from './check-body.js';
import { completeChoices, countUsage, type ChoicesPlan, type Usage } from './complete-choices.js';
import { COMPLETION_BODY_SCHEMA } from './completion-body.js';
import { readEchoes, readPrompts, type Echo } from './legacy-prompts.js';
import { toSampling, wantsUsage } from './sampling-fields.js';
import type { WireContext } from './wire-context.js';
import { joinLegacyLogprobs, toLegacyLogprobs, type LegacyLogprobs } from './wire-logprobs.js';
import { json, type WireReply } from './wire-reply.js';

/** OpenAI's, for this route. */
const DEFAULT_MAX_TOKENS = 16;

/** Where no token is asked for. */
const NO_REPLY = { text: '', tokens: [], logprobs: [], finishReason: 'length', completionTokens: 0 } as const;

/** A request that was read. */
interface Completing {
  readonly model: LocalModel;
  readonly head: object;
  readonly plan: ChoicesPlan;
  /** One a choice. */
  readonly echoes: readonly Echo[];
  readonly show: (piece: ReplyPiece, offset: number) => LegacyLogprobs | null;
  readonly countUsage: (replies: Parameters<typeof countUsage>[1]) => Usage;
}

/**
 * Answers POST /v1/completions. With `echo` and `max_tokens` 0 it scores texts without writing any.
 *
 * @throws {WireError} if the request is not valid
 */
export async function completions(
  given: Record<string, unknown>,
  context: WireContext,
  signal: AbortSignal,
): Promise<WireReply> {
  const body = checkBody(COMPLETION_BODY_SCHEMA, given, 'POST /v1/completions');
  const { id, model } = context.models.get(body.model);
  const { max_tokens: maxTokens = DEFAULT_MAX_TOKENS, n: samples = 1, logprobs: topLogprobs } = body;
  const withUsage = wantsUsage(body);
  const prompts = readPrompts(model, body);
  const ids = prompts.map((prompt) => prompt.ids);
  const request = {
    ...toSampling(body, body.seed ?? context.nextSeed()),
    ...(topLogprobs === undefined ? {} : { topLogprobs }),
    ...{ maxTokens, signal },
  };
  const echoes = await readEchoes(model, prompts, body);
  const completing: Completing = {
    model,
    head: {
      id: context.ids.next('cmpl-'),
      object: 'text_completion',
      created: context.now(),
      model: id,
      system_fingerprint: context.fingerprint(model),
    },
    plan: { prompts: maxTokens === 0 ? [] : ids, samples, request },
    echoes: echoes.flatMap((echo) => Array.from({ length: samples }, () => echo)),
    show: ({ logprobs }, offset) =>
      topLogprobs === undefined ? null : toLegacyLogprobs(logprobs, model.tokenizer, { first: null, offset }),
    countUsage: (replies) => countUsage(ids, replies),
  };
  if (body.stream !== true) return json(await complete(completing));
  return { kind: 'events', run: (send) => stream(completing, withUsage, send) };
}

async function complete({ model, head, plan, echoes, show, ...completing }: Completing): Promise<unknown> {
  const replies = await completeChoices(model, plan);
  const choices = echoes.map((echo, index) => {
    const reply = replies[index] ?? NO_REPLY;
    return {
      index,
      text: echo.text + reply.text,
      logprobs: joinLegacyLogprobs(echo.logprobs, show(reply, echo.text.length)),
      finish_reason: reply.finishReason,
    };
  });
  return { ...head, choices, usage: completing.countUsage(replies) };
}

async function stream(
  { model, head, plan, echoes, show, ...completing }: Completing,
  withUsage: boolean,
  send: (event: unknown) => void,
): Promise<void> {
  const sendChoice = (index: number, text: string, rest: object): void => {
    const choice = { index, text, logprobs: null, finish_reason: null, ...rest };
    send({ ...head, choices: [choice], ...(withUsage ? { usage: null } : {}) });
  };
  const ends = echoes.map(({ text }) => text.length);
  for (const [choice, { text, logprobs }] of echoes.entries()) {
    if (text !== '') sendChoice(choice, text, { logprobs });
    if (plan.prompts.length === 0) sendChoice(choice, '', { finish_reason: NO_REPLY.finishReason });
  }
  const replies = await completeChoices(model, {
    ...plan,
    onPiece: (choice, piece) => {
      const offset = ends[choice] ?? 0;
      ends[choice] = offset + piece.text.length;
      sendChoice(choice, piece.text, { logprobs: show(piece, offset) });
    },
    onEnd: (choice, { finishReason }) => {
      sendChoice(choice, '', { finish_reason: finishReason });
    },
  });
  if (withUsage) send({ ...head, choices: [], usage: completing.countUsage(replies) });
}
