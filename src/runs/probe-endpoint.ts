import { isEndpointReference, modelNameOf } from '../models/endpoint-address.js';
import { EndpointHome } from '../models/endpoint-home.js';
import type { EndpointOptions } from '../models/endpoint-options.js';
import type { EndpointProfile } from '../types/endpoint.js';

export interface ProbeEndpointRequest {
  /** `openai:NAME`, or the name alone. */
  readonly model: string;
  readonly endpoint?: EndpointOptions;
  readonly signal?: AbortSignal;
}

export interface ProbeEndpointOutcome {
  readonly profile: EndpointProfile;
  /** That it took. */
  readonly requests: number;
}

/**
 * What an endpoint does for a model, found out anew, and remembered for audits where a folder for that is given.
 *
 * @throws {ConfigError} if the reference or an option is not as it should be
 * @throws {ProviderError} if the endpoint cannot be reached, or refuses the plainest request
 */
export async function probeEndpoint({
  model,
  endpoint,
  signal,
}: ProbeEndpointRequest): Promise<ProbeEndpointOutcome> {
  const name = isEndpointReference(model) ? modelNameOf(model) : model;
  const home = new EndpointHome(endpoint, signal);
  try {
    const profile = await home.profile(name, 'suspect', { isAnew: true });
    return { profile, requests: home.budget.requests };
  } finally {
    await home.close();
  }
}
