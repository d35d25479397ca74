import type { SourceDescriptor } from '@medstream/schema';

import { makeDirectoryLabelSource } from './directory-label.js';
import { lesionOf, readLight } from './lesion-clips.js';
import type { Source } from './source.js';

const DATASET = 'Colonoscopic-web';

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['Colonoscopic_web', 'colonoscopy-dataset'],
  title: 'Colonoscopic-web: 76 lesions of the colon, each as a clip in white light and one in narrow-band light, with the histology',
  organ: 'colon',
  access: 'web page of the authors (University of Alcalá and others)',
  licence: 'videos: not stated; the features at UCI (408) are CC BY 4.0',
  citation: 'Mesejo et al., Computer-aided classification of gastrointestinal lesions in regular colonoscopy, IEEE Transactions on Medical Imaging 2016',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['histology', 'light'],
  layout: ['Adenoma/NBI(36).mp4', 'Adenoma/WL(36).mp4', 'Hyperplasic/NBI.mp4', 'Serrated/WL(21).mp4 (or Adenoma/adenoma_01/videos/NBI.mp4)'],
};

/** Colonoscopic-web: clips in folders named after the histology of their lesion. Both lights of a lesion are one case. */
export const colonoscopicWeb: Source = {
  ...makeDirectoryLabelSource(descriptor, {
    signal: 'histology',
    says: 'class',
    parents: [DATASET, 'Colonoscopic_web', ''],
    vocabulary: ['Adenoma', 'Hyperplasic', 'Serrated'],
    caseIdOfClip: (clip) => `${DATASET}/${lesionOf(clip)}`,
    readName: readLight,
  }),
  writeExample: async (dir, context) => (await import('./examples/write-colonoscopic-web-example.js')).writeColonoscopicWebExample(dir, context),
};
