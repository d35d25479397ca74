import { type BenchmarkItem } from '@medstream/schema';
import fc from 'fast-check';

import { findUnreadableGold } from './find-unreadable-gold.js';
import { normaliseAnswer } from './normalise-answer.js';
import { parseReply } from './parse-reply.js';
import { makeClosedItem, makeFutureItem, makeOpenItem, makeProactiveItem } from './testing/make-items.js';

/** [the reply, what it reads as]; a status other than ok is written `!status`. */
type Row = readonly [string, string | string[]];

function read(raw: string, item: BenchmarkItem): string | string[] {
  const parsed = parseReply({ raw, item });
  return parsed.status === 'ok' ? parsed.value : `!${parsed.status}`;
}

const closed = makeClosedItem();
const yesNo = makeClosedItem({ choices: ['yes', 'no'], answer: 'no' });
const tenChoices = makeClosedItem({ choices: ['hook', 'grasper', 'clip applier', 'scissors', 'irrigator', 'bipolar', 'stapler', 'needle', 'clamp', 'trocar'], answer: 'trocar' });
const counts = makeClosedItem({ choices: ['0', '1', '2', '3'], answer: '2' });
const many = makeClosedItem({ choices: ['hook', 'grasper', 'clip applier', 'cut and clip', 'none, or hidden'], answer: ['grasper', 'hook'] });
const open = makeOpenItem();
const proactive = makeProactiveItem([[10, 'no_alert', false], [20, 'alert: clip applier appears', true]]);

