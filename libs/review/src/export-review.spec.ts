import { createReviewApplier } from './apply-review.js';
import { exportReview, type ReviewOptions } from './export-review.js';
import { readReviewKey } from './review-key.js';
import { makeItem, makePictures, openFacts, somePictures, streamingFacts } from './testing/make-review.js';

const OPTIONS: ReviewOptions = { wanted: 40, raters: 2, seed: 3, maxFrames: 8, frameSide: 512, filters: {} };
const items = [
  ...Array.from({ length: 10 }, (_, index) => makeItem(`secret-id-closed-${index}`, { answer: ['hook', 'clipper', 'unanswerable'][index % 3] })),
  ...['the hook cuts', 'the grasper holds', 'nothing is done'].map((reference, index) => makeItem(`secret-id-open-${index}`, openFacts(reference))),
  makeItem('secret-id-future', streamingFacts('future')),
  makeItem('secret-id-proactive', streamingFacts('proactive')),
];

describe('exportReview', () => {
  it('tells raters nothing but question, options and pictures', async () => {
    const { form, table, key } = await exportReview(somePictures, items, OPTIONS);
    expect(key.items).toHaveLength(items.length);
    for (const text of [form, table]) for (const hidden of ['secret', 'model_assisted', 'the label says', 'video01', 'tool_present', 'supporting', 'present ·', 'rubric']) expect(text).not.toContain(hidden);
    expect(form).not.toMatch(/<(input|option)[^>]*(checked|selected)/);
    expect(key.items.map(({ number }) => number)).toEqual(items.map((_, index) => index + 1));
    expect(new Set(key.items.map(({ sample_id: id }) => id)).size).toBe(items.length);
    expect(key.items.map(({ sample_id: id }) => id)).not.toEqual(key.items.map(({ sample_id: id }) => id).sort());
  });

  it('says how many pictures stand for how many, and of how long a window', async () => {
    // one picture each 2 s, both ends: 6, 8, 10 s, of which the port gives two; a window without length has one
    const whole = await exportReview(somePictures, [makeItem('a')], OPTIONS);
    expect(whole.form).toContain('2 pictures of the 4 seconds up to the moment of the question, evenly out of the 3 that a model is shown.');
    const { form } = await exportReview({ readPictures: async () => makePictures([10]) }, [makeItem('a', { context_window_sec: 0, input_range: [10, 10] })], OPTIONS);
    expect(form).toContain('>The moment that the question is asked at.<');
    const sequence = makeItem('a', { media_path: 'folder', media_type: 'image_sequence', time_unit: 'frames', frame_rate: 1, query_time: 8, context_window_sec: 2, input_range: [6, 8] });
    expect((await exportReview(somePictures, [sequence], OPTIONS)).form).toContain('2 pictures of the 2 frames up to the moment of the question.');
  });

  it('is the same bytes for items in any order, and another sheet for another seed', async () => {
    const one = await exportReview(somePictures, items, OPTIONS);
    expect(await exportReview(somePictures, [...items].reverse(), OPTIONS)).toEqual(one);
    expect((await exportReview(somePictures, items, { ...OPTIONS, seed: 4 })).key.sheet).not.toBe(one.key.sheet);
    expect((await exportReview(somePictures, items, { ...OPTIONS, raters: 3 })).key.sheet).not.toBe(one.key.sheet);
    expect(readReviewKey(JSON.stringify(one.key), 'key.json')).toEqual(one.key);
  });

  it('escapes whatever items say', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'&\u202e`;
    const { form, table } = await exportReview(somePictures, [makeItem('a', { question: hostile, choices: [hostile, '=cmd()'], answer: '=cmd()' })], OPTIONS);
    expect(form).not.toContain('<img src=x');
    expect(form).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\ufffd');
    expect(table).toContain(`"<img src=x onerror=alert(1)>""'&\ufffd"`);
    expect(table).not.toMatch(/(^|,)[=+@]/m);
  });

  it('a place whose item cannot be shown goes to the next of its stratum, and the reason is counted', async () => {
    const broken = new Set(['secret-id-closed-0', 'secret-id-closed-1', 'secret-id-closed-2']);
    const ports = { readPictures: async (item: (typeof items)[number], window: Parameters<typeof somePictures.readPictures>[1]) => (broken.has(item.sample_id) ? { code: 'media/missing' as const } : somePictures.readPictures(item, window, 8)) };
    const { key } = await exportReview(ports, items.slice(0, 10), { ...OPTIONS, wanted: 7 });
    expect(key.items).toHaveLength(7);
    expect(key.items.some(({ sample_id: id }) => broken.has(id))).toBe(false);
    expect(key.population['secretset · present · closed']).toEqual({ items: 10, sampled: 7 });
    const all = await exportReview(ports, items.slice(0, 10), { ...OPTIONS, wanted: 10 });
    expect([all.key.items.length, all.key.left_out]).toEqual([7, { 'media/missing': 3 }]);
  });

  it('draws from what the filters let through alone', async () => {
    const { key } = await exportReview(somePictures, items, { ...OPTIONS, filters: { question_type: 'open', temporal_mode: 'present' } });
    expect(key.items.map(({ sample_id: id }) => id).sort()).toEqual(['secret-id-open-0', 'secret-id-open-1', 'secret-id-open-2']);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    ['a picture after the end of the window', () => exportReview({ readPictures: async (_, { endMicros }) => makePictures([endMicros / 1e6 + 0.000_001]) }, items, OPTIONS), 'media/future-frame'],
    ['no media at all', () => exportReview({ readPictures: async () => ({ code: 'media/missing' }) }, items, OPTIONS), 'media/missing'],
    ['no usable media', () => exportReview({ readPictures: async () => ({ code: 'media/undecodable' }) }, items, OPTIONS), 'input/no-items'],
    ['nothing left by the filters', () => exportReview(somePictures, items, { ...OPTIONS, filters: { dataset: 'other' } }), 'input/no-items'],
    ['two items of one id', () => exportReview(somePictures, [...items, makeItem('secret-id-future')], OPTIONS), 'input/duplicate'],
    ['a form that no phone opens', () => exportReview({ readPictures: async (_, { endMicros }) => [{ sha256: '0'.repeat(64), pts: endMicros / 1e6, address: `data:${'x'.repeat(9_000_000)}` }] }, items, OPTIONS), 'usage/bad-argument'],
  ])('refuses %s', async (_, act, code) => {
    await expect(act()).rejects.toMatchObject({ code });
  });
});

