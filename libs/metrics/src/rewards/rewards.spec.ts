import type { BenchmarkItem } from '@medstream/schema';

import { createBaseline } from '../baselines.js';
import { findUnreadableGold } from '../find-unreadable-gold.js';
import { buildJudgePrompt } from '../judge/judge-prompt.js';
import { type JudgeQuestion, planJudgement } from '../judge/judge-question.js';
import { judgeLexically } from '../judge/lexical-judge.js';
import { readVerdict } from '../judge/read-verdict.js';
import { parseReply } from '../parse-reply.js';
import { scoreBaseline } from '../score-baseline.js';
import { scoreItem } from '../score-item.js';
import { type ItemFacts, makeOpenItem } from '../testing/make-items.js';

const make = (task: string, gold: BenchmarkItem['gold'], facts: ItemFacts = {}): BenchmarkItem =>
  makeOpenItem({ task, gold, response_protocol: 'json', reference_answer: undefined, judge_rubric: undefined, ...facts });
const letter = make('step_identification', 'B');
const phase = make('timestamp_to_phase', { phase_id: 'P09', phase_name: 'Lens Positioning' });
const context = make('contextual_phase_recognition', { phase_id: 'P03', phase_name: 'Capsulorhexis' });
const boundary = make('boundary_detection', { timestamp: 7.7 });
const interval = make('temporal_localization', { start: 4, end: 8 });
const strict = (answer: unknown): string => JSON.stringify({ explanation: 'seen', answer });

describe('reward of a reply: [status, task, format, total]', () => {
  // derived from the set's README: exp(-0.5/1.5) = 0.716531, exp(-1) = 0.367879; [2,6] and [4,8] share 2 of 6
  it.each<[string, BenchmarkItem, string, string, number, number, number]>([
    ['letter, strict', letter, strict('B'), 'ok', 1, 0, 1],
    ['letter of small case', letter, strict('b'), 'ok', 1, 0, 1],
    ['letter with its text', letter, strict('B) Hydrodissection'), 'ok', 1, 0, 1],
    ['letter, wrong', letter, strict('A'), 'ok', 0, 0, 0],
    ['letter, bare', letter, 'B', 'ok', 1, 0, 1],
    ['letter, declared', letter, 'The tool is thin. The answer is B.', 'ok', 1, 0, 1],
    ['letter, fenced', letter, '```json\n{"answer": "B"}\n```', 'ok', 1, 0, 1],
    ['letter, none', letter, strict('the keratome'), 'invalid', 0, 0, 0],
    ['letter, an article', letter, 'A keratome', 'invalid', 0, 0, 0],
    ['letter, denied', letter, 'I do not think the answer is B', 'invalid', 0, 0, 0],
    ['phase by its object, strict', phase, strict({ phase_id: 'P09', phase_name: 'Lens Positioning' }), 'ok', 1, 1, 1.05],
    ['phase by its id', phase, strict('p09'), 'ok', 1, 1, 1.05],
    ['phase, right but fenced', phase, `\`\`\`json\n${strict('P09')}\n\`\`\``, 'ok', 1, 0, 1],
    ['phase, right with a third key', phase, JSON.stringify({ explanation: '', answer: 'P09', sure: true }), 'ok', 1, 0, 1],
    ['phase, right after reasoning', phase, `<think>P03?</think>${strict('P09')}`, 'ok', 1, 1, 1.05],
    ['phase, wrong and strict', phase, strict('P10'), 'ok', 0, 1, 0.05],
    ['phase, wrong and malformed', phase, 'P10', 'ok', 0, 0, 0],
    ['phase, two ids', phase, strict('P09 or P10'), 'invalid', 0, 1, 0.05],
    ['phase, an id that is none', phase, strict('P14'), 'invalid', 0, 1, 0.05],
    ['phase by its name alone', context, strict('Capsulorhexis'), 'invalid', 0, 1, 0.05],
    ['the object wins over its name', context, strict({ phase_id: 'P03', phase_name: 'Hydrodissection' }), 'ok', 1, 1, 1.05],
    ['boundary, exact', boundary, strict({ timestamp: 7.7 }), 'ok', 1, 1, 1.05],
    ['boundary, 0.5 s late', boundary, strict({ timestamp: 8.2 }), 'ok', 0.716531, 1, 0.766531],
    ['boundary, 1.5 s early', boundary, strict({ timestamp: 6.2 }), 'ok', 0.367879, 1, 0.417879],
    ['boundary as a number', boundary, strict(7.7), 'ok', 1, 1, 1.05],
    ['boundary as a text', boundary, strict('7.7 s'), 'ok', 1, 1, 1.05],
    ['boundary in words', boundary, strict('early on'), 'invalid', 0, 1, 0.05],
    ['boundary of null', boundary, strict({ timestamp: null }), 'invalid', 0, 1, 0.05],
    ['interval, same', interval, strict({ start: 4, end: 8 }), 'ok', 1, 1, 1.05],
    ['interval, 2 of 6 shared', interval, strict({ start: 2, end: 6 }), 'ok', 0.333333, 1, 0.383333],
    ['interval as a list', interval, strict([2, 6]), 'ok', 0.333333, 1, 0.383333],
    ['interval, touching', interval, strict({ start: 0, end: 4 }), 'ok', 0, 1, 0.05],
    ['interval, reversed: not repaired', interval, strict({ start: 8, end: 4 }), 'ok', 0, 1, 0.05],
    ['interval, degenerate', interval, strict({ start: 5, end: 5 }), 'ok', 0, 1, 0.05],
    ['interval with one end', interval, strict({ start: 5 }), 'invalid', 0, 1, 0.05],
    ['nothing', interval, ' ', 'empty', 0, 0, 0],
  ])('%s', (_, item, raw, status, task, format, total) => {
    const score = scoreItem({ item, replies: [{ raw, ...parseReply({ raw, item }) }] });
    expect(score.statuses).toEqual({ [status]: 1 });
    expect(score.reward?.task).toBeCloseTo(task, 6);
    expect(score.reward?.format).toBe(format);
    expect(score.reward?.total).toBeCloseTo(total, 6);
    // content and overall are the task reward; form stands apart
    expect([score.content, score.overall]).toEqual([score.reward?.task, score.reward?.task]);
  });

  it('gives no bonus where the text of the reply is not known, and no reward where our side failed', () => {
    expect(scoreItem({ item: phase, replies: [{ status: 'ok', value: 'P09' }] }).reward).toEqual({ task: 1, format: 0, total: 1 });
    expect(scoreItem({ item: phase, replies: [{ status: 'transport_error' }] })).toMatchObject({ overall: null, unscored_reason: 'transport_error' });
    expect(scoreItem({ item: phase, replies: [{ status: 'transport_error' }] }).reward).toBeUndefined();
  });
});

