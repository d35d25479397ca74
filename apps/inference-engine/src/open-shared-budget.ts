import { join } from 'node:path';

import type { SharedBudget, SharedTotals } from '@medstream/evaluation';
import { EngineError, parseJsonText, stringifyJsonLine } from '@medstream/schema';
import { commitFile, listEntries, makeFolder, readTextIfAny } from '@medstream/store';

/** Digits of an entry's name, so that names sort as their numbers do. */
const DIGITS = 9;

interface Entry extends SharedTotals {
  /** 1, 2, …; 0 before the first. */
  number: number;
}

const NONE: Entry = { number: 0, calls: 0, spentUsd: 0, reservedUsd: 0 };

/**
 * The money of one run as a chain of small files, `000000001.json` and on: each holds the totals after it, and is made by
 * whoever is first to take its number. Two workers that set money aside at one time cannot both have counted without the
 * other. What a worker that died had set aside stays set aside: its call may have been billed.
 *
 * @param folder of the chain; gone once the run has ended
 */
export function openSharedBudget(folder: string, maxCostUsd: number): SharedBudget {
  let last = NONE;
  let isFolderMade = false;
  const fileOf = (number: number): string => join(folder, `${String(number).padStart(DIGITS, '0')}.json`);

  async function readLast(): Promise<Entry> {
    if (last.number === 0) {
      const names = (await listEntries(folder)).filter((name) => /^\d+\.json$/.test(name)).sort();
      const newest = names.at(-1);
      if (newest !== undefined) last = await readEntry(fileOf(Number.parseInt(newest, 10)), Number.parseInt(newest, 10));
    }
    for (;;) {
      const next = last.number + 1;
      const text = await readTextIfAny(fileOf(next));
      if (text === null) return last;
      last = parseEntry(text, fileOf(next), next);
    }
  }

  // one at a time in this process: they all move `last`
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const worked = turn.then(work);
    turn = worked.catch(() => undefined);
    return worked;
  }

  /** @returns false where `change` leaves everything as it is */
  const append = (change: (totals: SharedTotals, number: number) => SharedTotals | null): Promise<boolean> => inTurn(() => appendNow(change));

  async function appendNow(change: (totals: SharedTotals, number: number) => SharedTotals | null): Promise<boolean> {
    if (!isFolderMade) await makeFolder(folder);
    isFolderMade = true;
    for (;;) {
      const { number, ...totals } = await readLast();
      const changed = change(totals, number);
      if (changed === null) return false;
      if (await commitFile(fileOf(number + 1), `${stringifyJsonLine({ calls: changed.calls, spent_usd: changed.spentUsd, reserved_usd: changed.reservedUsd })}\n`)) return true;
    }
  }

  return {
    async reserve(usd) {
      const isSetAside = await append(({ calls, spentUsd, reservedUsd }) => (spentUsd + reservedUsd + usd > maxCostUsd ? null : { calls, spentUsd, reservedUsd: reservedUsd + usd }));
      if (!isSetAside) return null;
      return async (cost) => {
        await append(({ calls, spentUsd, reservedUsd }) => ({ calls: calls + (cost === null ? 0 : 1), spentUsd: spentUsd + (cost ?? 0), reservedUsd: Math.max(0, reservedUsd - usd) }));
      };
    },
    noteEarlier: async ({ calls, spentUsd }) => {
      await append((_, number) => (number > 0 ? null : { calls, spentUsd, reservedUsd: 0 }));
    },
    readTotals: async () => {
      const { number: _, ...totals } = await inTurn(readLast);
      return totals;
    },
  };
}

async function readEntry(file: string, number: number): Promise<Entry> {
  const text = await readTextIfAny(file);
  return text === null ? NONE : parseEntry(text, file, number);
}

function parseEntry(text: string, file: string, number: number): Entry {
  const { calls, spent_usd: spentUsd, reserved_usd: reservedUsd } = (parseJsonText(text, file) ?? {}) as Record<string, unknown>;
  if (isAmount(calls) && isAmount(spentUsd) && isAmount(reservedUsd)) return { number, calls, spentUsd, reservedUsd };
  throw new EngineError('store/corrupt', `${file} does not hold what a run has spent`, { hint: 'the file was changed from outside; send the request again into a new folder' });
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
