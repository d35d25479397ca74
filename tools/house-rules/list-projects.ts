import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface Project {
  /** From the workspace root: `libs/schema`. */
  readonly folder: string;
  readonly manifest: {
    readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly optionalDependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
    readonly nx?: { readonly tags?: readonly string[] };
  };
  /** Code files (ts, js, mjs, sh) that people write, from the workspace root, with `/`. */
  readonly files: readonly string[];
}

export function listProjects(): Project[] {
  return ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(workspaceRoot, kind), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => {
        const folder = `${kind}/${name}`;
        const manifest = JSON.parse(readText(`${folder}/package.json`)) as Project['manifest'];
        return { folder, manifest, files: listCodeFiles(folder) };
      }),
  );
}

export function listCodeFiles(folder: string): string[] {
  return readdirSync(join(workspaceRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js|mjs|sh)$/.test(entry.name))
    .map((entry) => relative(workspaceRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !/\/(dist|out-tsc|node_modules)\//.test(file))
    .sort();
}

/** @param file from the workspace root */
export function readText(file: string): string {
  return readFileSync(join(workspaceRoot, file), 'utf8');
}
