import type { IntervalTrack, Segment } from '@medstream/schema';

import { type IntervalTable, readVocabulary } from './described-source-schema.js';
import { clipSpans, mergeSegments } from './readers/merge-segments.js';
import { describeTime, parseTime } from './readers/parse-time.js';
import { pickColumns } from './readers/pick-columns.js';
import type { MediaFacts } from './readers/read-media-facts.js';
import { readTextRows } from './readers/read-text-rows.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';
import { SEPARATORS } from './separators.js';

interface Request {
  root: string;
  path: string;
  /** Rows of other videos are passed over where the table names videos. */
  videoId: string;
  facts: MediaFacts;
}

/**
 * Reads the rows of one video from a described interval table.
 *
 * @throws EngineError `source/bad-label` naming file, line and what was expected
 */
export async function readIntervalTable(table: IntervalTable, { root, path, videoId, facts }: Request): Promise<{ tracks: IntervalTrack[]; endMicros: number; sha256: string }> {
  const { columns, time } = table;
  const tracks = table.tracks.map((track) => ({ ...track, ...readVocabulary(track.vocabulary), segments: [] as Segment[] }));
  const wanted = [columns.start, columns.end, columns.label, ...[columns.video, columns.signal].filter((column) => column !== undefined)];
  let places = table.header ? [] : pickColumns(wanted, { header: null, path });
  const onHeader = (header: string[]): void => {
    places = pickColumns(wanted, { header, path });
  };
  const onRow = (cells: string[], line: number): void => {
    const at = `line ${line}`;
    const [startText = '', endText = '', labelText = '', ...more] = places.map((place) => cells[place] ?? '');
    if (columns.video !== undefined && more.shift() !== videoId) return;
    const signal = columns.signal === undefined ? undefined : (more.shift() ?? '');
    const track = signal === undefined ? tracks[0] : tracks.find((candidate) => candidate.signal === signal);
    if (!track) throw rejectLabel({ path, at, found: `the signal ${quoteCell(signal ?? '')}`, expected: `one of ${tracks.map((candidate) => candidate.signal).join(', ')}` });
    const [startMicros, endMicros] = [parseTime(startText, time, 'start'), parseTime(endText, time, 'end')];
    if (startMicros === null) throw rejectLabel({ path, at, found: `the start ${quoteCell(startText)}`, expected: describeTime(time) });
    if (endMicros === null || endMicros <= startMicros) throw rejectLabel({ path, at, found: `the end ${quoteCell(endText)}`, expected: `${describeTime(time)} after the start` });
    const label = track.labelOfCell.get(labelText);
    if (label === undefined) throw rejectLabel({ path, at, found: quoteCell(labelText), expected: `one of ${[...track.labelOfCell.keys()].join(', ')}` });
    const covered = track.role === 'state' && track.segments.some((other) => other.startMicros < endMicros && other.endMicros > startMicros);
    if (covered) throw rejectLabel({ path, at, found: 'an interval over another of its track', expected: 'one state at a time (or role: event)' });
    track.segments.push({ startMicros, endMicros, label });
  };
  const { sha256 } = await readTextRows({ root, path, onHeader: table.header ? onHeader : undefined, onRow, separator: SEPARATORS[table.separator] });
  const endMicros = Math.max(0, ...tracks.flatMap(({ segments }) => segments.map((segment) => segment.endMicros)));
  const isWhole = (track: (typeof tracks)[number]): boolean => track.role !== 'state' && track.absence_known === 'whole video';
  return {
    tracks: tracks.map((track) => ({
      kind: 'interval',
      role: track.role,
      signal: track.signal,
      vocabulary: track.labels,
      labelSource: table.label_source,
      segments: clipSpans(mergeSegments(track.segments), facts.endMicros),
      instantsMicros: null,
      known: track.role === 'state' ? null : isWhole(track) ? [{ startMicros: 0, endMicros: facts.endMicros ?? endMicros }].filter((span) => span.endMicros > 0) : [],
    })),
    endMicros,
    sha256,
  };
}

/**
 * The videos that a table for many names, each once, in the order of the table.
 *
 * @throws EngineError `source/bad-label` for a name that cannot be part of a path
 */
export async function listVideosOfTable(table: IntervalTable, { root, path }: { root: string; path: string }): Promise<string[]> {
  const videoIds = new Set<string>();
  const column = table.columns.video as string | number;
  let [place] = table.header ? [0] : pickColumns([column], { header: null, path });
  const onHeader = (header: string[]): void => {
    [place] = pickColumns([column], { header, path });
  };
  const onRow = (cells: string[], line: number): void => {
    const videoId = cells[place ?? 0] ?? '';
    if (!/^[\p{L}\p{N}][^/\\]*$/u.test(videoId)) throw rejectLabel({ path, at: `line ${line}`, found: `the video ${quoteCell(videoId)}`, expected: 'a name that begins with a letter or digit and holds no slash' });
    videoIds.add(videoId);
  };
  await readTextRows({ root, path, onHeader: table.header ? onHeader : undefined, onRow, separator: SEPARATORS[table.separator] });
  return [...videoIds];
}
