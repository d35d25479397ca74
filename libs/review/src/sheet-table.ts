import { plainText, writeCsv } from '@medstream/pages';

import type { Sheet, SheetItem } from './sheet.js';

/** The columns that are read back; the others of the table are for raters alone. */
export const ANSWER_COLUMNS = ['sheet', 'rater', 'number', 'answer', 'remark'] as const;

/** The sheet as a table to fill in; its pictures are in the form. */
export function writeSheetTable({ id, items }: Sheet): string {
  return writeCsv([
    [...ANSWER_COLUMNS, 'question', 'options', 'window'],
    ...items.map((item) => [id, null, item.number, null, null, plainText(item.question), describeOptions(item), `${item.length} ${item.unit}`]),
  ]);
}

function describeOptions({ options, several }: SheetItem): string {
  const listed = options.map(({ id, text }) => `${id}: ${plainText(text)}`).join('\n');
  return several ? `${listed}\n(several may apply: A;C)` : listed;
}
