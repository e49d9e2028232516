import type { EndpointProfile, EndpointRecord, WithoutLogprobs } from '../types/endpoint.js';
import type { ChoicesReply, ChoicesRequest, LanguageModel } from '../types/language-model.js';
import { composeRequest } from './compose-request.js';
import { endpointModelId } from './endpoint-address.js';
import type { EndpointRequests } from './endpoint-requests.js';
import { foldOptions } from './fold-spelling.js';
import { optionMass } from './option-mass.js';
import { parseChoices, parseReply, requireAnswer } from './parse-completion.js';
import { parseLogprobs } from './parse-logprobs.js';
import { countDraws, readDraws } from './sample-choices.js';
import type { WireRecord } from './wire-fields.js';

export interface EndpointModelParts {
  /** In requests. */
  readonly name: string;
  readonly baseUrl: string;
  readonly profile: EndpointProfile;
  readonly requests: Pick<EndpointRequests, 'ask'>;
  readonly withoutLogprobs: WithoutLogprobs;
  /** Replies that are drawn for one question where there are no log-probabilities. */
  readonly samples: number;
}

/** A model that thinks spends tokens on that before its reply. */
export const ROOM_FOR_THINKING = 4096;

/** A drawn reply to a choice question: the option, and a few words around it. */
export const DRAWN_TOKENS = 16;

/** The log-probabilities of a model that thinks are of its first thought. */
export function estimatorOf(
  profile: EndpointProfile,
  withoutLogprobs: WithoutLogprobs,
): EndpointRecord['estimator'] {
  if (profile.topLogprobs > 0 && !profile.thinks) return 'logprobs';
  return withoutLogprobs === 'sample' ? 'samples' : 'none';
}

function firstOf(response: unknown): WireRecord {
  return parseChoices(response)[0] ?? {};
}

/**
 * A model behind an endpoint.
 *
 * Probabilities come from the likeliest first tokens of the reply, at temperature 1, where the server lists them; else,
 * if that was asked for, from `samples` replies that are drawn and counted.
 */
export function createEndpointModel(parts: EndpointModelParts): LanguageModel {
  const { name, baseUrl, profile, requests, withoutLogprobs, samples } = parts;
  const estimator = estimatorOf(profile, withoutLogprobs);
  const room = profile.thinks ? ROOM_FOR_THINKING : 0;

  const chooseByLogprobs = async ({ messages, options }: ChoicesRequest): Promise<ChoicesReply> => {
    const { topLogprobs } = profile;
    const question = { messages, maxTokens: 1, temperature: 1, topLogprobs };
    return requests.ask(composeRequest(name, profile, question, 0), (response) => {
      const choice = firstOf(response);
      requireAnswer(choice);
      return optionMass(parseLogprobs(choice), options, topLogprobs);
    });
  };
  const chooseByDrawing = async ({ messages, options }: ChoicesRequest): Promise<ChoicesReply> => {
    const replies = profile.severalReplies ? samples : 1;
    const requestsNeeded = Math.ceil(samples / replies);
    const question = { messages, maxTokens: DRAWN_TOKENS + room, temperature: 1, replies };
    const draws = await Promise.all(
      Array.from({ length: requestsNeeded }, (_, sample) =>
        requests.ask(composeRequest(name, profile, { ...question, seed: sample }, sample), (response) =>
          readDraws(response, options),
        ),
      ),
    );
    return countDraws(draws.flat(), options);
  };

  return {
    identity: {
      id: endpointModelId(name, baseUrl),
      reference: `openai:${name}`,
      sha256: null,
      parameters: null,
      endpoint: { baseUrl, name, estimator, samples: estimator === 'samples' ? samples : null, profile },
    },
    capabilities: {
      choices: estimator !== 'none',
      chat: true,
      systemRole: profile.systemRole,
      seed: profile.repeats,
      ...(estimator === 'none' ? { choicesBySampling: true } : {}),
    },
    chat: async ({ messages, maxTokens, temperature, topP, seed, stop }) => {
      const question = {
        messages,
        maxTokens: maxTokens + room,
        temperature,
        topP,
        seed,
        ...(stop && { stop }),
      };
      return requests.ask(composeRequest(name, profile, question, seed), (response) =>
        parseReply(firstOf(response), response),
      );
    },
    choices: async (request) => {
      // Before anything is paid for.
      foldOptions(request.options);
      return estimator === 'samples' ? chooseByDrawing(request) : chooseByLogprobs(request);
    },
    dispose: () => Promise.resolve(),
  };
}