describe('createReviewApplier', () => {
  const quality = new Map([['secret-id-closed-1', { review: 'human' as const, raters: 2, agreement: 0.5 }]]);

  it('puts the outcome where it belongs and leaves all else as it is', async () => {
    const { key } = await exportReview(somePictures, items.slice(0, 4), OPTIONS);
    const applier = createReviewApplier(key, quality);
    const applied = items.map((item) => applier.apply({ ...item, quality: { review: 'none', note: 'x' } }));
    applier.finish();
    expect(applied.map(({ isReviewed }) => isReviewed)).toEqual(items.map(({ sample_id: id }) => id === 'secret-id-closed-1'));
    expect(applied[1]?.record).toEqual({ ...items[1], quality: { review: 'human', note: 'x', raters: 2, agreement: 0.5 } });
    expect(applied[0]?.record).toEqual({ ...items[0], quality: { review: 'none', note: 'x' } });
  });

  it('refuses other items, items that are gone, and items twice', async () => {
    const { key } = await exportReview(somePictures, items.slice(0, 4), OPTIONS);
    const applier = createReviewApplier(key, quality);
    expect(() => applier.apply({ ...items[1], answer: 'grasper' })).toThrow(expect.objectContaining({ code: 'usage/bad-argument', message: expect.stringContaining('secret-id-closed-1') as string }));
    applier.apply(items[0]);
    expect(() => applier.apply(items[0])).toThrow(expect.objectContaining({ code: 'input/duplicate' }));
    expect(() => applier.finish()).toThrow(expect.objectContaining({ code: 'input/unknown-id', message: expect.stringContaining('2 of 4') as string }));
  });
});
