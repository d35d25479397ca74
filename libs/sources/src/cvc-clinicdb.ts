import type { SourceDescriptor, Timeline } from '@medstream/schema';

import { keepWhileUnchanged } from './readers/keep-while-unchanged.js';
import { compareNumbered, joinPosix, listNames, locateMedia, type MediaCandidate, rejectLayout } from './readers/locate-files.js';
import { makeTimeline } from './readers/make-tracks.js';
import { readMask, whiteIs } from './readers/read-mask.js';
import { readMediaFacts } from './readers/read-media-facts.js';
import { readRecords } from './readers/read-records.js';
import { parseCount, rejectLabel } from './readers/reject-label.js';
import type { ListOptions, Source, SourceContext, SourceVideo } from './source.js';

const DATASET = 'CVC-ClinicDB';
const PARENTS = ['', DATASET, 'CVC-ClinicDB/CVC-ClinicDB'];
/** Mirrors hold the pictures in two formats side by side. */
const FORMATS = ['', 'PNG', 'TIF'];
const MASK_FOLDERS = ['Ground Truth', 'Ground_Truth', 'Ground-Truth', 'GT', 'masks'];
const PICTURE_FOLDERS = ['Original', 'images'];
const PICTURE_FILE = /^(\d+)\.(tiff?|png|jpe?g|bmp)$/i;
/** First picture of each of the 29 sequences as the literature lists them; a metadata.csv beside the pictures comes first. */
const FIRST_OF_SEQUENCE = [1, 26, 51, 68, 79, 104, 127, 152, 178, 200, 206, 228, 253, 278, 298, 318, 343, 364, 384, 409, 430, 448, 467, 479, 504, 529, 547, 572, 592];
/** Masks may be scaled, but not cut or stretched. */
const RATIO_TOLERANCE = 0.01;

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['CVC_ClinicDB', 'CVCClinicDB'],
  title: 'CVC-ClinicDB: 612 pictures of polyps from 29 colonoscopy sequences, with masks',
  organ: 'colon',
  access: 'download page of the challenge (polyp.grand-challenge.org)',
  licence: 'research use; no terms of redistribution stated',
  citation: 'Bernal et al., WM-DOVA maps for accurate polyp highlighting in colonoscopy, Computerized Medical Imaging and Graphics 2015',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['finding'],
  layout: ['Original/1.tif', 'Ground Truth/1.tif (both also .png, below PNG/ or TIF/)', 'metadata.csv (optional: frame_id, sequence_id)'],
};

/** CVC-ClinicDB: a picture and a mask of the same number. Pictures of one sequence are one case. */
export const cvcClinicDb: Source = { descriptor, listVideos, readTimeline, writeExample: async (dir) => (await import('./examples/write-cvc-clinicdb-example.js')).writeCvcClinicDbExample(dir) };

const readSequences = keepWhileUnchanged(async (root: string, path: string): Promise<Map<number, string>> => {
  const { records } = await readRecords({ root, path, separator: ',', columns: { frame: ['frame_id', 'frame'], sequence: ['sequence_id', 'sequence'] } });
  return new Map(
    records.map(({ cells: { frame, sequence }, line }) => {
      const number = parseCount(frame ?? '');
      if (number === null || sequence === null) throw rejectLabel({ path, at: `line ${line}`, found: `frame ${frame ?? ''}, sequence ${sequence ?? ''}`, expected: 'a number and a sequence' });
      return [number, sequence];
    }),
  );
});

async function listVideos(root: string, { mediaRoot = root }: ListOptions = {}): Promise<SourceVideo[]> {
  for (const parent of PARENTS) {
    const tables = ((await listNames(root, parent)) ?? []).includes('metadata.csv') ? [joinPosix(parent, 'metadata.csv')] : [];
    const sequences = tables[0] === undefined ? null : await readSequences(root, tables[0]);
    for (const format of FORMATS.map((name) => joinPosix(parent, name))) {
      for (const folder of MASK_FOLDERS.map((name) => joinPosix(format, name))) {
        const names = ((await listNames(root, folder)) ?? []).filter((name) => PICTURE_FILE.test(name)).sort(compareFiles);
        if (names.length > 0) return Promise.all(names.map((name) => describePicture({ mask: joinPosix(folder, name), format, sequences, mediaRoot })));
      }
    }
  }
  throw rejectLayout(descriptor);
}

/** By number, 2 before 10. */
function compareFiles(left: string, right: string): number {
  return compareNumbered(left.replace(/\.\w+$/, ''), right.replace(/\.\w+$/, ''));
}

async function describePicture({ mask, format, sequences, mediaRoot }: { mask: string; format: string; sequences: Map<number, string> | null; mediaRoot: string }): Promise<SourceVideo> {
  const file = mask.slice(mask.lastIndexOf('/') + 1);
  const [stem = '', extension = ''] = file.split('.');
  const extensions = [...new Set([extension, 'tif', 'png', 'jpg'])];
  const candidates = extensions.flatMap((ending) => PICTURE_FOLDERS.map((folder): MediaCandidate => ({ path: joinPosix(format, folder, `${stem}.${ending}`), type: 'image' })));
  const { path, isPresent } = await locateMedia(mediaRoot, candidates as [MediaCandidate, ...MediaCandidate[]]);
  const number = Number(stem);
  const sequence = sequences === null ? FIRST_OF_SEQUENCE.findLastIndex((first) => first <= number) + 1 : sequences.get(number);
  const caseId = sequence === undefined ? `${DATASET}/${stem}` : `${DATASET}/sequence${sequence}`;
  return { dataset: DATASET, videoId: stem, caseId, mediaPath: path, mediaType: 'image', isMediaPresent: isPresent, files: { mask } };
}

async function readTimeline(video: SourceVideo, context: SourceContext): Promise<Timeline> {
  const path = video.files['mask'] as string;
  const facts = await readMediaFacts(video, context, 1);
  const { regions, width, height, sha256 } = await readMask(context, path, { labelOfValue: whiteIs('polyp'), isSplit: true });
  const { width: pictureWidth, height: pictureHeight } = facts.media;
  if (pictureWidth !== null && pictureHeight !== null && Math.abs((pictureWidth * height) / (pictureHeight * width) - 1) > RATIO_TOLERANCE) {
    throw rejectLabel({ path, at: 'as a whole', found: `${width} x ${height} pixels`, expected: `the shape of the picture, ${pictureWidth} x ${pictureHeight}` });
  }
  const notes = regions.length === 0 ? ['the mask is black; the picture is taken to show no polyp'] : [];
  const tracks: Timeline['tracks'] = [
    { kind: 'mask', signal: 'finding', vocabulary: ['polyp'], labelSource: 'original_annotation', holdMicros: 0, frameWidth: width, frameHeight: height, samples: [{ atMicros: 0, regions }] },
  ];
  return makeTimeline(video, descriptor, { facts, tracks, sourceFiles: [{ path, sha256 }], notes });
}
