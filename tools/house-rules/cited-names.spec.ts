import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { listCodeFiles, readText, workspaceRoot } from './list-projects.js';

const folder = join('docs', 'how-to');

/** Names of code between single backticks, such as `readReply(…)`; words without a hump are no names. */
function findCitedNames(text: string): string[] {
  const inline = [...text.replace(/^```[\s\S]*?^```/gmu, '').matchAll(/`([^`\n]+)`/gu)].map((match) => match[1] as string);
  return inline.flatMap((code) => [...code.matchAll(/(?<![\w./-])[A-Za-z][a-z0-9]+[A-Z][A-Za-z0-9]*(?![\w-])/gu)].map(([name]) => name));
}

describe('names of code in docs/how-to', () => {
  it('are found between backticks, not in blocks or paths', () => {
    const block = '```bash\nnotThis\n```\n';
    expect(findCitedNames(`${block}Use \`readReply(line)\`, \`LabelSpans\` and \`--someFlag\`, \`src/aFile.ts\`, \`out\`, plainWords, \`MAX_SIZE\`.`)).toEqual(['readReply', 'LabelSpans']);
  });

  it('are in the code', () => {
    const known = new Set(['apps', 'libs'].flatMap(listCodeFiles).filter((file) => !file.endsWith('.spec.ts')).flatMap((file) => readText(file).match(/[A-Za-z]\w*/gu) ?? []));
    const guides = readdirSync(join(workspaceRoot, folder)).filter((name) => name.endsWith('.md'));
    const cited = guides.flatMap((guide) => findCitedNames(readText(join(folder, guide))).map((name) => ({ guide, name })));
    expect(cited.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(cited.length).toBeGreaterThan(10);
  });
});
