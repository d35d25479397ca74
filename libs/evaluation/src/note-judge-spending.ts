import { type JudgementRecord } from '@medstream/schema';

import { describeTurn, judgementKey } from './ask-judge.js';
import { type AnsweredCall, listTasks, readRecord } from './judge-calls.js';
import { listRunCalls } from './judge-run.js';
import type { Judging } from './judging.js';
import type { RunFolder, Spending } from './ports.js';
import { RUN_FILES } from './run-files.js';

type Call = Parameters<Spending['admit']>[0];

const NOTHING = { input_tokens: 0, output_tokens: 0 };

/**
 * Counts what earlier starts paid the judge for the verdicts in a folder, so that a limit is that of all of them. Tokens that
 * its server did not state count as estimated for the question, as they did then. To be called once, before anything is asked.
 *
 * @param listCalls the answers that the verdicts are on; default: those of a run
 * @throws EngineError `store/corrupt`
 */
export async function noteJudgeSpending(folder: RunFolder, judging: Judging, listCalls: (folder: RunFolder) => AsyncIterable<AnsweredCall> = listRunCalls): Promise<void> {
  const spending = judging.source.kind === 'model' ? judging.source.spending : undefined;
  if (spending === undefined) return;
  const unstated: Pick<JudgementRecord, 'key' | 'usage' | 'turns'>[] = [];
  const note = ({ judge, key, usage, turns, cached, failure }: JudgementRecord): void => {
    if (judge !== judging.judge || cached || (failure?.kind === 'no-reply' && usage === null)) return;
    if (!isStated(usage)) {
      unstated.push({ key, usage, turns });
      return;
    }
    spending.noteEarlier(usage);
    // what is stated is the sum of all turns, each of which was a call
    for (let turn = 1; turn < turns; turn += 1) spending.noteEarlier(NOTHING);
  };
  // answers that share a verdict have it once each in the final file
  const seen = new Set<string>();
  for await (const value of folder.readRecords(RUN_FILES.judgements)) {
    const record = readRecord(RUN_FILES.judgements, value);
    if (seen.has(record.key)) continue;
    seen.add(record.key);
    note(record);
  }
  // opening cuts a torn last line
  if ((await folder.listNames()).includes(RUN_FILES.judgementsLog)) await (await folder.openLog(RUN_FILES.judgementsLog, (value) => note(readRecord(RUN_FILES.judgementsLog, value)))).close();
  if (unstated.length === 0) return;
  const questions = await findQuestions(listCalls(folder), judging, new Set(unstated.map(({ key }) => key)));
  for (const { key, usage, turns } of unstated) {
    // one turn is as dear as the other, more or less, and the sum of both is known of neither
    const call = questions.byKey.get(key) ?? questions.dearest;
    for (let turn = 0; turn < Math.max(1, turns); turn += 1) spending.noteEarlier(turn === 0 ? usage : null, call);
  }
}

function isStated(usage: JudgementRecord['usage']): boolean {
  return usage !== null && usage.input_tokens !== null && usage.output_tokens !== null;
}

/** What the judge was sent, by the key of the verdict; an answer that has changed since counts as the dearest. */
async function findQuestions(calls: AsyncIterable<AnsweredCall>, judging: Judging, keys: ReadonlySet<string>): Promise<{ byKey: ReadonlyMap<string, Call>; dearest: Call }> {
  const byKey = new Map<string, Call>();
  let dearest: Call = { prompt: '', images: [] };
  for await (const call of calls) {
    for (const task of listTasks(call, judging)) {
      const turn = describeTurn(task, judging);
      if (turn.prompt.length + turn.images.length > dearest.prompt.length + dearest.images.length) dearest = turn;
      const key = judgementKey(task, judging);
      if (keys.has(key)) byKey.set(key, turn);
    }
  }
  return { byKey, dearest };
}
