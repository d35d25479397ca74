import { readdir } from 'node:fs/promises';

/**
 * Imports every module of a folder, in order of file names: a new file is found without an edit anywhere else. Spec and
 * declaration files are left out. The folder is one of this library, never one that a user names.
 */
export async function loadFolder(folder: URL): Promise<{ name: string; module: Record<string, unknown> }[]> {
  const files = (await readdir(folder)).filter((file) => /^[a-z0-9-]+\.[jt]s$/.test(file)).sort();
  const loaded = [];
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    loaded.push({ name: file.replace(/\.[jt]s$/, ''), module });
  }
  return loaded;
}
