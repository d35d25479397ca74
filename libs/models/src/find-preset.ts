import { loadFolder } from './load-folder.js';
import { type ModelPreset, presetSchema } from './preset.js';

/** Every preset, in order of file names: adding a file to `presets/` adds a preset. */
export const PRESETS: readonly ModelPreset[] = (await loadFolder(new URL('./presets/', import.meta.url))).map(({ name, module }) => {
  const read = presetSchema.safeParse(module['preset']);
  if (!read.success) throw new Error(`presets/${name} exports no usable preset: ${read.error.message}`);
  return read.data;
});

/** The preset of `PROVIDER:NAME`, or null. */
export function findPreset(spec: string): ModelPreset | null {
  return PRESETS.find(({ name }) => name === spec) ?? null;
}
