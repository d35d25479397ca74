import { findPreset } from './find-preset.js';
import { isAtVendor, type PricedModel } from './price-of.js';

/** What may be begun in a minute; absent: no limit is known. */
export interface RateLimits {
  requestsPerMinute?: number;
  tokensPerMinute?: number;
}

/** The rates of a preset, which hold at its vendor's own address only. */
export function findRateLimits(model: PricedModel): RateLimits {
  const limits = isAtVendor(model) ? findPreset(model.name)?.limits : undefined;
  return {
    ...(limits?.requests_per_minute === undefined ? {} : { requestsPerMinute: limits.requests_per_minute }),
    ...(limits?.tokens_per_minute === undefined ? {} : { tokensPerMinute: limits.tokens_per_minute }),
  };
}
