import { findProvider, PROVIDERS } from './find-provider.js';
import { PRESETS } from './find-preset.js';
import { parseModelSpec } from './model-spec.js';
import type { ModelPreset } from './preset.js';
import type { Provider } from './provider.js';

/** One row of `medstream-eval models`. */
export interface ModelDescription {
  /** What to write after `--model`; NAME stands for any name that the server knows. */
  name: string;
  title: string;
  needsBaseUrl: boolean;
  /** Environment variable its key is read from; null where there is none. */
  keyVariable: string | null;
  readsFrames: boolean;
  /** What is known of this very model; null for a whole provider and for baselines. */
  preset: ModelPreset | null;
}

/**
 * Every model that can be named: providers, presets in order of title, baselines.
 *
 * @param baselineNames names of baselines without their provider, as the evaluation knows them
 */
export function listModels(baselineNames: readonly string[] = []): ModelDescription[] {
  const presets = [...PRESETS].sort((one, other) => (one.title < other.title ? -1 : 1));
  return [
    ...PROVIDERS.flatMap((provider) => (provider.names ?? ['NAME']).map((name) => describe(provider, { name: `${provider.id}:${name}`, title: provider.title, preset: null }))),
    ...presets.map((preset) => describe(findProvider(parseModelSpec(preset.name).provider), { name: preset.name, title: preset.title, preset })),
    ...baselineNames.map((name) => ({ name: `baseline:${name}`, title: 'policy that looks at no picture', needsBaseUrl: false, keyVariable: null, readsFrames: false, preset: null })),
  ];
}

function describe(provider: Provider | null, facts: Pick<ModelDescription, 'name' | 'title' | 'preset'>): ModelDescription {
  const needsBaseUrl = provider !== null && provider.hasServer && provider.defaultBaseUrl === null;
  return { ...facts, needsBaseUrl, keyVariable: provider?.keyVariable ?? null, readsFrames: true };
}
