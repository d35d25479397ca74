import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { listCodeFiles, readText, workspaceRoot } from './list-projects.js';

/** Every document of the repository by file name. */
const documents = new Set(
  ['.', 'docs', 'deploy'].flatMap((folder) =>
    readdirSync(join(workspaceRoot, folder), { recursive: folder !== '.', withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ name }) => basename(name)),
  ),
);

/** Names like `metrics.md` in a text. */
function findCitedDocuments(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])([\w-]+\.md)\b/g)].map((match) => match[1] as string);
}

describe('documents that the code cites', () => {
  it('are found wherever they are named', () => {
    expect(findCitedDocuments('/** see metrics.md section 2, docs/how-to/add-a-data-set.md and x.mdx */')).toEqual(['metrics.md', 'add-a-data-set.md']);
  });

  it('are in the repository', () => {
    const files = ['apps', 'libs'].flatMap(listCodeFiles).filter((file) => !file.endsWith('.spec.ts'));
    const missing = files.flatMap((file) => findCitedDocuments(readText(file)).flatMap((name) => (documents.has(name) ? [] : [`${file}: ${name}`])));
    expect(missing).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });
});
