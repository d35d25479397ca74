import { DEMO_SCENE } from '@medstream/schema';

/** What the demo model can see, by the names of the drawn vocabulary. */
export type LegendKind = 'phase' | 'tool';

/** A name of the legend found in a text. */
export interface Mention {
  kind: LegendKind;
  /** 0-based position in the vocabulary. */
  index: number;
  /** Where the name stands in the normalised text. */
  at: number;
}

const LEGENDS: Record<LegendKind, readonly string[]> = { phase: DEMO_SCENE.phases, tool: DEMO_SCENE.tools };

/** Removes what differs between spellings of one name: case, spaces, `_`, `-` and other signs. */
export function normaliseName(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Every name of the legend in a text, in order of appearance. */
export function findMentions(text: string): Mention[] {
  const normalised = normaliseName(text);
  const mentions = (Object.entries(LEGENDS) as [LegendKind, readonly string[]][]).flatMap(([kind, names]) =>
    names.map((name, index) => ({ kind, index, at: normalised.indexOf(normaliseName(name)) })),
  );
  return mentions.filter(({ at }) => at !== -1).sort((left, right) => left.at - right.at);
}

/** The one thing that a choice names, or null where it names none or several. */
export function readSingleName(text: string): Mention | null {
  const mentions = findMentions(text);
  return mentions.length === 1 ? (mentions[0] as Mention) : null;
}

/** The name of a phase or tool as people write it: `calot triangle dissection`. */
export function showName(kind: LegendKind, index: number): string {
  return (LEGENDS[kind][index] ?? '').replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