describe('one choice: hook (A), grasper (B), clip applier (C)', () => {
  const rows: Row[] = [
    ['hook', 'hook'],
    ['Hook', 'hook'],
    ['HOOK.', 'hook'],
    ['  hook\n', 'hook'],
    ['clip_applier', 'clip applier'],
    ['Clip-Applier', 'clip applier'],
    ['clip\u2011applier', 'clip applier'],
    ['clip   applier', 'clip applier'],
    ['"hook"', 'hook'],
    ['\u201chook\u201d', 'hook'],
    ['\u2018hook\u2019.', 'hook'],
    ['\u00abhook\u00bb', 'hook'],
    ['\u00bbhook\u00ab', 'hook'],
    ['\u00ab hook \u00bb', 'hook'],
    ['\u201ehook\u201c.', 'hook'],
    ['\u201ahook\u2018', 'hook'],
    ['\u2039hook\u203a', 'hook'],
    ['\u300chook\u300d\u3002', 'hook'],
    ['\u300ehook\u300f', 'hook'],
    ['\uff62hook\uff63', 'hook'],
    ['The answer is \u201ehook\u201c.', 'hook'],
    ['{"answer": "\u00abhook\u00bb"}', 'hook'],
    ['\u00abhook\u00bb or \u00abgrasper\u00bb', '!invalid'],
    ['**hook**', 'hook'],
    ['`hook`', 'hook'],
    ['*Hook.*', 'hook'],
    ['(hook)', 'hook'],
    ['[grasper]', 'grasper'],
    ['ｇｒａｓｐｅｒ', 'grasper'],
    ['gra\u200bsper', 'grasper'],
    ['- hook', 'hook'],
    ['A', 'hook'],
    ['b', 'grasper'],
    ['(b)', 'grasper'],
    ['B.', 'grasper'],
    ['B)', 'grasper'],
    ['[B]', 'grasper'],
    ['**B**', 'grasper'],
    ['Ｂ', 'grasper'],
    ['（Ｂ）', 'grasper'],
    ['Option B', 'grasper'],
    ['B) grasper', 'grasper'],
    ['B. Grasper.', 'grasper'],
    ['B: grasper', 'grasper'],
    ['(B) grasper', 'grasper'],
    ['B - grasper', 'grasper'],
    ['B (grasper)', 'grasper'],
    ['grasper (B)', 'grasper'],
    ['The answer is B.', 'grasper'],
    ['The correct answer is (B)', 'grasper'],
    ['Answer: B', 'grasper'],
    ['ANSWER: A,', 'hook'],
    ['**Answer:** clip applier', 'clip applier'],
    ['Answer：B', 'grasper'],
    ['Answer:\nB', 'grasper'],
    ['Based on the view, the answer is: grasper', 'grasper'],
    ['A clear view is visible, so the answer is C', 'clip applier'],
    ['The answer is C because B is absent.', 'clip applier'],
    ['The answer is the hook.', 'hook'],
    ['The answer is a grasper.', 'grasper'],
    ['I first thought the answer is A. On reflection, the answer is B.', 'grasper'],
    ['The shaft is long. \\boxed{B}', 'grasper'],
    ['{"answer": "b"}', 'grasper'],
    ['{"answer": "B) grasper", "why": "two ```jaws``` and a {brace"}', 'grasper'],
    ['```json\n{"answer": "hook"}\n```', 'hook'],
    ['```\nhook\n```', 'hook'],
    ['Here it is: {"answer": "hook"} as asked.', 'hook'],
    ['{"answer": "hook"} or rather {"answer": "grasper"}', 'grasper'],
    ['{"result": {"answer": "hook"}}', 'hook'],
    ['{"explanation": {"seen": ["jaws"]}, "answer": "grasper"}', 'grasper'],
    ['["grasper"]', 'grasper'],
    ['<think>maybe the hook?</think>grasper', 'grasper'],
    ['<THINK>\nanswer: A\n</THINK>\n\nB', 'grasper'],
    ['<think>a<think>b</think>c</think>hook', 'hook'],
    ['the template opened it </think> hook', 'hook'],
    ['unanswerable', 'unanswerable'],
    ['Unanswerable.', 'unanswerable'],
    ['**UNANSWERABLE**', 'unanswerable'],
    ['The answer is unanswerable.', 'unanswerable'],
    ['Unanswerable. The lens is covered with blood.', 'unanswerable'],
    ['{"answer": "unanswerable"}', 'unanswerable'],
    ['', '!empty'],
    [' \n\t\u200b', '!empty'],
    ['<think>all of it</think>\n', '!empty'],
    ['<think>maybe B', '!truncated'],
    ['<think>one</think> then <Think>two', '!truncated'],
    ['D', '!invalid'],
    ['A grasper', '!invalid'],
    ['A hook', '!invalid'],
    ['B) hook', '!invalid'],
    ['hook (B)', '!invalid'],
    ['hook or grasper', '!invalid'],
    ['B and C', '!invalid'],
    ['hook\ngrasper', '!invalid'],
    ['It is not the hook', '!invalid'],
    ['not hook', '!invalid'],
    ['The answer is not B', '!invalid'],
    ["I don't think the answer is B", '!invalid'],
    ['The answer is A, B', '!invalid'],
    ['The answer is A, B, and C', '!invalid'],
    ['The answer is A or B.', '!invalid'],
    ['The answer is B. hook', '!invalid'],
    ['Based on the image I cannot tell', '!invalid'],
    ['The hook is visible', '!invalid'],
    ['hooked', '!invalid'],
    ['Not unanswerable: hook is seen', '!invalid'],
    ['It would be wrong to say "unanswerable" here', '!invalid'],
    ['Unanswerable. The answer is B.', '!invalid'],
    ['["hook", "grasper"]', '!invalid'],
    ['{"answer": null}', '!invalid'],
    ['{"answer": "B"', '!invalid'],
    ['{"choice": "hook"}', '!invalid'],
    ['[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error.', '!invalid'],
  ];
  it.each(rows)('%j reads as %j', (raw, expected) => {
    expect(read(raw, closed)).toEqual(expected);
  });
});

