import { type BenchmarkItem, TASKS, type Timeline, type Track } from '@medstream/schema';
import { createValidator } from '@medstream/validation';
import fc from 'fast-check';

import { constructItems } from './construct-items.js';
import { constructionOptionsSchema } from './construction-options.js';

/** Random triplets, boxes, masks, classes and scores; the truth is looked up over the raw samples, one moment at a time. */
const SEC = 1_000_000;
const DESCRIPTOR = { licence: 'l', citation: 'c', access: 'a' };
const TRIPLETS = ['grasper,grasp,gallbladder', 'grasper,null_verb,null_target', 'hook,dissect,gallbladder', 'hook,cut,omentum', 'clipper,clip,cystic_duct'];
const KINDS = ['polyp', 'ulcer', 'foreign_body'];
type TripletTrack = Extract<Track, { kind: 'triplet' }>;
type BoxTrack = Extract<Track, { kind: 'box' }>;
type MaskTrack = Extract<Track, { kind: 'mask' }>;

/** Values that stay for some seconds, with steps of 1 to 5 s and some unknown. */
const perSecond = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<{ atMicros: number; value: Value | null }[]> =>
  fc.array(fc.record({ step: fc.constantFrom(1, 1, 1, 2, 5), repeat: fc.integer({ min: 1, max: 20 }), value: fc.option(value, { nil: null, freq: 8 }) }), { minLength: 1, maxLength: 15 }).map((parts) => {
    let sec = 0;
    return parts.flatMap((part) => Array.from({ length: part.repeat }, (_, index) => ({ atMicros: (sec += index === 0 ? part.step : 1) * SEC, value: part.value })));
  });

