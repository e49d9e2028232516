import type { LanguageModel } from '../types/language-model.js';
import { EndpointHome } from './endpoint-home.js';
import type { EndpointOptions } from './endpoint-options.js';

/**
 * The model that `openai:NAME` names, for use alone. Its replies are kept in memory, and asked for once.
 *
 * @param signal - ends what is under way
 * @throws {ConfigError} if the reference or an option is not as it should be
 * @throws {ProviderError} if the endpoint cannot be reached
 */
export async function openEndpointModel(
  reference: string,
  options: EndpointOptions = {},
  signal?: AbortSignal,
): Promise<LanguageModel> {
  const home = new EndpointHome(options, signal);
  return { ...(await home.open(reference)), dispose: () => home.close() };
}
