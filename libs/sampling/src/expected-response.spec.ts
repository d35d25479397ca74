import { expectedResponseMicros, resolveExpectedResponse } from './expected-response.js';

const rounds = [10, 20, 30].map((current_time, index) => ({
  round: index + 1,
  current_time,
  input_range: [0, current_time] as [number, number],
  expected_output: 'x',
  answerable: current_time >= 20,
}));

it.each([
  ['the first answerable round', { rounds }, 20_000_000],
  ['the stated time', { rounds, expected_response_time: 18.5 }, 18_500_000],
  ['stated as never', { rounds, expected_response_time: null }, null],
  ['no answerable round', { rounds: rounds.slice(0, 1) }, null],
  ['beyond the last round', { rounds, expected_response_time: 31 }, null],
  ['on the last round', { rounds, expected_response_time: 30 }, 30_000_000],
  ['no rounds', {}, null],
])('%s', (_, item, micros) => {
  expect(expectedResponseMicros(item)).toBe(micros);
});

it('flags a time that no round reaches', () => {
  expect(resolveExpectedResponse({ rounds, expected_response_time: 30.001 })).toEqual({ micros: null, isBeyondLastRound: true });
  expect(resolveExpectedResponse({ rounds, expected_response_time: null })).toEqual({ micros: null, isBeyondLastRound: false });
});
