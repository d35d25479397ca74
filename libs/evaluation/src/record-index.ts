import type { AppendLog, RecordReader, RunFolder } from './ports.js';

/** Records of one kind by key: where each lies is held, the record is read when it is asked for. */
export interface RecordIndex<Key = string> {
  has(key: Key): boolean;
  /** The latest record of a key and the file it stands in. */
  read(key: Key): Promise<{ name: string; record: unknown } | undefined>;
  /** On disk when it resolves. @param onWritten told when the record outlives this process */
  append(key: Key, record: unknown, onWritten?: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Places of records by key. */
export interface Places<Key> {
  get(key: Key): number | undefined;
  set(key: Key, place: number): unknown;
}

export interface IndexNames<Key> {
  final: string;
  log: string;
  /** Makes room for the places of one file. Default: a map. */
  makePlaces?: () => Places<Key>;
}

/**
 * Opens the final file of a kind and, over it, the log of what was done since.
 *
 * @param readKey reads a record and gives its key; its throw ends the opening
 */
export async function openRecordIndex<Key = string>(folder: RunFolder, { makePlaces = () => new Map<Key, number>(), ...names }: IndexNames<Key>, readKey: (name: string, record: unknown) => Key): Promise<RecordIndex<Key>> {
  const [finalPlaces, logPlaces] = [makePlaces(), makePlaces()];
  const final = await folder.openRecords(names.final, (record, place) => void finalPlaces.set(readKey(names.final, record), place));
  const log = await openLog(folder, final, { name: names.log, onRecord: (record, place) => void logPlaces.set(readKey(names.log, record), place) });
  return {
    has: (key) => (logPlaces.get(key) ?? finalPlaces.get(key)) !== undefined,
    async read(key) {
      const inLog = logPlaces.get(key);
      if (inLog !== undefined) return { name: names.log, record: await log.read(inLog) };
      const inFinal = finalPlaces.get(key);
      return inFinal === undefined || final === null ? undefined : { name: names.final, record: await final.read(inFinal) };
    },
    append: async (key, record, onWritten) => void logPlaces.set(key, await log.append(record, onWritten)),
    close: async () => {
      await final?.close();
      await log.close();
    },
  };
}

/** Places by number, of so many; eight bytes each. */
export function createNumberedPlaces(length: number): Places<number> {
  // 0 is no place: places are kept one higher
  const places = new Float64Array(length);
  return {
    get(number) {
      const kept = places[number] ?? 0;
      return kept === 0 ? undefined : kept - 1;
    },
    set: (number, place) => (places[number] = place + 1),
  };
}

async function openLog(folder: RunFolder, final: RecordReader | null, { name, onRecord }: { name: string; onRecord: (record: unknown, place: number) => void }): Promise<AppendLog> {
  try {
    return await folder.openLog(name, onRecord);
  } catch (error) {
    await final?.close();
    throw error;
  }
}
