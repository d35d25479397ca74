import { createSeededRandom } from '@medstream/schema';

import { arrangeChoices } from './arrange-choices.js';
import type { ChoicePlan, Draft, Gold } from './draft.js';

type LabelPlan = Extract<ChoicePlan, { kind: 'labels' }>;

const PLAN: LabelPlan = { kind: 'labels', offersNoChange: false, leaveOut: [], preferred: [] };
const random = () => createSeededRandom(1, 'choices');

function arrange(vocabulary: string[], gold: Gold, plan: Partial<LabelPlan> | null = {}, position = 0): string[] | null {
  const choices: ChoicePlan = plan === null ? { kind: 'yes-no' } : { ...PLAN, ...plan };
  const draft = { choices, gold, view: { vocabulary } } as unknown as Draft;
  return arrangeChoices(draft, { maxChoices: 4, position }, random());
}

const label = (name: string): Gold => ({ kind: 'label', label: name });
const VOCABULARY = ['Preparation', 'ClipCut', 'Washing', 'Suturing', 'Removal', 'Closing'];

describe('arrangeChoices', () => {
  test('the right choice stands where the position says, counted round the list', () => {
    for (const position of [0, 1, 2, 3, 4, 7]) expect(arrange(VOCABULARY, label('Washing'), {}, position)?.indexOf('washing')).toBe(position % 4);
  });

  test('real neighbours come before other labels', () => {
    expect(arrange(VOCABULARY, label('Washing'), { preferred: ['Closing', 'Removal'] })).toEqual(expect.arrayContaining(['washing', 'closing', 'removal']));
  });

  test('labels that are equal after normalisation, letters and words with a meaning of their own are no choices', () => {
    expect(arrange(['washing', 'Washing', 'WASHING', 'A', 'unanswerable', 'no', 'clip_cut', 'ClipCut'], label('washing'))?.sort()).toEqual(['clip cut', 'washing']);
  });

  test.each<[string, Gold, Partial<LabelPlan> | null, string[]]>([
    ['no change is offered beside labels', label('Washing'), { offersNoChange: true }, ['washing', 'no change']],
    ['no change is right', { kind: 'no-change' }, { offersNoChange: true }, ['no change']],
    ['yes or no', { kind: 'word', word: 'no' }, null, ['no', 'yes']],
    // two wrong ones beside three right ones, although four is the usual most
    ['several right answers', { kind: 'labels', labels: ['Washing', 'Removal', 'Closing'] }, {}, ['washing', 'removal', 'closing']],
  ])('%s', (_, gold, plan, holds) => {
    expect(arrange(VOCABULARY, gold, plan)).toEqual(expect.arrayContaining(holds));
  });

  test('counts: 4 at most, 5 with three right answers, 2 for yes or no', () => {
    expect([arrange(VOCABULARY, label('Washing')), arrange(VOCABULARY, { kind: 'labels', labels: ['Washing', 'Removal', 'Closing'] }), arrange(VOCABULARY, { kind: 'word', word: 'yes' }, null)].map((list) => list?.length)).toEqual([4, 5, 2]);
  });

  test('labels left out are not offered, and an abstention offers labels only', () => {
    const choices = arrange(VOCABULARY, { kind: 'unanswerable' }, { leaveOut: ['ClipCut', 'Washing'] });
    expect(choices).toHaveLength(4);
    expect(choices).not.toEqual(expect.arrayContaining(['clip cut']));
    expect(choices).not.toEqual(expect.arrayContaining(['unanswerable']));
  });

  test.each([
    ['polyp', ['polyp', 'lifted_polyp', 'ulcer'], ['polyp', 'ulcer']],
    ['lifted_polyp', ['polyp', 'lifted_polyp', 'ulcer'], ['lifted polyp', 'ulcer']],
    // a denial excludes, and letters inside a word are no word
    ['polyp', ['polyp', 'no_polyp', 'polyposis'], ['no polyp', 'polyp', 'polyposis']],
    // a range of grades holds its own members and overlaps with others
    ['colitis-grade-1-2', ['colitis-grade-1', 'colitis-grade-1-2', 'colitis-grade-2-3', 'colitis-grade-3', 'dyed'], ['colitis grade-1-2', 'colitis grade-3', 'dyed']],
    ['colitis-grade-2', ['colitis-grade-0-1', 'colitis-grade-1-2', 'colitis-grade-2', 'colitis-grade-3'], ['colitis grade-0-1', 'colitis grade-2', 'colitis grade-3']],
    ['BBPS_0-1', ['BBPS_0-1', 'BBPS_2-3'], ['BBPS 0-1', 'BBPS 2-3']],
    // single grades, and other stems, do not overlap
    ['step 2', ['step 1', 'step 2', 'phase 1-2'], ['phase 1-2', 'step 1', 'step 2']],
  ])('beside %s no choice of %j could be right as well', (right, vocabulary, expected) => {
    expect(arrange(vocabulary, label(right))?.sort()).toEqual(expected);
  });

  test('texts of ours are offered in the order given', () => {
    const draft = { choices: { kind: 'texts', wrong: ['3', '1', '4', '0'] }, gold: { kind: 'text', text: '2' }, view: { vocabulary: [] } } as unknown as Draft;
    expect(arrangeChoices(draft, { maxChoices: 4, position: 1 }, random())?.sort()).toEqual(['1', '2', '3', '4']);
    expect(arrangeChoices(draft, { maxChoices: 4, position: 1 }, random())?.[1]).toBe('2');
  });

  test('one label alone gives no choices', () => {
    expect(arrange(['Washing'], label('Washing'))).toBeNull();
  });
});
