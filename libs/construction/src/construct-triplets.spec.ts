import { type BenchmarkItem, builtItemSchema, TASKS, type Timeline, type Track } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import { constructItems } from './construct-items.js';
import { constructionOptionsSchema } from './construction-options.js';

const SEC = 1_000_000;
type TripletTrack = Extract<Track, { kind: 'triplet' }>;

const VOCABULARY = ['grasper,grasp,gallbladder', 'grasper,retract,liver', 'grasper,null_verb,null_target', 'hook,dissect,gallbladder', 'hook,coagulate,cystic_plate', 'hook,cut,omentum', 'clipper,clip,cystic_duct'];

const trackOf = (perSecond: (string[] | null)[], patch: Partial<TripletTrack> = {}): TripletTrack => ({
  kind: 'triplet',
  signal: 'triplet',
  vocabulary: VOCABULARY,
  labelSource: 'original_annotation',
  holdMicros: SEC,
  samples: perSecond.map((labels, sec) => ({ atMicros: sec * SEC, triplets: labels?.map((label) => label.split(',')).map(([instrument = '', verb = '', target = '']) => ({ instrument, verb, target })) ?? null })),
  ...patch,
});

function build(tracks: Track[]) {
  const timeline: Timeline = {
    schemaVersion: 1,
    dataset: 'invented',
    videoId: 'VID01',
    caseId: 'invented/case01',
    organ: 'gallbladder',
    media: { path: 'videos/VID01', type: 'image_sequence', isPresent: true, lastFrameMicros: null, frameRate: 1, width: null, height: null },
    tracks,
    sourceFiles: [],
    notes: [],
  };
  const built = constructItems(timeline, { options: constructionOptionsSchema.parse({ open_share: 0 }), descriptor: { licence: 'l', citation: 'c', access: 'a' } });
  const validator = createValidator();
  for (const item of built.items) {
    expect(validator.checkItem(item, { file: null, record: null })).toEqual([]);
    expect(builtItemSchema.safeParse(item).success).toBe(true);
    expect(Object.keys(TASKS)).toContain(item.task);
    expect(item.question).not.toMatch(/[_{}]|null/u);
  }
  return built;
}

const ofTask = (items: readonly BenchmarkItem[], task: string) => items.filter((item) => item.task === task);

/** The grasper idles, then holds; the hook dissects from 40 s on and coagulates from 80 s on. */
const SECONDS = Array.from({ length: 120 }, (_, sec) => [
  sec < 20 ? 'grasper,null_verb,null_target' : 'grasper,grasp,gallbladder',
  ...(sec < 40 ? [] : [sec < 80 ? 'hook,dissect,gallbladder' : 'hook,coagulate,cystic_plate']),
]);

describe('triplets', () => {
  const { items } = build([trackOf(SECONDS)]);

  test('give verb, target and alert, and presence of instruments and actions', () => {
    const tasks = new Set(items.map(({ task }) => task));
    for (const task of ['triplet_verb', 'triplet_target', 'triplet_alert', 'verbs_visible', 'verb_present', 'verbs_seen', 'verb_alert', 'tools_visible', 'tool_alert']) expect(tasks).toContain(task);
  });

  test('what the instrument does, and on what, is what its second says', () => {
    const truth = (question: string, sec: number): string[] => (SECONDS[sec] ?? []).map((label) => label.split(',')).find(([instrument = '']) => question.includes(instrument)) ?? [];
    for (const item of ofTask(items, 'triplet_verb')) expect(item.answer).toBe(truth(item.question, item.query_time)[1]);
    for (const item of ofTask(items, 'triplet_target')) expect(item.answer).toBe(truth(item.question, item.query_time)[2]?.replace('_', ' '));
    expect(new Set(ofTask(items, 'triplet_verb').map(({ answer }) => answer))).toEqual(new Set(['grasp', 'dissect', 'coagulate']));
    for (const { choices } of [...ofTask(items, 'triplet_verb'), ...ofTask(items, 'triplet_target')]) expect(choices?.join()).not.toMatch(/null/u);
  });

  test('all actions of a moment are a set, idle instruments give none', () => {
    for (const item of ofTask(items, 'verbs_visible')) {
      const verbs = (SECONDS[item.query_time] ?? []).map((label) => label.split(',')[1] ?? '').filter((verb) => !verb.startsWith('null'));
      expect([...(item.answer as string[])].sort()).toEqual(verbs.sort());
    }
  });

  test('alerts are due where a named action begins', () => {
    const alerts = ofTask(items, 'triplet_alert');
    expect(new Set(alerts.map(({ expected_response_time }) => expected_response_time))).toEqual(new Set([20, 40, 80, null]));
    const due = alerts.find(({ expected_response_time }) => expected_response_time === 80);
    expect(due?.question).toMatch(/the hook (first )?(begins to )?coagulate the cystic plate|begins to coagulate the cystic plate/u);
    expect(due?.rounds?.at(-1)?.expected_output).toBe('alert: the hook has begun to coagulate the cystic plate');
  });

  test('an instrument that does two things at once has no single answer', () => {
    const { items: found, leftOut } = build([trackOf(SECONDS.map(() => ['hook,dissect,gallbladder', 'hook,cut,omentum']))]);
    expect(ofTask(found, 'triplet_verb')).toEqual([]);
    expect(leftOut.ambiguous).toBeGreaterThan(0);
  });

  test('scattered seconds give no alert, and only labelled seconds are asked about', () => {
    const { items: found } = build([trackOf(SECONDS.map((labels, sec) => (sec % 5 === 0 ? labels : null)))]);
    expect(found.filter(({ task_mode }) => task_mode === 'streaming')).toEqual([]);
    expect(ofTask(found, 'triplet_verb').length).toBeGreaterThan(0);
    for (const { query_time } of found) expect(query_time % 5).toBe(0);
  });

  test('signals that have labels of presence keep to them', () => {
    const tool: Track = { kind: 'presence', signal: 'tool', vocabulary: ['scissors', 'bipolar'], labelSource: 'original_annotation', holdMicros: SEC, samples: SECONDS.map((_, sec) => ({ atMicros: sec * SEC, labels: ['scissors'] })) };
    for (const { answer } of ofTask(build([trackOf(SECONDS), tool]).items, 'tools_visible')) expect(answer).toEqual(['scissors']);
  });
});
