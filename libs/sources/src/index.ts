export { findSource, listSources } from './find-source.js';
export { labelOfSecond, type MultiBypassLabels } from './multibypass140-labels.js';
export type { EncodeVideo, ExampleContext, ListOptions, ProbedMedia, Source, SourceContext, SourceVideo } from './source.js';
