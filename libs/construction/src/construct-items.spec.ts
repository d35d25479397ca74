import { type BenchmarkItem, builtItemSchema, type TaskName, type Timeline, type Track } from '@medstream/schema';
import { createValidator } from '@medstream/validation';

import { constructItems } from './construct-items.js';
import { type ConstructionOptions, constructionOptionsSchema } from './construction-options.js';
import { CONSTRUCTION_VERSION } from './construction-version.js';

const SEC = 1_000_000;
const DESCRIPTOR = { licence: 'CC BY 4.0', citation: 'Nobody, 2020', access: 'open' };
const PHASES = ['Preparation', 'CalotTriangleDissection', 'ClippingCutting', 'GallbladderDissection', 'GallbladderPackaging', 'CleaningCoagulation'];
const TOOLS = ['Grasper', 'Bipolar', 'Hook', 'Scissors', 'Clipper'];

type Named = [startSec: number, endSec: number, label: string];
const toSegments = (named: Named[]) => named.map(([start, end, label]) => ({ startMicros: Math.round(start * SEC), endMicros: Math.round(end * SEC), label }));

function stateTrack(named: Named[], instantsSec: number[] | null = null): Track {
  return { kind: 'interval', role: 'state', signal: 'phase', vocabulary: PHASES, labelSource: 'original_annotation', segments: toSegments(named), instantsMicros: instantsSec?.map((sec) => sec * SEC) ?? null, known: null };
}

function overlayTrack(role: 'blind' | 'event', signal: string, named: Named[], knownTo: number): Track {
  return { kind: 'interval', role, signal, vocabulary: [...new Set(named.map(([, , label]) => label))], labelSource: 'original_annotation', segments: toSegments(named), instantsMicros: null, known: [{ startMicros: 0, endMicros: knownTo * SEC }] };
}

function toolTrack(labels: (string[] | null)[]): Track {
  return { kind: 'presence', signal: 'tool', vocabulary: TOOLS, labelSource: 'original_annotation', holdMicros: SEC, samples: labels.map((list, sec) => ({ atMicros: sec * SEC, labels: list })) };
}

function timelineOf(tracks: Track[], media: Partial<Timeline['media']> = {}): Timeline {
  return {
    schemaVersion: 1,
    dataset: 'invented',
    videoId: 'video01',
    caseId: 'invented/case01',
    organ: 'gallbladder',
    media: { path: 'videos/video01.mp4', type: 'video', isPresent: true, lastFrameMicros: null, frameRate: 25, width: null, height: null, ...media },
    tracks,
    sourceFiles: [{ path: 'labels/video01.txt', sha256: 'a'.repeat(64) }],
    notes: [],
  };
}

function build(timeline: Timeline, options: Partial<ConstructionOptions> = {}) {
  return constructItems(timeline, { options: constructionOptionsSchema.parse(options), descriptor: DESCRIPTOR });
}

/** Six phases of 100.5 s each; out of body from 150 to 170; an event from 260 to 275. */
const DENSE_PHASES: Named[] = PHASES.map((label, index) => [index * 100.5, (index + 1) * 100.5, label]);
const DENSE = timelineOf([stateTrack(DENSE_PHASES), overlayTrack('blind', 'view', [[150, 170, 'out_of_body']], 603), overlayTrack('event', 'event', [[260, 275, 'severe_index']], 603)]);

/** Ten minutes of tools: the grasper always, another one for 20 s of every minute. */
const TOOL_SECONDS = Array.from({ length: 600 }, (_, sec) => ['Grasper', ...(sec % 60 >= 30 && sec % 60 < 50 ? [TOOLS[1 + (Math.floor(sec / 60) % 4)] as string] : [])]);
const TOOLED = timelineOf([toolTrack(TOOL_SECONDS)]);

const phaseAt = (sec: number): string | undefined => DENSE_PHASES.find(([start, end]) => start <= sec && sec < end)?.[2];
const shown = (label: string | undefined): string => (label ?? 'nothing').replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
const goldOf = (item: BenchmarkItem): unknown => item.answer ?? item.reference_answer;
const ofTask = (items: readonly BenchmarkItem[], task: TaskName, mode?: string) => items.filter((item) => item.task === task && (mode === undefined || item.task_mode === mode));

