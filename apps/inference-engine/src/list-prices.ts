import { findDefaultEndpoint, PRICE_TABLE_DATE, priceOf } from '@medstream/models';
import type { ListPrices } from '@medstream/report';
import { isEngineError } from '@medstream/schema';

/**
 * What the calls of a page cost, by the vendors' lists. A run folder does not say where its calls went: a model is taken to
 * have been asked at its vendor, and one without a vendor has no price.
 */
export const LIST_PRICES: ListPrices = {
  date: PRICE_TABLE_DATE,
  priceOf: ({ usage, model }) => (usage === undefined || model === undefined ? null : priceOf(usage, { name: model, endpoint: findVendor(model) })),
};

function findVendor(model: string): string | null {
  try {
    return findDefaultEndpoint(model);
  } catch (error) {
    if (isEngineError(error, 'model/unknown')) return null;
    throw error;
  }
}
