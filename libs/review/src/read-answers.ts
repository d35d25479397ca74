import { unmarkCsvText } from '@medstream/pages';
import { describeIssues, EngineError, parseJsonText } from '@medstream/schema';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

import type { KeyItem, ReviewKey } from './review-key.js';
import { MAX_REMARK_SIGNS } from './render-form.js';
import { CANNOT_TELL, NONE_OF_THESE } from './review-question.js';
import { ANSWER_COLUMNS } from './sheet-table.js';

/** What one rater said, by number of the item; letters are sorted and belong to the item. */
export interface RaterAnswers {
  /** 1-based. */
  rater: number;
  answers: ReadonlyMap<number, { letters: string[]; remark: string }>;
}

/** Signs of an answer file that are read at most. */
export const MAX_ANSWER_SIGNS = 16_000_000;
/** Faults that one error lists. */
const MAX_LISTED = 5;

const savedFormSchema = z.strictObject({
  schema_version: z.literal(1),
  sheet: z.string(),
  rater: z.int(),
  answers: z.array(z.strictObject({ number: z.int(), answer: z.array(z.string()), remark: z.string() })).max(10_000),
});

/** One answer as a file has it. */
interface GivenAnswer {
  /** Where it stands: `line 7`, `answers[3]`. */
  place: string;
  sheet: string;
  rater: string;
  number: string;
  letters: string[];
  remark: string;
}

/**
 * Reads what a rater sent back: the form's JSON or CSV, or the sheet's table filled in (comma, semicolon or tab). Only
 * answers that the sheet offers are taken.
 *
 * @param name what the file is called, for errors
 * @throws EngineError `usage/bad-argument` for answers to another sheet or of no rater of it, `input/bad-record` for values
 *   that cannot be used, with their places, `input/not-json`, `input/too-large`
 */
