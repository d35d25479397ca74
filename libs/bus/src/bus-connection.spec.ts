import { describeAddress, readCredentials } from './bus-connection.js';

describe('readCredentials', () => {
  it.each([
    ['nats://127.0.0.1:4222', {}],
    ['nats://data-engine:s3cret@broker:4222', { user: 'data-engine', pass: 's3cret' }],
    ['nats://data-engine:a%40b%2Fc:d@broker:4222', { user: 'data-engine', pass: 'a@b/c:d' }],
    ['nats://t0ken@broker:4222', { token: 't0ken' }],
  ])('%s', (url, expected) => {
    expect(readCredentials(url)).toEqual(expected);
  });
});

describe('describeAddress', () => {
  it.each(['nats://data-engine:s3cret@broker:4222', 'nats://s3cret@broker:4222', 'nats://broker:4222'])('%s shows no secret', (url) => {
    expect(describeAddress(url)).toBe('nats://broker:4222');
  });
});
