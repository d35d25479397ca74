/** Day that the prices below are of; a later change of a vendor's prices is not in them. */
export const PRICE_TABLE_DATE = '2025-12-01';

/** US dollars for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Prices of calls whose input is longer than so many tokens. */
  long?: { aboveInputTokens: number; input: number; output: number };
}

/** Hosts that bill by the table, of providers without an address of their own; behind any other address a model of the same name costs what its owner says. */
export const VENDOR_HOSTS: Readonly<Record<string, string>> = { openai: 'api.openai.com' };

const LONG = 200_000;

/** List prices without discounts for batches or caches. A dated name (`-20250929`, `-2024-08-06`) costs what its family does. */
export const PRICES: Readonly<Record<string, Price>> = {
  'anthropic:claude-3-5-haiku': { input: 0.8, output: 4 },
  'anthropic:claude-haiku-4-5': { input: 1, output: 5 },
  'anthropic:claude-opus-4': { input: 15, output: 75 },
  'anthropic:claude-opus-4-1': { input: 15, output: 75 },
  'anthropic:claude-opus-4-5': { input: 5, output: 25 },
  'anthropic:claude-sonnet-4': { input: 3, output: 15 },
  'anthropic:claude-sonnet-4-5': { input: 3, output: 15, long: { aboveInputTokens: LONG, input: 6, output: 22.5 } },
  'google:gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'google:gemini-2.5-flash-lite': { input: 0.1, output: 0.4 },
  'google:gemini-2.5-pro': { input: 1.25, output: 10, long: { aboveInputTokens: LONG, input: 2.5, output: 15 } },
  'openai:gpt-4.1': { input: 2, output: 8 },
  'openai:gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'openai:gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'openai:gpt-4o': { input: 2.5, output: 10 },
  'openai:gpt-4o-mini': { input: 0.15, output: 0.6 },
};