describe('right answers of tasks with a reward', () => {
  it.each([letter, phase, context, boundary, interval])('$task: the oracle has it, whoever abstains has not', (item) => {
    expect(findUnreadableGold(item)).toBeNull();
    expect(scoreBaseline(item, createBaseline('oracle', { items: [item], seed: 1 })).overall).toBe(1);
    expect(scoreBaseline(item, createBaseline('majority', { items: [item], seed: 1 })).overall).toBe(1);
    expect(scoreBaseline(item, createBaseline('abstain', { items: [item], seed: 1 })).overall).toBe(0);
  });

  it.each([make('step_identification', 'the second'), make('timestamp_to_phase', { phase_id: 'P99' }), make('boundary_detection', {}), make('temporal_localization', { start: 8, end: 4 })])('$task: a gold that does not read as itself is an error of the benchmark', (item) => {
    expect(findUnreadableGold(item)).toContain('does not read as itself');
    expect(scoreItem({ item, replies: [{ status: 'ok', raw: strict('B') }] })).toMatchObject({ overall: null, unscored_reason: 'unreadable_gold' });
  });
});

describe('tasks that a judge marks', () => {
  const description = make('visual_description', 'A keratome makes an incision.', { prompt: 'Describe what is happening.' });
  const narration = make('narration', '[00:01 - 00:09] incision: a keratome is used');
  const question = { description: planJudgement(description, { round: null, status: 'ok', value: 'A knife cuts.', raw: 'A knife cuts.' }), narration: planJudgement(narration, { round: null, status: 'ok', value: 'First a cut.', raw: 'First a cut.' }) };

  it('are asked about with their anchors, criteria and dimensions', () => {
    expect(question.description).toEqual({ kind: 'marks', round: null, task: 'visual_description', question: 'Describe what is happening.', reference: 'A keratome makes an incision.', answer: 'A knife cuts.' });
    const prompt = buildJudgePrompt({ question: question.narration as JudgeQuestion, nonce: 'abcdef0123456789', hasFrames: false });
    for (const part of ['5 excellent', 'step_coverage', 'chronological_accuracy', 'visual_technical_accuracy', 'narrative_flow', '"overall_score": 0 to 5', 'First a cut.']) expect(prompt).toContain(part);
  });

  it('count a fifth a mark; the overall score of a narration is its headline', () => {
    const marks = { step_coverage: 5, chronological_accuracy: 4, visual_technical_accuracy: 3, narrative_flow: 2, overall_score: 1 };
    const reply = JSON.stringify({ id: 'abcdef0123456789', ...marks, reason: 'x' });
    const read = readVerdict(reply, { question: question.narration as JudgeQuestion, nonce: 'abcdef0123456789' });
    expect(read).toEqual({ verdict: { round: null, marks } });
    const score = scoreItem({ item: narration, replies: [{ status: 'ok', raw: 'First a cut.' }], judge: 'verdict' in read ? [read.verdict] : [] });
    expect(score).toMatchObject({ content: 0.2, overall: 0.2, marks: { step_coverage: 1, chronological_accuracy: 0.8, visual_technical_accuracy: 0.6, narrative_flow: 0.4, overall_score: 0.2 } });
    expect(scoreItem({ item: description, replies: [{ status: 'ok', raw: 'A knife cuts.' }], judge: [{ round: null, marks: { score: 4 } }] })).toMatchObject({ content: 0.8, marks: { score: 0.8 } });
  });

  it.each([['six', 6], ['a half', 2.5], ['text', '3'], ['nothing', undefined]])('refuse a mark of %s', (_, score) => {
    expect(readVerdict(JSON.stringify({ id: 'abcdef0123456789', score }), { question: question.description as JudgeQuestion, nonce: 'abcdef0123456789' })).toEqual({ problem: '"score" is no whole number from 0 to 5' });
  });

  it('are exact without a judge, unscored without a verdict, and markable by shared words', () => {
    expect(scoreItem({ item: description, replies: [{ status: 'ok', raw: 'A keratome makes an incision' }] })).toMatchObject({ content: 1 });
    expect(scoreItem({ item: description, replies: [{ status: 'ok', raw: 'A knife cuts.' }] })).toMatchObject({ content: null, unscored_reason: 'no_judge' });
    // "a knife cuts" and "a keratome makes an incision": 1 word of 3 and 5, F1 2/8, five times that is 1.25
    expect(judgeLexically(question.description as JudgeQuestion)).toEqual({ round: null, marks: { score: 1 } });
  });
});
