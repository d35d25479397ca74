import { isShowable, normaliseShownText, showLabel } from './show-label.js';

describe('showLabel', () => {
  test.each([
    ['CalotTriangleDissection', 'calot triangle dissection'],
    ['carlot-triangle-dissection', 'carlot triangle dissection'],
    ['s2_trocar_placement', 's2 trocar placement'],
    ['Dividing Ligament and Peritoneum', 'dividing ligament and peritoneum'],
    ['Hyperplasic', 'hyperplasic'],
    ['BBPS_2-3', 'BBPS 2-3'],
    ['out_of_patient', 'out of patient'],
    [' SpecimenBag ', 'specimen bag'],
  ])('%j is shown as %j', (label, shown) => {
    expect(showLabel(label)).toBe(shown);
  });

  test('changes only case, _, - and spaces', () => {
    const strip = (text: string): string => text.toLowerCase().replaceAll(/[_\-\s]/gu, '');
    for (const label of ['CalotTriangleDissection', 'a_B-c  D', 'BBPS_2-3', 'x.y/Z']) expect(strip(showLabel(label))).toBe(strip(label));
  });

  test('normalised texts are equal where only case, _, - or a full stop differ', () => {
    expect(normaliseShownText('Clip_Cut.')).toBe(normaliseShownText('clip-cut'));
  });
});

describe('isShowable', () => {
  test.each([
    ['preparation', true],
    ['G1', true],
    ['A', false],
    ['(b)', false],
    ['Unanswerable', false],
    ['no_change', false],
    ['No', false],
    ['_', false],
  ])('%j: %j', (label, expected) => {
    expect(isShowable(label)).toBe(expected);
  });
});
