import { constants, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { stringifyJsonLine } from '@medstream/schema';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import { makeFolders } from './make-folders.js';
import type { RecordReader } from './open-record-reader.js';
import { type OnRecord, readLogLineAt, readLogLines } from './read-log-lines.js';
import { flushFolder } from './replace-file.js';
import { toStoreError, withStoreErrors } from './store-error.js';

/** A file that only grows: one JSON value a line. One writer at a time; see `lockFolder`. */
export interface AppendLog extends RecordReader {
  /** Bytes of a torn last line that were cut off when the file was opened; 0 for a clean end. */
  readonly tornBytes: number;
  /**
   * Adds one line. Resolves with its place when the line is on the disk, where it outlives a power cut; lines handed in
   * meanwhile share one flush and keep their order.
   *
   * @param onWritten told when the operating system has the line: from there on it outlives this process
   * @throws EngineError `store/disk-full`, `store/not-writable`; the file then ends with the last whole line on the disk
   */
  append(value: unknown, onWritten?: () => void): Promise<number>;
  /** Waits for what was handed in, then closes the file. */
  close(): Promise<void>;
}

export interface LogOptions extends StoreOptions {
  /** Told of what stands in the file, before it is opened; nothing of it is held. */
  onRecord?: OnRecord;
}

interface WaitingLine {
  bytes: Buffer;
  onWritten: (() => void) | undefined;
  resolve: (place: number) => void;
  reject: (error: unknown) => void;
}

interface WrittenLine extends WaitingLine {
  place: number;
}

/**
 * Opens or makes an append log. A torn last line (a crash or full disk in the middle of a write; it was never
 * acknowledged) is cut off, so that the next line does not fuse with it.
 *
 * @throws EngineError `store/corrupt` for a damaged whole line, `store/disk-full`, `store/not-writable`
 */
export async function openAppendLog(file: string, options: LogOptions = {}): Promise<AppendLog> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  return withStoreErrors('open', file, async () => {
    await makeFolders(dirname(file), fileSystem);
    const handle = await fileSystem.open(file, constants.O_RDWR | constants.O_CREAT);
    try {
      const { wholeBytes, totalBytes } = await readLogLines(handle, file, options.onRecord ?? (() => undefined));
      if (wholeBytes < totalBytes) {
        await handle.truncate(wholeBytes);
        await handle.sync();
      }
      await flushFolder(dirname(file), fileSystem);
      return { tornBytes: totalBytes - wholeBytes, read: (place) => readLogLineAt(handle, file, place), ...createWriter(handle, file, wholeBytes) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

/** Writes and flushes side by side: a line need not wait for the flush of those before it to be safe from the end of this process. */
function createWriter(handle: FileHandle, file: string, startBytes: number): Pick<AppendLog, 'append' | 'close'> {
  let durableBytes = startBytes;
  let writtenBytes = startBytes;
  let waiting: WaitingLine[] = [];
  let unflushed: WrittenLine[] = [];
  let writing: Promise<void> | null = null;
  let flushing: Promise<void> | null = null;
  /** The one write under way. Nothing else changes the file while it lasts, and it begins only where nothing is being mended. */
  let inFlight: Promise<void> | null = null;
  /** Takes back what a failed flush left in doubt. */
  let mending: Promise<void> | null = null;
  let isClosed = false;
  /** True when the end of the file is unknown: a write failed and could not be taken back. */
  let isTailUnknown = false;

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      while (mending !== null) await mending;
      const batch = waiting;
      waiting = [];
      inFlight = writeBatch(batch);
      await inFlight;
      inFlight = null;
      if (unflushed.length > 0) flushing ??= flushAll();
    }
    writing = null;
  }

  async function writeBatch(batch: readonly WaitingLine[]): Promise<void> {
    try {
      if (isTailUnknown) await cutTail();
      await writeWhole(handle, Buffer.concat(batch.map(({ bytes }) => bytes)), writtenBytes);
    } catch (error) {
      isTailUnknown = true;
      await cutTail().catch(() => undefined);
      for (const line of batch) line.reject(toStoreError(error, 'append to', file));
      return;
    }
    for (const line of batch) {
      unflushed.push({ ...line, place: writtenBytes });
      writtenBytes += line.bytes.length;
      line.onWritten?.();
    }
  }

  async function flushAll(): Promise<void> {
    while (unflushed.length > 0) {
      const batch = unflushed;
      const end = writtenBytes;
      unflushed = [];
      try {
        await handle.datasync();
        durableBytes = end;
        for (const { resolve, place } of batch) resolve(place);
      } catch (error) {
        mending = takeBack(batch, error);
        await mending;
        mending = null;
      }
    }
    flushing = null;
  }

  /** Cuts off lines of which nobody knows whether they are on the disk, and those written behind them meanwhile. */
  async function takeBack(batch: readonly WrittenLine[], error: unknown): Promise<void> {
    await inFlight;
    const lost = [...batch, ...unflushed];
    unflushed = [];
    writtenBytes = durableBytes;
    isTailUnknown = true;
    await cutTail().catch(() => undefined);
    for (const line of lost) line.reject(toStoreError(error, 'append to', file));
  }

  async function cutTail(): Promise<void> {
    await handle.truncate(writtenBytes);
    isTailUnknown = false;
  }

  return {
    async append(value, onWritten) {
      if (isClosed) throw new Error(`${file} was closed before this append`);
      const bytes = Buffer.from(`${stringifyJsonLine(value)}\n`);
      return new Promise<number>((resolve, reject) => {
        waiting.push({ bytes, onWritten, resolve, reject });
        writing ??= writeAll();
      });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      while (writing !== null || flushing !== null) await Promise.all([writing, flushing]);
      await handle.close();
    },
  };
}

/** One write may take fewer bytes than it was given; resolves once the operating system has all of them. */
async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
