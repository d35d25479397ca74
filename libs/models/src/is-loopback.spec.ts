import { isLoopback } from './is-loopback.js';

it.each<[string, boolean]>([
  ['http://localhost:8000/v1', true],
  ['http://LOCALHOST/v1', true],
  ['http://models.localhost/v1', true],
  ['https://127.0.0.1/v1', true],
  ['http://127.9.8.7:1234', true],
  ['http://127.1/', true],
  ['http://[::1]:8000/v1', true],
  ['http://[::ffff:127.0.0.1]/', true],
  ['http://0.0.0.0:8000/v1', false],
  ['http://192.168.1.5:8000/v1', false],
  ['https://api.openai.com/v1', false],
  ['http://localhost.example.org/', false],
  ['http://127.0.0.1.example.org/', false],
  ['http://example.org/#localhost', false],
  ['http://localhost@example.org/', false],
  ['http://[::ffff:8.8.8.8]/', false],
  ['not an address', false],
])('%s: %s', (baseUrl, expected) => {
  expect(isLoopback(baseUrl)).toBe(expected);
});
