/**
 * The visual code of generated demo media: what the example maker draws is what the `demo:shapes` model and the tests
 * read. All measures are fractions of the picture's width and height, so that any size works.
 *
 * ```
 * +----------------------------------------+
 * | frame number: 1 row of 20 black/white  |  y 0.00-0.15   bit 0 (lowest) on the left, white = 1; the last 4 blocks
 * | blocks, edge to edge                   |                 are always white, black, white, black (a check mark)
 * +----------------------------------------+
 * | phase patch: one flat colour           |  y 0.20-0.55   x 0.05-0.95, PHASE_COLOURS[index of the phase]
 * +----------------------------------------+
 * | tool slots: a white square on black    |  y 0.62-0.97   slot i of 8 over the full width, inset by a margin: white when
 * | when the tool is visible               |                 the tool is present, black when absent
 * +----------------------------------------+
 * ```
 */
export const DEMO_SCENE = {
  frameNumber: { top: 0, bottom: 0.15, blocks: 20, numberBits: 16, checkMark: [1, 0, 1, 0] },
  phasePatch: { top: 0.2, bottom: 0.55, left: 0.05, right: 0.95 },
  toolRow: { top: 0.62, bottom: 0.97, slots: 8, marginOfSlot: 0.15 },
  /** Flat sRGB colours, far apart in hue; index = position of the phase in the data set's vocabulary. */
  phaseColours: [
    [220, 40, 40],
    [240, 150, 20],
    [230, 230, 40],
    [40, 190, 60],
    [40, 210, 220],
    [50, 80, 230],
    [160, 60, 210],
    [240, 110, 190],
  ],
  /** What the patch and the slots stand for, in order: the vocabulary of cholec80. */
  phases: [
    'Preparation',
    'CalotTriangleDissection',
    'ClippingCutting',
    'GallbladderDissection',
    'GallbladderPackaging',
    'CleaningCoagulation',
    'GallbladderRetraction',
  ],
  tools: ['Grasper', 'Bipolar', 'Hook', 'Scissors', 'Clipper', 'Irrigator', 'SpecimenBag'],
} as const;
