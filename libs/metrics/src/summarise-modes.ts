import { type BenchmarkItem, type ModeFigures, type SliceFigures, type Summary, TEMPORAL_MODES } from '@medstream/schema';
import { resolveMediaType } from '@medstream/sampling';

import { sortTexts } from './read-choice-set.js';
import type { Estimator, ScoredItem } from './scored-item.js';

/**
 * The paper's table: content by temporal mode, and for modes with streaming items content before and from t* on, R and
 * S. R includes the items whose right behaviour is silence. Modes without items are absent.
 */
export function summariseModes(scored: readonly ScoredItem[], estimate: Estimator, path: string): Record<string, ModeFigures> {
  const entries = TEMPORAL_MODES.flatMap((mode): [string, ModeFigures][] => {
    const own = scored.filter(({ item }) => item.temporal_mode === mode);
    if (own.length === 0) return [];
    const content = estimate(own, `${path}/${mode}/content`, (score) => score.content);
    const streaming = own.filter(({ item }) => item.task_mode === 'streaming');
    if (streaming.length === 0) return [[mode, { content }]];
    return [[
      mode,
      {
        content,
        content_pre: estimate(streaming, `${path}/${mode}/content_pre`, (score) => score.content_pre),
        content_post: estimate(streaming, `${path}/${mode}/content_post`, (score) => score.content_post),
        responsiveness: estimate(streaming, `${path}/${mode}/responsiveness`, (score) => score.responsiveness),
        stability: estimate(streaming, `${path}/${mode}/stability`, (score) => score.stability),
      },
    ]];
  });
  return Object.fromEntries(entries);
}

const SLICES = {
  organs: (item: BenchmarkItem) => item.organ ?? 'unknown',
  datasets: (item: BenchmarkItem) => item.dataset,
  tasks: (item: BenchmarkItem) => item.task,
  label_sources: (item: BenchmarkItem) => item.label_source,
  question_types: (item: BenchmarkItem) => item.question_type,
  media_types: (item: BenchmarkItem) => resolveMediaType(item),
} as const;

/**
 * Content and overall by organ, data set, task, label source, question type and media type. A mean over the items of an
 * organ is the mean of its data sets weighted by their numbers of samples (paper, "Organ-level analysis").
 */
export function summariseSlices(scored: readonly ScoredItem[], estimate: Estimator): Pick<Summary, keyof typeof SLICES> {
  const sliceBy = (name: keyof typeof SLICES): Record<string, SliceFigures> => {
    const groups = new Map<string, ScoredItem[]>();
    for (const one of scored) {
      const key = SLICES[name](one.item);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [one]);
      else group.push(one);
    }
    return Object.fromEntries(
      sortTexts(groups.keys()).map((key) => {
        const own = groups.get(key) ?? [];
        return [key, { content: estimate(own, `${name}/${key}/content`, (score) => score.content), overall: estimate(own, `${name}/${key}/overall`, (score) => score.overall) }];
      }),
    );
  };
  return {
    organs: sliceBy('organs'),
    datasets: sliceBy('datasets'),
    tasks: sliceBy('tasks'),
    label_sources: sliceBy('label_sources'),
    question_types: sliceBy('question_types'),
    media_types: sliceBy('media_types'),
  };
}
