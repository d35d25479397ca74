import { readdir } from 'node:fs/promises';

import { EngineError } from '@medstream/schema';
import { endpointGraceMicrosOf, formatMicros, MICROS_PER_UNIT, type SelectedFrame, selectFrames } from '@medstream/sampling';

/** One picture of an image sequence. */
export interface SequencePicture {
  /** The number in the file's own name: its last run of digits. */
  index: number;
  /** Name inside the folder. */
  name: string;
}

const pictureName = /(\d+)\D*\.(jpe?g|png|tiff?|webp)$/i;

/**
 * The pictures of a folder by the number in their own names, never by the order of a listing. Files without a number
 * and other files are left out.
 *
 * @throws EngineError `media/missing` without any picture, `input/duplicate` when two share a number
 */
export async function listSequence(folder: string): Promise<SequencePicture[]> {
  const pictures = (await readdir(folder)).flatMap((name): SequencePicture[] => {
    const digits = pictureName.exec(name)?.[1];
    return digits === undefined ? [] : [{ index: Number(digits), name }];
  });
  pictures.sort((one, other) => one.index - other.index || (one.name < other.name ? -1 : 1));
  if (pictures.length === 0) throw new EngineError('media/missing', 'the folder holds no numbered picture', { hint: 'names end in a number, e.g. frame_000123.png' });
  pictures.slice(1).forEach(({ index, name }, position) => {
    const before = pictures[position] as SequencePicture;
    if (before.index !== index) return;
    throw new EngineError('input/duplicate', `${JSON.stringify(before.name)} and ${JSON.stringify(name)} both are picture ${index}`, {
      hint: 'keep one picture a number in the folder',
    });
  });
  return pictures;
}

/** The usual distance of two pictures, as a number of indices: the median; 1 for a lone picture. */
export function usualStepOf(pictures: readonly SequencePicture[]): number {
  const steps = pictures.slice(1).map(({ index }, position) => index - (pictures[position] as SequencePicture).index);
  return steps.sort((one, other) => one - other)[steps.length >> 1] ?? 1;
}

export interface SequenceTimes {
  timeUnit: 'seconds' | 'frames';
  /** Stated frames per second; needed where the unit is seconds. */
  frameRate?: number | undefined;
}

/** Chooses pictures for a list of targets: the largest index <= t, with a note on a gap. */
export type SequenceSelector = (targetsMicros: readonly number[]) => SelectedFrame[];

/**
 * The rules of sampling.md for image sequences. A picture that is older than its target by more than the usual step and
 * more than 1 s (one index where no rate is stated) is delivered with a note.
 *
 * @throws EngineError `usage/bad-argument` for times in seconds without a frame rate
 */
export function createSequenceSelector(pictures: readonly SequencePicture[], { timeUnit, frameRate }: SequenceTimes): SequenceSelector {
  if (timeUnit === 'seconds' && frameRate === undefined) {
    throw new EngineError('usage/bad-argument', 'an image sequence with times in seconds needs its frame_rate', { hint: 'state frame_rate, or time_unit frames' });
  }
  const unitsPerIndex = timeUnit === 'seconds' ? MICROS_PER_UNIT / (frameRate as number) : MICROS_PER_UNIT;
  const framePtsMicros = pictures.map(({ index }) => Math.round(index * unitsPerIndex));
  const stepMicros = Math.round(usualStepOf(pictures) * unitsPerIndex);
  const graceMicros = endpointGraceMicrosOf({ media_path: '', media_type: 'image_sequence', time_unit: timeUnit, frame_rate: frameRate });
  return (targetsMicros) => {
    const selected = selectFrames({ targetsMicros, framePtsMicros, lastFrameDurationMicros: stepMicros, graceMicros });
    // what lies past the last picture is the end rule's
    for (const frame of selected.filter(({ frameIndex }) => frameIndex < pictures.length - 1)) {
      const age = frame.requestedMicros - frame.ptsMicros;
      if (age > Math.max(stepMicros, graceMicros)) frame.note ??= `the newest picture is ${formatMicros(age)} older: the sequence has a gap`;
    }
    return selected;
  };
}
