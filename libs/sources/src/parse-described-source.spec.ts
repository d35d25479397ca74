import { parseDescribedSource } from './parse-described-source.js';

const COMMON = { id: 'my_set', title: 'My set', organ: 'colon' };
const INTERVALS = {
  ...COMMON,
  format: 'interval-table',
  tables: 'labels.csv',
  media: ['videos/{video}.mp4'],
  columns: { video: 'video', start: 'start_s', end: 'end_s', label: 'label' },
  time: { unit: 'seconds' },
  tracks: [{ signal: 'phase', vocabulary: ['A', 'B'] }],
};
const FRAMES = {
  ...COMMON,
  format: 'frame-table',
  tables: 'labels/{video}.txt',
  media: ['{video}.mp4'],
  rows: { column: 'Frame', frame_rate: 25, first_frame: 0 },
  tracks: [{ signal: 'phase', column: 'Phase', vocabulary: { 0: 'A', 1: 'B' } }],
};
const FOLDERS = { ...COMMON, format: 'directory-label', signal: 'phase' };

test.each([INTERVALS, FRAMES, FOLDERS])('a whole description is read; what it leaves out is the careful choice', (value) => {
  expect(parseDescribedSource(value, 'set.yaml')).toMatchObject({ id: 'my_set', licence: 'not stated', redistributable: false, upload_allowed: false });
});

test.each([
  ['at the top', { ...FOLDERS, label: 'phase' }, 'unknown key label', /^the keys there are id, title, organ, .*format, folder, signal, vocabulary$/],
  ['in columns', { ...INTERVALS, columns: { ...INTERVALS.columns, stop: 'x' } }, 'unknown key stop in columns', /^the keys there are video, start, end, label, signal$/],
  ['in a track', { ...INTERVALS, tracks: [{ signal: 'phase', vocabulary: ['A'], kind: 'state' }] }, 'unknown key kind in tracks[0]', /^the keys there are signal, role, vocabulary, absence_known$/],
  ['in rows', { ...FRAMES, rows: { ...FRAMES.rows, fps: 25 } }, 'unknown key fps in rows', /^the keys there are column, frame_rate, first_frame, every$/],
  ['in a track of two kinds', { ...FRAMES, tracks: [{ signal: 'tool', columns: { hook: 2 }, hold: 1 }] }, 'unknown key hold in tracks[0]', /^the keys there are signal, column, vocabulary, columns$/],
])('an unknown key %s is told with the valid ones', (_, value, message, hint) => {
  expect(() => parseDescribedSource(value, 'set.yaml')).toThrow(expect.objectContaining({ code: 'config/unknown-key', message: `set.yaml: ${message}`, hint: expect.stringMatching(hint) }));
});

test.each([
  ['no format', COMMON, 'format: expected one of interval-table, frame-table, directory-label, clip-list'],
  ['an empty file', null, 'format: expected one of interval-table, frame-table, directory-label, clip-list'],
  ['a colour that marks nothing', { ...FOLDERS, out_of_body: 'grey' }, 'out_of_body: '],
  ['a missing title', { ...FOLDERS, title: undefined }, 'title: '],
  ['an id that is no file name', { ...FOLDERS, id: '../x' }, 'id: expected letters, digits'],
  ['media without a place for the video', { ...FRAMES, media: ['video.mp4'] }, 'media[0]: '],
  ['media outside the root', { ...FRAMES, media: ['../{video}.mp4'] }, 'media[0]: leaves the media root with ..'],
  ['a video in a folder name', { ...FRAMES, tables: '{video}/labels.txt' }, 'tables: may hold {video} in the file name only'],
  ['one table for all without a column of videos', { ...FRAMES, tables: 'labels.txt' }, 'tables: needs {video} in the file name, or a table with columns.video'],
  ['frames without a rate', { ...INTERVALS, time: { unit: 'frames', first_frame: 0, end_included: true } }, 'time.frame_rate: '],
  ['a signal that cannot stand in a question', { ...FOLDERS, signal: 'My Phase' }, 'signal: expected lower-case words with _ between them'],
  ['a broken pattern', { ...FOLDERS, case_pattern: '(' }, 'case_pattern: '],
])('refuses %s', (_, value, message) => {
  expect(() => parseDescribedSource(value, 'set.yaml')).toThrow(expect.objectContaining({ code: 'config/bad-value', message: expect.stringContaining(`set.yaml: ${message}`) }));
});
