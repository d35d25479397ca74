import { PROVIDERS } from './find-provider.js';

/** Environment variable that the key of each provider is read from, by the provider's id; none for those without a key. */
export function listKeyVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(PROVIDERS.flatMap(({ id, keyVariable }) => (keyVariable === null ? [] : [[id, keyVariable]])));
}