const base = { labelSource: 'original_annotation' as const, holdMicros: SEC };
const triplets: fc.Arbitrary<TripletTrack> = perSecond(fc.subarray(TRIPLETS)).map((samples) => ({
  ...base,
  kind: 'triplet',
  signal: 'triplet',
  vocabulary: TRIPLETS,
  samples: samples.map(({ atMicros, value }) => ({ atMicros, triplets: value?.map((label) => label.split(',')).map(([instrument = '', verb = '', target = '']) => ({ instrument, verb, target })) ?? null })),
}));
const box = fc.record({ label: fc.constantFrom(...KINDS), x0: fc.integer({ min: 0, max: 150 }), y0: fc.integer({ min: 0, max: 70 }), width: fc.integer({ min: 1, max: 50 }), height: fc.integer({ min: 1, max: 30 }), attribute: fc.constantFrom(null, 'left', 'right') });
const frame = { frameWidth: 200, frameHeight: 100 };
const boxes: fc.Arbitrary<BoxTrack> = fc.record({ vocabulary: fc.constantFrom(KINDS, KINDS.slice(0, 1)), samples: perSecond(fc.array(box, { maxLength: 3 })) }).map(({ vocabulary, samples }) => ({
  ...base,
  ...frame,
  kind: 'box',
  signal: 'finding',
  vocabulary,
  samples: samples.map(({ atMicros, value }) => ({ atMicros, regions: value?.filter(({ label }) => vocabulary.includes(label)).map(({ label, x0, y0, width, height, attribute }) => ({ label, attribute, box: { x0, y0, x1: x0 + width, y1: y0 + height } })) ?? null })),
}));
const mask: fc.Arbitrary<MaskTrack> = fc.array(fc.record({ label: fc.constantFrom(...KINDS), x: fc.integer({ min: 0, max: 200 }), y: fc.integer({ min: 0, max: 100 }), areaShare: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 3 }).map((regions) => ({
  ...base,
  ...frame,
  kind: 'mask',
  signal: 'finding',
  vocabulary: KINDS,
  samples: [{ atMicros: 0, regions: regions.map(({ label, x, y, areaShare }) => ({ label, areaShare, centre: { x, y }, box: { x0: 0, y0: 0, x1: 1, y1: 1 } })) }],
}));
const score: fc.Arbitrary<Track> = fc.record({ values: fc.array(fc.option(fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 3 }), drops: fc.option(fc.integer({ min: 0, max: 9 })), grade: fc.constantFrom(null, 'novice', 'expert') }).map(({ values, drops, grade }) => ({
  kind: 'score',
  signal: 'skill',
  vocabulary: ['novice', 'expert'],
  labelSource: 'original_annotation',
  grade,
  values: [...values.map((value, index) => ({ scale: 'flow', value, min: 1, max: 5, rater: String(index) })), { scale: 'needle_drop_counts', value: drops, min: null, max: null, rater: null }],
}));
const classes: fc.Arbitrary<Track> = fc.record({ vocabulary: fc.constantFrom(KINDS, ['polyp', 'no_polyp'], ['polyp']), index: fc.nat({ max: 2 }) }).map(({ vocabulary, index }) => ({ kind: 'class', signal: vocabulary.length > 2 ? 'landmark' : 'finding', vocabulary, labelSource: 'directory_label', label: vocabulary[index % vocabulary.length] as string, span: null }));

const timelineOf = (tracks: readonly (Track | null)[], media: Partial<Timeline['media']>): Timeline => ({
  schemaVersion: 1,
  dataset: 'random',
  videoId: 'video01',
  caseId: 'random/case',
  organ: 'none',
  media: { path: 'v/video01.mp4', type: 'video', isPresent: true, lastFrameMicros: null, frameRate: 25, width: null, height: null, ...media },
  tracks: tracks.filter((track) => track !== null),
  sourceFiles: [],
  notes: [],
});
const video = fc.record({ triplets: fc.option(triplets), boxes: fc.option(boxes), score: fc.option(score), classes: fc.option(classes), lastMs: fc.option(fc.integer({ min: 1000, max: 700_000 })) }).map(({ lastMs, ...tracks }) => timelineOf(Object.values(tracks), { lastFrameMicros: lastMs === null ? null : lastMs * 1000 }));
const image = fc.record({ mask, classes }).map((tracks) => timelineOf(Object.values(tracks), { type: 'image', path: 'v/image.jpg', lastFrameMicros: 0, frameRate: null }));

const build = (one: Timeline, seed = 1) => constructItems(one, { options: constructionOptionsSchema.parse({ seed }), descriptor: DESCRIPTOR });
const shown = (text: string): string => text.replaceAll('_', ' ');
const golds = (item: BenchmarkItem): string[] => (item.answer === undefined ? (item.reference_answer ?? '').split(', ') : [item.answer].flat());

/** What the raw samples say at the query time; fails where they say nothing. */
function checkPresent(one: Timeline, item: BenchmarkItem): void {
  const at = Math.round(item.query_time * SEC);
  if (item.task === 'triplet_verb' || item.task === 'triplet_target') {
    const sample = one.tracks.flatMap((track) => (track.kind === 'triplet' ? track.samples : [])).find(({ atMicros }) => atMicros === at);
    const own = (sample?.triplets ?? []).filter(({ instrument }) => item.question.includes(`the ${instrument}`));
    expect(own.map((triplet) => shown(item.task === 'triplet_verb' ? triplet.verb : triplet.target))).toEqual(golds(item));
  }
  if (/^finding_(count|location|size|attribute)$/u.test(item.task)) {
    const track = one.tracks.find(({ kind }) => kind === 'box' || kind === 'mask') as BoxTrack | MaskTrack;
    const regions = [...(track.kind === 'box' ? track.samples : [])].find(({ atMicros }) => atMicros === at)?.regions?.map((region) => ({ label: region.label, attribute: region.attribute, x: (region.box.x0 + region.box.x1) / 2, y: (region.box.y0 + region.box.y1) / 2, share: ((region.box.x1 - region.box.x0) * (region.box.y1 - region.box.y0)) / 20_000 })) ??
      (track.kind === 'mask' ? track.samples : []).find(({ atMicros }) => atMicros === at)?.regions?.map((region) => ({ label: region.label, attribute: null, x: region.centre.x, y: region.centre.y, share: region.areaShare }));
    const own = (regions ?? []).filter(({ label }) => item.question.includes(shown(label)));
    const [gold = ''] = golds(item);
    expect(regions).toBeDefined();
    if (item.task === 'finding_count') return expect(gold).toBe(String(own.length));
    expect(own).toHaveLength(1);
    const [{ x, y, share, attribute } = { x: 0, y: 0, share: 0, attribute: null }] = own;
    if (item.task === 'finding_location') expect(gold).toBe(`${y < 50 ? 'upper' : 'lower'} ${x < 100 ? 'left' : 'right'}`);
    if (item.task === 'finding_size') expect(gold).toBe(share < 0.05 ? 'less than 5 percent' : share < 0.15 ? '5 to 15 percent' : share < 0.3 ? '15 to 30 percent' : 'more than 30 percent');
    if (item.task === 'finding_attribute') expect(gold).toBe(attribute);
  }
}

function checkAlert(one: Timeline, item: BenchmarkItem): void {
  const samples = one.tracks.flatMap((track) => (track.kind === 'triplet' ? track.samples : []));
  const holds = (sec: number): boolean | null => {
    const sample = samples.find(({ atMicros }) => atMicros === Math.round(sec * SEC));
    return sample?.triplets?.some(({ instrument, verb, target }) => new RegExp(`the ${instrument} .*${verb} the ${shown(target)}`, 'u').test(item.question)) ?? null;
  };
  for (const { current_time, answerable } of item.rounds ?? []) if (!answerable) expect(holds(current_time)).toBe(false);
  const star = item.expected_response_time ?? null;
  if (star !== null) expect([holds(star), holds(star - 1) ?? holds(star - 2)]).toEqual([true, false]);
}

describe.each([
  ['any video', video, 40],
  ['any image', image, 150],
])('%s', (_, timelines, numRuns) => {
  test('gives items that the validator accepts, whose tasks the table names, and that the raw labels bear out', () => {
    let count = 0;
    fc.assert(
      fc.property(timelines, (one) => {
        const validator = createValidator();
        for (const item of build(one).items) {
          count += 1;
          expect(validator.checkItem(item, { file: null, record: null }).filter(({ severity }) => severity !== 'info')).toEqual([]);
          const facts = (TASKS as Record<string, { temporalModes: readonly string[] }>)[item.task];
          expect([item.task, facts?.temporalModes.includes(item.temporal_mode)]).toEqual([item.task, true]);
          expect(item.question).not.toMatch(/[_{}]|null/u);
          if (item.temporal_mode === 'present') checkPresent(one, item);
          if (item.task === 'triplet_alert') checkAlert(one, item);
        }
      }),
      { numRuns },
    );
    expect(count).toBeGreaterThan(200);
  });

  test('gives the same items again, whatever the order of its tracks', () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 0, max: 1000 }), (one, seed) => {
        expect(build({ ...one, tracks: [...one.tracks].reverse() }, seed)).toEqual(build(one, seed));
      }),
      { numRuns: 10 },
    );
  });
});
