/** Phases, index = id. The spelling is the data set's own. */
export const HEICHOLE_PHASES = [
  'Preparation',
  'Calot triangle dissection',
  'Clipping and cutting',
  'Galbladder dissection',
  'Galbladder packaging',
  'Cleaning and coagulation',
  'Galbladder retraction',
] as const;

/** Instrument groups by column; null where the column is reserved. */
export const HEICHOLE_INSTRUMENTS: readonly (string | null)[] = [
  'Grasper',
  'Clipper',
  'Coagulation instruments',
  'Scissors',
  'Suction-irrigation',
  'Specimen bag',
  'Stapler',
  ...Array<null>(13).fill(null),
  'Undefined instrument shaft',
];

/** Single instruments by column of the detailed tables; null where the column is reserved. */
export const HEICHOLE_DETAILED_INSTRUMENTS: readonly (string | null)[] = [
  'Curved atraumatic grasper',
  'Toothed grasper',
  'Fenestrated toothed grasper',
  'Atraumatic grasper',
  'Overholt',
  'LigaSure',
  'Electric hook',
  'Scissors',
  'Clip-applier (metal)',
  'Clip-applier (Hem-O-Lok)',
  'Swab grasper',
  'Argon beamer',
  'Suction-irrigation',
  'Specimen bag',
  'Tiger mouth forceps',
  'Claw forceps',
  'Atraumatic grasper short',
  'Crocodile forceps',
  'Flat grasper',
  'Pointed forceps',
  'Stapler',
  ...Array<null>(9).fill(null),
  'Undefined instrument shaft',
];

export const HEICHOLE_ACTIONS = ['grasp', 'hold', 'cut', 'clip'] as const;

/** Actions by whose they are, in the columns of the detailed tables: the surgeon's left hand, the right one, the assistant. */
export const HEICHOLE_DETAILED_ACTIONS: readonly string[] = ['left hand', 'right hand', 'assistant'].flatMap((whose) => HEICHOLE_ACTIONS.map((action) => `${whose} ${action}`));

/** Public videos, by number, recorded at 50 frames a second; the other public ones are at 25. */
const FIFTY_FPS_NUMBERS: readonly number[] = [16, 17, 18, 19, 20, 23, 24];
const LAST_PUBLIC_NUMBER = 24;

/** Frames a second of a public video as the data set states it; null for numbers that were not published. */
export function findStatedRate(number: number): number | null {
  if (number < 1 || number > LAST_PUBLIC_NUMBER) return null;
  return FIFTY_FPS_NUMBERS.includes(number) ? 50 : 25;
}
