import { getModelCapabilities } from '@ai-sdk/anthropic/internal';

import { acceptsTemperature } from './accepts-temperature.js';

// what the SDK leaves out must be what the settings say is left out
it.each<[string, boolean]>([
  ['claude-3-haiku-20240307', true],
  ['claude-3-5-sonnet-latest', true],
  ['claude-3-7-sonnet-20250219', true],
  ['claude-sonnet-4-20250514', true],
  ['claude-opus-4-1-20250805', true],
  ['claude-haiku-4-5-20251001', true],
  ['claude-sonnet-4-6', true],
  ['claude-opus-4-7', false],
  ['claude-opus-4-8', false],
  ['claude-sonnet-5', false],
  ['claude-opus-5-5', false],
  ['claude-fable-5-1', false],
  ['claude-of-the-future', false],
  ['qwen3-behind-another-server', true],
])('%s: %s', (modelName, expected) => {
  expect(acceptsTemperature(modelName)).toBe(expected);
  expect(getModelCapabilities(modelName).rejectsSamplingParameters).toBe(!expected);
});