describe('yes and no, ten choices, numbers', () => {
  const rows: [BenchmarkItem, ...Row][] = [
    [yesNo, 'No.', 'no'],
    [yesNo, 'B', 'no'],
    [yesNo, 'notice the polyp', '!invalid'],
    [yesNo, 'Not sure', '!invalid'],
    [yesNo, 'yes and no', '!invalid'],
    [tenChoices, 'I', 'clamp'],
    [tenChoices, 'I think it is the hook', '!invalid'],
    [tenChoices, 'I see a trocar', '!invalid'],
    [tenChoices, 'The answer is J', 'trocar'],
    [counts, '2', '2'],
    [counts, 'two', '2'],
    [counts, '2.0', '2'],
    [counts, '~2', '2'],
    [counts, '2 tools are visible', '2'],
    [counts, 'C', '2'],
    [counts, 'I count 2 of 10 repetitions', '!invalid'],
    [counts, 'not 2', '!invalid'],
    [counts, '25', '!invalid'],
    [counts, 'T2', '!invalid'],
  ];
  it.each(rows)('%# %s', (item, raw, expected) => {
    expect([raw, read(raw, item)]).toEqual([raw, expected]);
  });
});

describe('several choices: hook (A), grasper (B), clip applier (C), "cut and clip" (D), "none, or hidden" (E)', () => {
  const rows: Row[] = [
    ['hook', ['hook']],
    ['hook, grasper', ['grasper', 'hook']],
    ['grasper; hook', ['grasper', 'hook']],
    ['hook and grasper', ['grasper', 'hook']],
    ['hook, grasper, and clip applier.', ['clip applier', 'grasper', 'hook']],
    ['hook\ngrasper', ['grasper', 'hook']],
    ['- hook\n- grasper', ['grasper', 'hook']],
    ['1. hook\n2. grasper', ['grasper', 'hook']],
    ['* B) grasper\n* A) hook', ['grasper', 'hook']],
    ['A, C', ['clip applier', 'hook']],
    ['(a), (c)', ['clip applier', 'hook']],
    ['A and C', ['clip applier', 'hook']],
    ['[A, C]', ['clip applier', 'hook']],
    ['hook, hook', ['hook']],
    ['cut and clip', ['cut and clip']],
    ['cut and clip and hook', ['cut and clip', 'hook']],
    ['hook, none, or hidden', ['hook', 'none, or hidden']],
    ['Answer: A, C', ['clip applier', 'hook']],
    ['Answer:\n- hook\n- grasper', ['grasper', 'hook']],
    ['{"answer": ["hook", "b"]}', ['grasper', 'hook']],
    ['["hook", "grasper"]', ['grasper', 'hook']],
    ['{"answer": "hook, grasper"}', ['grasper', 'hook']],
    ['{"answer": []}', []],
    ['unanswerable', 'unanswerable'],
    ['hook, stapler', '!invalid'],
    ['hook, not grasper', '!invalid'],
    ['hook, unanswerable', '!invalid'],
    ['Both are visible', '!invalid'],
    ['{"answer": ["hook", "stapler"]}', '!invalid'],
  ];
  it.each(rows)('%j reads as %j', (raw, expected) => {
    expect(read(raw, many)).toEqual(expected);
  });
});

