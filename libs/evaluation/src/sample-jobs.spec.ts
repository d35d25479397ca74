import { groupNumbers } from './sample-jobs.js';

describe('groupNumbers', () => {
  it('puts the jobs of one recording together, in order of their first', () => {
    const media = [0, 1, 0, 2, 1, 0];
    expect(groupNumbers({ mediaOf: (number) => media[number] as number }, [0, 1, 3, 4, 5])).toEqual([[0, 5], [1, 4], [3]]);
  });

  it('cuts a recording with very many jobs into parts of a thousand', () => {
    const groups = groupNumbers({ mediaOf: () => 0 }, Array.from({ length: 2_500 }, (_, number) => number));
    expect(groups.map((group) => [group.length, group[0]])).toEqual([[1_000, 0], [1_000, 1_000], [500, 2_000]]);
  });
});
