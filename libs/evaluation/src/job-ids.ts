/** Ids of jobs in the order of the plan. */
export interface JobIds extends Iterable<string> {
  readonly length: number;
  /** @param index 0-based, below the length */
  at(index: number): string;
  /** Undefined for an id of no job. */
  indexOf(jobId: string): number | undefined;
}

/** Ids that are told one by one. */
export interface JobIdsBuilder {
  add(jobId: string): void;
  readonly length: number;
  /** To be called once, after the last. */
  finish(): JobIds;
}

/** Keeps ids as code units in one row, with a table of hashes to find them by: some fifty bytes each, nothing of it objects. */
export function buildJobIds(): JobIdsBuilder {
  let units = new Uint16Array(1024);
  let ends = new Uint32Array(64);
  let [length, used] = [0, 0];
  return {
    add(jobId) {
      while (used + jobId.length > units.length) units = enlarge(units, new Uint16Array(units.length * 2));
      if (length === ends.length) ends = enlarge(ends, new Uint32Array(ends.length * 2));
      for (let at = 0; at < jobId.length; at += 1) units[used + at] = jobId.charCodeAt(at);
      used += jobId.length;
      ends[length] = used;
      length += 1;
    },
    get length() {
      return length;
    },
    finish: () => createIds(units.slice(0, used), ends.slice(0, length)),
  };
}

export function createJobIds(ids: Iterable<string>): JobIds {
  const builder = buildJobIds();
  for (const id of ids) builder.add(id);
  return builder.finish();
}

function createIds(units: Uint16Array, ends: Uint32Array): JobIds {
  const { length } = ends;
  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] as number));
  const at = (index: number): string => String.fromCharCode(...units.subarray(startOf(index), ends[index]));
  // at most half full; 0 is a free place: numbers are kept one higher
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * length + 2)));
  const mask = table.length - 1;
  for (let index = 0; index < length; index += 1) {
    let place = hashUnits(at(index)) & mask;
    while (table[place] !== 0) place = (place + 1) & mask;
    table[place] = index + 1;
  }
  return {
    length,
    at,
    indexOf(jobId) {
      for (let place = hashUnits(jobId) & mask; table[place] !== 0; place = (place + 1) & mask) {
        const index = (table[place] as number) - 1;
        if (at(index) === jobId) return index;
      }
      return undefined;
    },
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index += 1) yield at(index);
    },
  };
}

/** FNV-1a over code units, 32 bits. */
function hashUnits(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function enlarge<Values extends { set(values: ArrayLike<number>): void }>(values: ArrayLike<number>, larger: Values): Values {
  larger.set(values);
  return larger;
}
