import { loadFolder } from './load-folder.js';
import type { Provider } from './provider.js';

/** Every provider, in order of file names: adding a file to `providers/` adds a provider. */
export const PROVIDERS: readonly Provider[] = (await loadFolder(new URL('./providers/', import.meta.url))).map(({ name, module }) => {
  const provider = module['provider'] as Provider | undefined;
  if (provider?.id !== name || typeof provider.createModel !== 'function') throw new Error(`providers/${name} exports no provider of that id`);
  return provider;
});

/** The provider of that id, or null. */
export function findProvider(id: string): Provider | null {
  return PROVIDERS.find((provider) => provider.id === id) ?? null;
}
