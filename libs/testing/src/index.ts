export { type FakeDialectName, type FakeText } from './fake-model-dialect.js';
export { drawNumberedFrame, readFrameNumber } from './frame-number.js';
export { type ClipOptions, generateClip, runTestFfmpeg } from './generate-clip.js';
export { makeZombie, type Zombie } from './make-zombie.js';
export { mountSmallFolder, type SmallFolder } from './mount-small-folder.js';
export { openBrowser } from './open-browser.js';
export { openPlainNatsClient, type PlainMessage, type PlainNatsClient } from './open-plain-nats-client.js';
export {
  type FakeModelServer,
  type FakeReply,
  type FakeScript,
  type FakeServerOptions,
  type RecordedRequest,
  startFakeModelServer,
} from './start-fake-model-server.js';
export { startNatsServer, type TestNatsServer } from './start-nats-server.js';
export { type EndedProgram, type StartedProgram, startProgram } from './start-program.js';
export { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
export { findTestFfmpeg } from './test-ffmpeg.js';
