import { judgeAnswer } from './judge-answer.js';
import type { JudgeQuestion } from './judge-question.js';
import { readVerdict } from './read-verdict.js';

const nonce = 'abcd1234abcd1234';
const rubricQuestion: JudgeQuestion = { kind: 'rubric', round: 2, question: 'q', reference: 'r', rubric: { correctness: 'c', evidence_grounding: 'g', safety: 's' }, answer: 'a' };
const choiceQuestion: JudgeQuestion = { kind: 'choice', round: null, question: 'q', choices: ['hook', 'clip applier'], answer: 'a' };
const own = `{"id": "${nonce}", "correctness": 2, "evidence_grounding": 1, "safety": 0}`;
const verdict = { round: 2, correctness: 2, evidence_grounding: 1, safety: 0 };

describe('readVerdict, points', () => {
  it.each<[string, string]>([
    ['the object alone', own],
    ['with white space', `\n ${own} \n`],
    ['fenced', `Here:\n\`\`\`json\n${own}\n\`\`\``],
    ['valid JSON whose reason holds a fence', `{"id": "${nonce}", "correctness": 2, "evidence_grounding": 1, "safety": 0, "reason": "it wrote \`\`\`json {} \`\`\`"}`],
    ['fenced, with a fence in its reason', `\`\`\`json\n{"id": "${nonce}", "correctness": 2, "evidence_grounding": 1, "safety": 0, "reason": "it wrote \`\`\`json {} \`\`\`"}\n\`\`\``],
    ['with objects in it, and truth values in words', `{"id": "${nonce}", "correctness": 2, "evidence_grounding": 1, "safety": 0, "reason": "False, it says {True}", "more": {"safety": 1, "deeper": {"correctness": 0}}}`],
    ['behind signs without width', `\u200b\ufeff${own}`],
    ['in prose with braces', `The set {a, b} aside: ${own} (that is {final}).`],
    ['after reasoning that tried another', `<think>{"id": "${nonce}", "correctness": 0, "evidence_grounding": 0, "safety": 0}</think>${own}`],
    ['the last of two', `{"id": "${nonce}", "correctness": 0, "evidence_grounding": 0, "safety": 0}\nNo, rather:\n${own}`],
  ])('%s', (_, reply) => {
    expect(readVerdict(reply, { question: rubricQuestion, nonce })).toEqual({ verdict });
  });

  const points = (fields: object): string => JSON.stringify({ id: nonce, correctness: 2, evidence_grounding: 1, safety: 0, ...fields });
  it.each<[string, string, RegExp]>([
    ['nothing', '', /no JSON object/],
    ['prose with numbers', 'Correctness: 2, grounding: 1, safety: 0 (see point 1)', /no JSON object/],
    ['an object without the id', '{"correctness": 2, "evidence_grounding": 1, "safety": 0}', /no JSON object/],
    ['the id of another call', own.replace('abcd', 'ffff'), /no JSON object/],
    ['an error text with a digit', '[REQUEST_FAILED after 5 retries] 2', /no JSON object/],
    ['a score with a number behind it', 'Score: 0 (see point 1)', /no JSON object/],
    ['a scale', 'On a scale of 1-5 I give 4', /no JSON object/],
    ['a word that holds another', 'downgrade: C. GRADE: I', /no JSON object/],
    ['two objects, the last without points', `${own} {"id": "${nonce}"}`, /"correctness"/],
    ['90, which is not clamped', points({ correctness: 90 }), /"correctness" .* 0 to 2/],
    ['10', points({ evidence_grounding: 10 }), /"evidence_grounding" .* 0 to 2/],
    ['-1', points({ safety: -1 }), /"safety" .* 0 to 1/],
    ['2 for safety', points({ safety: 2 }), /"safety"/],
    ['half a point', points({ correctness: 1.5 }), /"correctness"/],
    ['a text', points({ correctness: '2' }), /"correctness"/],
    ['a truth value', points({ safety: true }), /"safety"/],
    ['null', points({ safety: null }), /"safety"/],
    ['a criterion missing', `{"id": "${nonce}", "correctness": 2, "safety": 1}`, /"evidence_grounding"/],
    ['Python', `{'id': '${nonce}', 'correctness': 2}`, /no JSON object/],
    ['cut in its reasoning', `<think>perhaps ${own}`, /inside its reasoning/],
    ['an array', `[${own.replace(nonce, 'x')}]`, /no JSON object/],
  ])('%s is none', (_, reply, problem) => {
    expect(readVerdict(reply, { question: rubricQuestion, nonce })).toEqual({ problem: expect.stringMatching(problem) });
  });
});

describe('readVerdict, choices', () => {
  it.each<[unknown, string | null]>([
    [1, 'hook'],
    [2, 'clip applier'],
    [null, null],
  ])('%j: %s', (choice, expected) => {
    expect(readVerdict(JSON.stringify({ id: nonce, choice }), { question: choiceQuestion, nonce })).toEqual({ verdict: { round: null, choice: expected } });
  });

  it.each([0, 3, -1, 1.5, '1', 'hook', true, undefined])('%j is none', (choice) => {
    expect(readVerdict(JSON.stringify({ id: nonce, choice }), { question: choiceQuestion, nonce })).toEqual({ problem: expect.stringContaining('from 1 to 2') });
  });
});

describe('judgeAnswer', () => {
  /** Plays replies in order and keeps the prompts. */
  function play(...replies: { status: string; text: string | null }[]) {
    const prompts: string[] = [];
    return {
      prompts,
      judge: async () =>
        judgeAnswer({
          question: rubricQuestion,
          nonce,
          hasFrames: true,
          ask: async (prompt) => {
            prompts.push(prompt);
            return replies[prompts.length - 1] ?? { status: 'ok', text: null };
          },
        }),
    };
  }
  const say = (text: string) => ({ status: 'ok', text });

  it('is done with one readable reply', async () => {
    const { judge, prompts } = play(say(own));
    expect(await judge()).toEqual({ verdict, turns: 1 });
    expect(prompts).toEqual([expect.stringContaining('The pictures are the frames that the answerer saw.')]);
  });

  it.each<[string, { status: string; text: string | null }, string]>([
    ['out of range', say(own.replace('"safety": 0', '"safety": 7')), '"safety" is no whole number from 0 to 1'],
    ['prose', say('good answer'), 'it holds no JSON object'],
    ['cut off', { status: 'truncated', text: '{"id"' }, 'it was cut off'],
    ['empty', { status: 'empty', text: null }, 'it was empty'],
  ])('repairs once: %s', async (_, first, problem) => {
    const { judge, prompts } = play(first, say(own));
    expect(await judge()).toEqual({ verdict, turns: 2 });
    expect(prompts[1]).toContain(`Your last reply could not be used: ${problem}`);
    // the same question, and nothing of the reply
    expect(prompts[1]?.startsWith(prompts[0] ?? '-')).toBe(true);
  });

  it('fails after two, and is no low score', async () => {
    const { judge, prompts } = play(say('no'), say('no again'), say(own));
    expect(await judge()).toEqual({ verdict: { round: 2, failed: true }, turns: 2, failure: { kind: 'unreadable', problem: 'it holds no JSON object with the id of this call' } });
    expect(prompts).toHaveLength(2);
  });

  it.each(['transport_error', 'blocked', 'refused'])('%s is no reply: asked no further, told apart', async (status) => {
    const { judge, prompts } = play({ status, text: own }, say(own));
    expect(await judge()).toEqual({ verdict: { round: 2, failed: true }, turns: 1, failure: { kind: 'no-reply', status } });
    expect(prompts).toHaveLength(1);
  });
});