describe('a proactive status', () => {
  const rows: Row[] = [
    ['no_alert', 'no_alert'],
    ['no alert', 'no_alert'],
    ['No-Alert', 'no_alert'],
    ['No_Alert.', 'no_alert'],
    ['"no_alert"', 'no_alert'],
    ['**NO_ALERT**', 'no_alert'],
    ['No alert. No alert is needed yet.', 'no_alert'],
    ['The view is calm. No alert.', 'no_alert'],
    ['No alert. Alert the team when bleeding starts.', 'no_alert'],
    ['uncertain', 'uncertain'],
    ['Uncertain, possibly alert', 'uncertain'],
    ['alert: bleeding', 'alert: bleeding'],
    ['ALERT: Bleeding at the port', 'alert: Bleeding at the port'],
    ['alert：bleeding', 'alert: bleeding'],
    ['ALERT - bleeding', 'alert: bleeding'],
    ['ALERT \u2014 bleeding', 'alert: bleeding'],
    ['**Alert:** bleeding', 'alert: bleeding'],
    ['alert: bleeding. No alert was due before.', 'alert: bleeding. No alert was due before'],
    ['alert: bleeding\nThe field turns red.', 'alert: bleeding'],
    ['{"answer":"no_alert"}', 'no_alert'],
    ['{"answer": "alert: bleeding"}', 'alert: bleeding'],
    ['```json\n{"answer": "uncertain"}\n```', 'uncertain'],
    ['<think>alert: x?</think>no_alert', 'no_alert'],
    ['alert', '!invalid'],
    ['Alert.', '!invalid'],
    ['alert:', '!invalid'],
    ['alert: .', '!invalid'],
    ['alert:\nbleeding', '!invalid'],
    ['alert: <reason>', '!invalid'],
    ['alert: no_alert', '!invalid'],
    ['no_alert | uncertain | alert: <reason>', '!invalid'],
    ['no_alert\nalert: bleeding', '!invalid'],
    ['No alert. Uncertain.', '!invalid'],
    ['no_alert. Alert.', '!invalid'],
    ['I would not say alert: bleeding', '!invalid'],
    ['There is no alert', '!invalid'],
    ['Alert the surgeon', '!invalid'],
    ['No alerts', '!invalid'],
    ['uncertainty remains', '!invalid'],
    ['unanswerable', '!invalid'],
    ['', '!empty'],
    ['<think>alert: bleeding', '!truncated'],
  ];
  it.each(rows)('%j reads as %j', (raw, expected) => {
    expect(read(raw, proactive)).toEqual(expected);
  });
});

describe('an open answer', () => {
  const rows: Row[] = [
    ['The hook dissects.', 'The hook dissects.'],
    ['Answer: The hook dissects.', 'The hook dissects.'],
    ['{"answer": "The hook dissects."}', 'The hook dissects.'],
    ['<think>hm</think> The hook dissects.', 'The hook dissects.'],
    ['```\nThe hook dissects.\n```', 'The hook dissects.'],
    ['Unanswerable', 'unanswerable'],
    ['Unanswerable. Smoke covers the field.', 'unanswerable'],
    ['The answer is: unanswerable', 'unanswerable'],
    ['One could call it "unanswerable", but the hook dissects.', 'One could call it "unanswerable", but the hook dissects.'],
    ['**', '!invalid'],
    ['\n', '!empty'],
  ];
  it.each(rows)('%j reads as %j', (raw, expected) => {
    expect(read(raw, open)).toEqual(expected);
  });
});

