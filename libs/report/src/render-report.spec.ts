import { createHash } from 'node:crypto';

import type { Figure, RunManifest, Summary } from '@medstream/schema';

import { renderReport } from './render-report.js';
import { makeRun } from './testing/make-run.js';

let counter = 0;
/** A figure of its own in each place, so that a missing cell shows: 0.1001, 0.1002, … with an interval 0.05 and bounds 0.1 to each side. */
function makeFigure(): Figure {
  counter += 1;
  const value = (1000 + counter) / 10_000;
  return { value, n: 10_000 + counter, ci95: [value - 0.05, value + 0.05], bounds: [value - 0.1, value + 0.1] };
}

function makeSummary(): Summary {
  counter = 0;
  const slice = () => ({ content: makeFigure(), overall: makeFigure() });
  const inRounds = () => ({ content: makeFigure(), content_pre: makeFigure(), content_post: makeFigure(), responsiveness: makeFigure(), stability: makeFigure() });
  return {
    protocol: 'medstream-1',
    items: 40,
    jobs: 77,
    overall: makeFigure(),
    macro: makeFigure(),
    modes: { retrospective: { content: makeFigure() }, present: { content: makeFigure() }, future: inRounds(), proactive: inRounds() },
    organs: { 'gall bladder': slice() },
    datasets: { cholec80: slice(), constructor: slice() },
    tasks: { phase_now: slice() },
    label_sources: { original_annotation: slice() },
    question_types: { closed: slice() },
    media_types: { video: slice() },
    statuses: { ok: 70, refused: 5, blocked: 2 },
    unscored: { no_judge: 4 },
    decided_by: { exact: 12 },
    never_alert: { items: 3, responsiveness: makeFigure() },
    sensitivity: [{ kernel: 'linear', tolerance_sec: 5, responsiveness: makeFigure() }],
    baselines: {
      abstain: { overall: makeFigure(), modes: { present: { content: makeFigure() }, future: inRounds() }, datasets: { cholec80: slice(), constructor: slice() }, organs: { 'gall bladder': slice() }, tasks: { phase_now: slice() }, label_sources: { original_annotation: slice() } },
      oracle: { overall: makeFigure(), modes: {}, datasets: { cholec80: slice() }, organs: {}, tasks: {}, label_sources: {} },
    },
    repeats: {
      times: 2,
      complete: 31,
      partial: 6,
      runs: [{ repeat: 0, overall: 0.5432, scored: 33, statuses: { ok: 35 } }, { repeat: 1, overall: 0.5678, scored: 37, statuses: { ok: 35, refused: 5 } }],
      agreement: { overall: makeFigure(), modes: { present: makeFigure() }, tasks: { phase_now: makeFigure() } },
      standard_deviation: { overall: { value: 0.0432, n: 31 }, modes: { present: { value: 0.0321, n: 11 } }, tasks: { phase_now: { value: null, n: 0 } } },
    },
    judging: { judge: 'openai:judge', verdicts: 1234, repaired: 21, unreadable: 7, no_reply: 3, note: 'the judge is the tested model', reruns: { repeats: 3, n: 987, failed: 5, changed: 0.0625, mean_variance: 0.01, standard_deviation: 0.1, run_means: [0.51, 0.52, 0.53] }, agreement: { correctness: { n: 61, unrated: 2, exact: 0.75, mean_difference: -0.125, kappa: 0.5, weighted_kappa: null } } },
    skill: makeFigure(),
    bounds: { low: 0.2468, high: 0.8642 },
    leak_audit: { jobs: 76, violations: 0 },
    incomplete: false,
  };
}

function makeManifest(overrides: Partial<RunManifest> = {}): RunManifest {
  return {
    schema_version: 1,
    protocol: 'medstream-1',
    versions: { engine: '0.1.0', ffmpeg: '5.1' },
    model: 'demo:shapes',
    model_settings: { temperature: 0 },
    judge: null,
    seed: 7,
    sampling: { period_sec: 2, max_frames: 8, image: 'JPEG quality 90' },
    off_protocol: ['at most 8 frames a call'],
    data: [{ file: 'cholec80.jsonl', sha256: 'a'.repeat(64), items: 40 }],
    items: 40,
    jobs: 77,
    plan_parts: {},
    plan_hash: 'b'.repeat(64),
    uploads_allowed: [],
    ...overrides,
  };
}

/** All figures of a summary, wherever they stand. */
function listFigures(value: unknown): Figure[] {
  if (value === null || typeof value !== 'object') return [];
  if ('ci95' in value) return [value as Figure];
  return Object.values(value).flatMap(listFigures);
}

