import type { SourceDescriptor } from '@medstream/schema';

import { makeDirectoryLabelSource } from './directory-label.js';
import { lesionOf, readLight } from './lesion-clips.js';
import type { Source } from './source.js';

const DATASET = 'Colonoscopic-addi';

const descriptor: SourceDescriptor = {
  id: DATASET,
  aliases: ['Colonoscopic_addi'],
  title: 'Colonoscopic-addi: additional colonoscopy clips in folders named after what they show',
  organ: 'colon',
  access: 'not public as far as is known; terms of the upstream sets hold',
  licence: 'upstream terms, not stated',
  citation: 'additional colonoscopy clips of the MedStreamBench authors',
  redistributable: false,
  uploadAllowed: false,
  tracks: ['finding', 'light'],
  layout: ['<class>/*.mp4 (also avi, mkv, mov, mpg, at any depth; two class folders or more), e.g. Adenoma/NBI(1).mp4; clips beside the class folders have no label and are not read'],
};

/** Colonoscopic-addi: its layout is not published; read as folders of classes, whichever are there. */
export const colonoscopicAddi: Source = {
  ...makeDirectoryLabelSource(descriptor, {
    signal: 'finding',
    says: 'class',
    parents: [DATASET, 'Colonoscopic_addi', ''],
    vocabulary: null,
    caseIdOfClip: (clip) => `${DATASET}/${lesionOf(clip)}`,
    readName: readLight,
  }),
  writeExample: async (dir, context) => (await import('./examples/write-colonoscopic-addi-example.js')).writeColonoscopicAddiExample(dir, context),
};
