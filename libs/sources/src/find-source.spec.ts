import { sourceDescriptorSchema } from '@medstream/schema';

import { findSource, listSources } from './find-source.js';

test('ids are spelled as the data sets spell themselves', () => {
  expect(listSources().map(({ descriptor }) => descriptor.id)).toEqual(['cholec80', 'CholecT50', 'MultiBypass140']);
});

test('no name means two sources', () => {
  const names = listSources().map(({ descriptor }) => [...new Set([descriptor.id, ...descriptor.aliases].map((name) => name.toLowerCase()))]);
  expect(new Set(names.flat()).size).toBe(names.flat().length);
});

test.each([
  ['cholec80', 'cholec80'],
  ['Cholec80', 'cholec80'],
  ['cholect50', 'CholecT50'],
  ['CHOLECT50', 'CholecT50'],
  ['multibypass140', 'MultiBypass140'],
])('findSource(%s) is %s', (name, id) => {
  expect(findSource(name).descriptor.id).toBe(id);
});

test('an unknown name lists the valid ones', () => {
  const error = expect.objectContaining({ code: 'source/unknown', hint: 'the sources are cholec80, CholecT50, MultiBypass140' });
  expect(() => findSource('cholec81')).toThrow(error);
});

test('descriptors are complete, and no set under a request form or NC-SA terms may be passed on or uploaded', () => {
  for (const { descriptor } of listSources()) {
    expect(sourceDescriptorSchema.parse(descriptor)).toEqual(descriptor);
    expect([descriptor.licence, descriptor.redistributable, descriptor.uploadAllowed]).toEqual(['CC BY-NC-SA 4.0', false, false]);
  }
});
