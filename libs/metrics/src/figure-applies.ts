import type { BenchmarkItem } from '@medstream/schema';

import { callsOf } from './item-calls.js';

/** Figures of streaming items beside their content. */
export const STREAMING_FIGURES = ['content_pre', 'content_post', 'responsiveness', 'stability'] as const;
export type StreamingFigure = (typeof STREAMING_FIGURES)[number];

/**
 * Whether a figure is about a streaming item at all, scored or not: content before t* needs a round before it (every
 * round where t* is null), content from t* on and stability one at or after it (metrics.md sections 2 and 3).
 */
export function appliesTo(item: BenchmarkItem, figure: StreamingFigure): boolean {
  const { calls, expected } = callsOf(item);
  const { micros } = expected;
  switch (figure) {
    case 'responsiveness':
      return true;
    case 'content_pre':
      return calls.some(({ currentMicros }) => micros === null || currentMicros < micros);
    case 'content_post':
    case 'stability':
      return calls.some(({ currentMicros }) => micros !== null && currentMicros >= micros);
  }
}
