import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { encodeXlsx } from '../examples/encode-xlsx.js';
import { makeSourceFolder } from '../testing/source-folder.js';
import { readSheetRows } from './read-sheet-rows.js';

const folder = makeSourceFolder({ beforeEach, afterEach });

const BOOK = encodeXlsx([['VIDEO', 'RATER', 'SUM'], ['A31H', 'A', 18], [null, null, null], ['A31H', 'B', null]]);

/** The workbook with another sheet in its place. */
function withSheet(change: (xml: string) => string): Uint8Array {
  const files = unzipSync(BOOK);
  const name = 'xl/worksheets/sheet1.xml';
  return zipSync({ ...files, [name]: strToU8(change(strFromU8(files[name] as Uint8Array))) });
}

const withCell = (cell: string): Uint8Array => withSheet((xml) => xml.replace('<c r="C2"><v>18</v></c>', cell));
const withLast = (row: string): Uint8Array => withSheet((xml) => xml.replace('</sheetData>', `${row}</sheetData>`));

async function readBook(book: Uint8Array): Promise<string[][]> {
  await folder.put('book.xlsx', book);
  return (await readSheetRows(folder.root, 'book.xlsx')).rows.map(({ cells }) => cells);
}

test('rows keep their number in the file, those without a cell are left out', async () => {
  await folder.put('book.xlsx', BOOK);
  const { rows } = await readSheetRows(folder.root, 'book.xlsx');
  expect(rows).toEqual([
    { cells: ['VIDEO', 'RATER', 'SUM'], line: 1 },
    { cells: ['A31H', 'A', '18'], line: 2 },
    { cells: ['A31H', 'B', ''], line: 4 },
  ]);
});

test.each<[string, Uint8Array, string]>([
  ['a formula: its stored result', withCell('<c r="C2"><f>SUM(D2:F2)</f><v>18</v></c>'), '18'],
  ['a formula without a result', withCell('<c r="C2"><f>SUM(D2:F2)</f></c>'), ''],
  ['an error', withCell('<c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'), ''],
  ['a merged cell: its text is that of the first', withSheet((xml) => xml.replace('<c r="C2"><v>18</v></c>', '').replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="B2:C2"/></mergeCells>')), ''],
])('%s', async (_, book, text) => {
  expect((await readBook(book))[1]?.[2] ?? '').toBe(text);
});

test.each<[string, Uint8Array, RegExp]>([
  ['an archive cut short', BOOK.subarray(0, BOOK.length - 3), /unreadable workbook/],
  ['half an archive', BOOK.subarray(0, BOOK.length / 2), /unreadable workbook/],
  ['no archive', strToU8('VIDEO,RATER'), /unreadable workbook/],
  ['nothing', new Uint8Array(), /unreadable workbook/],
  ['an archive of something else', zipSync({ 'a.txt': strToU8('a') }), /unreadable workbook/],
  ['a sheet that is no XML', withSheet(() => 'hello'), /unreadable workbook/],
  // the last corner a sheet can have: 1,048,576 x 16,384 cells
  ['a cell in the last corner', withLast('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), /reaches over 17179869184 cells/],
  // 1,048,576 rows of the three columns
  ['a cell in the last row', withLast('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), /reaches over 3145728 cells/],
  ['zeros that unpack to 101 MB', zipSync({ ...unzipSync(BOOK), 'xl/media/zeros.bin': new Uint8Array(101_000_000) }, { level: 1 }), /unpacks to 10100\d{4} bytes/],
])('refuses %s', async (_, book, message) => {
  await expect(readBook(book)).rejects.toMatchObject({ code: 'source/bad-label', message: expect.stringMatching(message) as string, hint: expect.any(String) as string });
});

test('reads a whole archive behind the end of another, or refuses it, but ends', async () => {
  // what a download that was begun anew leaves; the reader of streams would wait for ever
  expect(await readBook(Buffer.concat([BOOK, BOOK]))).toHaveLength(3);
});
