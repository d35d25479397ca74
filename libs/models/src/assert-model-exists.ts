import { EngineError } from '@medstream/schema';

import { findProvider } from './find-provider.js';
import { parseModelSpec } from './model-spec.js';
import type { Provider } from './provider.js';

/**
 * Says whether a model can be named so, without its address or key: the provider is known, and where it has a closed list
 * of models the name stands in it.
 *
 * @throws EngineError `model/unknown`
 */
export function assertModelExists(spec: string): Provider {
  const { provider: id, name } = parseModelSpec(spec);
  const provider = findProvider(id);
  if (provider !== null && (provider.names ?? [name]).includes(name)) return provider;
  throw new EngineError('model/unknown', `there is no model "${spec}"`, { hint: 'See `medstream-eval models`; servers that speak the OpenAI protocol are openai:NAME with --base-url.' });
}
