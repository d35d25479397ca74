import { stat } from 'node:fs/promises';

import { EngineError, type ErrorCode, isEngineError } from '@medstream/schema';

import { describeDecoder } from './describe-decoder.js';
import { detectContainer } from './detect-container.js';
import { type BlankSpans, findBlankInSequence, findBlankInVideo } from './find-blank-spans.js';
import { type FrameIndex, indexByDecoding, openFrameIndex } from './frame-index.js';
import { listSequence } from './image-sequence.js';
import { describeVideo, type MediaFacts, verifyEnd } from './media-facts.js';
import { identifyFile, identifyPictures } from './identify-file.js';
import { DEFAULT_MEDIA_LIMITS, type MediaLimits } from './media-limits.js';
import { type BlankSearch, type MemorySubject, recallBlank, recallIndex, rememberBlank, rememberIndex } from './media-memory.js';
import type { FindBlankRequest, MediaLocation, MediaReader, MediaReaderOptions, SampleMediaRequest } from './media-requests.js';
import { nameMedium } from './name-medium.js';
import { indexPackets, type PacketIndex } from './packet-index.js';
import { probeImage, probeSequence } from './probe-stills.js';
import { resolveMediaFile } from './resolve-media-file.js';
import { FFMPEG_HINT } from './run-ffmpeg.js';
import { sampleImage, sampleSequence } from './sample-stills.js';
import { sampleVideo } from './sample-video.js';
import type { SamplingResult } from './sampling-job.js';
import { statMedium } from './stat-medium.js';
import type { VideoInput } from './video-input.js';

interface OpenVideo {
  input: VideoInput;
  /** Null where the index was remembered: they are listed again if they are needed. */
  packets: PacketIndex | null;
  index: FrameIndex;
  isEndVerified: boolean;
  /** Under what the video is remembered; null without a memory. */
  subject: MemorySubject | null;
}

/** Indexes kept at a time: whoever probes a video samples it next. */
const MAX_KEPT_INDEXES = 4;

/** What is wrong with the medium itself, and so with every job on it. */
const MEDIUM_AT_FAULT: ErrorCode[] = ['media/missing', 'media/outside-root', 'media/undecodable', 'media/limit', 'input/duplicate', 'usage/bad-argument'];

