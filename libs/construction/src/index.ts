export { type ItemDescriptor } from './assemble-item.js';
export { type ConstructionInput, type ConstructionResult, constructItems } from './construct-items.js';
export { type ConstructionOptions, constructionOptionsSchema } from './construction-options.js';
export { CONSTRUCTION_VERSION } from './construction-version.js';
export { LEFT_OUT_REASONS, type LeftOut, type LeftOutReason } from './left-out.js';
export { NO_CHANGE, showLabel } from './show-label.js';
export { WORDINGS } from './wordings.js';
