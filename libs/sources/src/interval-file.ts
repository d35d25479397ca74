import type { SourceDescriptor } from '@medstream/schema';

import { makeDescribedSource } from './described-source.js';
import { parseDescribedSource } from './parse-described-source.js';
import { readRecords } from './readers/read-records.js';
import type { Source } from './source.js';

/** The general interval table of sets whose own layout is not public: columns video, start_s, end_s, label. */
export const INTERVAL_FILE = 'intervals.csv';

/** What a copy with such a table must hold, for the layout of its data set. */
export const INTERVAL_LAYOUT = `or ${INTERVAL_FILE} with the columns video, start_s, end_s, label, and videos/<video>.mp4`;

/**
 * The source that the interval table at a root makes. Nobody states its labels: they are those that it holds, in the order
 * of the alphabet.
 *
 * @throws EngineError `source/bad-label`, `input/unreadable`
 */
export async function openIntervalFile(root: string, { id, organ, title, access, licence, citation }: SourceDescriptor): Promise<Source> {
  const { records } = await readRecords({ root, path: INTERVAL_FILE, separator: ',', columns: { label: ['label'] } });
  const vocabulary = [...new Set(records.flatMap(({ cells }) => cells.label ?? []))].sort();
  const described = {
    ...{ id, organ, title, access, licence, citation },
    format: 'interval-table',
    tables: INTERVAL_FILE,
    media: ['mp4', 'avi', 'mov'].flatMap((extension) => [`videos/{video}.${extension}`, `{video}.${extension}`]),
    columns: { video: 'video', start: 'start_s', end: 'end_s', label: 'label' },
    time: { unit: 'seconds' },
    tracks: [{ signal: 'phase', vocabulary }],
  };
  return makeDescribedSource(parseDescribedSource(described, INTERVAL_FILE));
}
