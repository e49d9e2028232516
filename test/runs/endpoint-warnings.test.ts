import { describe, expect, it } from '@jest/globals';
import { endpointWarnings } from '../../src/runs/endpoint-warnings.js';
import type { AuditedModel } from '../../src/types/audit-report.js';
import type { EndpointProfile, EndpointRecord, ServedReplies } from '../../src/types/endpoint.js';
import type { Observation } from '../../src/types/observation.js';
import { trialOf } from '../probes/observations.js';

const PROFILE: EndpointProfile = {
  api: 'chat',
  topLogprobs: 20,
  logprobsForm: 'flag',
  tokenLimit: 'max_tokens',
  temperature: true,
  systemRole: true,
  seed: true,
  repeats: true,
  stop: true,
  severalReplies: true,
  thinks: false,
  servedModel: 'm',
  fingerprint: null,
  shutdownDate: null,
};

interface Changes {
  readonly name?: string;
  readonly endpoint?: Partial<EndpointRecord>;
  readonly profile?: Partial<EndpointProfile>;
  readonly served?: Partial<ServedReplies>;
}

function warnings({ name = 'm', endpoint, profile, served }: Changes): string[] {
  const model: AuditedModel = {
    ...{ id: 'm@h', reference: `openai:${name}`, sha256: null, parameters: null },
    endpoint: {
      ...{ baseUrl: 'http://h/v1', name, estimator: 'logprobs', samples: null },
      profile: { ...PROFILE, ...profile },
      ...endpoint,
    },
    served: { models: [name], fingerprints: [], replies: 1, promptTokens: 1, completionTokens: 1, ...served },
  };
  return endpointWarnings([model, model], []);
}

describe('endpointWarnings()', () => {
  it('says nothing where there is nothing to say, and of a local model', () => {
    expect(warnings({})).toEqual([]);
    expect(endpointWarnings([{ id: 'a', reference: 'a', sha256: null, parameters: 1 }], [])).toEqual([]);
  });

  it('takes a dated name and the end of a path for the same name', () => {
    expect(warnings({ name: 'gpt-x', served: { models: ['gpt-x-2025-04-14'] } })).toEqual([]);
    expect(warnings({ name: 'org/m', served: { models: ['/models/m'] } })).toEqual([]);
  });

  it.each<[Changes, string]>([
    [
      { served: { models: ['base', 'm'] } },
      'The server was asked for `m` and says that `base` answered: if `m@h` is an adapter, check that it is applied.',
    ],
    [
      { served: { fingerprints: ['a', 'b'] } },
      'The server of `m@h` changed while it was asked: its replies carry 2 fingerprints.',
    ],
    [
      { profile: { shutdownDate: '2027-01-14' } },
      '`m@h` is to be shut down on 2027-01-14: after that its stored replies are all there is.',
    ],
    [
      { endpoint: { estimator: 'samples', samples: 25 } },
      '`m@h` gives no log-probabilities: each probability is the share of 25 drawn replies, with a standard error of up to 0.10, which the intervals over models contain.',
    ],
    [
      { profile: { temperature: false } },
      '`m@h` takes no temperature: its replies are drawn at one of its own.',
    ],
  ])('says once what follows from %j', (changes, expected) => {
    expect(warnings(changes)).toEqual([expected]);
  });

  it('says how much was seen of beginnings alone', () => {
    const observe = (byBeginning?: number): Observation => ({
      ...{ arm: 'suspect', model: 0, modelId: 'm@h', trial: trialOf({ id: 't' }) },
      outcome: {
        ...{ kind: 'choice', probabilities: { a: 0.5, b: 0.4 }, missing: 0.1 },
        ...(byBeginning === undefined ? {} : { byBeginning }),
      },
    });
    expect(endpointWarnings([], [observe(0.05), observe()])).toEqual([]);
    expect(endpointWarnings([], [observe(0.5), observe()])).toEqual([
      'On average 0.25 of the probability of an answer was seen of its first token alone: an endpoint shows no more of a reply that it does not give.',
    ]);
  });
});
