/** Why a stretch of bytes is not handed over as a record. */
export type ScanProblem = 'too-large' | 'too-deep' | 'torn';

/** One record as it stands in the file, or the reason why there is none. */
export interface ScannedRecord {
  /** 1-based. */
  record: number;
  /** Where its first byte stands, counted from 0 at the start of the file. */
  byteOffset: number;
  content: { bytes: Uint8Array } | { problem: ScanProblem } | { value: unknown };
}

/** Reads a line that is one whole record; null where it is not, and has to be scanned byte by byte. */
export type ReadWholeLine = (line: Uint8Array) => { value: unknown } | null;

export interface JsonRecordScanner {
  /** Takes the next bytes; returns the records that they complete. */
  push(chunk: Uint8Array): ScannedRecord[];
  /** No more bytes will come; returns what was left. */
  end(): ScannedRecord[];
}

export interface ScanLimits {
  maxRecordBytes: number;
  maxDepth: number;
  /** Tried once on each line that begins with `{` and ends with `}`; without it every byte is looked at. */
  readWholeLine?: ReadWholeLine;
}

const LF = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [COLON, COMMA] = [0x3a, 0x2c];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === LF || byte === 0x0d;
}

/**
 * Cuts a stream of bytes into JSON texts: one a line (JSON Lines) as well as objects over many lines, one after another
 * (the public release). Works on bytes, so that a character or record may lie over any chunk border, and only LF ends a
 * line (U+2028 inside a text does not). At most one record is held in memory.
 *
 * A text that begins with `{` or `[` ends with its matching bracket; any other ends with its line. Two things show that a
 * record is broken before its end is found: a line break inside a string, and a line that begins with `{` where no value
 * may stand. A broken record reaches up to the next line that begins with `{`, so that its neighbours can still be read.
 * A line that reads as one JSON text is a record by these rules, too: `readWholeLine` takes it without this walk.
 */
export function createJsonRecordScanner({ maxRecordBytes, maxDepth, readWholeLine }: ScanLimits): JsonRecordScanner {
  let offset = 0;
  let record = 0;
  let startOffset = 0;
  let state: 'between' | 'bracketed' | 'line' | 'broken' = 'between';
  let problem: ScanProblem | null = null;
  let kept: Uint8Array[] = [];
  let keptBytes = 0;
  let stack: number[] = [];
  let isInString = false;
  let isEscaped = false;
  let isLineStart = true;
  /** The last byte of the record that is neither blank nor inside a string. */
  let lastToken = 0;
  let markBytes = 0;

  function keep(bytes: Uint8Array): void {
    if (problem !== null || bytes.length === 0) return;
    keptBytes += bytes.length;
    if (keptBytes > maxRecordBytes) {
      giveUp('too-large');
      return;
    }
    kept.push(bytes.slice());
  }

  function giveUp(reason: ScanProblem): void {
    problem ??= reason;
    kept = [];
  }

  function begin(byte: number, at: number): void {
    record += 1;
    startOffset = at;
    state = byte === OPEN_BRACE || byte === OPEN_BRACKET ? 'bracketed' : 'line';
    stack = [];
    lastToken = 0;
    isInString = isEscaped = false;
  }

  function finish(): ScannedRecord {
    const content = problem === null ? { bytes: joinBytes(kept) } : { problem };
    const scanned = { record, byteOffset: startOffset, content };
    state = 'between';
    problem = null;
    kept = [];
    keptBytes = 0;
    return scanned;
  }

  /** Whether a `{` may stand here; a `[` is not asked about, since nothing is concluded from it. */
  function mayHoldObject(): boolean {
    return stack.at(-1) === OPEN_BRACE ? lastToken === COLON : lastToken === OPEN_BRACKET || lastToken === COMMA;
  }

  /** Takes one byte of a bracketed record; true when it is the last one. */
  function stepBracketed(byte: number): boolean {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = false;
      else if (byte === LF) state = 'broken';
      return false;
    }
    if (isBlank(byte)) return false;
    lastToken = byte;
    if (byte === QUOTE) isInString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (stack.length < maxDepth) stack.push(byte);
      else {
        giveUp('too-deep');
        state = 'broken';
      }
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      stack.pop();
      return stack.length === 0;
    }
    return false;
  }

  /** The record that a line is, with the place of its line break; null where the line goes on in the next chunk or is not one record. */
  function takeLine(chunk: Uint8Array, from: number): { value: unknown; end: number } | null {
    if (readWholeLine === undefined) return null;
    const end = chunk.indexOf(LF, from);
    if (end === -1 || end - from > maxRecordBytes) return null;
    const last = chunk[end - 1] === CARRIAGE_RETURN ? end - 2 : end - 1;
    const read = chunk[last] === CLOSE_BRACE ? readWholeLine(chunk.subarray(from, last + 1)) : null;
    return read === null ? null : { value: read.value, end };
  }

  function push(chunk: Uint8Array): ScannedRecord[] {
    const found: ScannedRecord[] = [];
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      if (state === 'between' && byte === BYTE_ORDER_MARK[markBytes] && offset + index === markBytes) {
        markBytes += 1;
        continue;
      }
      const opensNewRecord = isLineStart && byte === OPEN_BRACE && (state === 'broken' || (state === 'bracketed' && !isInString && !mayHoldObject()));
      if (opensNewRecord) {
        keep(chunk.subarray(from, index));
        found.push(finish());
      }
      const line = isLineStart && state === 'between' && byte === OPEN_BRACE ? takeLine(chunk, index) : null;
      if (line !== null) {
        record += 1;
        found.push({ record, byteOffset: offset + index, content: { value: line.value } });
        index = line.end;
        continue;
      }
      isLineStart = byte === LF;
      if (state === 'between') {
        if (isBlank(byte)) continue;
        begin(byte, offset + index);
        from = index;
      }
      const isLast = state === 'bracketed' ? stepBracketed(byte) : state === 'line' && byte === LF;
      if (isLast) {
        keep(chunk.subarray(from, index + 1));
        found.push(finish());
      }
    }
    if (state !== 'between') keep(chunk.subarray(from));
    offset += chunk.length;
    return found;
  }

  function end(): ScannedRecord[] {
    if (state === 'between') return [];
    if (state === 'bracketed') giveUp('torn');
    return [finish()];
  }

  return { push, end };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