/** Names of the elements that are opened and not closed in order; void elements have no end. */
function findUnbalancedTags(page: string): string[] {
  const open: string[] = [];
  for (const [, end, name] of page.replace(/<script>[\s\S]*<\/script>/, '').matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)\b(?:"[^"]*"|[^>"])*?(?<!\/)>/g)) {
    if (name === 'meta' || name === 'img' || name === 'wbr') continue;
    if (end === '') open.push(name as string);
    else if (open.pop() !== name) return [`</${name}>`];
  }
  return open;
}

describe('renderReport', () => {
  let page = '';
  beforeAll(async () => {
    page = await renderReport({ runs: [{ manifest: makeManifest(), summary: makeSummary() }] });
  });

  it('shows every figure of the summary with its interval and n', () => {
    const figures = listFigures(makeSummary());
    // overall, macro, skill; modes 1 + 1 + 5 + 5; 7 slices of 2; never-alert, sensitivity; policies: 2 overall, 1 + 5 by mode, 6 slices of 2; agreement of repeats
    expect(figures).toHaveLength(3 + 12 + 14 + 2 + 2 + 6 + 12 + 3);
    for (const { value, n, ci95, bounds } of figures) {
      const interval = `[${(ci95 as number[]).map((end) => end.toFixed(4)).join(', ')}]`;
      expect(page).toContain(`<span class="value">${(value as number).toFixed(4)}</span><span class="fine">${interval}</span><span class="fine">n&nbsp;${n}</span><span class="fine">bounds ${(bounds as number[]).map((end) => end.toFixed(4)).join('–')}</span>`);
    }
  });

  it('shows counts, bounds, the leak audit, departures, data and the limits', () => {
    for (const text of ['refused', '0.2468 to 0.8642', '0 of 76', 'at most 8 frames a call', 'cholec80.jsonl', 'a'.repeat(64), 'not clinical decision support', 'not expert-certified', 'Never-alert items (3)', 'no_judge', 'exact', 'openai:judge', '1,234', 'the judge is the tested model', '0.5100, 0.5200, 0.5300', '<td>-0.1250</td>', '<td>0.7500</td>']) {
      expect(page).toContain(text);
    }
  });

  it('says before any figure what is known of the marks, and when runs were not marked by one judge', async () => {
    expect(page.indexOf('the judge is the tested model')).toBeLessThan(page.indexOf('Results by temporal mode'));
    const noticeOf = async (...runs: [model: string, judge: string | null][]): Promise<string | null> => {
      const text = await renderReport({ runs: runs.map(([model, judge]) => ({ manifest: makeManifest({ model }), summary: { ...makeSummary(), judging: judge === null ? undefined : { judge, verdicts: 1, repaired: 0, unreadable: 0, no_reply: 0 } } })) });
      return /not marked by one judge:<\/b> (.*?)\. Where/.exec(text)?.[1] ?? null;
    };
    expect(await noticeOf(['demo:a', 'lexical'], ['demo:b', null])).toBe('demo:a by lexical; demo:b by none');
    expect(await noticeOf(['demo:a', 'openai:j'], ['demo:b', 'openai:j'])).toBeNull();
    // a baseline is never marked
    expect(await noticeOf(['demo:a', 'openai:j'], ['baseline:majority', null])).toBeNull();
  });

  it('says how far repeats agree and how the calls of each time ended; nothing of a run that was asked once', async () => {
    const summary = makeSummary();
    const text = await renderReport({ runs: [{ manifest: makeManifest(), summary }] });
    expect(text).toContain('<h2 id="repeats">Questions asked several times</h2>');
    expect(text).toContain('<td>2</td><td>31</td><td>6</td>');
    expect(text).toContain('<td>0.5432, 0.5678</td>');
    expect(text).toContain('<span class="value">0.0432</span><span class="fine">n&nbsp;31</span>');
    expect(text).toContain('<td>2</td><td>37</td><td>35</td><td>5</td>');
    const { repeats: _, ...once } = summary;
    expect(await renderReport({ runs: [{ manifest: makeManifest(), summary: once }] })).not.toContain('several times');
  });

  it('has the columns of the main table in its order', () => {
    const heads = [...page.matchAll(/<th[^>]*scope="col(?:group)?">([^<]*)<\/th>/g)].map(([, text]) => text);
    expect(heads.slice(0, 15)).toEqual(['Model', 'Retrospective', 'Present', 'Future', 'Proactive', 'Overall', 'Content', 'Content', 'Content', 'Resp.', 'Stab.', 'Content', 'Resp.', 'Stab.', 'Score']);
  });

  it('is a closed page: balanced, with its one script, without address or clock', async () => {
    expect(findUnbalancedTags(page)).toEqual([]);
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain(`script-src 'sha256-${createHash('sha256').update(/<script>([\s\S]*)<\/script>/.exec(page)?.[1] ?? '').digest('base64')}'; base-uri 'none'; form-action 'none'">`);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img|<link|<iframe|https?:|url\(|\son[a-z]+="/i);
    expect(await renderReport({ runs: [{ manifest: makeManifest(), summary: makeSummary() }] })).toBe(page);
  });

  it('escapes every name that comes from data', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'&`;
    const summary = makeSummary();
    const renamed = { [hostile]: Object.values(summary.datasets)[0] as Summary['datasets'][string] };
    const text = await renderReport({
      runs: [
        {
          label: hostile,
          manifest: makeManifest({ model: hostile, off_protocol: [hostile], data: [{ file: hostile, sha256: 'a'.repeat(64), items: 1 }], versions: { [hostile]: hostile }, model_settings: { [hostile]: hostile } }),
          summary: {
            ...summary,
            protocol: hostile,
            datasets: renamed,
            organs: renamed,
            tasks: renamed,
            statuses: { [hostile]: 1 },
            unscored: { [hostile]: 1 },
            baselines: { [hostile]: { overall: makeFigure(), modes: {} } },
            overall: { value: 0.5, n: 3, ci95: null, note: hostile },
            incomplete: true,
          },
        },
      ],
    });
    expect(text).not.toContain('<img');
    expect(text.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;').length).toBeGreaterThan(12);
    expect(findUnbalancedTags(text)).toEqual([]);
  });

  it('says what is undefined instead of showing zero or nothing', async () => {
    const nothing: Figure = { value: null, n: 0, ci95: null, note: 'no case' };
    const text = await renderReport({ runs: [{ manifest: null, summary: { ...makeSummary(), overall: nothing, bounds: { low: null, high: null } } }] });
    expect(text).toContain('<span class="none">n/a</span><span class="fine" title="no case">n&nbsp;0</span>');
    expect(text).toContain('undefined');
    expect(text).toContain('predictions made elsewhere');
    expect(text).not.toMatch(/NaN|Infinity|>null</);
  });

  it('tells what calls cost where prices are known, by which list, and for how many of them', async () => {
    const { manifest, summary, details } = makeRun({ items: 20 });
    const { calls } = details.usage;
    const priced = (costUsd: { sum: number; calls: number; pricesOf: string } | null) => renderReport({ runs: [{ manifest, summary, details: { ...details, usage: { ...details.usage, costUsd } } }] });
    expect(await priced({ sum: 12.345, calls, pricesOf: '2025-12-01' })).toContain('<td>$12.35</td>');
    const partly = await priced({ sum: 0.012_34, calls: 7, pricesOf: '2025-12-01' });
    expect(partly).toContain('<td>$0.0123<span class="fine">known for 7 calls</span></td>');
    expect(partly).toContain('list prices of 2025-12-01');
    expect(await priced(null)).not.toContain('list prices');
  });

  it('leaves bounds out where they say what the value says', async () => {
    const scored: Figure = { value: 1 / 3, n: 3, ci95: null, bounds: [1 / 3, 1 / 3], note: 'not estimable: 3 cases' };
    const text = await renderReport({ runs: [{ manifest: makeManifest(), summary: { ...makeSummary(), overall: scored } }] });
    expect(text).toContain('<span class="value">0.3333</span><span class="fine" title="not estimable: 3 cases">n&nbsp;3</span></td>');
  });

  it('names the best constant policy of each data set, and none where it is not known', async () => {
    const summary = makeSummary();
    const policy = (overall: number | null) => ({ overall: makeFigure(), modes: {}, datasets: { cholec80: { content: makeFigure(), overall: { value: overall, n: 9, ci95: null } } } });
    const text = await renderReport({ runs: [{ manifest: null, summary: { ...summary, baselines: { abstain: policy(0.25), majority: policy(0.375), 'first-choice': policy(null), oracle: policy(1) } } }] });
    expect(text).toContain('<td class="group policy"><span class="value">0.3750</span><span class="fine">n&nbsp;9</span><span class="fine">majority</span></td>');
    expect(text).toContain('<td class="group policy"><span class="none" title="not applicable">–</span></td>');
    // earlier summaries have no policies by data set
    const earlier = await renderReport({ runs: [{ manifest: null, summary: { ...summary, baselines: { abstain: { overall: makeFigure(), modes: {} } } } }] });
    expect(earlier).not.toContain('Best constant policy');
  });

  it('tells runs of the same model apart and shows equal baselines once', async () => {
    const run = { manifest: makeManifest(), summary: makeSummary() };
    const text = await renderReport({ runs: [run, run] });
    expect(text).toContain('demo:shapes (1)');
    expect(text).toContain('demo:shapes (2)');
    // the main table two, content before and after one; by data set two, by organ, task and source one each
    expect(text.match(/class="baseline"/g)).toHaveLength(2 + 1 + 5);
  });
});
