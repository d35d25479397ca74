import { callsOf, isPositiveValue, listGolds } from '@medstream/metrics';
import { toleranceMicrosOf } from '@medstream/sampling';

import type { DetailedItem } from './run-details.js';

/** One item as a page shows it: cut to what is shown. */
export interface ShownItem {
  sampleId: string;
  dataset: string;
  videoId: string;
  task: string;
  temporalMode: string;
  isStreaming: boolean;
  timeUnit: 'seconds' | 'frames';
  question: string;
  choices: readonly string[];
  startTime: number;
  /** Streaming only; null: the right behaviour is silence. */
  expectedTime: number | null;
  tolerance: number;
  firstPositiveTime: number | null;
  content: number | null;
  responsiveness: number | null;
  stability: number | null;
  overall: number | null;
  unscoredReason: string | null;
  calls: ShownCall[];
}

export interface ShownCall {
  round: number | null;
  time: number;
  expected: string;
  status: string;
  /** What the reply read as; null when nothing. */
  value: string | null;
  raw: string | null;
  content: number | null;
  isPositive: boolean;
  /** Hash of the last frame of the window; null where none was sent. */
  lastFrame: string | null;
  frames: number;
}

/** Longest text that is kept of a reply, a question or an answer; what is over is counted. */
const MAX_SIGNS = 600;

/**
 * Keeps up to `maxItems` items, spread evenly over all by a hash of their sample_id: the same items for the same run,
 * however many others there are, and for every run over the same data.
 */
export function createItemSample(maxItems: number): { add(detailed: DetailedItem): void; finish(): { shown: ShownItem[]; total: number } } {
  let kept: { rank: number; shown: ShownItem }[] = [];
  let total = 0;
  let limit = Infinity;
  const cut = (): void => {
    kept.sort((one, other) => one.rank - other.rank || (one.shown.sampleId < other.shown.sampleId ? -1 : 1));
    kept = kept.slice(0, maxItems);
    if (kept.length === maxItems) limit = kept.at(-1)?.rank ?? -1;
  };
  return {
    add(detailed) {
      total += 1;
      const rank = spread(detailed.item.sample_id);
      if (rank > limit || maxItems === 0) return;
      kept.push({ rank, shown: showItem(detailed) });
      if (kept.length >= 2 * maxItems) cut();
    },
    finish() {
      cut();
      return { shown: kept.map(({ shown }) => shown).sort((one, other) => (one.sampleId < other.sampleId ? -1 : 1)), total };
    },
  };
}

/** FNV-1a with a last mixing step: an even spread over 32 bits, no secret. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Of an item that was asked several times the first replies with their own score. */
function showItem({ item, score: combined, repeats = [combined], replies }: DetailedItem): ShownItem {
  const score = repeats[0] ?? combined;
  const { calls, expected } = callsOf(item);
  const golds = new Map(listGolds(item).map((gold) => [gold.round, gold.expected]));
  return {
    sampleId: item.sample_id,
    dataset: item.dataset,
    videoId: item.video_id,
    task: item.task,
    temporalMode: item.temporal_mode,
    isStreaming: item.task_mode === 'streaming',
    timeUnit: item.time_unit ?? 'seconds',
    question: cutText(item.question),
    choices: (item.choices ?? []).map(cutText),
    startTime: item.task_mode === 'streaming' ? item.query_time : item.input_range[0],
    expectedTime: expected.micros === null ? null : expected.micros / 1e6,
    tolerance: toleranceMicrosOf(item) / 1e6,
    firstPositiveTime: score.first_positive_time,
    content: score.content,
    responsiveness: score.responsiveness,
    stability: score.stability,
    overall: score.overall,
    unscoredReason: score.unscored_reason ?? null,
    calls: calls.map(({ round, currentTime }): ShownCall => {
      const scored = score.rounds.find((candidate) => candidate.round === round);
      const reply = replies.find((candidate) => candidate.round === round);
      const value = toAnswer(scored?.value);
      return {
        round,
        time: currentTime,
        expected: cutText(toText(golds.get(round) ?? null) ?? ''),
        status: scored?.status ?? 'missing',
        value: value === null ? null : cutText(toText(value) ?? ''),
        raw: reply?.raw === null || reply?.raw === undefined ? null : cutText(reply.raw),
        content: scored?.content ?? null,
        isPositive: value !== null && isPositiveValue(item, value),
        lastFrame: reply?.frames?.at(-1) ?? null,
        frames: reply?.frames?.length ?? 0,
      };
    }),
  };
}

function toAnswer(value: unknown): string | string[] | null {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(String) : null;
}

function toText(value: string | string[] | null): string | null {
  return Array.isArray(value) ? value.join('; ') : value;
}

function cutText(text: string): string {
  return text.length <= MAX_SIGNS ? text : `${text.slice(0, MAX_SIGNS)} … (${text.length - MAX_SIGNS} more characters)`;
}
