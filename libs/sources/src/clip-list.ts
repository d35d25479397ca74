import { EngineError, type SourceDescriptor, type Timeline } from '@medstream/schema';

import { type ClipList, readVocabulary } from './described-source-schema.js';
import { type ListedClip, readClipList } from './read-clip-list.js';
import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { dropExtension, stemOf } from './readers/list-clips.js';
import { compareNumbered, listNames, locateMedia, rejectLayout } from './readers/locate-files.js';
import { makeClassTrack, makeStateTrack, makeTimeline } from './readers/make-tracks.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { rejectLabel } from './readers/reject-label.js';
import type { Source, SourceContext, SourceVideo } from './source.js';

/** Used for the end of the last picture where the media do not tell their rate. */
const USUAL_FRAME_RATE = 25;

export interface ClipListSet {
  descriptor: SourceDescriptor;
  list: ClipList;
  /** The case of a clip by its id and the stem of its file name. */
  caseIdOfClip: (clip: { videoId: string; stem: string }) => string;
}

/**
 * Sets of clips that lists give an id each (the split files of training code): the label holds over the whole clip. A clip
 * that stands in several lists is one video, and unreadable where they give it different ids.
 */
export function makeClipListSource({ descriptor, list, caseIdOfClip }: ClipListSet): Omit<Source, 'writeExample'> {
  const openList = keepLists((root, path) => readClipList(list, root, path));
  const { labels, labelOfCell } = readVocabulary(list.vocabulary);
  return {
    descriptor,
    listVideos: async (root, { mediaRoot = root } = {}) => {
      const names = new Set(await listNames(root, ''));
      const listsOfClip = new Map<string, string[]>();
      for (const path of list.lists.filter((name) => names.has(name))) {
        for (const clip of (await openList(root, path)).clips) listsOfClip.set(clip.path, [...new Set([...(listsOfClip.get(clip.path) ?? []), path])]);
      }
      if (listsOfClip.size === 0) throw rejectLayout(descriptor);
      const paths = [...listsOfClip.keys()].sort((left, right) => compareNumbered(dropExtension(left), dropExtension(right)));
      return Promise.all(paths.map(async (path): Promise<SourceVideo> => {
        const { isPresent } = await locateMedia(mediaRoot, [{ path, type: 'video' }]);
        const videoId = dropExtension(path);
        const files = Object.fromEntries((listsOfClip.get(path) ?? []).map((name) => [name, name]));
        return { dataset: descriptor.id, videoId, caseId: caseIdOfClip({ videoId, stem: stemOf(path) }), mediaPath: path, mediaType: 'video', isMediaPresent: isPresent, files };
      }));
    },
    readTimeline: (video, context) => readTimeline(video, context),
  };

  async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
    const sourceFiles: Timeline['sourceFiles'] = [];
    const rows: { path: string; clip: ListedClip }[] = [];
    for (const path of Object.keys(video.files)) {
      const { clips, sha256 } = await openList(context.root, path);
      sourceFiles.push({ path, sha256 });
      rows.push(...clips.filter((clip) => clip.path === video.mediaPath).map((clip) => ({ path, clip })));
    }
    const label = findLabel(rows, labelOfCell);
    const facts = await readMediaFacts(video, context, USUAL_FRAME_RATE);
    const parts = { signal: list.signal, vocabulary: labels, labelSource: list.label_source } as const;
    if (list.says === 'class') return makeTimeline(video, descriptor, { facts, tracks: [makeClassTrack({ ...parts, label })], sourceFiles, notes: [] });
    if (facts.endMicros === null) {
      throw new EngineError('media/undecodable', `${video.mediaPath}: the length of the clip cannot be read, and its label holds over all of it`, { hint: 'check that the clip is there and plays', details: { path: video.mediaPath } });
    }
    const segments = [{ startMicros: 0, endMicros: facts.endMicros, label }];
    return makeTimeline(video, descriptor, { facts, tracks: [makeStateTrack({ ...parts, segments, facts })], sourceFiles, notes: [] });
  }
}

function findLabel(rows: readonly { path: string; clip: ListedClip }[], labelOfCell: ReadonlyMap<string, string>): string {
  const [first, ...others] = rows;
  if (first === undefined) throw new EngineError('source/bad-label', 'the lists no longer name the clip', { hint: 'start the build again: the lists were changed meanwhile' });
  const other = others.find(({ clip }) => clip.id !== first.clip.id);
  if (other !== undefined) throw rejectLabel({ path: other.path, at: `line ${other.clip.line}`, found: `the id ${other.clip.id}`, expected: `${first.clip.id}, as for the same clip in ${first.path} line ${first.clip.line}` });
  const label = labelOfCell.get(String(first.clip.id));
  if (label !== undefined) return label;
  throw rejectLabel({ path: first.path, at: `line ${first.clip.line}`, found: `the id ${first.clip.id}`, expected: `one of ${[...labelOfCell.keys()].join(', ')}` });
}

/** Each list by itself is read once while it does not change. */
function keepLists<List>(read: (root: string, path: string) => Promise<List>): (root: string, path: string) => Promise<List> {
  const readers = new Map<string, (root: string, path: string) => Promise<List>>();
  return (root, path) => {
    const reader = readers.get(path) ?? keepWhileUnchanged(read);
    readers.set(path, reader);
    return reader(root, path);
  };
}
