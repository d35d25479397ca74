import fc from 'fast-check';

import { KeySet } from './key-set.js';

test('property: says of each key whether it came before, as a Set does, over several growths', () => {
  const key = fc.oneof(fc.constantFrom(0, 1, 1023, 1024, 2 ** 53 - 2), fc.nat(300), fc.maxSafeInteger().map((number) => Math.abs(number) % (2 ** 53 - 1)));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), fc.nat(5000), (keys, more) => {
      const [own, known] = [new KeySet(), new Set<number>()];
      for (const one of [...keys, ...Array.from({ length: more }, (_, index) => index * 1024), ...keys]) {
        expect(own.add(one)).toBe(known.has(one));
        known.add(one);
      }
    }),
    { numRuns: 20 },
  );
});
