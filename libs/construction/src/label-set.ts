import { isShowable, namesSomething } from './show-label.js';

/** A set of labels that holds in many spans of one view; equal sets are one object, so that what follows from a set is worked out once. */
export class LabelSet {
  readonly size: number;
  private readonly members: ReadonlySet<string>;
  private shown: string[] | null = null;
  private hidden: string[] | null = null;
  private joined: string | null = null;

  constructor(
    /** In alphabetical order. */
    readonly labels: readonly string[],
    private readonly vocabulary: readonly string[],
  ) {
    this.size = labels.length;
    this.members = new Set(labels);
  }

  has(label: string): boolean {
    return this.members.has(label);
  }

  isWithin(other: LabelSet): boolean {
    return this === other || (this.size <= other.size && this.labels.every((label) => other.members.has(label)));
  }

  /** The labels as the key by which answers are balanced. */
  get key(): string {
    return (this.joined ??= this.labels.join(' + '));
  }

  /** Those of its labels that can be asked for by their name. */
  get askable(): readonly string[] {
    return (this.shown ??= this.labels.filter(isAskableLabel));
  }

  /** Labels of the vocabulary that are not in it and can be asked for by their name, in the order of the vocabulary. */
  get askableAbsent(): readonly string[] {
    return (this.hidden ??= this.vocabulary.filter((label) => !this.members.has(label) && isAskableLabel(label)));
  }
}

/** Whether a label can be asked for by its name. */
function isAskableLabel(label: string): boolean {
  return isShowable(label) && namesSomething(label);
}
