import type { Segment, Track } from '@medstream/schema';

import { type FrameTable, readVocabulary } from './described-source-schema.js';
import { makePresenceTrack, makeStateTrack } from './readers/make-tracks.js';
import { pickColumns } from './readers/pick-columns.js';
import type { MediaFacts } from './readers/read-media-facts.js';
import { readTextRows } from './readers/read-text-rows.js';
import { parseCount, quoteCell, rejectLabel } from './readers/reject-label.js';
import { createSampleThinner } from './readers/thin-samples.js';
import { SEPARATORS } from './separators.js';

/** A presence label holds this long at least; rows further apart hold until the next. */
const LEAST_HOLD_MICROS = 1_000_000;

interface Span {
  startMicros: number;
  endMicros: number;
}

/** One track while its cells are read. */
interface Collector {
  columns: readonly (string | number)[];
  take: (cells: readonly string[], span: Span, at: string) => void;
  finish: () => Track;
}

/**
 * Reads a described table with one row a frame (or every so many frames).
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readFrameTable(
  table: FrameTable,
  { root, path, facts, notes }: { root: string; path: string; facts: MediaFacts; notes: string[] },
): Promise<{ tracks: Track[]; endMicros: number; sha256: string }> {
  const { rows, header: hasHeader } = table;
  const toMicros = (frame: number): number => Math.round((frame * 1_000_000) / rows.frame_rate);
  const collectors = table.tracks.map((track) => ('column' in track ? collectState(track, { table, path, facts }) : collectPresence(track, { table, path, facts, notes })));
  const wanted = [rows.column, ...collectors.flatMap(({ columns }) => columns)];
  let places = hasHeader ? [] : pickColumns(wanted, { header: null, path });
  let next: number | null = null;
  let gapCount = 0;
  let endMicros = 0;
  const onHeader = (header: string[]): void => {
    places = pickColumns(wanted, { header, path });
  };
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [frameText = '', ...values] = places.map((place) => cells[place] ?? '');
    const number = parseCount(frameText);
    const frame = number === null ? null : number - rows.first_frame;
    if (frame === null || frame < (next ?? 0) || frame % rows.every !== 0) {
      const after = next === null ? `a frame number from ${rows.first_frame} on` : `a frame number from ${next + rows.first_frame} on`;
      throw rejectLabel({ path, at, found: quoteCell(frameText), expected: rows.every === 1 ? after : `${after} in steps of ${rows.every}` });
    }
    if (next !== null && frame !== next) gapCount += 1;
    next = frame + rows.every;
    endMicros = toMicros(next);
    let used = 0;
    for (const { columns, take } of collectors) {
      take(values.slice(used, used + columns.length), { startMicros: toMicros(frame), endMicros }, at);
      used += columns.length;
    }
  };
  const { sha256 } = await readTextRows({ root, path, onHeader: hasHeader ? onHeader : undefined, onRow, separator: SEPARATORS[table.separator] });
  if (next === null) throw rejectLabel({ path, at: 'line 2', found: 'nothing', expected: 'a row' });
  if (gapCount > 0) notes.push(`rows are missing in ${gapCount} place(s); the time between is unlabelled`);
  return { tracks: collectors.map(({ finish }) => finish()), endMicros, sha256 };
}

interface Sources {
  table: FrameTable;
  path: string;
  facts: MediaFacts;
}

function collectState(track: Extract<FrameTable['tracks'][number], { column: unknown }>, { table, path, facts }: Sources): Collector {
  const { labels, labelOfCell } = readVocabulary(track.vocabulary);
  const segments: Segment[] = [];
  return {
    columns: [track.column],
    take: ([cell = ''], span, at) => {
      const label = labelOfCell.get(cell);
      if (label === undefined && table.unknown_cells.includes(cell)) return;
      if (label === undefined) throw rejectLabel({ path, at, found: `${track.signal} ${quoteCell(cell)}`, expected: `one of ${[...labelOfCell.keys()].join(', ')}` });
      const open = segments.at(-1);
      if (open?.label === label && open.endMicros === span.startMicros) open.endMicros = span.endMicros;
      else segments.push({ ...span, label });
    },
    finish: () => makeStateTrack({ signal: track.signal, vocabulary: labels, segments, facts, labelSource: table.label_source }),
  };
}

function collectPresence(track: Extract<FrameTable['tracks'][number], { columns: unknown }>, { table, path, facts, notes }: Sources & { notes: string[] }): Collector {
  const vocabulary = Object.keys(track.columns);
  const holdMicros = Math.max(LEAST_HOLD_MICROS, Math.round((table.rows.every * 1_000_000) / table.rows.frame_rate));
  const thinner = createSampleThinner(holdMicros);
  return {
    columns: Object.values(track.columns),
    take: (cells, span, at) => {
      const isUnknown = cells.some((cell) => table.unknown_cells.includes(cell));
      const odd = cells.find((cell) => cell !== '0' && cell !== '1' && !table.unknown_cells.includes(cell));
      if (odd !== undefined) throw rejectLabel({ path, at, found: `${track.signal} ${quoteCell(odd)}`, expected: ['0', '1', ...table.unknown_cells].map(quoteCell).join(', ') });
      thinner.add({ ...span, labels: isUnknown ? null : vocabulary.filter((_, index) => cells[index] === '1') });
    },
    finish: () => makePresenceTrack({ signal: track.signal, vocabulary, holdMicros, samples: thinner.finish(), facts, labelSource: table.label_source, notes }),
  };
}
