import { askBlindly, poolReferences, type ReviewQuestion } from './review-question.js';
import { makeItem, openFacts, streamingFacts } from './testing/make-review.js';

const others = ['the hook cuts', 'the grasper holds', 'the clipper closes', 'nothing is done'].map((reference, index) => makeItem(`other${index}`, openFacts(reference)));
const pool = poolReferences(others);

function ask(facts: Record<string, unknown>, seed = 1): ReviewQuestion {
  const asked = askBlindly(makeItem('asked', facts), { pool, seed });
  if ('leftOut' in asked) throw new Error(asked.leftOut);
  return asked;
}
/** Texts of the options that are the item's own answer. */
const ownTexts = ({ options, supporting }: ReviewQuestion) => supporting.map((letters) => letters.map((letter) => options.find(({ id }) => id === letter)?.text));
const NOT_TOLD = 'Cannot be told from these pictures';

describe('askBlindly', () => {
  it.each<[string, Record<string, unknown>, string[][], boolean]>([
    ['a choice', {}, [['hook']], false],
    ['a choice in other spelling', { choices: ['Grasper', 'Hook'], answer: 'hook' }, [['Hook']], false],
    ['a right abstention', { answer: 'unanswerable' }, [[NOT_TOLD]], false],
    ['an abstention that is a choice of its own', { choices: ['grasper', 'Unanswerable', 'hook'], answer: 'unanswerable' }, [[NOT_TOLD]], false],
    ['a choice beside such an abstention', { choices: ['grasper', 'Unanswerable', 'hook'], answer: 'hook' }, [['hook']], false],
    ['none but the abstention of several', { choices: ['grasper', 'unanswerable', 'hook'], answer: ['unanswerable'] }, [[NOT_TOLD]], true],
    ['several choices', { answer: ['clipper', 'grasper'] }, [['grasper', 'clipper']], true],
    ['none of several', { answer: [] }, [['Something else than these']], true],
    ['one of several', { answer: 'hook', several_answers: true }, [['hook']], true],
    ['an open reference', openFacts('the hook cuts'), [['the hook cuts']], false],
    ['an open abstention', openFacts('unanswerable'), [[NOT_TOLD]], false],
  ])('%s', (_, facts, own, several) => {
    const asked = ask(facts);
    expect(ownTexts(asked)).toEqual(own);
    expect(asked.several).toBe(several);
    expect(asked.options.map(({ id }) => id).slice(-2)).toEqual(['X', 'U']);
  });

  it('offers an abstention among the choices once, as "cannot be told"', () => {
    expect(ask({ choices: ['grasper', 'Unanswerable', 'hook'], answer: 'unanswerable' }).options.map(({ text }) => text)).toEqual(['grasper', 'hook', 'Something else than these', NOT_TOLD]);
  });

  it('sets an open reference among three of its kind, in an order of the seed', () => {
    const orders = [1, 2, 3, 4, 5].map((seed) => ask(openFacts('the hook cuts'), seed).options.map(({ text }) => text));
    for (const order of orders) {
      expect(order).toHaveLength(6);
      expect(order).toContain('the hook cuts');
      expect(new Set(order).size).toBe(6);
    }
    expect(new Set(orders.map((order) => order.indexOf('the hook cuts'))).size).toBeGreaterThan(1);
  });

  it('asks about one round of a streaming item, before and from the evidence on alike', () => {
    const rounds = { future: new Set<string>(), proactive: new Set<string>() };
    for (const mode of ['future', 'proactive'] as const) {
      for (let seed = 0; seed < 40; seed += 1) {
        const asked = ask(streamingFacts(mode), seed);
        const end = asked.window.endMicros / 1e6;
        expect([2 + 2 * (asked.round ?? 0), asked.window.startMicros]).toEqual([end, 2e6]);
        const isThere = end >= 8;
        expect(ownTexts(asked)).toEqual(mode === 'future' ? [[isThere ? 'hook' : NOT_TOLD]] : isThere ? [['Alert: what is asked about is there']] : [['Nothing to report yet'], [NOT_TOLD]]);
        rounds[mode].add(String(asked.round));
      }
      expect([...rounds[mode]].sort()).toEqual(['1', '2', '3', '4']);
    }
  });

  it('takes the protocol of a release file out of the question', () => {
    expect(ask({ question: 'Which tool?\n\nResponse protocol: Answer using only the specified context window.' }).question).toBe('Which tool?');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['too many choices', { choices: Array.from({ length: 21 }, (_, index) => `choice ${index}`), answer: 'choice 3' }, 'over 20 choices'],
    ['a number', { choices: [], answer: '12' }, 'no choice among given ones'],
    ['open, alone of its kind', { ...openFacts('polyp'), task: 'finding' }, 'no other answer of its kind'],
    ['a gold answer that is no choice', { answer: 'scissors' }, 'no gold answer that reads as itself'],
    ['nothing but the protocol', { question: '\n\nResponse protocol: answer.' }, 'no question of its own'],
  ])('leaves out %s', (_, facts, reason) => {
    expect(askBlindly(makeItem('asked', facts), { pool, seed: 1 })).toEqual({ leftOut: expect.stringContaining(reason) as string });
  });
});
