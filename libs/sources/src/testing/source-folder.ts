import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Timeline } from '@medstream/schema';

import type { ProbedMedia, Source, SourceVideo } from '../source.js';
import { decodePng } from './decode-png.js';

/** A fresh folder for each test of a file, to put native label files into. */
export interface SourceFolder {
  readonly root: string;
  put: (path: string, content: string | Uint8Array) => Promise<void>;
  /** The first video of the folder as the source reads it; `facts` is what a probe says of its media. */
  readFirst: (source: Source, facts?: Partial<ProbedMedia> | null) => Promise<Timeline>;
  read: (source: Source, video: SourceVideo, facts?: Partial<ProbedMedia> | null) => Promise<Timeline>;
}

/** The hooks of the test runner. */
export interface TestHooks {
  beforeEach: (action: () => Promise<void>) => void;
  afterEach: (action: () => Promise<void>) => void;
}

/** Call once at the top of a spec file, with the hooks of the test runner. */
export function makeSourceFolder({ beforeEach, afterEach }: TestHooks): SourceFolder {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'medstream-source-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const read: SourceFolder['read'] = (source, video, facts = null) => {
    const probed = facts && { lastFrameMicros: null, frameRate: null, width: 854, height: 480, ...facts };
    return source.readTimeline(video, { root, mediaRoot: root, probeMedia: async () => probed, decodeImage: decodePng });
  };
  return {
    get root() {
      return root;
    },
    put: async (path, content) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    read,
    readFirst: async (source, facts) => {
      const [video] = await source.listVideos(root);
      if (!video) throw new Error('no video was listed');
      return read(source, video, facts);
    },
  };
}
