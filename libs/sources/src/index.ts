export { type DescribedSource, describedSourceSchema } from './described-source-schema.js';
export { makeDescribedSource } from './described-source.js';
export { findSource, isDescriptionFile, listSources, type OpenedSource, openSource } from './find-source.js';
export { caseIdOf, findOverlaps, type FoundOverlap, KNOWN_OVERLAPS, type KnownOverlap, type NamedVideo } from './known-overlaps.js';
export { labelOfSecond, type MultiBypassLabels } from './multibypass140-labels.js';
export { parseDescribedSource } from './parse-described-source.js';
export { hashLabelFile } from './readers/open-label-file.js';
export type { DecodedPicture, EncodeVideo, ExampleContext, ListOptions, ProbedMedia, Source, SourceContext, SourceVideo } from './source.js';
