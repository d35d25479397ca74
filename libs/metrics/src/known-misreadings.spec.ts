import type { BenchmarkItem } from '@medstream/schema';

import { parseReply } from './parse-reply.js';
import { makeClosedItem, makeOpenItem, makeProactiveItem } from './testing/make-items.js';

/** [the reply, what it reads as]; a status other than ok is written `!status`. */
type Row = readonly [raw: string, expected: string | string[]];

function read(raw: string, item: BenchmarkItem): string | string[] {
  const parsed = parseReply({ raw, item });
  return parsed.status === 'ok' ? parsed.value : `!${parsed.status}`;
}

const four = makeClosedItem({ choices: ['hook', 'grasper', 'clip applier', 'scissors'], answer: 'hook' });
const yesNo = makeClosedItem({ choices: ['Yes', 'No'], answer: 'No' });
const ten = makeClosedItem({ choices: ['hook', 'grasper', 'clip applier', 'scissors', 'irrigator', 'bipolar', 'stapler', 'needle', 'clamp', 'trocar'], answer: 'hook' });
const many = makeClosedItem({ choices: ['hook', 'grasper', 'clip applier', 'scissors'], answer: ['hook'] });
const twentySeven = makeClosedItem({ choices: Array.from({ length: 27 }, (_, index) => `c${index}`), answer: 'c1' });
const number = makeClosedItem({ choices: [], answer: '2' });
const five = makeClosedItem({ choices: ['5', '25', '2', '52'], answer: '5' });
const spoken = makeClosedItem({ choices: ["don't move", 'move', 'no need', 'N/A'], answer: "don't move" });
const open = makeOpenItem();
const proactive = makeProactiveItem([[10, 'no_alert', false], [20, 'alert: clip applier appears', true]]);

