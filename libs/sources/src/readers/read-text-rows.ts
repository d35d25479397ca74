import { createHash, webcrypto } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

import { parse } from 'csv-parse/sync';

import { describeCause, openLabelFile, refuseFile } from './open-label-file.js';
import { quoteCell, rejectLabel } from './reject-label.js';
import { createRepeatScanner } from './repeat-scanner.js';

const MAX_LINE_BYTES = 65_536;
/** So much of a file is held at a time; of a small file no more than there is. */
const CHUNK_BYTES = 2_097_152;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = '\uFEFF';

/** One line cut into cells; `line` is 1-based. */
export type OnTextRow = (cells: string[], line: number) => void;

export interface TextRowsRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Called for the first line; absent for tables without a header, where every line is a row. */
  onHeader?: OnTextRow | undefined;
  onRow: OnTextRow;
  /**
   * For tables whose first cell must be a whole number: called, instead of `onRow` with the cells, for so many lines in a row
   * from this number on that repeat the line before in everything else. False, with nothing done: `onRow` is called after
   * all. Absent: `onRow` is called for every line.
   */
  onRepeats?: (number: number, count: number) => boolean;
  /** What cells are cut at; absent: white space. Blanks around cells are dropped, an empty cell stays empty, `"` quotes a cell. */
  separator?: ',' | ';' | '\t' | ' ' | undefined;
}

/**
 * Reads a text table, cells cut at white space (tabs in the originals, spaces in some re-exports) or at a stated
 * sign.
 * UTF-8 with or without byte order mark, LF or CRLF; blank lines are dropped at the end and refused elsewhere.
 * Holds one chunk of the file at a time.
 *
 * @returns SHA-256 of the file's bytes
 * @throws EngineError `source/bad-label` with file and line; `input/unreadable` when the file cannot be opened
 */
export async function readTextRows({ root, path, onHeader, onRow, onRepeats, separator }: TextRowsRequest): Promise<{ sha256: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 0;
  let firstBlankLine: number | null = null;
  let isFirst = true;

  const takeLine = (raw: string): void => {
    line += 1;
    const text = raw.trim();
    if (text === '') {
      firstBlankLine ??= line;
      return;
    }
    if (firstBlankLine !== null) throw rejectLabel({ path, at: `line ${firstBlankLine}`, found: 'a blank line', expected: 'a row' });
    const cells = separator === undefined ? text.split(/\s+/) : splitCells(raw, { separator, path, line });
    if (isFirst && onHeader) onHeader(cells, line);
    else onRow(cells, line);
    isFirst = false;
  };
  const takeText = (bytes: Uint8Array): void => {
    const text = decode(bytes);
    const lines = (line === 0 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).split('\n');
    if (lines.at(-1) === '') lines.pop();
    lines.forEach(takeLine);
  };
  const decode = (bytes: Uint8Array): string => {
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      throw rejectLabel({ path, at: `line ${line + 1} or after`, found: 'bytes that are not UTF-8', expected: 'UTF-8 text', cause });
    }
  };
  const takeRepeats = (number: number, count: number): boolean => {
    const isTaken = firstBlankLine === null && !isFirst && onRepeats?.(number, count) === true;
    if (isTaken) line += count;
    return isTaken;
  };
  const scanRepeats = onRepeats === undefined ? null : createRepeatScanner();

  const { sha256, rest } = await readWholeLines(root, path, (bytes) => {
    if (scanRepeats === null) takeText(bytes);
    else scanRepeats(bytes, bytes.length, { takeRepeats, takeOthers: (from, to) => takeText(bytes.subarray(from, to)) });
  });
  if (rest.length > MAX_LINE_BYTES) {
    const found = quoteCell(new TextDecoder().decode(rest.subarray(0, 1000)));
    throw rejectLabel({ path, at: `line ${line + 1}`, found, expected: `a line of at most ${MAX_LINE_BYTES} bytes` });
  }
  if (rest.length > 0) takeText(rest);
  if (isFirst) throw rejectLabel({ path, at: 'line 1', found: 'an empty file', expected: onHeader ? 'a header line and rows' : 'rows' });
  return { sha256 };
}

/**
 * Hands on whole lines of a file, many at a time, in bytes that are good until the next call.
 *
 * @returns what stood after the last line break; reading ends early where that is longer than a line may be
 */
async function readWholeLines(root: string, path: string, take: (bytes: Buffer) => void): Promise<{ sha256: string; rest: Uint8Array }> {
  const handle = await openLabelFile(root, path);
  try {
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.max(MAX_LINE_BYTES, Math.min(size, CHUNK_BYTES)) + 1);
    let held = await fillBuffer(handle, buffer, { held: 0, path });
    const isWhole = held < buffer.length;
    // hashed beside this thread where the file is there as a whole, as most are; the copy that is hashed is made at once
    const whole = isWhole ? webcrypto.subtle.digest('SHA-256', buffer.subarray(0, held)) : null;
    const hash = createHash('sha256');
    let fresh = 0;
    for (;;) {
      if (whole === null) hash.update(buffer.subarray(fresh, held));
      const end = buffer.subarray(0, held).lastIndexOf(LINE_FEED) + 1;
      if (end > 0) take(buffer.subarray(0, end));
      buffer.copyWithin(0, end, held);
      held -= end;
      if (isWhole || held > MAX_LINE_BYTES) break;
      fresh = held;
      held = await fillBuffer(handle, buffer, { held, path });
      if (held === fresh) break;
    }
    return { sha256: whole === null ? hash.digest('hex') : Buffer.from(await whole).toString('hex'), rest: buffer.subarray(0, held) };
  } finally {
    await handle.close();
  }
}

/** Reads on until the buffer is full or the file ends; returns how many of its bytes are in use then. */
async function fillBuffer(handle: FileHandle, buffer: Buffer, { held, path }: { held: number; path: string }): Promise<number> {
  while (held < buffer.length) {
    const { bytesRead } = await handle.read(buffer, held, buffer.length - held).catch((cause: unknown) => Promise.reject(refuseFile(path, describeCause(cause), { cause })));
    if (bytesRead === 0) break;
    held += bytesRead;
  }
  return held;
}

/** A quoted cell may hold the separator, but no line break. */
function splitCells(raw: string, { separator, path, line }: { separator: string; path: string; line: number }): string[] {
  if (!raw.includes('"')) return raw.split(separator).map((cell) => cell.trim());
  try {
    const rows: string[][] = parse(raw, { delimiter: separator, trim: true, relax_column_count: true });
    return rows[0] ?? [];
  } catch (cause) {
    throw rejectLabel({ path, at: `line ${line}`, found: quoteCell(raw), expected: 'cells whose quotes are closed on the same line', cause });
  }
}
