import { constants, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { stringifyJsonLine } from '@medstream/schema';

import { nodeFileSystem, type StoreOptions } from './file-system.js';
import type { RecordReader } from './open-record-reader.js';
import { type OnRecord, readLogLineAt, readLogLines } from './read-log-lines.js';
import { flushFolder } from './replace-file.js';
import { toStoreError, withStoreErrors } from './store-error.js';

/** A file that only grows: one JSON value a line. One writer at a time; see `lockFolder`. */
export interface AppendLog extends RecordReader {
  /** Bytes of a torn last line that were cut off when the file was opened; 0 for a clean end. */
  readonly tornBytes: number;
  /**
   * Adds one line. Resolves with its place when the line is on the disk; lines handed in meanwhile share one flush and
   * keep their order.
   *
   * @throws EngineError `store/disk-full`, `store/not-writable`; the file then ends with the last whole line
   */
  append(value: unknown): Promise<number>;
  /** Waits for what was handed in, then closes the file. */
  close(): Promise<void>;
}

export interface LogOptions extends StoreOptions {
  /** Told of what stands in the file, before it is opened; nothing of it is held. */
  onRecord?: OnRecord;
}

interface WaitingLine {
  bytes: Buffer;
  resolve: (place: number) => void;
  reject: (error: unknown) => void;
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
    await fileSystem.mkdir(dirname(file), { recursive: true });
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

function createWriter(handle: FileHandle, file: string, startBytes: number): Pick<AppendLog, 'append' | 'close'> {
  let durableBytes = startBytes;
  let waiting: WaitingLine[] = [];
  let flushing: Promise<void> | null = null;
  let isClosed = false;
  /** True when the end of the file is unknown: a write failed and could not be taken back. */
  let isTailUnknown = false;

  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (isTailUnknown) await cutTail();
        await writeDurably(handle, Buffer.concat(batch.map(({ bytes }) => bytes)), durableBytes);
        for (const { bytes, resolve } of batch) {
          resolve(durableBytes);
          durableBytes += bytes.length;
        }
      } catch (error) {
        isTailUnknown = true;
        await cutTail().catch(() => undefined);
        for (const line of batch) line.reject(toStoreError(error, 'append to', file));
      }
    }
    flushing = null;
  }

  async function cutTail(): Promise<void> {
    await handle.truncate(durableBytes);
    isTailUnknown = false;
  }

  return {
    async append(value) {
      if (isClosed) throw new Error(`${file} was closed before this append`);
      const bytes = Buffer.from(`${stringifyJsonLine(value)}\n`);
      return new Promise<number>((resolve, reject) => {
        waiting.push({ bytes, resolve, reject });
        flushing ??= flushAll();
      });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await flushing;
      await handle.close();
    },
  };
}

/** One write may take fewer bytes than it was given; resolves once all of them are on the disk. */
async function writeDurably(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
  await handle.datasync();
}
