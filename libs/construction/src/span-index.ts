import { LabelSet } from './label-set.js';
import type { LabelSpan, LabelSpans, Onset } from './label-spans.js';

/**
 * The spans of a view as plain lists of numbers, and their labels as sets: what hours of labels for each second are searched
 * by. Places are those of `view.spans`.
 */
export class SpanIndex {
  readonly count: number;
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** Spans with equal numbers follow one another without a gap that could hide an event, as `LabelSpan.run`. */
  readonly runs: Int32Array;
  /** Spans with equal numbers follow one another without any gap: each begins where the one before ends. */
  readonly stretches: Int32Array;
  readonly sets: readonly LabelSet[];
  /** Onsets by tolerance; see `listOnsets`. */
  readonly onsets = new Map<number, readonly Onset[]>();
  private readonly known = new Map<string, LabelSet>();
  private readonly none: LabelSet;
  private readonly unions = new Map<LabelSet, Map<LabelSet, LabelSet>>();
  /** Mean distance of the starts, by which a span is guessed before it is searched. */
  private readonly stepMicros: number;

  constructor(private readonly view: LabelSpans) {
    const { spans } = view;
    this.count = spans.length;
    this.starts = new Float64Array(this.count);
    this.ends = new Float64Array(this.count);
    this.runs = new Int32Array(this.count);
    this.stretches = new Int32Array(this.count);
    this.none = this.setOf([]);
    const sets: LabelSet[] = [];
    let stretch = 0;
    for (let place = 0; place < this.count; place += 1) {
      const { startMicros, endMicros, labels, run } = spans[place] as LabelSpan;
      if (place > 0 && this.ends[place - 1] !== startMicros) stretch += 1;
      this.starts[place] = startMicros;
      this.ends[place] = endMicros;
      this.runs[place] = run;
      this.stretches[place] = stretch;
      const before = spans[place - 1]?.labels;
      const isSame = before !== undefined && before.length === labels.length && before.every((label, index) => label === labels[index]);
      sets.push(isSame ? (sets[place - 1] as LabelSet) : this.setOf(labels));
    }
    this.sets = sets;
    this.stepMicros = this.count > 1 ? ((this.starts[this.count - 1] as number) - (this.starts[0] as number)) / (this.count - 1) : 1;
  }

  /** How many spans begin at or before the moment: the last of them is the only one that may hold at it. */
  countBegun(atMicros: number): number {
    const { starts, count } = this;
    if (count === 0 || atMicros < (starts[0] as number)) return 0;
    const guess = Math.min(count, Math.floor((atMicros - (starts[0] as number)) / this.stepMicros) + 1);
    if ((starts[guess - 1] as number) <= atMicros && (guess === count || atMicros < (starts[guess] as number))) return guess;
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= atMicros) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Place of the first span that has not ended by the moment: where those that touch a window from then on begin. */
  findFirstPlace(startMicros: number): number {
    const begun = this.countBegun(startMicros);
    return begun > 0 && (this.ends[begun - 1] as number) > startMicros ? begun - 1 : begun;
  }

  /** The labels that hold at the moment; null where they are unknown. */
  setAt(atMicros: number): LabelSet | null {
    const begun = this.countBegun(atMicros);
    return begun > 0 && atMicros < (this.ends[begun - 1] as number) ? (this.sets[begun - 1] as LabelSet) : null;
  }

  /** Every label of any span that touches the closed window. */
  unionWithin(startMicros: number, endMicros: number): LabelSet {
    let union = this.none;
    let last: LabelSet | null = null;
    for (let place = this.findFirstPlace(startMicros); place < this.count && (this.starts[place] as number) <= endMicros; place += 1) {
      const set = this.sets[place] as LabelSet;
      if (set !== last) union = this.union(union, set);
      last = set;
    }
    return union;
  }

  /** Every label that holds at one of these moments, in order of time, each counted from `fromMicros`. */
  unionAt(fromMicros: number, offsetsMicros: readonly number[]): LabelSet {
    const { starts, ends, count } = this;
    let union = this.none;
    let last: LabelSet | null = null;
    let begun = this.countBegun(fromMicros);
    for (const offset of offsetsMicros) {
      const atMicros = fromMicros + offset;
      while (begun < count && (starts[begun] as number) <= atMicros) begun += 1;
      if (begun === 0 || atMicros >= (ends[begun - 1] as number)) continue;
      const set = this.sets[begun - 1] as LabelSet;
      if (set !== last) union = this.union(union, set);
      last = set;
    }
    return union;
  }

  private union(left: LabelSet, right: LabelSet): LabelSet {
    if (right.isWithin(left)) return left;
    const known = this.unions.get(left)?.get(right);
    if (known !== undefined) return known;
    const union = this.setOf([...new Set([...left.labels, ...right.labels])]);
    const unionsOfLeft = this.unions.get(left) ?? new Map<LabelSet, LabelSet>();
    this.unions.set(left, unionsOfLeft.set(right, union));
    return union;
  }

  private setOf(labels: readonly string[]): LabelSet {
    const sorted = labels.length > 1 ? [...labels].sort() : labels;
    const key = sorted.join('\n');
    let set = this.known.get(key);
    if (set === undefined) this.known.set(key, (set = new LabelSet(sorted, this.view.vocabulary)));
    return set;
  }
}

const indexes = new WeakMap<LabelSpans, SpanIndex>();
/** The one asked for last: most questions in a row are about one view. */
let latest: { view: LabelSpans; index: SpanIndex } | null = null;

/** The index of a view, made when it is first asked for. */
export function indexSpans(view: LabelSpans): SpanIndex {
  if (latest?.view === view) return latest.index;
  let index = indexes.get(view);
  if (index === undefined) indexes.set(view, (index = new SpanIndex(view)));
  latest = { view, index };
  return index;
}