export function readAnswers(text: string, { name, key }: { name: string; key: ReviewKey }): RaterAnswers {
  if (text.length > MAX_ANSWER_SIGNS) throw new EngineError('input/too-large', `${name} has ${text.length} characters, over the limit of ${MAX_ANSWER_SIGNS}`, { hint: 'send the file that the form saved' });
  const given = /^\s*\{/.test(text) ? listSavedAnswers(text, name) : listTableAnswers(text, name);
  const foreign = given.find(({ sheet }) => sheet !== key.sheet);
  if (foreign !== undefined) throw new EngineError('usage/bad-argument', `${name}, ${foreign.place}: these are answers to ${JSON.stringify(foreign.sheet.slice(0, 60))}, the key is of ${key.sheet}`, { hint: 'the sheet or the key is of another check: put the right ones together' });
  const rater = readRater(given, { name, key });
  const items = new Map(key.items.map((item) => [item.number, item]));
  const answers = new Map<number, { letters: string[]; remark: string }>();
  const faults: string[] = [];
  for (const { place, number, letters, remark } of given) {
    const item = /^\d{1,6}$/.test(number) ? items.get(Number(number)) : undefined;
    if (item === undefined) {
      faults.push(`${place}: there is no item ${JSON.stringify(number.slice(0, 20))} on the sheet`);
      continue;
    }
    if (answers.has(item.number)) faults.push(`${place}: item ${item.number} is answered twice`);
    const fault = findFault(letters, remark, item);
    if (fault !== null) faults.push(`${place}, item ${item.number}: ${fault}`);
    answers.set(item.number, { letters: [...new Set(letters)].sort(), remark });
  }
  if (faults.length > 0) {
    const more = faults.length - MAX_LISTED;
    throw new EngineError('input/bad-record', `${name}: ${faults.slice(0, MAX_LISTED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`, { hint: 'mend the values named, or save the form anew' });
  }
  return { rater, answers };
}

function findFault(letters: readonly string[], remark: string, { options, several }: KeyItem): string | null {
  const unknown = letters.find((letter) => !options.includes(letter));
  if (unknown !== undefined) return `${JSON.stringify(unknown.slice(0, 20))} is none of ${options.join(', ')}`;
  if (!several && new Set(letters).size > 1) return `${letters.join(', ')} are several answers where one is asked for`;
  // as the form has it: what excludes the others cannot be said beside them
  const alone = letters.length > 1 ? letters.find((letter) => letter === CANNOT_TELL || letter === NONE_OF_THESE) : undefined;
  if (alone !== undefined && new Set(letters).size > 1) return `${alone} stands beside ${letters.filter((letter) => letter !== alone).join(', ')}, and only one of them can be meant`;
  if (remark.length > MAX_REMARK_SIGNS) return `the remark has ${remark.length} characters, over the limit of ${MAX_REMARK_SIGNS}`;
  return null;
}

/** The one rater of a file: rows may leave it out where another says it. */
function readRater(given: readonly GivenAnswer[], { name, key }: { name: string; key: ReviewKey }): number {
  const stated = given.filter(({ rater }) => rater !== '');
  const [first] = stated;
  if (first === undefined) throw new EngineError('usage/bad-argument', `${name} does not say which rater it is of`, { hint: `put a number from 1 to ${key.raters} into the column "rater"` });
  const other = stated.find(({ rater }) => rater !== first.rater);
  if (other !== undefined) throw new EngineError('usage/bad-argument', `${name} holds answers of two raters: ${JSON.stringify(first.rater.slice(0, 20))} and, ${other.place}, ${JSON.stringify(other.rater.slice(0, 20))}`, { hint: 'give one file a rater' });
  const rater = Number(first.rater);
  if (!/^\d{1,3}$/.test(first.rater) || rater < 1 || rater > key.raters) throw new EngineError('usage/bad-argument', `${name}, ${first.place}: ${JSON.stringify(first.rater.slice(0, 20))} is no rater of this sheet`, { hint: `raters are numbered from 1 to ${key.raters}` });
  return rater;
}

function listSavedAnswers(text: string, name: string): GivenAnswer[] {
  const parsed = savedFormSchema.safeParse(parseJsonText(text, name));
  if (!parsed.success) {
    const [issue] = describeIssues(parsed.error);
    throw new EngineError('input/bad-record', `${name} is not what the form saves: ${issue?.path ?? ''} ${issue?.message ?? ''}`, { hint: 'save the form anew', cause: parsed.error });
  }
  const { sheet, rater, answers } = parsed.data;
  if (answers.every(({ answer }) => answer.length === 0)) throw new EngineError('input/bad-record', `${name} holds no answer`, { hint: 'the rater saved before answering' });
  return answers.map(({ number, answer, remark }, index) => ({ place: `answers[${index}]`, sheet, rater: String(rater), number: String(number), letters: answer, remark }));
}

function listTableAnswers(text: string, name: string): GivenAnswer[] {
  const [head = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].find((sign) => head.replaceAll(/["\ufeff]/g, '').split(sign).includes('sheet'));
  if (delimiter === undefined) throw new EngineError('input/bad-record', `${name}: the first line has no column "sheet"`, { hint: `send the file that the form saved, or sheet.csv with its head: ${ANSWER_COLUMNS.join(', ')}` });
  const records = readRecords(text, delimiter, name);
  const columns = (records[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const missing = ANSWER_COLUMNS.find((column) => column !== 'remark' && !columns.includes(column));
  if (missing !== undefined) throw new EngineError('input/bad-record', `${name}: the first line has no column "${missing}"`, { hint: `the columns read are ${ANSWER_COLUMNS.join(', ')}` });
  const given = records.slice(1).map(({ cells, line }): GivenAnswer => {
    const at = (column: (typeof ANSWER_COLUMNS)[number]): string => unmarkCsvText(cells[columns.indexOf(column)] ?? '').trim();
    return { place: `line ${line}`, sheet: at('sheet'), rater: at('rater'), number: at('number'), letters: at('answer').toUpperCase().split(/[\s,;]+/).filter((letter) => letter !== ''), remark: at('remark') };
  });
  if (given.every(({ letters }) => letters.length === 0)) throw new EngineError('input/bad-record', `${name} holds no answer`, { hint: 'the column "answer" takes letters, such as B, or A;C' });
  return given;
}

function readRecords(text: string, delimiter: string, name: string): { cells: string[]; line: number }[] {
  try {
    const records = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true, info: true, max_record_size: 200_000 }) as unknown as { record: string[]; info: { lines: number } }[];
    // spreadsheets end a table with rows of empty cells; a record's own count of lines is that of its last one
    return records.filter(({ record }) => record.some((cell) => cell.trim() !== '')).map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (cause) {
    throw new EngineError('input/bad-record', `${name} cannot be read as a table: ${(cause as Error).message}`, { hint: 'save the form anew, or the table as CSV', cause });
  }
}
