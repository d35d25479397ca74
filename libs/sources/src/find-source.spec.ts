import { sourceDescriptorSchema } from '@medstream/schema';

import { findSource, listSources } from './find-source.js';

const IDS = ['AlxSuture', 'AutoLapora', 'AVOS', 'BernBypass70', 'cholec80', 'CholecT45', 'CholecT50', 'Colonoscopic-addi', 'Colonoscopic-web', 'CVC-ClinicDB', 'EndoVis2019', 'HeiChole', 'hyper-kvasir', 'JIGSAWS', 'kvasir-capsule', 'LDPolypVideo', 'M2CAI16-Workflow', 'MultiBypass140', 'PitVis', 'private_data', 'simsurgskill_2021', 'Surgical-phase'];

test('ids are spelled as the table of the paper spells them, in the order of the alphabet', () => {
  expect(listSources().map(({ descriptor }) => descriptor.id)).toEqual(IDS);
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
  ['autolaparo', 'AutoLapora'],
  ['Surgical_phase', 'Surgical-phase'],
  ['zju_phase', 'Surgical-phase'],
  ['m2cai16w', 'M2CAI16-Workflow'],
])('findSource(%s) is %s', (name, id) => {
  expect(findSource(name).descriptor.id).toBe(id);
});

test('an unknown name lists the valid ones', () => {
  const error = expect.objectContaining({ code: 'source/unknown', hint: `the sources are ${IDS.join(', ')}` });
  expect(() => findSource('cholec81')).toThrow(error);
});

/** Under CC BY 4.0, which lets media be passed on and sent anywhere. */
const OPEN_SOURCES: readonly string[] = ['hyper-kvasir', 'kvasir-capsule'];

test('descriptors are complete, and no set with terms of its own may be passed on or uploaded', () => {
  for (const { descriptor } of listSources()) {
    expect(sourceDescriptorSchema.parse(descriptor)).toEqual(descriptor);
    expect([descriptor.redistributable, descriptor.uploadAllowed]).toEqual(OPEN_SOURCES.includes(descriptor.id) ? [true, true] : [false, false]);
  }
});

test('sets whose provider states a colour for pictures from outside the body say so', () => {
  const marked = listSources().flatMap(({ descriptor: { id, outOfBody } }) => (outOfBody === undefined ? [] : [[id, outOfBody]]));
  // CholecT45 and its extension are blacked out, HeiChole (and the challenge on its videos) is all white there
  expect(marked).toEqual([['CholecT45', 'black'], ['CholecT50', 'black'], ['EndoVis2019', 'white'], ['HeiChole', 'white']]);
});
