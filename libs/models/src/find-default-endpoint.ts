import { findProvider } from './find-provider.js';
import { parseModelSpec } from './model-spec.js';

/**
 * Address that the calls of a model go to where none is given; null where its provider has none, or asks no server.
 *
 * @throws EngineError `model/unknown` for what is not PROVIDER:NAME
 */
export function findDefaultEndpoint(spec: string): string | null {
  return findProvider(parseModelSpec(spec).provider)?.defaultBaseUrl ?? null;
}

/** Whether calls of a model go to a server at all. @throws EngineError `model/unknown` for what is not PROVIDER:NAME */
export function asksServer(spec: string): boolean {
  return findProvider(parseModelSpec(spec).provider)?.hasServer === true;
}
