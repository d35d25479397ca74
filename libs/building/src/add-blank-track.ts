import type { IntervalTrack, Timeline } from '@medstream/schema';

import type { BlankSpans, StagePorts, VideoTask } from './build-ports.js';
import { findLabelEnd } from './find-label-end.js';

const SIGNAL = 'view';
/** Where labels of the data set already have that name. */
const OTHER_SIGNAL = 'picture';
/** What the provider's colour stands for (`SourceDescriptor.outOfBody`). */
const LABEL = 'out_of_body';

/**
 * Adds a track of blindness read from the pictures: no item then asks about what a white or black picture cannot show, and
 * alerts can wait for it. A video whose media were not read, and a still image, stay as they are: nothing is known of them.
 *
 * Blank pictures after the last label are left away: a track of them would hide that the labels are shorter than the media.
 */
export async function addBlankTrack(ports: Pick<StagePorts, 'findBlankSpans'>, timeline: Timeline, { source }: Pick<VideoTask, 'source'>): Promise<Timeline> {
  const { outOfBody: colour } = source.descriptor;
  const { media, tracks } = timeline;
  if (colour === undefined || media.lastFrameMicros === null || media.type === 'image') return timeline;
  const found = await ports.findBlankSpans({ mediaRoot: source.mediaRoot, media, colour });
  return { ...timeline, tracks: [...tracks, makeTrack(found, timeline)] };
}

function makeTrack({ spans, known }: BlankSpans, timeline: Timeline): IntervalTrack {
  const labelEndMicros = findLabelEnd(timeline) ?? Infinity;
  const cut = (list: BlankSpans['spans']): BlankSpans['spans'] =>
    list.filter(({ startMicros }) => startMicros < labelEndMicros).map(({ startMicros, endMicros }) => ({ startMicros, endMicros: Math.min(endMicros, labelEndMicros) }));
  return {
    kind: 'interval',
    role: 'blind',
    signal: timeline.tracks.some(({ signal }) => signal === SIGNAL) ? OTHER_SIGNAL : SIGNAL,
    vocabulary: [LABEL],
    // the provider says what the colour means, the pictures say when
    labelSource: 'hybrid',
    segments: cut(spans).map((span) => ({ ...span, label: LABEL })),
    instantsMicros: null,
    known: cut(known),
  };
}
