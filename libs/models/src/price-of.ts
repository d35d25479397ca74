import type { Usage } from '@medstream/schema';

import { findDefaultEndpoint } from './find-default-endpoint.js';
import type { Model } from './model.js';
import { parseModelSpec } from './model-spec.js';
import { type Price, PRICES, VENDOR_HOSTS } from './price-table.js';

/** What decides a price. */
export type PricedModel = Pick<Model, 'name' | 'endpoint'>;

const TOKENS_A_UNIT = 1_000_000;

/** The price of a model at its vendor; null where none is known, such as behind an address that is not the vendor's. */
export function findPrice({ name, endpoint }: PricedModel): Price | null {
  if (!isAtVendor({ name, endpoint })) return null;
  const family = name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
  return PRICES[name] ?? PRICES[family] ?? null;
}

/** Whether the calls of a model go to its vendor, whose prices and limits are known. */
export function isAtVendor({ name, endpoint }: PricedModel): boolean {
  if (endpoint === null || !URL.canParse(endpoint)) return false;
  const own = findDefaultEndpoint(name);
  const vendor = own === null ? VENDOR_HOSTS[parseModelSpec(name).provider] : new URL(own).hostname;
  return new URL(endpoint).hostname === vendor;
}

/**
 * What one call cost in US dollars; null, never 0, where the price or a count of tokens is not known. A model inside this
 * process costs nothing, yet that is not known here either.
 *
 * @param price in place of the table's, for a server whose price the user knows
 */
export function priceOf(usage: Usage | null, model: PricedModel, price: Price | null = findPrice(model)): number | null {
  if (usage === null || usage.input_tokens === null || usage.output_tokens === null || price === null) return null;
  const { input, output } = price.long !== undefined && usage.input_tokens > price.long.aboveInputTokens ? price.long : price;
  return (usage.input_tokens * input + usage.output_tokens * output) / TOKENS_A_UNIT;
}
