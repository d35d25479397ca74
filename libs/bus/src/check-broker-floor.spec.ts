import { checkBrokerFloor } from './check-broker-floor.js';

describe('checkBrokerFloor', () => {
  it.each([
    ['2.12.12', true],
    ['2.12.13', true],
    ['2.13.0', true],
    ['3.0.0', true],
    ['v2.12.12', true],
    ['2.12.9', false],
    ['2.9.10', false],
    ['1.99.99', false],
    ['unknown', false],
  ])('%s', (version, isEnough) => {
    expect(checkBrokerFloor(version, { isRequired: false }) === null).toBe(isEnough);
    const isRefused = (): unknown => checkBrokerFloor(version, { isRequired: true });
    if (isEnough) expect(isRefused()).toBeNull();
    else expect(isRefused).toThrow(expect.objectContaining({ code: 'bus/old-broker', exitCode: 3 }));
  });
});
