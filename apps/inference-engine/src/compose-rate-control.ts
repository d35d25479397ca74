import { createRateControl, findRateLimits, type PricedModel, type RateControl } from '@medstream/models';

import type { CallSettings } from './run-settings.js';

type Limits = Pick<CallSettings, 'concurrency' | 'requestsPerMinute' | 'tokensPerMinute' | 'maxWaitSec' | 'reopenAfterMs'>;

/** What holds back the calls to one server: limits of the configuration, else of the preset, and what the server says. */
export function composeRateControl(model: PricedModel, { concurrency, requestsPerMinute, tokensPerMinute, maxWaitSec, reopenAfterMs }: Limits): RateControl {
  return createRateControl({
    maxInFlight: concurrency,
    ...findRateLimits(model),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokensPerMinute }),
    ...(maxWaitSec === undefined ? {} : { maxTotalWaitMs: maxWaitSec * 1_000 }),
    ...(reopenAfterMs === undefined ? {} : { reopenAfterMs }),
  });
}
