import { EngineError, type SourceDescriptor, stringifyJsonDocument } from '@medstream/schema';
import { findSource, listSources } from '@medstream/sources';
import { lockFolder, withStoreErrors } from '@medstream/store';

import { claimOutput } from './claim-output.js';
import { composeEncoder } from './compose-encoder.js';
import { composeOutputFolder } from './compose-output-folder.js';
import { readEnvironment } from './config.js';
import { assertOutputFolder } from './resolve-build.js';

/** One row of `sources --json` (contracts.md section 3). */
export interface SourceRow extends Omit<SourceDescriptor, 'uploadAllowed' | 'outOfBody'> {
  /** Colour of whole pictures from outside the body; null where the provider marks none so. */
  out_of_body: 'white' | 'black' | null;
}

function describeRow({ descriptor }: { descriptor: SourceDescriptor }): SourceRow {
  const { id, aliases, title, organ, access, licence, citation, redistributable, tracks, layout, outOfBody } = descriptor;
  return { id, aliases, title, organ, access, licence, citation, redistributable, tracks, layout, out_of_body: outOfBody ?? null };
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
      `  media    ${row.redistributable ? 'may be passed on' : 'may not be passed on'}${row.out_of_body === null ? '' : `; ${row.out_of_body} pictures are from outside the body`}`,
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
 * Writes the example of a source into a new or empty folder, or one in which the same command was killed; returns what
 * belongs on standard output.
 *
 * @throws EngineError `source/unknown`, `usage/bad-argument` without a folder, `usage/output-not-empty`, `media/ffmpeg-missing`,
 *   `store/*`
 */
export async function writeExample(name: string, dir: string | undefined, { asJson }: { asJson: boolean }): Promise<string> {
  const source = findSource(name);
  if (dir === undefined) throw new EngineError('usage/bad-argument', '--example needs the folder to write to', { hint: `medstream-data sources --example ${name} DIR` });
  await assertOutputFolder(dir, '--example');
  const { id } = source.descriptor;
  const encodeVideo = await composeEncoder({ ffmpegPath: readEnvironment().ffmpegPath });
  const lock = await lockFolder(dir);
  try {
    const claim = await claimOutput(composeOutputFolder(dir), { mark: null, command: `sources --example ${id}` });
    await claim.begin();
    // every file is written anew: what a killed command left half-written is replaced
    await withStoreErrors('write an example to', dir, async () => source.writeExample(dir, { encodeVideo }));
    await claim.finish();
  } finally {
    await lock.release();
  }
  process.stderr.write(`an example of ${id} is in ${dir}: medstream-data build --source ${id} --root ${dir} --out OUT\n`);
  return asJson ? stringifyJsonDocument({ source: id, root: dir }) : '';
}
