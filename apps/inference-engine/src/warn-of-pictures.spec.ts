import { warnOfPictures } from './warn-of-pictures.js';

const LLAVA = 'openai:llava-hf/llava-onevision-qwen2-7b-ov-hf';

describe('warnOfPictures', () => {
  it.each<[string, string, number[], string[]]>([
    // the preset says four
    ['as many as fit', LLAVA, [1, 4], []],
    ['one more, once for all calls', LLAVA, [4, 5, 9], [expect.stringMatching(/^warning: a call has 5 pictures, and openai:llava\S+ takes about 4.*\nhow to mend: add --max-frames 4/) as string]],
    ['a model without a preset', 'openai:fake', [5_000], []],
    ['no call', LLAVA, [], []],
  ])('%s', (_, model, counts, told) => {
    const notes: string[] = [];
    warnOfPictures(model, counts.map((count) => ({ job: { targets: Array.from({ length: count }, (_unused, index) => index) } })), (text) => notes.push(text));
    expect(notes).toEqual(told);
  });
});
