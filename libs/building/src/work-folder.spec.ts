import { createMemoryOutput } from './testing/memory-build.js';
import { openWorkFolder } from './work-folder.js';

it.each(['', 'null', '{"earlier_files":"a.jsonl"}', '{"earlier_files":[1]}', '{"earlier'])('a note of the work folder that holds %j is told as damaged, with the way to mend it', async (text) => {
  const output = createMemoryOutput();
  await output.writeText('.work/build.json', text);
  await expect(openWorkFolder(output)).rejects.toMatchObject({ code: 'store/corrupt', hint: 'remove the folder .work there, then give the same command again' });
});

it('takes up what an earlier build announced', async () => {
  const output = createMemoryOutput();
  await (await openWorkFolder(output)).announceFiles(['a.jsonl', 'b.jsonl']);
  expect(await (await openWorkFolder(output)).announceFiles(['b.jsonl'])).toEqual(['a.jsonl']);
});
