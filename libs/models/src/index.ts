export { assertModelExists } from './assert-model-exists.js';
export { boundTokens } from './bound-tokens.js';
export { type CostBudget, type CostMeter, type CostMeterOptions, type CostPermit, type CostTotals, createCostBudget, createCostMeter } from './create-cost-meter.js';
export { createModel, type ModelOptions } from './create-model.js';
export { createRateControl } from './create-rate-control.js';
export { asksServer, findDefaultEndpoint } from './find-default-endpoint.js';
export { findPreset } from './find-preset.js';
export { findRateLimits, type RateLimits } from './find-rate-limits.js';
export { isLoopback } from './is-loopback.js';
export { listKeyVariables } from './list-key-variables.js';
export { listModels, type ModelDescription } from './list-models.js';
export { type ModelSpec, parseModelSpec } from './model-spec.js';
export {
  type DecodeImage,
  type Model,
  type ModelImage,
  type ModelReply,
  type ModelRequest,
  type ReplyStatus,
  type RetryNotice,
  type Waiting,
} from './model.js';
export { type ModelPreset } from './preset.js';
export { findPrice, isAtVendor, type PricedModel, priceOf } from './price-of.js';
export { type Price, PRICE_TABLE_DATE } from './price-table.js';
export { type RateControl, type RateControlOptions, type RateOutcome, type RatePermit } from './rate-control.js';
export { redactSecrets } from './redact-secrets.js';
export { MAX_ATTEMPTS } from './retry-policy.js';
export { type CanaryOutcome, type EncodePlainPicture, runCanary } from './run-canary.js';