/** Replies that harnesses for benchmarks are known to have read wrongly, with what they say by metrics.md section 1. */
const MISREAD: Record<string, [BenchmarkItem, readonly Row[]]> = {
  'a letter is one of this item, and never the first of a word or sentence': [
    four,
    [
      ['The correct answer is (B)', 'grasper'],
      ['Based on the frames, the answer is C', 'clip applier'],
      ['Based on the frames', '!invalid'],
      ['A clear view is visible, so the answer is C', 'clip applier'],
      ['A clear view is visible', '!invalid'],
      ['The answer is A clear view', '!invalid'],
      ['The answer is B', 'grasper'],
      ['A.', 'hook'],
      ['d', 'scissors'],
      ['(c)', 'clip applier'],
      ['E', '!invalid'],
      ['The answer is T', '!invalid'],
    ],
  ],
  'the last declaration wins, and a letter behind it is none': [
    four,
    [
      ['Answer: A. No, on a second look: Answer: B', 'grasper'],
      ['The answer is B. A is not visible in any frame.', 'grasper'],
      ['The answer is B because A and C are absent', 'grasper'],
      ['Answer: A because of the clip applier, or B', '!invalid'],
      ['The answer is A, or B because of the hook', '!invalid'],
      ['The answer is A because of the clip applier or B', '!invalid'],
      ['The answer is A since the jaws open, more likely B', '!invalid'],
      ['The answer is A because it cuts, or more likely the grasper.', '!invalid'],
      ['The answer is A because it cuts; or possibly B', '!invalid'],
      ['The answer is A because it cuts, or else B or C', '!invalid'],
      ['The answer is A or B because both are in view', '!invalid'],
      ['The answer is A because it cuts, or A', 'hook'],
      ['The answer is B because neither A nor C is in view', 'grasper'],
      ['The answer is B because A or C would be larger', 'grasper'],
      ['The answer is B because it is not A or C', 'grasper'],
      ['The answer is B because it is not A or C or D', 'grasper'],
      ['The answer is B because it is not A, C, or D', 'grasper'],
      ['The answer is A because it is not C, or B', '!invalid'],
      ['The answer is A because it is not C, or more likely B', '!invalid'],
      ['The answer is A, more likely B', '!invalid'],
      ['The answer is A, B because of the hook', '!invalid'],
      ['The answer is B, because A and C are absent, and D is closed', 'grasper'],
      ['Answer:', '!invalid'],
      ['**Answer:**\n', '!invalid'],
      ['Answer: B\nA', 'grasper'],
    ],
  ],
  'two letters, a negation and words round a letter are no answer': [
    four,
    [
      ['B and C', '!invalid'],
      ['A, B, and C', '!invalid'],
      ['ANSWER: A, B, and C', '!invalid'],
      ['Not A. It is option B because D is absent', '!invalid'],
      ['It is not the hook', '!invalid'],
      ['The answer is not the hook', '!invalid'],
      ['B. The jaws are open and hold the gallbladder', '!invalid'],
    ],
  ],
  'signs round a declared letter do not matter': [
    four,
    [
      ['ANSWER: A,', 'hook'],
      ['ANSWER: **A**', 'hook'],
      ['***ANSWER: A***', 'hook'],
      ['ANSWER: *A*', 'hook'],
      ['ANSWER: (A).', 'hook'],
      ['ANSWER: None of the above', '!invalid'],
    ],
  ],
  'the text of an error is no answer': [
    four,
    [
      ['[LMMS_EVAL_REQUEST_FAILED after 5 retries] Connection error.', '!invalid'],
      ['[LMMS_EVAL_BUDGET_EXCEEDED]', '!invalid'],
      ['Failed to obtain answer', '!invalid'],
      ['Failed to obtain answer via API.', '!invalid'],
      ['Exception: HTTP 429', '!invalid'],
      ['Error code: 500 - D', '!invalid'],
    ],
  ],
  'a word counts whole and in any case': [
    yesNo,
    [
      ['yes', 'Yes'],
      ['NO', 'No'],
      ['I notice the polyp', '!invalid'],
      ['Not sure', '!invalid'],
      ['notice', '!invalid'],
      ['None', '!invalid'],
      ['yes, no', '!invalid'],
      ['Ｙｅｓ', 'Yes'],
    ],
  ],
  'the pronoun is no letter': [
    ten,
    [
      ['I', 'clamp'],
      ['I cannot tell', '!invalid'],
      ['I think so', '!invalid'],
      ['The answer is J. I am sure.', 'trocar'],
    ],
  ],
  'with more choices than letters only words count': [
    twentySeven,
    [
      ['c1', 'c1'],
      ['B', '!invalid'],
      ['The answer is B', '!invalid'],
      ['c26', 'c26'],
      ['AA', '!invalid'],
    ],
  ],
  'a number is the only one of the reply, and never a part of another': [
    number,
    [
      ['I count 2 of 10 repetitions', '!invalid'],
      ['2', '2'],
      ['two', '2'],
      ['2.0', '2'],
      ['~2', '2'],
      ['25', '25'],
      ['The answer is 2.', '2'],
      ['[REQUEST_FAILED after 5 retries] HTTP 500', '!invalid'],
      // a raised or lowered digit is a power or a note, and would join the number before it
      ['2\u00b3', '!invalid'],
      ['10\u2076', '!invalid'],
      ['2\u2081', '!invalid'],
      ['2 cm\u00b2', '2'],
      ['\uff12', '2'],
    ],
  ],
  'a choice that is a number matches the whole number': [
    five,
    [
      ['5', '5'],
      ['25', '25'],
      ['5 tools', '5'],
      ['25 tools', '25'],
      ['125', '!invalid'],
      ['The answer is 25', '25'],
    ],
  ],
  'quotes, dashes and signs without width are those of the choice': [
    spoken,
    [
      ['don\u2019t move', "don't move"],
      ['don\u02bct move', "don't move"],
      ['do\u200bn\u2019t\u200d move', "don't move"],
      ['\ufeffmove', 'move'],
      // a Cyrillic letter that looks like o: another text, and read as no other choice either
      ['m\u043eve', '!invalid'],
      ['\u0410', '!invalid'],
      ['N/A', 'N/A'],
      ['n/a', 'N/A'],
      ['None', '!invalid'],
      ['null', '!invalid'],
      ['NaN', '!invalid'],
    ],
  ],
  'reasoning that is never closed holds no answer': [
    four,
    [
      ['<think>maybe B', '!truncated'],
      ['<THINK>maybe B', '!truncated'],
      ['<Thinking>the answer is B', '!truncated'],
      ['<think>maybe B</think>', '!empty'],
      ['<think>maybe B</THINK>\nC', 'clip applier'],
      ['maybe B</think>C', 'clip applier'],
    ],
  ],
  'sets are read whole': [
    many,
    [
      ['A, B, and C', ['clip applier', 'grasper', 'hook']],
      ['ANSWER: A, B', ['grasper', 'hook']],
      ['AB', '!invalid'],
      ['all of the above', '!invalid'],
      ['None of the above', '!invalid'],
    ],
  ],
  'one status, at the start of a sentence, and never inside another word': [
    proactive,
    [
      ['alert\uff1ableeding', 'alert: bleeding'],
      ['ALERT - bleeding', 'alert: bleeding'],
      ['no alert', 'no_alert'],
      ['No_Alert.', 'no_alert'],
      ['uncertain, possibly alert', 'uncertain'],
      ['The question is not "unanswerable", I think', '!invalid'],
      ['no_alert alert: bleeding', 'no_alert'],
      ['alert: bleeding\nno_alert', '!invalid'],
      ['```\nno_alert\n```', 'no_alert'],
      ['```json\n{"answer":"no_alert"}\n```', 'no_alert'],
      ['{"answer":"no_alert"}', 'no_alert'],
      ['{"answer":"alert: bleeding"}', 'alert: bleeding'],
      ['{"status":"no_alert"}', '!invalid'],
      // no reason, and mostly no alert
      ['Alert: no', '!invalid'],
      ['ALERT: NO.', '!invalid'],
      ['alert: false', '!invalid'],
      ['alert: none', '!invalid'],
      ['alert: yes', '!invalid'],
      ['alert: **not yet**', '!invalid'],
      ['alert: no bleeding is controlled any more', 'alert: no bleeding is controlled any more'],
    ],
  ],
  'an abstention quoted inside an explanation is none': [
    open,
    [
      ['It is the hook; "unanswerable" would be wrong', 'It is the hook; "unanswerable" would be wrong'],
      ['None', 'None'],
      ['NA', 'NA'],
      ['N/A', 'N/A'],
      ['NULL', 'NULL'],
      [`https://example.org/${'x'.repeat(2_100)}`, `https://example.org/${'x'.repeat(2_100)}`],
    ],
  ],
};

describe.each(Object.entries(MISREAD))('%s', (_, [item, rows]) => {
  it.each(rows)('%j reads as %j', (raw, expected) => {
    expect(read(raw, item)).toEqual(expected);
  });
});
