import { contentId } from '@medstream/schema';

import type { ReviewOption } from './review-question.js';

/** One picture of an item's window. */
export interface SheetFrame {
  sha256: string;
  /** The picture itself, as a `data:` address. */
  address: string;
  /** From the start of the window, in the item's unit, at most 3 decimals. */
  at: number;
}

/** One item of the sheet: all that a rater sees of it, and nothing else. */
export interface SheetItem {
  /** 1-based; says nothing about the item. */
  number: number;
  question: string;
  options: readonly ReviewOption[];
  several: boolean;
  unit: 'seconds' | 'frames';
  /** Length of the window, in that unit. */
  length: number;
  /** Pictures that a model is shown of the window: these, or more. */
  sampled: number;
  frames: readonly SheetFrame[];
}

export interface Sheet {
  id: string;
  raters: number;
  items: readonly SheetItem[];
}

/** Gives a sheet its id: another question, option, picture or number of raters is another sheet. */
export function makeSheet({ raters, items }: Omit<Sheet, 'id'>): Sheet {
  const content = items.map(({ number, question, options, several, unit, length, sampled, frames }) => ({ number, question, options, several, unit, length, sampled, frames: frames.map(({ sha256, at }) => ({ sha256, at })) }));
  return { id: contentId('sheet', { raters, items: content }), raters, items };
}
