import { EngineError, type SourceDescriptor, stringifyJsonDocument } from '@medstream/schema';
import { findSource, listSources } from '@medstream/sources';
import { listEntries, makeFolder } from '@medstream/store';

import { composeEncoder } from './compose-encoder.js';
import { readEnvironment } from './config.js';
import { assertOutputFolder } from './resolve-build.js';

/** One row of `sources --json` (contracts.md section 3). */
export type SourceRow = Omit<SourceDescriptor, 'uploadAllowed'>;

function describeRow({ descriptor }: { descriptor: SourceDescriptor }): SourceRow {
  const { id, aliases, title, organ, access, licence, citation, redistributable, tracks, layout } = descriptor;
  return { id, aliases, title, organ, access, licence, citation, redistributable, tracks, layout };
}

const INDENT = ' '.repeat(11);
const LINE_WIDTH = 110;

export function listSourcesAsJson(): string {
  return stringifyJsonDocument({ sources: listSources().map(describeRow) });
}

export function listSourcesAsText(): string {
  const blocks = listSources().map(describeRow).map((row) =>
    [
      `${row.id}${row.aliases.length > 0 ? ` (also ${row.aliases.join(', ')})` : ''}: ${row.title}`,
      `  organ    ${row.organ}`,
      `  signals  ${row.tracks.join(', ')}`,
      `  licence  ${row.licence}; ${row.access}`,
      ...wrapWords(`  cite     ${row.citation}`),
      `  layout   ${row.layout.join('\n           ')}`,
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

/** Breaks a line between words; what follows stands below the text of the first line. */
function wrapWords(line: string): string[] {
  const lines: string[] = [];
  let current = line.slice(0, INDENT.length);
  for (const word of line.slice(INDENT.length).split(' ')) {
    if (current.length > INDENT.length && current.length + 1 + word.length > LINE_WIDTH) {
      lines.push(current);
      current = INDENT;
    }
    current += current.length > INDENT.length ? ` ${word}` : word;
  }
  return [...lines, current];
}

/**
 * Writes the example of a source into a new or empty folder; returns what belongs on standard output.
 *
 * @throws EngineError `source/unknown`, `usage/bad-argument` without a folder, `usage/output-not-empty`, `media/ffmpeg-missing`
 */
export async function writeExample(name: string, dir: string | undefined, { asJson }: { asJson: boolean }): Promise<string> {
  const source = findSource(name);
  if (dir === undefined) throw new EngineError('usage/bad-argument', '--example needs the folder to write to', { hint: `medstream-data sources --example ${name} DIR` });
  await assertOutputFolder(dir, '--example');
  await makeFolder(dir);
  if ((await listEntries(dir)).length > 0) throw new EngineError('usage/output-not-empty', `${dir} is not empty`, { hint: 'name a new or empty folder' });
  const { ffmpegPath } = readEnvironment();
  await source.writeExample(dir, { encodeVideo: await composeEncoder({ ffmpegPath }) });
  process.stderr.write(`an example of ${source.descriptor.id} is in ${dir}: medstream-data build --source ${source.descriptor.id} --root ${dir} --out OUT\n`);
  return asJson ? stringifyJsonDocument({ source: source.descriptor.id, root: dir }) : '';
}
