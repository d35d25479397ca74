import { hashText } from '@medstream/schema';

import { createHashList } from './hash-list.js';

it('gives back every hash that was pushed, also beyond the room it begins with', () => {
  const hashes = Array.from({ length: 2_100 }, (_, index) => hashText(String(index)));
  const list = createHashList();
  for (const hash of hashes) list.push(hash);
  expect(hashes.map((_, index) => list.at(index))).toEqual(hashes);
});
