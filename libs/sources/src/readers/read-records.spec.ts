import { makeSourceFolder } from '../testing/source-folder.js';
import { keepWhileUnchanged } from './keep-while-unchanged.js';
import { readRecords } from './read-records.js';

const folder = makeSourceFolder({ beforeEach, afterEach });
const columns = { file: ['filename', 'file-name'], label: ['label'], y4: ['y4'] };
const read = (separator: ',' | ';' = ';') => readRecords({ root: folder.root, path: 't.csv', separator, columns, optional: ['y4'] });

test('columns are found by name in any order and spelling; a blank or missing cell is null', async () => {
  await folder.put('t.csv', '\uFEFFLabel;File name;Y4\r\nUlcer;a_1.jpg;7\r\nPolyp;a b.jpg\r\n;c.jpg;\r\n\r\n');
  expect((await read()).records).toEqual([
    { cells: { file: 'a_1.jpg', label: 'Ulcer', y4: '7' }, line: 2 },
    { cells: { file: 'a b.jpg', label: 'Polyp', y4: null }, line: 3 },
    { cells: { file: 'c.jpg', label: null, y4: null }, line: 4 },
  ]);
});

test('a column that must be there is asked for by name', async () => {
  await folder.put('t.csv', 'filename,class\na,b\n');
  await expect(read(',')).rejects.toMatchObject({ code: 'source/bad-label', message: 't.csv line 1: found the columns filename, class, expected a column "label"' });
});

test('a table is read once while it stays the same', async () => {
  let count = 0;
  const readKept = keepWhileUnchanged(async (_root, path) => {
    count += 1;
    return path;
  });
  await folder.put('a.csv', 'one');
  await folder.put('b.csv', 'one');
  for (let time = 0; time < 3; time += 1) expect(await readKept(folder.root, 'a.csv')).toBe('a.csv');
  expect(count).toBe(1);
  await folder.put('a.csv', 'other');
  await readKept(folder.root, 'a.csv');
  expect(count).toBe(2);
  expect(await readKept(folder.root, 'b.csv')).toBe('b.csv');
  expect(await readKept(folder.root, 'absent.csv')).toBe('absent.csv');
  expect(count).toBe(4);
});
