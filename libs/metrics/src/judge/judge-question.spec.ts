import { scoreItem } from '../score-item.js';
import { makeClosedItem, makeOpenItem, makeProactiveItem } from '../testing/make-items.js';
import { judgeLexically } from './lexical-judge.js';
import { type JudgedReply, planJudgement } from './judge-question.js';

const reply = (facts: Partial<JudgedReply>): JudgedReply => ({ round: null, status: 'ok', value: null, raw: null, ...facts });

describe('planJudgement, single turn', () => {
  const open = makeOpenItem();
  const closed = makeClosedItem();

  it('asks for points where an open answer is not the reference', () => {
    expect(planJudgement(open, reply({ value: 'they cut the gallbladder free' }))).toEqual({
      kind: 'rubric',
      round: null,
      question: 'Which phase is it?',
      reference: 'The gallbladder is being dissected.',
      rubric: { correctness: '0-2', evidence_grounding: '0-2', safety: '0-1' },
      answer: 'they cut the gallbladder free',
    });
  });

  it('brings a marking guide where the item has none', () => {
    const { judge_rubric: _, ...bare } = open;
    expect(planJudgement(bare, reply({ value: 'cut' }))).toMatchObject({ kind: 'rubric', rubric: { safety: expect.stringContaining('Score 1') } });
  });

  it('asks which choice an unreadable reply to a closed item means', () => {
    expect(planJudgement(closed, reply({ status: 'invalid', raw: 'the hooky thing' }))).toEqual({ kind: 'choice', round: null, question: 'Which phase is it?', choices: ['hook', 'grasper', 'clip applier'], answer: 'the hooky thing' });
  });

  it.each<[string, Parameters<typeof planJudgement>[0], Partial<JudgedReply>]>([
    ['the reference itself', open, { value: 'the gallbladder is being dissected' }],
    ['an abstention', open, { value: 'unanswerable' }],
    ['an answer where none is expected', makeOpenItem({ reference_answer: 'unanswerable' }), { value: 'cut' }],
    ['a right choice', closed, { value: 'hook' }],
    ['a wrong choice', closed, { value: 'grasper' }],
    ['several choices that cannot be read', makeClosedItem({ answer: ['hook'] }), { status: 'invalid', raw: 'x' }],
    ['an unreadable reply without a text', closed, { status: 'invalid', raw: ' ' }],
    ['a refusal', open, { status: 'refused', raw: 'no' }],
    ['a transport error, whatever it says', open, { status: 'transport_error', raw: 'B' }],
    ['an unreadable gold', makeClosedItem({ answer: 'scissors' }), { value: 'hook' }],
  ])('asks nothing about %s', (_, item, facts) => {
    expect(planJudgement(item, reply(facts))).toBeNull();
  });
});

describe('planJudgement, proactive', () => {
  const item = makeProactiveItem([
    [10, 'no_alert', false],
    [20, 'alert: clip applier appears', true],
  ]);

  it('asks for points for the reason of a right alert, against the round\'s own expected output', () => {
    expect(planJudgement(item, reply({ round: 2, value: 'alert: a clip applier' }))).toMatchObject({ kind: 'rubric', round: 2, reference: 'alert: clip applier appears', answer: 'alert: a clip applier' });
  });

  it.each<[number, string]>([
    [1, 'no_alert'],
    [1, 'alert: too early'],
    [2, 'no_alert'],
  ])('asks nothing about round %i, %s', (round, value) => {
    expect(planJudgement(item, reply({ round, value }))).toBeNull();
  });
});

describe('the lexical judge', () => {
  const rubricOf = (answer: string, reference: string) => ({ kind: 'rubric', round: 1, question: 'q', reference, rubric: { correctness: '', evidence_grounding: '', safety: '' }, answer }) as const;

  it.each<[string, string, number]>([
    // 4 of 4 and 4: F1 1
    ['the clip applier appears', 'The clip applier appears.', 2],
    // 2 shared of 2 and 3: 4/5
    ['clip applier', 'clip applier appears', 2],
    // 2 shared of 4 and 3: 4/7
    ['a clip applier there', 'clip applier appears', 1],
    // 1 shared of 4 and 3: 2/7
    ['clip clip clip clip', 'clip applier appears', 0],
    ['', 'clip applier appears', 0],
  ])('%j against %j: %i', (answer, reference, points) => {
    expect(judgeLexically(rubricOf(answer, reference))).toEqual({ round: 1, correctness: points, evidence_grounding: points, safety: 1 });
  });

  it.each<[string, string | null]>([
    ['It looks like the Clip-Applier to me', 'clip applier'],
    ['hook and grasper', null],
    ['it is not the hook', null],
    ['hooked', null],
    ['', null],
  ])('reads %j as %s', (answer, choice) => {
    expect(judgeLexically({ kind: 'choice', round: null, question: 'q', choices: ['hook', 'grasper', 'clip applier'], answer })).toEqual({ round: null, choice });
  });

  it('gives verdicts that score', () => {
    const item = makeClosedItem();
    const raw = 'It looks like the hook to me, I would say';
    const question = planJudgement(item, reply({ status: 'invalid', raw }));
    expect(question).not.toBeNull();
    const judge = question === null ? [] : [judgeLexically(question)];
    expect(scoreItem({ item, replies: [{ status: 'invalid', raw }], judge })).toMatchObject({ content: 1, rounds: [{ decided_by: 'judge_accepted', value: 'hook' }] });
  });
});
