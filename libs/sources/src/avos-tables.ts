import type { Segment } from '@medstream/schema';

import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { joinPosix, listNames } from './readers/locate-files.js';
import { openLabelFile } from './readers/open-label-file.js';
import { normaliseName, readRecords } from './readers/read-records.js';
import { quoteCell, rejectLabel } from './readers/reject-label.js';

export const AVOS_ACTIONS = ['cutting', 'tying', 'suturing', 'background'];
export const AVOS_OBJECTS = ['hand', 'bovie', 'needledriver', 'forceps'];
/** Labels that say that nothing is said. */
const UNKNOWN_ACTIONS = ['none', 'abstain', 'none/abstain'];
const FIRST_BYTES = 1024;

/** The table of intervals by its name; that of boxes, whose name is not published, by the columns of any other table. */
export async function findAvosTables(root: string, parent: string): Promise<{ intervals: string | null; boxes: string | null }> {
  const names = ((await listNames(root, parent)) ?? []).filter((name) => name.endsWith('.csv')).sort();
  const intervals = names.find((name) => /temporal_annotations/i.test(name)) ?? null;
  let boxes: string | null = null;
  for (const name of names.filter((one) => one !== intervals)) {
    const header = normaliseName(await readFirstLine(root, joinPosix(parent, name)));
    if (boxes === null && ['imagename', 'x1', 'y2', 'class'].every((part) => header.includes(part))) boxes = joinPosix(parent, name);
  }
  return { intervals: intervals === null ? null : joinPosix(parent, intervals), boxes };
}

async function readFirstLine(root: string, path: string): Promise<string> {
  const handle = await openLabelFile(root, path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).split('\n')[0] ?? '';
  } finally {
    await handle.close();
  }
}

export interface AvosVideo {
  /** As the table has them; they may overlap. */
  segments: Segment[];
  /** Frames a second by the columns of frames; null where no row tells. */
  frameRate: number | null;
}

/** A row an interval; seconds may have fractions, a row without a length says nothing. */
export const readAvosIntervals = keepWhileUnchanged(async (root: string, path: string): Promise<{ videos: Map<string, AvosVideo>; sha256: string }> => {
  const columns = { video: ['video_id'], start: ['start_seconds'], end: ['end_seconds'], frame: ['end_frame'], label: ['label'] };
  const { records, sha256 } = await readRecords({ root, path, separator: ',', columns, optional: ['frame'] });
  const videos = new Map<string, AvosVideo>();
  for (const { cells, line } of records) {
    const [start, end] = [parseSeconds(cells.start), parseSeconds(cells.end)];
    const label = (cells.label ?? '').toLowerCase();
    if (cells.video === null || !/^[\p{L}\p{N}_-]+$/u.test(cells.video)) throw rejectLabel({ path, at: `line ${line}`, found: `the video ${quoteCell(cells.video ?? '')}`, expected: 'the id of a video' });
    if (start === null || end === null || end < start) throw rejectLabel({ path, at: `line ${line}`, found: `${cells.start ?? ''} to ${cells.end ?? ''}`, expected: 'seconds from start to end' });
    if (!AVOS_ACTIONS.includes(label) && !UNKNOWN_ACTIONS.includes(label)) throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(label), expected: `one of ${AVOS_ACTIONS.join(', ')}` });
    const video = videos.get(cells.video) ?? { segments: [], frameRate: null };
    videos.set(cells.video, video);
    if (AVOS_ACTIONS.includes(label)) video.segments.push({ startMicros: Math.round(start * 1_000_000), endMicros: Math.round(end * 1_000_000), label });
    const frames = parseSeconds(cells.frame);
    if (frames !== null && frames > 0 && end > 0) video.frameRate ??= frames / end;
  }
  return { videos, sha256 };
});

interface AvosBox {
  label: string;
  corners: [number, number, number, number];
}

/** A row a box, by video and frame. */
export const readAvosBoxes = keepWhileUnchanged(async (root: string, path: string): Promise<{ videos: Map<string, Map<number, AvosBox[]>>; sha256: string }> => {
  const columns = { image: ['image_name'], x1: ['x1'], y1: ['y1'], x2: ['x2'], y2: ['y2'], name: ['class'] };
  const { records, sha256 } = await readRecords({ root, path, separator: ',', columns });
  const videos = new Map<string, Map<number, AvosBox[]>>();
  for (const { cells, line } of records) {
    const [, id, frame] = /^(?:.*\/)?(.+)-(\d+)(?:\.\w+)?$/.exec(cells.image ?? '') ?? [];
    const corners = [cells.x1, cells.y1, cells.x2, cells.y2].map((cell) => (cell !== null && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : null));
    const label = AVOS_OBJECTS.find((object) => object === normaliseName(cells.name ?? ''));
    if (id === undefined || corners.includes(null) || label === undefined) {
      throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(Object.values(cells).join()), expected: `<id>-<frame>, four numbers, and one of ${AVOS_OBJECTS.join(', ')}` });
    }
    const frames = videos.get(id) ?? new Map<number, AvosBox[]>();
    videos.set(id, frames);
    frames.set(Number(frame), [...(frames.get(Number(frame)) ?? []), { label, corners: corners as AvosBox['corners'] }]);
  }
  return { videos, sha256 };
});

function parseSeconds(cell: string | null): number | null {
  return cell !== null && /^\d{1,9}(\.\d+)?$/.test(cell) ? Number(cell) : null;
}
