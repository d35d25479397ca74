export { startNatsServer, type TestNatsServer } from './start-nats-server.js';
