import { SUBJECTS } from '@medstream/schema';

import { STREAM_TABLE } from './stream-table.js';

describe('STREAM_TABLE', () => {
  it('carries every subject of the catalogue in exactly one stream', () => {
    const subjects = STREAM_TABLE.flatMap((stream) => stream.subjects);
    expect([...subjects].sort()).toEqual(Object.values(SUBJECTS).sort());
  });

  it('has one durable for every subject of a work stream, so that no work waits for nobody', () => {
    for (const stream of STREAM_TABLE.filter((candidate) => candidate.kind === 'work')) {
      expect(stream.durables.map((durable) => durable.subject).sort()).toEqual([...stream.subjects].sort());
    }
  });
});
