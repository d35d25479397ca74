export { microsSchema, sha256Schema, type TimeRange, timeRangeSchema, timeSchema } from './atoms.js';
export { type BuildManifest, buildManifestSchema } from './build-manifest.js';
export { cleanLine, cleanText } from './clean-text.js';
export { compareText } from './compare-text.js';
export { contentId, createTextHash, hashJson, hashText, type TextHash } from './content-id.js';
export { DEMO_SCENE } from './demo-scene.js';
export { describeIssues, type FieldProblem, formatFieldPath } from './describe-issues.js';
export { EngineError, type EngineErrorOptions, isEngineError } from './engine-error.js';
export { ERROR_CLASSES, type ErrorCode, type ExitCode, exitCodeOf, type RetryVerdict, retryVerdictOf } from './error-codes.js';
export { artifactSchema, cloudEventSchema, EVENT_DATA_SCHEMAS, type EventData, type EventType, type MedstreamEvent, requestIdSchema } from './event.js';
export { type FieldAliases, fieldAliasesSchema, findUnnamedRounds, type RenamedRecord, renameFields } from './field-aliases.js';
export { type Figure, figureSchema } from './figure.js';
export { type Finding, findingSchema, SEVERITIES, type Severity, type ValidationReport, validationReportSchema } from './finding.js';
export { type FrameLedger, frameLedgerSchema, type FrameRecord, frameRecordSchema } from './frame-ledger.js';
export {
  type BenchmarkItem,
  benchmarkItemSchema,
  builtItemSchema,
  caseIdOf,
  CONDITIONAL_REQUIREMENTS,
  isNeverPositive,
  type JudgeRubric,
  judgeRubricSchema,
  LABEL_SOURCES,
  type LabelSource,
  listMissingConditionalFields,
  type Provenance,
  provenanceSchema,
  qualitySchema,
  RESPONSE_PROTOCOLS,
  type Round,
  roundSchema,
  UNANSWERABLE,
} from './item.js';
export { type Job, jobSchema } from './job.js';
export { exportJsonSchemas, type PublishedSchemaName } from './json-schema.js';
export { parseJsonText, stringifyCanonicalJson, stringifyJsonDocument, stringifyJsonLine } from './json-text.js';
export { type JudgementRecord, judgementSchema, type JudgementVerdict, judgementVerdictSchema } from './judgement.js';
export { type JudgingSummary, judgingSummarySchema } from './judging-summary.js';
export { describeUnsafeMediaPath, mediaPathSchema } from './media-path.js';
export {
  ENGINE_STATUSES,
  type EngineStatus,
  isEngineStatus,
  MODEL_STATUSES,
  type OutsidePrediction,
  outsidePredictionSchema,
  type Prediction,
  PREDICTION_STATUSES,
  predictionSchema,
  type PredictionStatus,
  type Usage,
  usageSchema,
} from './prediction.js';
export { type RepeatsSummary, repeatsSummarySchema } from './repeats-summary.js';
export { type RunManifest, runManifestSchema } from './run-manifest.js';
export { CONTENT_DECISIONS, type ContentDecision, type ItemScore, itemScoreSchema, type RoundScore, roundScoreSchema, UNSCORED_REASONS, type UnscoredReason } from './score.js';
export { createSeededRandom, RANDOM_GENERATOR, type SeededRandom } from './seeded-random.js';
export { type SourceDescriptor, sourceDescriptorSchema } from './source-descriptor.js';
export { stripProtocolParagraph } from './strip-protocol-paragraph.js';
export { STATUS_SUBJECTS, type Subject, type SubjectName, SUBJECTS } from './subjects.js';
export { type ModeFigures, modeFiguresSchema, PROTOCOL, type SliceFigures, sliceFiguresSchema, type Summary, summarySchema } from './summary.js';
export { TASK_MODES, type TaskMode, type TaskName, TASKS, TEMPORAL_MODES, type TemporalMode } from './tasks.js';
export {
  type BoxTrack,
  boxTrackSchema,
  type ClassTrack,
  classTrackSchema,
  type IntervalTrack,
  intervalTrackSchema,
  type MaskTrack,
  maskTrackSchema,
  type PresenceTrack,
  presenceTrackSchema,
  type RegionBox,
  regionBoxSchema,
  type ScoreTrack,
  scoreTrackSchema,
  type Segment,
  segmentSchema,
  type Timeline,
  type TimelineMedia,
  timelineMediaSchema,
  timelineSchema,
  type Track,
  trackSchema,
  type TripletTrack,
  tripletTrackSchema,
} from './timeline.js';
