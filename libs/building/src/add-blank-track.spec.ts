import { jest } from '@jest/globals';

import { type Timeline, timelineSchema } from '@medstream/schema';

import { addBlankTrack } from './add-blank-track.js';
import type { StagePorts } from './build-ports.js';
import { runVideoStages } from './run-video-stages.js';
import { listToyVideos, TOY_SOURCE } from './testing/memory-build.js';

const SEC = 1_000_000;
const phases = ['Preparation', 'Dissection', 'Clipping', 'Packaging'];
const span = (from: number, to: number) => ({ startMicros: from * SEC, endMicros: to * SEC });

/** Eight phases of 45 s each: labels end at 360 s, the media at 400 s. */
const timeline: Timeline = {
  schemaVersion: 1,
  dataset: 'toyset',
  videoId: 'video01',
  caseId: 'toyset/video01',
  organ: 'gallbladder',
  media: { path: 'video01.mp4', type: 'video', isPresent: true, lastFrameMicros: 399_960_000, frameRate: 25, width: 64, height: 48 },
  tracks: [
    {
      kind: 'interval',
      role: 'state',
      signal: 'phase',
      vocabulary: phases,
      labelSource: 'original_annotation',
      segments: Array.from({ length: 8 }, (_, index) => ({ ...span(index * 45, (index + 1) * 45), label: phases[index % 4] as string })),
      instantsMicros: null,
      known: null,
    },
  ],
  sourceFiles: [],
  notes: [],
};
const source = { ...TOY_SOURCE, descriptor: { ...TOY_SOURCE.descriptor, outOfBody: 'white' as const } };
const BLANK = { spans: [span(100, 130), span(350, 380)], known: [span(0, 400)] };
const openPort = () => ({ findBlankSpans: jest.fn<StagePorts['findBlankSpans']>(async () => BLANK) });

describe('addBlankTrack', () => {
  it('adds what was found as blindness, up to the last label', async () => {
    const port = openPort();
    const { tracks } = timelineSchema.parse(await addBlankTrack(port, timeline, { source }));
    expect(port.findBlankSpans.mock.calls).toEqual([[{ mediaRoot: 'media', media: timeline.media, colour: 'white' }]]);
    expect(tracks[1]).toEqual({
      kind: 'interval',
      role: 'blind',
      signal: 'view',
      vocabulary: ['out_of_body'],
      labelSource: 'hybrid',
      segments: [{ ...span(100, 130), label: 'out_of_body' }, { ...span(350, 360), label: 'out_of_body' }],
      instantsMicros: null,
      known: [span(0, 360)],
    });
  });

  it('takes another name where labels have that one', async () => {
    const labelled = { ...timeline, tracks: [{ ...timeline.tracks[0], signal: 'view' } as Timeline['tracks'][number]] };
    expect((await addBlankTrack(openPort(), labelled, { source })).tracks.map(({ signal }) => signal)).toEqual(['view', 'picture']);
  });

  it.each([
    ['a data set that marks nothing', timeline, TOY_SOURCE],
    ['media that were not read', { ...timeline, media: { ...timeline.media, isPresent: false, lastFrameMicros: null } }, source],
    ['an image', { ...timeline, media: { ...timeline.media, type: 'image' as const, lastFrameMicros: 0 } }, source],
  ])('looks at no picture of %s and claims nothing', async (_, one, of) => {
    const port = openPort();
    expect(await addBlankTrack(port, one, { source: of })).toBe(one);
    expect(port.findBlankSpans).not.toHaveBeenCalled();
  });
});

it('no item of a built video asks about a blank moment, but to abstain; alerts wait for it', async () => {
  const ports: StagePorts = { ...openPort(), readTimeline: async () => timeline };
  const [video] = listToyVideos(1);
  if (video === undefined) throw new Error('no video');
  const { accepted, rejected } = await runVideoStages(ports, { source, video, seed: 3, allowMissingMedia: false });
  expect(rejected).toEqual([]);
  const isBlank = (sec: number) => BLANK.spans.some(({ startMicros, endMicros }) => startMicros <= sec * SEC && sec * SEC < endMicros);
  const asked = accepted.map(({ item }) => item).filter(({ query_time }) => isBlank(query_time));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.map(({ task, answer, reference_answer }) => [task, answer ?? reference_answer])).toEqual(asked.map(() => ['phase_now', 'unanswerable']));
  const alerts = accepted.map(({ item }) => item).filter(({ task, expected_response_time }) => task === 'view_alert' && expected_response_time !== null);
  // the picture becomes white at 100 s and at 350 s
  expect(new Set(alerts.map(({ expected_response_time }) => expected_response_time))).toEqual(new Set([100, 350]));
  expect(new Set(alerts.map(({ label_source }) => label_source))).toEqual(new Set(['hybrid']));
});
