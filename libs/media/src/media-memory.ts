import { hashJson } from '@medstream/schema';

import type { PictureFormat } from './encode-picture.js';
import type { BlankColour, BlankSpans } from './find-blank-spans.js';
import type { FrameIndex } from './frame-index.js';
import type { MediaLimits } from './media-limits.js';

/**
 * Where earlier runs left what they found out, so that a second run decodes nothing: values by key, and the store of
 * pictures they speak of. Several processes may share one; a value that is gone or damaged is undefined and is found out
 * again.
 */
export interface MediaMemory {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  /** Whether the picture is there, whole: its bytes are compared with its hash. */
  hasFrame(sha256: string): Promise<boolean>;
}

/** What decides the pictures of one file. */
export interface MemorySubject {
  /** From `identifyFile`. */
  identity: string;
  /** Versions of whatever decodes and encodes. */
  decoder: string;
  limits: Pick<MediaLimits, 'maxPixels' | 'maxPackets'>;
}

/** Counts up when a stored value would be read or made differently. */
const MEMORY_VERSION = 1;

function keyOf({ identity, decoder, limits: { maxPixels, maxPackets } }: MemorySubject, about: unknown): string {
  return hashJson({ version: MEMORY_VERSION, identity, decoder, maxPixels, maxPackets, about });
}

/** An index as it is kept: times as distances, which are short. */
interface StoredIndex extends Omit<FrameIndex, 'frameTicks' | 'keyTicks'> {
  frameSteps: number[];
  keySteps: number[];
  isEndVerified: boolean;
}

export interface RememberedIndex {
  index: FrameIndex;
  /** Whether the end of the video was decoded and agreed. */
  isEndVerified: boolean;
}

export async function recallIndex(memory: MediaMemory, subject: MemorySubject): Promise<RememberedIndex | null> {
  const stored = (await memory.get(keyOf(subject, 'index'))) as StoredIndex | undefined;
  if (stored === undefined) return null;
  const { frameSteps, keySteps, isEndVerified, ...facts } = stored;
  return { index: { ...facts, frameTicks: addUp(frameSteps), keyTicks: addUp(keySteps) }, isEndVerified };
}

export async function rememberIndex(memory: MediaMemory, subject: MemorySubject, { index, isEndVerified }: RememberedIndex): Promise<void> {
  const { frameTicks, keyTicks, ...facts } = index;
  const stored: StoredIndex = { ...facts, frameSteps: listSteps(frameTicks), keySteps: listSteps(keyTicks), isEndVerified };
  await memory.put(keyOf(subject, 'index'), stored);
}

/** Hashes by display time in ticks, of pictures that were verified when they were decoded. */
export type RememberedFrames = Map<number, string>;

export interface FrameSettings {
  source: FrameIndex['source'];
  streamIndex: number;
  image: PictureFormat;
}

/** Of these times, the pictures that are known and really there. */
export async function recallFrames(memory: MediaMemory, subject: MemorySubject, { settings, ticks }: { settings: FrameSettings; ticks: readonly number[] }): Promise<RememberedFrames> {
  const known = await readFrames(memory, keyOf(subject, settings));
  const found: RememberedFrames = new Map();
  for (const tick of ticks) {
    const sha256 = known.get(tick);
    if (sha256 !== undefined && (await memory.hasFrame(sha256))) found.set(tick, sha256);
  }
  return found;
}

/**
 * Adds to what is known. Of two processes that write at the same moment one may overwrite what the other added: that
 * costs decoding it again, never a wrong picture.
 */
export async function rememberFrames(memory: MediaMemory, subject: MemorySubject, { settings, frames }: { settings: FrameSettings; frames: RememberedFrames }): Promise<void> {
  if (frames.size === 0) return;
  const key = keyOf(subject, settings);
  const all = [...new Map([...(await readFrames(memory, key)), ...frames])].sort(([one], [other]) => one - other);
  await memory.put(key, all);
}

async function readFrames(memory: MediaMemory, key: string): Promise<RememberedFrames> {
  return new Map(((await memory.get(key)) as [number, string][] | undefined) ?? []);
}

/** The encoded picture of a still image, if it is known and there. */
export async function recallStill(memory: MediaMemory, subject: MemorySubject, image: PictureFormat): Promise<string | null> {
  const sha256 = (await memory.get(keyOf(subject, { still: image }))) as string | undefined;
  return sha256 !== undefined && (await memory.hasFrame(sha256)) ? sha256 : null;
}

export async function rememberStill(memory: MediaMemory, subject: MemorySubject, { image, sha256 }: { image: PictureFormat; sha256: string }): Promise<void> {
  await memory.put(keyOf(subject, { still: image }), sha256);
}

/** What decides where pictures of one colour are: the file, or the pictures of a folder, and the rate of their numbers. */
export interface BlankSearch {
  colour: BlankColour;
  frameRate: number | null;
}

export async function recallBlank(memory: MediaMemory, subject: MemorySubject, blank: BlankSearch): Promise<BlankSpans | null> {
  return ((await memory.get(keyOf(subject, { blank }))) as BlankSpans | undefined) ?? null;
}

export async function rememberBlank(memory: MediaMemory, subject: MemorySubject, { blank, found }: { blank: BlankSearch; found: BlankSpans }): Promise<void> {
  await memory.put(keyOf(subject, { blank }), found);
}

function listSteps(ticks: readonly number[]): number[] {
  return ticks.map((tick, position) => tick - (ticks[position - 1] ?? 0));
}

function addUp(steps: readonly number[]): number[] {
  let tick = 0;
  return steps.map((step) => (tick += step));
}
