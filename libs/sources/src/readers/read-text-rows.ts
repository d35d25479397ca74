import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import { EngineError } from '@medstream/schema';
import { parse } from 'csv-parse/sync';

import { quoteCell, rejectLabel } from './reject-label.js';

const MAX_LINE_CHARACTERS = 65_536;

/** One line cut into cells; `line` is 1-based. */
export type OnTextRow = (cells: string[], line: number) => void;

export interface TextRowsRequest {
  root: string;
  /** Relative to the root. */
  path: string;
  /** Called for the first line; absent for tables without a header, where every line is a row. */
  onHeader?: OnTextRow | undefined;
  onRow: OnTextRow;
  /** What cells are cut at; absent: white space. Blanks around cells are dropped, an empty cell stays empty, `"` quotes a cell. */
  separator?: ',' | ';' | '\t' | undefined;
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
export async function readTextRows({ root, path, onHeader, onRow, separator }: TextRowsRequest): Promise<{ sha256: string }> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  let firstBlankLine: number | null = null;
  let isFirst = true;
  let rest = '';

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
  const takeText = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(takeLine);
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw rejectLabel({ path, at: `line ${line + 1}`, found: quoteCell(rest), expected: `a line of at most ${MAX_LINE_CHARACTERS} characters` });
    }
  };
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw rejectLabel({ path, at: `line ${line + 1} or after`, found: 'bytes that are not UTF-8', expected: 'UTF-8 text', cause });
    }
  };

  for await (const bytes of openChunks(join(root, path), path)) {
    hash.update(bytes);
    takeText(decode(bytes));
  }
  takeText(decode());
  if (rest !== '') takeLine(rest);
  if (isFirst) throw rejectLabel({ path, at: 'line 1', found: 'an empty file', expected: onHeader ? 'a header line and rows' : 'rows' });
  return { sha256: hash.digest('hex') };
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

async function* openChunks(file: string, path: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (cause) {
    throw new EngineError('input/unreadable', `the label file ${path} cannot be read: ${(cause as Error).message}`, {
      cause,
      hint: 'check that the file is there and may be read',
      details: { path },
    });
  }
}
