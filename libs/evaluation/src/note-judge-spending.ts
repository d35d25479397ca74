import type { Judging } from './judging.js';
import { readRecord } from './judge-calls.js';
import type { RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';

/**
 * Counts what earlier starts paid the judge for the verdicts in a folder, so that a limit is that of all of them. To be called
 * once, before anything is asked.
 *
 * @throws EngineError `store/corrupt`
 */
export async function noteJudgeSpending(folder: RunFolder, { judge, source }: Pick<Judging, 'judge' | 'source'>): Promise<void> {
  const spending = source.kind === 'model' ? source.spending : undefined;
  if (spending === undefined) return;
  const note = (name: string, value: unknown): string => {
    const record = readRecord(name, value);
    const isAnswered = record.failure?.kind !== 'no-reply' || record.usage !== null;
    if (record.judge === judge && !record.cached && isAnswered) spending.noteEarlier(record.usage);
    return record.key;
  };
  // answers that share a verdict have it once each in the final file
  const seen = new Set<string>();
  for await (const value of folder.readRecords(RUN_FILES.judgements)) {
    const { key } = readRecord(RUN_FILES.judgements, value);
    if (!seen.has(key)) seen.add(note(RUN_FILES.judgements, value));
  }
  if (!(await folder.listNames()).includes(RUN_FILES.judgementsLog)) return;
  // opening cuts a torn last line
  await (await folder.openLog(RUN_FILES.judgementsLog, (value) => void note(RUN_FILES.judgementsLog, value))).close();
}
