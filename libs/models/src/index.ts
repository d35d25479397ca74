export { createModel, type ModelOptions } from './create-model.js';
export { isLoopback } from './is-loopback.js';
export { listModels, type ModelDescription } from './list-models.js';
export { type ModelSpec, parseModelSpec } from './model-spec.js';
export { type DecodeImage, type Model, type ModelImage, type ModelReply, type ModelRequest, type ReplyStatus, type Waiting } from './model.js';
export { redactSecrets } from './redact-secrets.js';
export { MAX_ATTEMPTS } from './retry-policy.js';
