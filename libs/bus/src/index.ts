export { answerStatus, askStatus } from './answer-status.js';
export { type BusConnection, type BusOptions, connectBus, type ConnectionEvent, describeAddress } from './bus-connection.js';
export { BROKER_FLOOR, checkBrokerFloor } from './check-broker-floor.js';
export {
  consumeDurable,
  type ConsumeOptions,
  type ConsumeReport,
  type DeliveryContext,
  type EventHandler,
  type GivenUp,
  type RunningConsumer,
} from './consume-durable.js';
export { type FailedMessage, publishDeadLetter } from './dead-letter.js';
export { type EnsureOptions, ensureStreams } from './ensure-streams.js';
export { type FollowOptions, followRequest } from './follow-request.js';
export { JetStreamStrategy, type JetStreamStrategyOptions } from './jetstream-strategy.js';
export { type OutgoingEvent, publishEvent, type PublishOptions } from './publish-event.js';
export { MAX_EVENT_BYTES, readEvent } from './read-event.js';
export { type QueueState, readQueueState } from './read-queue-state.js';
export { readNumber, readServiceSettings, SERVICE_VARIABLES, type ServiceSettings } from './read-service-settings.js';
export { type BootedApplication, initStreams, runService, type ServiceOptions, type ServiceWork } from './run-service.js';
export { createFrameworkLog, createServiceLog, describeForLog, logReport, type ServiceLog } from './service-log.js';
export { DEFAULT_RETRY_RULES, type RetryRules, settleFailure, type Settlement } from './settle-message.js';
export { type HealthOptions, type HealthServer, startHealthServer } from './start-health-server.js';
export { type DurableSpec, type Engine, listDurables, STREAM_TABLE, type StreamSpec } from './stream-table.js';