describe('constructItems over dense phases', () => {
  const { items, leftOut } = build(DENSE);

  test('gives all four temporal modes, both question types and both task modes', () => {
    expect(new Set(items.map(({ temporal_mode }) => temporal_mode))).toEqual(new Set(['present', 'retrospective', 'future', 'proactive']));
    expect(new Set(items.map(({ question_type }) => question_type))).toEqual(new Set(['closed', 'open']));
    expect(new Set(items.map(({ temporal_mode, task_mode }) => `${temporal_mode} ${task_mode}`)).has('future streaming')).toBe(true);
  });

  test('gives 5 to 10 items for each task that the labels allow', () => {
    const counts = new Map<string, number>();
    for (const item of items) counts.set(`${item.task} ${item.task_mode}`, (counts.get(`${item.task} ${item.task_mode}`) ?? 0) + 1);
    expect([...counts.keys()].sort()).toEqual(['phase_alert streaming', 'phase_earlier single_turn', 'phase_next single_turn', 'phase_next streaming', 'phase_now single_turn', 'phase_order single_turn', 'phase_sequence single_turn', 'phase_kinds single_turn', 'phase_duration single_turn', 'view_alert streaming', 'event_alert streaming'].sort());
    // one event and one blind stretch: three schedules each, and one item in which it never comes
    for (const [task, count] of counts) {
      const least = task.startsWith('view') || task.startsWith('event') ? 3 : 5;
      expect([task, count >= least && count <= 10]).toEqual([task, true]);
    }
  });

  test('every item is accepted, with no warning, and holds only fields of ours', () => {
    const validator = createValidator();
    for (const item of items) {
      expect(validator.checkItem(item, { file: null, record: null })).toEqual([]);
      expect(builtItemSchema.safeParse(item).success).toBe(true);
    }
    expect(validator.finish()).toEqual([]);
  });

  test('the phase now is the phase at the query time, a second from every change, and unanswerable only out of body', () => {
    const now = ofTask(items, 'phase_now');
    for (const item of now) {
      const q = item.query_time;
      if (goldOf(item) === 'unanswerable') expect(q >= 151 && q <= 169).toBe(true);
      else {
        expect(goldOf(item)).toBe(shown(phaseAt(q)));
        expect([phaseAt(q - 1), phaseAt(q + 1)]).toEqual([phaseAt(q), phaseAt(q)]);
        expect(q > 149 && q < 171).toBe(false);
      }
      expect(item.input_range).toEqual([Math.max(0, q - 30), q]);
    }
    // nine others and a share of a tenth: one
    expect(now.filter((item) => goldOf(item) === 'unanswerable')).toHaveLength(1);
  });

  test('the earlier phase is the one at the named moment, which is a sampled target and shows another phase', () => {
    for (const item of ofTask(items, 'phase_earlier')) {
      const moment = Number(/at ([\d.]+) s\?$/u.exec(item.question)?.[1]);
      expect(goldOf(item)).toBe(shown(phaseAt(moment)));
      expect((moment - item.input_range[0]) % 2).toBe(0);
      expect(moment).toBeLessThan(item.query_time);
      expect(phaseAt(moment)).not.toBe(phaseAt(item.query_time));
    }
  });

  test('the first phase of the window is asked only where the window shows at least two', () => {
    for (const item of ofTask(items, 'phase_order')) {
      expect(goldOf(item)).toBe(shown(phaseAt(item.input_range[0])));
      expect(phaseAt(item.input_range[0])).not.toBe(phaseAt(item.query_time));
    }
  });

  test('the next phase begins within the named horizon, else nothing changes; a fifth asks beyond five horizons', () => {
    const next = ofTask(items, 'phase_next', 'single_turn');
    const far = next.filter((item) => goldOf(item) === 'unanswerable');
    expect(next).toHaveLength(10);
    expect(far).toHaveLength(2);
    for (const item of far) expect(Number(/(\d+) seconds/u.exec(item.question)?.[1])).toBeGreaterThan(5 * 30);
    for (const item of next.filter((one) => !far.includes(one))) {
      // the whole horizon, or the half or third of it that still lies within the labels
      const horizonSec = Number(/\b(30|15|10) seconds\b/u.exec(item.question)?.[1]);
      expect(item.query_time + horizonSec).toBeLessThanOrEqual(DENSE_PHASES.at(-1)?.[1] ?? 0);
      const onset = DENSE_PHASES.find(([start]) => start > item.query_time && start <= item.query_time + horizonSec);
      expect(goldOf(item)).toBe(onset === undefined ? 'no change' : shown(onset[2]));
      if (item.choices !== undefined) expect(item.choices).toContain('no change');
    }
  });

  test('streaming items straddle t*, and each answerable round samples the new phase', () => {
    for (const item of ofTask(items, 'phase_next', 'streaming')) {
      const onset = DENSE_PHASES.find(([start]) => start === item.expected_response_time);
      const rounds = item.rounds ?? [];
      expect(rounds.length).toBeGreaterThanOrEqual(3);
      expect(rounds.length).toBeLessThanOrEqual(6);
      expect(rounds[0]?.answerable).toBe(false);
      const first = rounds.find(({ answerable }) => answerable);
      const star = item.expected_response_time as number;
      expect((first?.current_time ?? 0) - star).toBeGreaterThanOrEqual(1);
      expect((first?.current_time ?? 0) - star).toBeLessThanOrEqual(2);
      // on the grid of the query, so that later rounds sample it again
      expect(((first?.current_time ?? 0) - item.query_time) % 2).toBe(0);
      for (const { current_time, expected_output } of rounds) expect(expected_output).toBe(current_time < star ? 'unanswerable' : shown(onset?.[2]));
      expect((rounds.at(-1)?.current_time ?? 0) - item.query_time).toBeLessThanOrEqual(60);
    }
  });

  test('alerts are due from t* on, and a fifth of the items never', () => {
    const alerts = ofTask(items, 'phase_alert');
    const never = alerts.filter(({ expected_response_time }) => expected_response_time === null);
    // five onsets: one item each; 5 · 0.2 / 0.8 = 1.25 → 1
    expect([alerts.length, never.length]).toEqual([6, 1]);
    for (const item of alerts) {
      const watched = /"(.+)"/u.exec(item.question)?.[1];
      const star = item.expected_response_time ?? null;
      if (star !== null) expect(shown(phaseAt(star))).toBe(watched);
      for (const { current_time, expected_output, answerable } of item.rounds ?? []) {
        expect(answerable).toBe(star !== null && current_time >= star);
        expect(expected_output).toBe(answerable ? `alert: the surgical phase ${watched} has begun` : 'no_alert');
        if (!answerable) expect(shown(phaseAt(current_time))).not.toBe(watched);
      }
    }
  });

  test('the camera leaves the body at 150 s and the event begins at 260 s, and nowhere else', () => {
    const starsOf = (task: 'view_alert' | 'event_alert') => new Set(ofTask(items, task).map(({ expected_response_time }) => expected_response_time));
    expect(starsOf('view_alert')).toEqual(new Set([150, null]));
    expect(starsOf('event_alert')).toEqual(new Set([260, null]));
  });

  test('ids name data set and video and nothing of the answer, provenance names files, template and licence', () => {
    for (const item of items) {
      expect(item.sample_id).toMatch(/^invented-video01-[0-9a-f]{16}$/u);
      expect(item.provenance).toMatchObject({ sources: DENSE.sourceFiles, builder_version: CONSTRUCTION_VERSION, model: null, ...DESCRIPTOR });
      expect(item.provenance?.template).toMatch(/^[a-z_]+\.[1-9]$/u);
      expect(item.question).not.toMatch(/[_{}]/u);
    }
    expect(new Set(items.map(({ sample_id }) => sample_id)).size).toBe(items.length);
  });

  test('how many phases the window shows, how long one lasts, and in which order three follow, is what the labels say', () => {
    const lengthIn = ([from, to]: readonly [number, number], label: string | undefined) => DENSE_PHASES.filter(([, , name]) => shown(name) === label).reduce((sum, [start, end]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0);
    for (const item of ofTask(items, 'phase_kinds')) expect(goldOf(item)).toBe(String(PHASES.filter((label) => lengthIn(item.input_range, shown(label)) > 0).length));
    expect(new Set(ofTask(items, 'phase_kinds').map(goldOf))).toEqual(new Set(['1', '2']));
    for (const item of ofTask(items, 'phase_duration')) {
      const length = lengthIn(item.input_range, /"(.+)"/u.exec(item.question)?.[1]);
      // bounds of a window of 30 s: a sixth, a third, two thirds
      const expected = length < 5 ? 'less than 5 seconds' : length < 10 ? '5 to 10 seconds' : length < 20 ? '10 to 20 seconds' : 'more than 20 seconds';
      expect([goldOf(item), [5, 10, 20].every((bound) => Math.abs(length - bound) >= 1)]).toEqual([expected, true]);
    }
    for (const item of ofTask(items, 'phase_sequence')) {
      // "these three" are named by the choices alone
      expect(item.question_type).toBe('closed');
      const order = PHASES.map(shown).filter((label) => lengthIn(item.input_range, label) > 0);
      expect(order.join(', then ')).toContain(goldOf(item));
      expect(item.input_range[1] - item.input_range[0]).toBe(120);
      if (item.choices !== undefined) expect([new Set(item.choices).size, ...new Set(item.choices.map((choice) => choice.split(', then ').sort().join()))]).toHaveLength(2);
    }
  });

  test('what was left out is counted by reason', () => {
    expect(leftOut.blind).toBeGreaterThan(0);
    expect(leftOut['over-cap']).toBeGreaterThan(0);
  });
});

describe('constructItems over tools', () => {
  const { items } = build(TOOLED);
  const toolsAt = (sec: number): string[] => (TOOL_SECONDS[sec] ?? []).map((tool) => tool.toLowerCase());

  test('what is visible now is what the sample says', () => {
    for (const item of ofTask(items, 'tools_visible')) {
      const gold = item.answer ?? item.reference_answer?.split(', ');
      expect([...(gold as string[])].sort()).toEqual(toolsAt(item.query_time).sort());
    }
    for (const item of ofTask(items, 'tool_present')) expect(item.answer).toBe(toolsAt(item.query_time).some((tool) => new RegExp(`the ${tool}\\b`, 'u').test(item.question)) ? 'yes' : 'no');
  });

  test('what was used is what any second of the window says', () => {
    const usedIn = ([from, to]: readonly [number, number]) => [...new Set(Array.from({ length: to - from + 1 }, (_, index) => toolsAt(from + index)).flat())].sort();
    for (const item of ofTask(items, 'tools_used')) expect([...((item.answer ?? item.reference_answer?.split(', ')) as string[])].sort()).toEqual(usedIn(item.input_range));
    for (const item of ofTask(items, 'tool_used')) expect(item.answer).toBe(usedIn(item.input_range).some((tool) => new RegExp(`the ${tool}\\b`, 'u').test(item.question)) ? 'yes' : 'no');
  });

  test('how many kinds of instrument the window shows, and for how long one, is what its seconds say', () => {
    for (const item of ofTask(items, 'tool_kinds')) {
      const [from, to] = item.input_range;
      expect(goldOf(item)).toBe(String(new Set(Array.from({ length: to - from + 1 }, (_, index) => toolsAt(from + index)).flat()).size));
    }
    expect(ofTask(items, 'tool_duration').length).toBeGreaterThanOrEqual(5);
    for (const item of ofTask(items, 'tool_duration')) {
      const [from, to] = item.input_range;
      const length = Array.from({ length: to - from }, (_, index) => toolsAt(from + index)).filter((tools) => tools.some((tool) => new RegExp(`the ${tool}\\b`, 'u').test(item.question))).length;
      const [low = 0, high = Number.POSITIVE_INFINITY] = String(goldOf(item)).startsWith('less') ? [0, Number(/\d+/u.exec(String(goldOf(item)))?.[0])] : (String(goldOf(item)).match(/\d+/gu) ?? []).map(Number);
      expect(length > low - 1 && length < high).toBe(true);
    }
  });

  test('yes and no are balanced', () => {
    for (const task of ['tool_present', 'tool_used'] as const) expect(ofTask(items, task).map(({ answer }) => answer).sort()).toEqual([...Array<string>(5).fill('no'), ...Array<string>(5).fill('yes')]);
  });

  test('an instrument appears 30 s into each minute', () => {
    for (const item of [...ofTask(items, 'tool_next', 'streaming'), ...ofTask(items, 'tool_alert')]) {
      if (item.expected_response_time !== null) expect((item.expected_response_time as number) % 60).toBe(30);
    }
    expect(ofTask(items, 'tool_next', 'streaming').length).toBeGreaterThanOrEqual(5);
    expect(ofTask(items, 'tool_alert').length).toBe(10);
  });

  test('two instruments that appear at once have no single answer', () => {
    const { items: found, leftOut } = build(timelineOf([toolTrack(Array.from({ length: 120 }, (_, sec) => (sec >= 60 ? ['Grasper', 'Hook', 'Clipper'] : ['Grasper'])))]));
    const next = ofTask(found, 'tool_next', 'single_turn');
    expect(next.length).toBeGreaterThan(0);
    // none whose horizon of 30 s holds the double onset
    expect(next.filter((item) => goldOf(item) !== 'unanswerable' && item.query_time < 60 && item.query_time + 30 >= 60)).toEqual([]);
    expect(ofTask(found, 'tool_next', 'streaming')).toEqual([]);
    expect(leftOut.ambiguous).toBeGreaterThan(0);
  });

  test('an instrument seen between two targets only is not asked for', () => {
    // the hook shows at second 101 alone: a window that starts at an odd second samples it, one from an even second does not
    const { items: found, leftOut } = build(timelineOf([toolTrack(Array.from({ length: 132 }, (_, sec) => (sec === 101 ? ['Grasper', 'Hook'] : ['Grasper'])))]), { max_items_per_task: 200, max_items_per_label: 100 });
    const holding = ofTask(found, 'tools_used').filter(({ input_range: [from, to] }) => from <= 101 && to >= 101);
    expect(holding.length).toBeGreaterThan(0);
    for (const item of holding) expect(item.input_range[0] % 2).toBe(1);
    expect(leftOut['not-sampled']).toBeGreaterThan(0);
  });

  test('no task has fewer than five items, and all are accepted', () => {
    const validator = createValidator();
    for (const item of items) expect(validator.checkItem(item, { file: null, record: null })).toEqual([]);
    for (const task of ['tools_visible', 'tool_present', 'tools_used', 'tool_used', 'tool_next', 'tool_alert'] as const) expect(ofTask(items, task).length).toBeGreaterThanOrEqual(5);
  });
});

describe('constructItems over scattered seconds', () => {
  /** Every seventh second, and all from 100 to 130. */
  const seconds = [...Array.from({ length: 14 }, (_, index) => index * 7 + 1), ...Array.from({ length: 31 }, (_, index) => 100 + index)];
  const phases = stateTrack(seconds.map((sec): Named => [sec, sec + 1, sec < 50 ? 'Preparation' : 'ClippingCutting']), seconds);
  const tools: Track = { ...(toolTrack([]) as Extract<Track, { kind: 'presence' }>), samples: seconds.map((sec) => ({ atMicros: sec * SEC, labels: sec >= 115 ? ['Hook', 'Grasper'] : ['Grasper'] })) };
  const media = { path: 'videos/VID01', type: 'image_sequence' as const, frameRate: 1 };
  const { items, leftOut } = build(timelineOf([phases, tools], media));

  test('are counted in frames', () => {
    for (const item of items) expect([item.time_unit, item.frame_rate, item.media_type, Number.isInteger(item.query_time)]).toEqual(['frames', 1, 'image_sequence', true]);
  });

  test('query times, rounds and asked moments are labelled seconds', () => {
    for (const item of items) {
      const times = [item.query_time, ...(item.rounds ?? []).map(({ current_time }) => current_time), ...(/at frame (\d+)/u.exec(item.question)?.slice(1).map(Number) ?? [])];
      expect(times.filter((sec) => !seconds.includes(sec))).toEqual([]);
    }
  });

  test('give present and retrospective items, an onset and an alert that never comes in the dense stretch alone', () => {
    expect(ofTask(items, 'phase_now').length).toBeGreaterThanOrEqual(5);
    expect(ofTask(items, 'tools_visible').length).toBeGreaterThanOrEqual(5);
    const streaming = items.filter(({ task_mode }) => task_mode === 'streaming');
    expect(new Set(streaming.map(({ expected_response_time }) => expected_response_time))).toEqual(new Set([115, null]));
    for (const item of streaming) expect(item.query_time).toBeGreaterThanOrEqual(100);
    // the phase changes between 43 and 50: seven seconds apart, so nobody knows when
    expect(ofTask(items, 'phase_alert')).toEqual([]);
    expect(leftOut['sparse-labels']).toBeGreaterThan(0);
  });

  test('absence is claimed only where the labels are dense', () => {
    const claims = items.filter((item) => item.task === 'tool_used' || item.task === 'tools_used' || goldOf(item) === 'no change');
    expect(claims.length).toBeGreaterThan(0);
    for (const item of claims) expect(item.temporal_mode === 'future' ? item.query_time : item.input_range[0]).toBeGreaterThanOrEqual(100);
  });

  test('are all accepted', () => {
    const validator = createValidator();
    for (const item of items) expect(validator.checkItem(item, { file: null, record: null }).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('constructItems and its input', () => {
  test('the order of tracks does not matter', () => {
    const tracks = [...DENSE.tracks, ...TOOLED.tracks];
    expect(build(timelineOf([...tracks].reverse()))).toEqual(build(timelineOf(tracks)));
  });

  test('nothing ends after the last frame or the labels', () => {
    // the last frame is at 250 s, in the middle of the third phase
    const { items } = build(timelineOf(DENSE.tracks, { lastFrameMicros: 250 * SEC }));
    expect(items.length).toBeGreaterThan(20);
    for (const item of items) expect(Math.max(item.query_time, item.input_range[1])).toBeLessThanOrEqual(250);
  });

  test.each([
    ['a still image', { type: 'image' as const, path: 'a.jpg' }, { 'still-image': 3 }],
    ['an image sequence without a frame rate', { type: 'image_sequence' as const, frameRate: null }, { 'no-frame-rate': 3 }],
  ])('%s gives no item and says why', (_, media, leftOut) => {
    expect(build(timelineOf(DENSE.tracks, media))).toEqual({ items: [], leftOut });
  });

  test('gestures are asked about as phases are, by their own name', () => {
    const track = { ...(stateTrack(DENSE_PHASES) as Extract<Track, { kind: 'interval' }>), signal: 'gesture' };
    const { items } = build(timelineOf([track]));
    expect(new Set(items.map(({ task }) => task))).toEqual(new Set(['gesture_now', 'gesture_earlier', 'gesture_order', 'gesture_sequence', 'gesture_kinds', 'gesture_duration', 'gesture_next', 'gesture_alert']));
    for (const { question } of ofTask(items, 'gesture_now')) expect(question).toContain('surgical gesture');
  });

  test('a signal whose name cannot stand in a question is counted', () => {
    const track = { ...(stateTrack(DENSE_PHASES) as Extract<Track, { kind: 'interval' }>), signal: 'Mood 2!' };
    expect(build(timelineOf([track]))).toEqual({ items: [], leftOut: { 'no-task-for-signal': 1 } });
  });

  test('a signal that nobody knows is asked about by its own name, with tasks named by the pattern', () => {
    const state = build(timelineOf([{ ...(stateTrack(DENSE_PHASES) as Extract<Track, { kind: 'interval' }>), signal: 'team_mood' }])).items;
    expect(new Set(state.map(({ task }) => task))).toContain('team_mood_now');
    for (const { question } of state) expect(question).toMatch(/team mood/u);
    const presence = build(timelineOf([{ ...(toolTrack(TOOL_SECONDS) as Extract<Track, { kind: 'presence' }>), signal: 'verb', vocabulary: TOOLS }])).items;
    expect(new Set(presence.map(({ task }) => task))).toEqual(new Set(['verbs_visible', 'verb_present', 'verbs_seen', 'verb_seen', 'verb_kinds', 'verb_duration', 'verb_next', 'verb_alert']));
    for (const item of presence) expect([item.question, /surgical action/u.test(item.question)]).toEqual([item.question, true]);
    const validator = createValidator();
    for (const item of [...state, ...presence]) expect(validator.checkItem(item, { file: null, record: null })).toEqual([]);
  });

  test('labels that would read as a letter are left out, one label alone gives no choices', () => {
    const named: Named[] = [[0, 100, 'A']];
    const { items, leftOut } = build(timelineOf([{ ...(stateTrack(named) as Extract<Track, { kind: 'interval' }>), vocabulary: ['A', 'Preparation'] }]));
    expect(items.filter((item) => String(goldOf(item)).toLowerCase() === 'a')).toEqual([]);
    expect(leftOut['label-not-showable']).toBeGreaterThan(0);
    const single = build(timelineOf([{ ...(stateTrack([[0, 100, 'Preparation']]) as Extract<Track, { kind: 'interval' }>), vocabulary: ['Preparation'] }]));
    expect(single.leftOut['no-choices']).toBeGreaterThan(0);
  });
});

describe('each option has an effect', () => {
  const finding: Track = { kind: 'class', signal: 'finding', vocabulary: ['polyp', 'ulcer'], labelSource: 'original_annotation', label: 'polyp', span: null };
  const both = timelineOf([...DENSE.tracks, ...TOOLED.tracks, finding], { lastFrameMicros: 599 * SEC });
  const standard = JSON.stringify(build(both).items);

  const changes: Partial<ConstructionOptions>[] = [
    { seed: 2 },
    { window_sec: 20 },
    { clip_max_sec: 60 },
    { sampling_period_sec: 1 },
    { horizon_sec: 20 },
    { streaming_horizon_sec: 30 },
    { tolerance_sec: 3 },
    { boundary_margin_sec: 5 },
    { max_items_per_task: 4 },
    { max_items_per_label: 1 },
    { max_choices: 3 },
    { never_alert_share: 0 },
    { unanswerable_share: 0.5 },
    { beyond_horizon_share: 0 },
    { open_share: 0.9 },
    { rounds_min: 5 },
    { rounds_max: 3 },
    { lead_sec: 10 },
  ];

  test.each(changes)('%j', (options) => {
    const { items } = build(both, options);
    expect(JSON.stringify(items)).not.toBe(standard);
    const validator = createValidator();
    for (const item of items) expect(validator.checkItem(item, { file: null, record: null }).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('the table above names each option, and an unknown one is refused', () => {
    expect(changes.flatMap((change) => Object.keys(change)).sort()).toEqual(Object.keys(constructionOptionsSchema.parse({})).sort());
    expect(constructionOptionsSchema.safeParse({ windows_sec: 3 }).success).toBe(false);
    expect(constructionOptionsSchema.safeParse({ rounds_min: 6, rounds_max: 3 }).success).toBe(false);
  });

  test('caps and shares come out as stated', () => {
    const { items } = build(both, { max_items_per_task: 4, never_alert_share: 0.5, open_share: 0, max_choices: 3 });
    const alerts = ofTask(items, 'tool_alert');
    expect(alerts).toHaveLength(4);
    expect(alerts.filter(({ expected_response_time }) => expected_response_time === null)).toHaveLength(2);
    for (const item of items) {
      if (item.temporal_mode !== 'proactive') expect(item.question_type).toBe('closed');
      if (typeof item.answer === 'string' && item.choices !== undefined) expect(item.choices.length).toBeLessThanOrEqual(3);
    }
  });
});
