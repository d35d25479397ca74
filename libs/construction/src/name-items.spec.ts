import type { Timeline, Track } from '@medstream/schema';

import { nameItems } from './name-items.js';

const PHASES: Track = { kind: 'interval', role: 'state', signal: 'phase', vocabulary: ['CalotTriangleDissection', 'out_of_body'], labelSource: 'original_annotation', segments: [], instantsMicros: null, known: null };
const HISTOLOGY: Track = { kind: 'class', signal: 'histology', vocabulary: ['Adenoma'], labelSource: 'directory_label', label: 'Adenoma', span: null };
const TRIPLETS: Track = { kind: 'triplet', signal: 'triplet', vocabulary: ['hook,dissect,gallbladder'], labelSource: 'original_annotation', holdMicros: 1_000_000, samples: [] };

test.each<[string, string, Timeline['tracks'], string]>([
  ['a number', 'video01', [PHASES, TRIPLETS], 'my-set-video01'],
  ['signs that an id cannot have', 'Suturing B001 (1)', [PHASES], 'my-set-Suturing-B001-1-'],
  ['a folder named after the label', 'Adenoma/3', [HISTOLOGY], 'my-set'],
  // NBI stands for the light that is asked about
  ['an abbreviation of the label that was read from it', 'NBI(3)', [HISTOLOGY], 'my-set'],
  ['a label in another spelling', 'BBP01_phase_001_calot-triangle dissection_7', [PHASES], 'my-set'],
  ['a part of a triplet', 'case7 gallbladder', [TRIPLETS], 'my-set'],
  // "hook" is four letters, "out" is not the whole label
  ['part of a label', 'outside-3', [PHASES], 'my-set-outside-3'],
])('the name of the video is %s', (_, videoId, tracks, expected) => {
  expect(nameItems({ dataset: 'my set', videoId, tracks })).toBe(expected);
});
