import { type BenchmarkItem, type Figure, type ItemScore, type ModeFigures, type SliceFigures, TEMPORAL_MODES } from '@medstream/schema';

import type { FigureOptions } from './bootstrap-interval.js';
import type { CaseRegister } from './case-register.js';
import { appliesTo, STREAMING_FIGURES, type StreamingFigure } from './figure-applies.js';
import { createFigureSums, type FigureSums } from './figure-sums.js';
import { sortTexts } from './read-choice-set.js';

/** Ends a figure: its path in the summary names its generator. */
export type EstimateSums = (sums: FigureSums, path: string) => Figure;

type ModeSums = { content: FigureSums; streaming: Record<StreamingFigure, FigureSums> | null };

/** Adds a figure that applies to a case: its value, or that it has none. */
export function addKnown(sums: FigureSums, caseNumber: number, value: number | null, group?: string): void {
  if (value === null) sums.addUnscored(group);
  else sums.add(caseNumber, value, group);
}

/** A figure with its bounds. */
export function estimateWithBounds(sums: FigureSums, options: FigureOptions): Figure {
  const { note, ...figure } = sums.estimate(options);
  return { ...figure, bounds: sums.bounds(), ...(note === undefined ? {} : { note }) };
}

/** The paper's table, growing item by item. */
export interface ModeTable {
  add(item: BenchmarkItem, score: ItemScore, caseNumber: number): void;
  estimate(estimate: EstimateSums, path: string): Record<string, ModeFigures>;
}

/**
 * The paper's table: content by temporal mode, and for modes with streaming items content before and from t* on, R and
 * S. R includes the items whose right behaviour is silence. Modes without items are absent.
 */
export function createModeTable(cases: CaseRegister): ModeTable {
  const modes = new Map<string, ModeSums>();
  return {
    add(item, score, caseNumber) {
      let sums = modes.get(item.temporal_mode);
      if (sums === undefined) modes.set(item.temporal_mode, (sums = { content: createFigureSums(cases), streaming: null }));
      addKnown(sums.content, caseNumber, score.content);
      if (item.task_mode !== 'streaming') return;
      sums.streaming ??= { content_pre: createFigureSums(cases), content_post: createFigureSums(cases), responsiveness: createFigureSums(cases), stability: createFigureSums(cases) };
      for (const name of STREAMING_FIGURES) {
        const value = score[name];
        if (value !== null || appliesTo(item, name)) addKnown(sums.streaming[name], caseNumber, value);
      }
    },
    estimate: (estimate, path) =>
      Object.fromEntries(
        TEMPORAL_MODES.flatMap((mode): [string, ModeFigures][] => {
          const sums = modes.get(mode);
          if (sums === undefined) return [];
          const content = estimate(sums.content, `${path}/${mode}/content`);
          const { streaming } = sums;
          if (streaming === null) return [[mode, { content }]];
          return [[mode, { content, ...Object.fromEntries(STREAMING_FIGURES.map((name) => [name, estimate(streaming[name], `${path}/${mode}/${name}`)])) }]];
        }),
      ),
  };
}

/** Content and overall for each value of one property of the items. */
export interface SliceTable {
  /** A null key leaves the item out. */
  add(key: string | null, score: ItemScore, caseNumber: number): void;
  estimate(estimate: EstimateSums, path: string): Record<string, SliceFigures>;
}

/**
 * A mean over the items of an organ is the mean of its data sets weighted by their numbers of samples (paper,
 * "Organ-level analysis").
 */
export function createSliceTable(cases: CaseRegister): SliceTable {
  const slices = new Map<string, { content: FigureSums; overall: FigureSums }>();
  return {
    add(key, score, caseNumber) {
      if (key === null) return;
      let sums = slices.get(key);
      if (sums === undefined) slices.set(key, (sums = { content: createFigureSums(cases), overall: createFigureSums(cases) }));
      addKnown(sums.content, caseNumber, score.content);
      addKnown(sums.overall, caseNumber, score.overall);
    },
    estimate: (estimate, path) =>
      Object.fromEntries(
        sortTexts(slices.keys()).map((key) => {
          const sums = slices.get(key) as { content: FigureSums; overall: FigureSums };
          return [key, { content: estimate(sums.content, `${path}/${key}/content`), overall: estimate(sums.overall, `${path}/${key}/overall`) }];
        }),
      ),
  };
}

/** Figures by name, made as they come up. */
export interface NamedFigures {
  add(name: string, caseNumber: number, value: number): void;
  /** Counts a case without a value, worth `most` at most: see {@link FigureSums}. */
  addUnscored(name: string, most: number): void;
  /** Sorted by name; those over nothing are left out. */
  estimate(estimate: EstimateSums, path: string): Record<string, Figure>;
}

export function createNamedFigures(cases: CaseRegister): NamedFigures {
  const figures = new Map<string, FigureSums>();
  const open = (name: string): FigureSums => {
    let sums = figures.get(name);
    if (sums === undefined) figures.set(name, (sums = createFigureSums(cases)));
    return sums;
  };
  return {
    add: (name, caseNumber, value) => open(name).add(caseNumber, value),
    addUnscored: (name, most) => open(name).addUnscored(undefined, most),
    estimate: (estimate, path) => Object.fromEntries(sortTexts(figures.keys()).map((name) => [name, estimate(figures.get(name) as FigureSums, `${path}/${name}`)] as const).filter(([, figure]) => figure.n > 0)),
  };
}
