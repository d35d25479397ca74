import { normaliseName } from './readers/read-records.js';

/** Classes that name a place in the tract, as folders and metadata spell them. */
export const CAPSULE_LANDMARKS = ['Ampulla of Vater', 'Ileocecal valve', 'Pylorus'] as const;

/** Classes that name what the mucosa shows. */
export const CAPSULE_FINDINGS = [
  'Angiectasia',
  'Blood - fresh',
  'Blood - hematin',
  'Erosion',
  'Erythema',
  'Foreign body',
  'Lymphangiectasia',
  'Normal clean mucosa',
  'Polyp',
  'Reduced mucosal view',
  'Ulcer',
] as const;

/** The spellings of the official splits that differ; case, blanks and hyphens never count. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  Blood: 'Blood - fresh',
  Erythematous: 'Erythema',
  'Foreign Bodies': 'Foreign body',
  Normal: 'Normal clean mucosa',
};

const CLASS_OF_NAME = new Map([
  ...[...CAPSULE_LANDMARKS, ...CAPSULE_FINDINGS].map((name) => [normaliseName(name), name] as const),
  ...Object.entries(OTHER_SPELLINGS).map(([spelling, name]) => [normaliseName(spelling), name] as const),
]);

/** What a class is about, and the classes it could have been. */
export interface CapsuleClass {
  signal: 'landmark' | 'finding';
  vocabulary: readonly string[];
  label: string;
}

/** Reads a class in any of the data set's spellings; null for another name. */
export function findCapsuleClass(name: string): CapsuleClass | null {
  const label = CLASS_OF_NAME.get(normaliseName(name));
  if (label === undefined) return null;
  const isLandmark = CAPSULE_LANDMARKS.some((landmark) => landmark === label);
  return { signal: isLandmark ? 'landmark' : 'finding', vocabulary: isLandmark ? CAPSULE_LANDMARKS : CAPSULE_FINDINGS, label };
}
