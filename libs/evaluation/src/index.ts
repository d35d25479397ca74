export { BATCH_LIMITS, type BatchLimits, type BatchLine, type BatchReply } from './batch/batch-lines.js';
export { type DescribeRequest, exportBatch, type ExportedBatch } from './batch/export-batch.js';
export { type BatchProblem, importBatch, type ImportedBatch } from './batch/import-batch.js';
export { buildPrompt, PROMPT_VERSION } from './build-prompt.js';
export { estimateCalls } from './estimate-calls.js';
export { estimateJudging, type JudgingEstimate } from './estimate-judging.js';
export { executeRun, type RunOptions, type RunOutcome } from './execute-run.js';
export { exitCodeOfRun } from './exit-code-of-run.js';
export { type HumanScores, readHumanScores } from './human-scores.js';
export { createItemList, type ItemList, type JobList } from './job-list.js';
export { assertJudgeIsAnother } from './judge-facts.js';
export { type JudgeEvent, type JudgeModel, type Judging, type JudgingOutcome } from './judging.js';
export { type PlannedJob, type PlannedModel, type PlannedSampling, type PlanOptions, planRun, type RunPlan } from './plan-run.js';
export {
  type Answerer,
  type AppendLog,
  type AskModel,
  type CallEstimate,
  type CheckReachable,
  type CheckSight,
  type HasFrame,
  type ModelReply,
  type OnRecord,
  type ReadFrame,
  type RecordReader,
  type ReplyCache,
  type ReplyImage,
  type ReplyRequest,
  type ReportedItem,
  type ReportPage,
  type RunEvent,
  type RunFolder,
  type RunPorts,
  type SampleMedia,
  type SampleOutcome,
  type SampleRequest,
  type Spending,
  type SpentTotals,
  type StoredRecords,
} from './ports.js';
export { readManifest } from './prepare-run-folder.js';
export { readReportedItems } from './read-reported-items.js';
export { readRunPlan } from './read-run-plan.js';
export { type RunConfig, runConfigSchema } from './run-config.js';
export { RUN_FILES } from './run-files.js';
export { type JudgedScoring, type OutsideScoring, type ScoredOutcome, scoreOutsidePredictions, scoreRun } from './score-run.js';
export { type ItemFilter, parseItemFilter, type Selection, selectItems } from './select-items.js';
export { createRunService, type Delivery, type RunService } from './service/create-run-service.js';
export { type RunStatus, runStatusSchema } from './service/describe-run-status.js';
export {
  type OpenedFolder,
  type PublishedEvent,
  type RequestedRun,
  type RunEventType,
  type RunLedger,
  type RunRegistry,
  type RunServicePorts,
  type SharedBudget,
  type SharedTotals,
} from './service/service-ports.js';
export { type Evaluations, evaluationsSchema, listEvaluations } from './service/start-evaluations.js';
export { type OverallBlock, type PolicyRequest, type PolicyWork, scorePolicies } from './start-policies.js';
export { assertUploadAllowed, mayUpload } from './upload-rule.js';