describe('normaliseAnswer', () => {
  it.each([
    ['**\u201cOut_of-Patient\u201d.**', 'out of patient'],
    ['BBPS 2\u20133', 'bbps 2 3'],
    ['(a) or (b)', '(a) or (b)'],
    ['"a" or "b"', '"a" or "b"'],
    ["the surgeon's hand", "the surgeon's hand"],
    ['the surgeon\u2019s hand', "the surgeon's hand"],
    ['## Hook', 'hook'],
    ['Stra\u00dfe', 'strasse'],
    ['Hyperplasic', 'hyperplasic'],
  ])('%j becomes %j', (text, expected) => {
    expect(normaliseAnswer(text)).toBe(expected);
  });

  it('changes nothing the second time', () => {
    const marks = fc.constantFrom('a', 'B', ' ', '_', '-', '.', '"', "'", '*', '`', '(', ')', '[', ']', '#', '\n', '\u00ad', '\u201c', '\u2019', '\ufb01', '\u03a3', '\u0130', '\u00df', '|', '<', '>');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: marks, maxLength: 20 })), (text) => {
        const once = normaliseAnswer(text);
        expect(normaliseAnswer(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('any text', () => {
  const items = [closed, many, counts, open, proactive];
  const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('{', '}', '{"answer":', '"hook"', '<think>', '</think>', 'answer is ', 'alert: ', 'no_alert', 'unanswerable', 'B', '\n', '. ', ', ', '```', '|', '\\boxed{'));
  it('reads as a status of the model, and a value only when ok', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...items), (pieces, item) => {
        const parsed = parseReply({ raw: pieces.join(''), item });
        expect(['ok', 'invalid', 'truncated', 'empty']).toContain(parsed.status);
        expect('value' in parsed).toBe(parsed.status === 'ok');
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ...['{', '"', '{"', '{"a":', '[', '. ', 'answer is ', ', ', 'alert: ', '|', '(', '*', '.', ' ', 'a\n', '<think></think>', '\u{1f642}\n'].map((unit) => [unit, `${unit.repeat(60_000 / unit.length)}x`] as const),
    ['( … )', `${'('.repeat(30_000)}x${')'.repeat(30_000)}`] as const,
    ['answer is, then spaces', `answer is x${' '.repeat(60_000)}y`] as const,
    ['deep objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`] as const,
  ])('takes no long time for 60,000 signs of %j', (_, raw) => {
    const started = performance.now();
    for (const item of items) parseReply({ raw, item });
    // quadratic reading takes minutes here; the limit leaves room for a busy machine
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('every gold reads as itself', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCXYZ_-,;().0123456789éß '), minLength: 2, maxLength: 24 });
  const choices = fc
    .uniqueArray(word, { selector: normaliseAnswer, minLength: 2, maxLength: 8 })
    // the contract forbids choices that are nothing, a bare letter or the abstention (contracts.md section 1)
    .filter((texts) => texts.every((text) => normaliseAnswer(text).length > 1 && normaliseAnswer(text) !== 'unanswerable'));

  it('one choice, in a single turn and in a round', () => {
    fc.assert(
      fc.property(choices, fc.nat(), (texts, pick) => {
        const answer = texts[pick % texts.length] as string;
        expect(findUnreadableGold(makeClosedItem({ choices: texts, answer }))).toBeNull();
        expect(findUnreadableGold(makeFutureItem([[1, 'unanswerable', false], [3, answer, true]], { choices: texts, answer }))).toBeNull();
      }),
    );
  });

  it('sets of plain choices', () => {
    const plain = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcdefgh_'), minLength: 2, maxLength: 12 }), { selector: normaliseAnswer, minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(plain.filter((texts) => texts.every((text) => normaliseAnswer(text).length > 1)), fc.nat(255), (texts, mask) => {
        const answer = texts.filter((_, index) => (mask >> index) % 2 === 1);
        expect(findUnreadableGold(makeClosedItem({ choices: texts, answer }))).toBeNull();
      }),
    );
  });

  it.each([
    ['an answer that is no choice', makeClosedItem({ answer: 'stapler' }), 'the answer "stapler" does not read as itself'],
    ['two choices that compare equal', makeClosedItem({ choices: ['hook', 'Hook.'], answer: 'hook' }), 'the answer "hook" does not read as itself'],
    ['a round whose output is no choice', makeFutureItem([[1, 'unanswerable', false], [3, 'stapler', true]]), 'the expected output of round 2 "stapler" does not read as itself'],
    ['an alert without a reason', makeProactiveItem([[1, 'no_alert', false], [3, 'alert', true]]), 'the expected output of round 2 "alert" does not read as itself'],
    ['a reference that begins with an abstention', makeOpenItem({ reference_answer: 'Unanswerable. It is dark.' }), 'the answer "Unanswerable. It is dark." does not read as itself'],
    ['one member of a set that is no choice', makeClosedItem({ answer: ['hook', 'stapler'] }), 'the answer ["hook","stapler"] does not read as itself'],
  ])('not %s', (_, item, message) => {
    expect(findUnreadableGold(item)).toBe(message);
  });
});
