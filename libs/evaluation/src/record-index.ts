import type { AppendLog, RecordReader, RunFolder } from './ports.js';

/** Records of one kind by job: where each lies is held, the record is read when it is asked for. */
export interface RecordIndex {
  /** The latest record of a job and the file it stands in. */
  read(jobId: string): Promise<{ name: string; record: unknown } | undefined>;
  /** On disk when it resolves. @param onWritten told when the record outlives this process */
  append(jobId: string, record: unknown, onWritten?: () => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the final file of a kind and, over it, the log of what was done since.
 *
 * @param readJobId reads a record and names its job; its throw ends the opening
 */
export async function openRecordIndex(folder: RunFolder, names: { final: string; log: string }, readJobId: (name: string, record: unknown) => string): Promise<RecordIndex> {
  const finalPlaces = new Map<string, number>();
  const logPlaces = new Map<string, number>();
  const final = await folder.openRecords(names.final, (record, place) => void finalPlaces.set(readJobId(names.final, record), place));
  const log = await openLog(folder, final, { name: names.log, onRecord: (record, place) => void logPlaces.set(readJobId(names.log, record), place) });
  return {
    async read(jobId) {
      const inLog = logPlaces.get(jobId);
      if (inLog !== undefined) return { name: names.log, record: await log.read(inLog) };
      const inFinal = finalPlaces.get(jobId);
      return inFinal === undefined || final === null ? undefined : { name: names.final, record: await final.read(inFinal) };
    },
    append: async (jobId, record, onWritten) => void logPlaces.set(jobId, await log.append(record, onWritten)),
    close: async () => {
      await final?.close();
      await log.close();
    },
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
