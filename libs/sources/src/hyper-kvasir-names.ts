import { normaliseName } from './readers/read-records.js';

export type HyperSignal = 'landmark' | 'finding' | 'quality';

interface HyperClass {
  signal: HyperSignal;
  label: string;
  tract: 'Upper GI' | 'Lower GI';
  /** Folder of the category below the tract. */
  category: string;
}

export const TRACTS = ['Upper GI', 'Lower GI'] as const;
const TRACT_FOLDERS = { 'Upper GI': 'upper-gi-tract', 'Lower GI': 'lower-gi-tract' } as const;
const [LANDMARKS, FINDINGS, VIEWS, THERAPY] = ['anatomical-landmarks', 'pathological-findings', 'quality-of-mucosal-views', 'therapeutic-interventions'] as const;
const SIGNAL_OF_CATEGORY: Readonly<Record<string, HyperSignal>> = { [LANDMARKS]: 'landmark', [FINDINGS]: 'finding', [VIEWS]: 'quality', [THERAPY]: 'finding' };

/** Classes of the images as the official splits spell them (hemorroids is theirs), by tract and category. */
const CLASSES: readonly (readonly [HyperClass['tract'], string, readonly string[]])[] = [
  ['Lower GI', LANDMARKS, ['ileum', 'normal-cecum', 'retroflex-rectum']],
  ['Upper GI', LANDMARKS, ['normal-pylorus', 'normal-z-line', 'retroflex-stomach']],
  ['Lower GI', FINDINGS, ['hemorroids', 'polyp', 'ulcerative-colitis-grade-0-1', 'ulcerative-colitis-grade-1', 'ulcerative-colitis-grade-1-2', 'ulcerative-colitis-grade-2', 'ulcerative-colitis-grade-2-3', 'ulcerative-colitis-grade-3']],
  ['Upper GI', FINDINGS, ['barretts', 'oesophagitis-a', 'oesophagitis-b-d', 'short-segment-barretts']],
  ['Lower GI', THERAPY, ['dyed-lifted-polyps', 'dyed-resection-margins']],
  ['Lower GI', VIEWS, ['bbps-0-1', 'bbps-2-3', 'impacted-stool']],
];
const ALL: readonly HyperClass[] = CLASSES.flatMap(([tract, category, labels]) => labels.map((label) => ({ tract, category, label, signal: SIGNAL_OF_CATEGORY[category] as HyperSignal })));

/** The classes that an image could have had. */
export function listHyperLabels(signal: HyperSignal): string[] {
  return ALL.filter((one) => one.signal === signal).map(({ label }) => label);
}

/** Spellings of folders and of the README: without a prefix or `grade`, in the plural, hemorrhoids. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = { hemorrhoids: 'hemorroids', polyps: 'polyp', cecum: 'normal-cecum', pylorus: 'normal-pylorus', 'z-line': 'normal-z-line', 'barretts-short-segment': 'short-segment-barretts' };

/** Finds the class of an image by any of its spellings; null for another name. */
export function findHyperClass(name: string): HyperClass | null {
  const spelled = OTHER_SPELLINGS[name.toLowerCase()] ?? name;
  const wanted = normaliseName(spelled).replace('grade', '');
  return ALL.find(({ label }) => normaliseName(label).replace('grade', '') === wanted) ?? null;
}

/** Where the original keeps the images of a class. */
export function hyperFolderOf({ tract, category, label }: HyperClass): string {
  return `${TRACT_FOLDERS[tract]}/${category}/${label}`;
}

/** The tract that a folder or a cell names; null for another text. */
export function findTract(text: string): (typeof TRACTS)[number] | null {
  if (/^upper\b/i.test(text)) return 'Upper GI';
  return /^lower\b/i.test(text) ? 'Lower GI' : null;
}

/** Words by which the free texts about videos name what they show. */
const FINDING_WORDS: readonly (readonly [string, RegExp])[] = [
  ['polyp', /\bpolyps?\b/i],
  ['ulcer', /\bulc(?:er|ers|us)\b/i],
  ['cancer', /\b(?:cancer|tumou?r)\b/i],
  ['colitis', /\bcoll?itis\b/i],
  ['oesophagitis', /\bo?esophagitis\b/i],
  ['stenosis', /\bstenosis\b/i],
  ['varices', /\bvarices?\b/i],
  ['parasites', /\b(?:worms?|parasites?)\b/i],
  ['stent', /\bstent(?:ed)?\b/i],
  ['normal mucosa', /\bnormal (?:colon|mucosa)\b/i],
];
export const VIDEO_FINDINGS = FINDING_WORDS.map(([label]) => label);

/**
 * The finding that texts about a video name: free texts in many spellings ("Stained lifted polyp", "duodenum ulcer"). Null
 * where they name none of the known ones or several, so that no other finding of the list could be right too.
 */
export function findVideoFinding(texts: readonly string[]): string | null {
  const text = texts.join(' | ').replaceAll(/[-_]/g, ' ');
  const named = FINDING_WORDS.filter(([, word]) => word.test(text)).map(([label]) => label);
  return named.length === 1 ? (named[0] ?? null) : null;
}
