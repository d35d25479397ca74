import { normaliseAnswer } from '@medstream/metrics';
import { microsToSeconds, secondsToMicros } from '@medstream/sampling';
import { type FieldAliases, renameFields, RESPONSE_PROTOCOLS, stripProtocolParagraph, UNANSWERABLE } from '@medstream/schema';

import type { ImportChange } from './import-changes.js';

type Fields = Record<string, unknown>;

/** A record as an item of ours, as far as it can be one, and what was changed. */
export interface ConvertedRecord {
  candidate: unknown;
  changes: ImportChange[];
  /** `from -> to` of each field that was renamed. */
  renamed: string[];
}

/** The start that the release writes instead of 0 (release-format.md, D15). */
const FLOOR_MICROS = secondsToMicros(0.001);

/**
 * Takes one record of the public release to the form of the contract: names by the alias map, the baked-in protocol
 * sentence, the floor of 0.001, the spelling of the protocol, joined answers, and what of a round follows from the rest of
 * it. Everything else stays; what is wrong is left for the rules to tell. Changes nothing in a record that is clean.
 */
export function convertReleaseRecord(record: unknown, aliases: FieldAliases = {}): ConvertedRecord {
  const { value, renamed } = renameFields(record, aliases);
  if (!isFields(value)) return { candidate: value, changes: [], renamed };
  const item: Fields = { ...value };
  const changes = new Set<ImportChange>(renamed.length > 0 ? ['fields/renamed'] : []);
  const note = (change: ImportChange): unknown => changes.add(change);
  removeProtocol(item, note);
  spellProtocol(item, note);
  completeRounds(item, note);
  removeFloor(item, note);
  listAnswers(item, note);
  return { candidate: item, changes: [...changes], renamed };
}

type Note = (change: ImportChange) => unknown;

function removeProtocol(item: Fields, note: Note): void {
  if (typeof item['question'] !== 'string') return;
  const stem = stripProtocolParagraph(item['question']);
  if (stem === item['question'].trim()) return;
  item['question'] = stem;
  note('question/protocol-removed');
}

/** The alert spelling of the release was never seen: any that names `no_alert` and `alert:` is it. */
function spellProtocol(item: Fields, note: Note): void {
  const found = item['response_protocol'];
  if (typeof found !== 'string') return;
  const spaced = found.trim().toLowerCase().replaceAll(/\s*\|\s*/gu, ' | ');
  const isAlert = /\bno[ _-]alert\b/u.test(spaced) && /(?<!no[ _-])\balert\s*:/u.test(spaced);
  const spelled = isAlert ? RESPONSE_PROTOCOLS.alert : Object.values(RESPONSE_PROTOCOLS).find((protocol) => protocol.toLowerCase() === spaced);
  if (spelled === undefined || spelled === found) return;
  item['response_protocol'] = spelled;
  note('protocol/spelling');
}

/** What the paper says of a round and its item (release-format.md, section 3), where the record leaves it out. */
function completeRounds(item: Fields, note: Note): void {
  const { rounds, query_time: queryTime } = item;
  if (item['task_mode'] !== 'streaming' || !Array.isArray(rounds)) return;
  item['rounds'] = rounds.map((found: unknown, index) => {
    if (!isFields(found)) return found;
    const round: Fields = { ...found };
    if (round['round'] === undefined) {
      round['round'] = index + 1;
      note('rounds/numbered');
    }
    if (round['input_range'] === undefined && typeof queryTime === 'number' && typeof round['current_time'] === 'number') {
      round['input_range'] = [queryTime, round['current_time']];
      note('rounds/window-added');
    }
    if (round['answerable'] === undefined && typeof round['expected_output'] === 'string') {
      round['answerable'] = !isAbstention(round['expected_output']);
      note('rounds/answerable-added');
    }
    return round;
  });
  const last: unknown = (item['rounds'] as unknown[]).at(-1);
  const end = isFields(last) ? last['current_time'] : undefined;
  if (typeof queryTime !== 'number' || typeof end !== 'number' || (item['input_range'] !== undefined && item['context_window_sec'] !== undefined)) return;
  item['input_range'] ??= [queryTime, end];
  item['context_window_sec'] ??= microsToSeconds(Math.max(0, secondsToMicros(end) - secondsToMicros(queryTime)));
  note('window/added');
}

function isAbstention(expected: string): boolean {
  return [UNANSWERABLE, 'no_alert', 'no alert', 'uncertain'].includes(normaliseAnswer(expected));
}

/** Windows of frame indices have no floor. The window of nothing at the very first instant stays one of nothing, for its own rule to tell (D4). */
function removeFloor(item: Fields, note: Note): void {
  const { input_range: range, query_time: queryTime, context_window_sec: context } = item;
  if (item['time_unit'] === 'frames' || !isRange(range) || typeof queryTime !== 'number' || secondsToMicros(range[0]) !== FLOOR_MICROS) return;
  const isStreaming = item['task_mode'] === 'streaming';
  const zeroed = (time: number): number => (secondsToMicros(time) === FLOOR_MICROS ? 0 : time);
  if (isStreaming && secondsToMicros(queryTime) > FLOOR_MICROS) return;
  item['input_range'] = [0, zeroed(range[1])];
  item['query_time'] = zeroed(queryTime);
  note('time/floor-removed');
  if (isStreaming) {
    const { rounds } = item;
    if (Array.isArray(rounds)) item['rounds'] = rounds.map((round: unknown) => (isFields(round) && isRange(round['input_range']) ? { ...round, input_range: [zeroed(round['input_range'][0]), round['input_range'][1]] } : round));
  } else if (typeof context === 'number' && secondsToMicros(queryTime) - secondsToMicros(context) === FLOOR_MICROS) {
    item['context_window_sec'] = zeroed(queryTime);
  }
}

/** "Grasper, Hook" beside the choices Grasper and Hook: how the release writes several right choices is not known. */
function listAnswers(item: Fields, note: Note): void {
  const { answer, choices } = item;
  if (typeof answer !== 'string' || !Array.isArray(choices) || !choices.every((choice) => typeof choice === 'string')) return;
  const byText = new Map(choices.map((choice: string) => [normaliseAnswer(choice), choice]));
  if (byText.has(normaliseAnswer(answer))) return;
  const parts = answer.split(/\s*[,;|]\s*/u).map((part) => byText.get(normaliseAnswer(part)));
  if (parts.length < 2 || parts.includes(undefined)) return;
  item['answer'] = parts;
  note('answer/list');
}

function isRange(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((time) => typeof time === 'number');
}

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
