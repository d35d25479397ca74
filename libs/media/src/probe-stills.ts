import { MICROS_PER_UNIT } from '@medstream/sampling';

import { listSequence, type SequencePicture, usualStepOf } from './image-sequence.js';
import type { MediaFacts } from './media-facts.js';
import type { MediaLimits } from './media-limits.js';
import { resolveMediaFile } from './resolve-media-file.js';
import { probeStill, readStill } from './still-picture.js';

/** What a still image holds. @throws EngineError `media/undecodable`, `media/limit` */
export async function probeImage(file: string, limits: MediaLimits): Promise<MediaFacts> {
  const { format, width, height, rotation } = await probeStill(await readStill(file, limits), limits);
  return {
    type: 'image',
    frameCount: 1,
    lastFrameMicros: 0,
    lastFrameDurationMicros: null,
    frameRate: null,
    isVariableRate: false,
    width,
    height,
    rotation,
    startOffsetMicros: 0,
    codec: format,
  };
}

/** What a folder of numbered pictures holds, told by its first. @throws EngineError as `probeImage`, `media/outside-root` */
export async function probeSequence({ root, mediaPath, folder, limits }: { root: string; mediaPath: string; folder: string; limits: MediaLimits }): Promise<MediaFacts> {
  const pictures = await listSequence(folder);
  const [first, last] = [pictures[0] as SequencePicture, pictures.at(-1) as SequencePicture];
  const facts = await probeImage(await resolveMediaFile(root, `${mediaPath}/${first.name}`), limits);
  return {
    ...facts,
    type: 'image_sequence',
    frameCount: pictures.length,
    lastFrameMicros: last.index * MICROS_PER_UNIT,
    lastFrameDurationMicros: usualStepOf(pictures) * MICROS_PER_UNIT,
    startOffsetMicros: first.index * MICROS_PER_UNIT,
  };
}