/** Opens the one door through which media are read. Keeps no picture and no file open between calls. */
export function createMediaReader({ ffmpeg, saveFrame, memory, ...options }: MediaReaderOptions): MediaReader {
  const limits: MediaLimits = { ...DEFAULT_MEDIA_LIMITS, ...options.limits };
  const decoder = JSON.stringify(describeDecoder(ffmpeg));
  const kept = new Map<string, OpenVideo>();

  async function openVideo(file: string, signal: AbortSignal | undefined): Promise<OpenVideo> {
    const { size, ino, mtimeNs, ctimeNs } = await stat(file, { bigint: true });
    if (size > limits.maxFileBytes) throw new EngineError('media/limit', `the file has ${size} bytes, over the limit of ${limits.maxFileBytes}`);
    // a file overwritten in its place may keep all but the time of the change of its entry, which nobody can set back
    const key = JSON.stringify([file, size, ino, mtimeNs, ctimeNs].map(String));
    const container = await detectContainer(file);
    if (container.kind !== 'video') throw new EngineError('media/undecodable', 'a still image is in the place of the video', { hint: 'put the video there, or state media_type image' });
    if (ffmpeg === null) throw new EngineError('media/ffmpeg-missing', 'no usable ffmpeg was found', { hint: FFMPEG_HINT });
    const input: VideoInput = { ffmpeg, file, demuxer: container.demuxer, limits, signal };
    const opened = { ...(kept.get(key) ?? (await findIndex(input))), input };
    keep(key, opened);
    return opened;
  }

  async function findIndex(input: VideoInput): Promise<Omit<OpenVideo, 'input'>> {
    const subject = memory === undefined ? null : { identity: await identifyFile(input.file), decoder, limits };
    const known = memory === undefined || subject === null ? null : await recallIndex(memory, subject);
    if (known !== null) return { ...known, packets: null, subject };
    const found = { ...(await openFrameIndex(input)), isEndVerified: false, subject };
    await remember(found);
    return found;
  }

  async function remember({ subject, index, isEndVerified }: Omit<OpenVideo, 'input'>): Promise<void> {
    if (memory !== undefined && subject !== null) await rememberIndex(memory, subject, { index, isEndVerified });
  }

  function keep(key: string, opened: OpenVideo): void {
    kept.delete(key);
    kept.set(key, opened);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT_INDEXES) kept.delete(oldest);
  }

  async function makeCertain(opened: OpenVideo): Promise<FrameIndex> {
    if (opened.index.source === 'packets') {
      opened.index = await indexByDecoding(opened.input, opened.packets ?? (await indexPackets(opened.input)));
      await remember(opened);
    }
    return opened.index;
  }

  async function sample(request: SampleMediaRequest): Promise<Map<string, SamplingResult>> {
    const { root, mediaPath, mediaType, signal } = request;
    const file = await resolveMediaFile(root, mediaPath);
    const isFolder = (await statMedium(file)) === 'folder';
    if (isFolder !== (mediaType === 'image_sequence')) {
      throw new EngineError('media/undecodable', `a ${isFolder ? 'folder' : 'file'} is in the place of ${mediaType === 'image_sequence' ? 'a folder of pictures' : `the ${mediaType}`}`, {
        hint: isFolder ? `put the ${mediaType} itself there; a folder of numbered pictures needs media_type image_sequence` : 'put the folder of pictures there, or correct media_type',
      });
    }
    const { timeUnit, frameRate } = request;
    const stills = { ...request, limits, saveFrame, memory: memory === undefined ? null : { memory, decoder } };
    if (mediaType === 'image_sequence') return sampleSequence({ ...stills, times: { timeUnit, frameRate } });
    if (mediaType === 'image') return sampleImage(stills);
    const opened = await openVideo(file, signal);
    const known = memory === undefined || opened.subject === null ? null : { memory, subject: opened.subject };
    return sampleVideo(opened.input, { ...request, index: opened.index, indexByDecoding: () => makeCertain(opened), saveFrame, memory: known });
  }

  async function findBlank({ root, mediaPath, signal, colour, frameRate, onLookedThrough }: FindBlankRequest): Promise<BlankSpans> {
    const file = await resolveMediaFile(root, mediaPath);
    if ((await statMedium(file)) === 'folder') {
      if (frameRate === null) throw new EngineError('usage/bad-argument', 'an image sequence needs its frame_rate');
      const identify = async () => identifyPictures(file, (await listSequence(file)).map(({ name }) => name));
      return findBlankOnce({ colour, frameRate }, { identity: memory === undefined ? null : await identify(), identify, find: () => findBlankInSequence({ root, mediaPath, folder: file, limits, signal }, { colour, frameRate, onLookedThrough }) });
    }
    // the identity is that of the file whose index is searched by, whatever stands in its place by now
    const { input, index, subject } = await openVideo(file, signal);
    return findBlankOnce({ colour, frameRate: null }, { identity: subject?.identity ?? null, identify: () => identifyFile(file), find: () => findBlankInVideo(input, { colour, index, onLookedThrough }) });
  }

  /** What an earlier search of the same pictures found, else it is made; one of pictures that changed meanwhile is not kept. */
  async function findBlankOnce(blank: BlankSearch, { identity, identify, find }: { identity: string | null; identify: () => Promise<string>; find: () => Promise<BlankSpans> }): Promise<BlankSpans> {
    if (memory === undefined || identity === null) return find();
    const subject = { identity, decoder, limits };
    const known = await recallBlank(memory, subject, blank);
    if (known !== null) return known;
    const found = await find();
    if ((await identify()) === subject.identity) await rememberBlank(memory, subject, { blank, found });
    return found;
  }

  async function probe({ root, mediaPath, signal }: MediaLocation): Promise<MediaFacts> {
    const file = await resolveMediaFile(root, mediaPath);
    if ((await statMedium(file)) === 'folder') return probeSequence({ root, mediaPath, folder: file, limits });
    if ((await detectContainer(file)).kind === 'image') return probeImage(file, limits);
    const opened = await openVideo(file, signal);
    if (opened.index.source === 'packets' && !opened.isEndVerified) {
      opened.isEndVerified = await verifyEnd(opened.input, opened.index);
      if (opened.isEndVerified) await remember(opened);
      else await makeCertain(opened);
    }
    return describeVideo(opened.index);
  }

  return {
    async probe(location) {
      try {
        return await probe(location);
      } catch (error) {
        throw nameMedium(error, location.mediaPath);
      }
    },
    async findBlank(request) {
      try {
        return await findBlank(request);
      } catch (error) {
        throw nameMedium(error, request.mediaPath);
      }
    },
    async sampleMedia(request) {
      const { mediaPath } = request;
      try {
        const results = await sample(request);
        return new Map([...results].map(([jobId, result]) => [jobId, 'error' in result ? { error: nameMedium(result.error, mediaPath) } : result]));
      } catch (error) {
        if (!isEngineError(error, ...MEDIUM_AT_FAULT)) throw error;
        const named = nameMedium(error, mediaPath);
        return new Map(request.jobs.map(({ jobId }) => [jobId, { error: named }]));
      }
    },
  };
}
