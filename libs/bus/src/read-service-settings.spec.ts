import { readServiceSettings } from './read-service-settings.js';

const defaults = {
  natsUrl: 'nats://127.0.0.1:4222',
  roots: ['.'],
  healthPort: 8080,
  healthHost: '0.0.0.0',
  ackWaitSec: 30,
  requiresBrokerFloor: false,
  stopBudgetSec: 30,
  reconcileSec: 30,
};

describe('readServiceSettings', () => {
  it.each([
    [{}, {}],
    [{ NATS_URL: '', MEDSTREAM_ROOTS: '', MEDSTREAM_HEALTH_PORT: '' }, {}],
    [{ NATS_URL: 'nats://u:p@h:1', MEDSTREAM_ROOTS: '/a:/b:' }, { natsUrl: 'nats://u:p@h:1', roots: ['/a', '/b'] }],
    [{ MEDSTREAM_HEALTH_PORT: '0' }, { healthPort: null }],
    [{ MEDSTREAM_HEALTH_PORT: '9000', MEDSTREAM_HEALTH_HOST: '127.0.0.1' }, { healthPort: 9000, healthHost: '127.0.0.1' }],
    [{ MEDSTREAM_ACK_WAIT_SEC: '1', MEDSTREAM_STOP_BUDGET_SEC: '0', MEDSTREAM_RECONCILE_SEC: '5' }, { ackWaitSec: 1, stopBudgetSec: 0, reconcileSec: 5 }],
    [{ MEDSTREAM_REQUIRE_BROKER_FLOOR: 'true' }, { requiresBrokerFloor: true }],
    [{ MEDSTREAM_REQUIRE_BROKER_FLOOR: '0' }, {}],
  ])('%j', (variables, expected) => {
    expect(readServiceSettings(variables)).toEqual({ ...defaults, ...expected });
  });

  it.each([
    ['MEDSTREAM_HEALTH_PORT', '70000'],
    ['MEDSTREAM_HEALTH_PORT', '-1'],
    ['MEDSTREAM_ACK_WAIT_SEC', '0'],
    ['MEDSTREAM_ACK_WAIT_SEC', '2.5'],
    ['MEDSTREAM_ROOTS', ':'],
    ['MEDSTREAM_REQUIRE_BROKER_FLOOR', 'yes'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readServiceSettings({ [name]: value })).toThrow(expect.objectContaining({ code: 'config/bad-value', message: expect.stringContaining(name) }));
  });
});
