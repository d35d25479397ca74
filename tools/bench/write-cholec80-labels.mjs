import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PHASES = ['Preparation', 'CalotTriangleDissection', 'ClippingCutting', 'GallbladderDissection', 'GallbladderPackaging', 'CleaningCoagulation', 'GallbladderRetraction'];
const TOOLS = ['Grasper', 'Bipolar', 'Hook', 'Scissors', 'Clipper', 'Irrigator', 'SpecimenBag'];
/** What is seen together: in cholecystectomy mostly a grasper, one other tool, or both; three at most. */
const SETS = [[], ['Grasper'], ['Hook'], ['Grasper', 'Hook'], ['Bipolar'], ['Grasper', 'Bipolar'], ['Clipper'], ['Grasper', 'Clipper'], ['Scissors'], ['Grasper', 'Scissors'], ['Irrigator'], ['Grasper', 'Irrigator'], ['SpecimenBag'], ['Grasper', 'SpecimenBag'], ['Grasper', 'Bipolar', 'Irrigator'], ['Grasper', 'SpecimenBag', 'Irrigator']];
/** 57,500 rows a video are 4.6 million in 80; a tool row every 25 frames makes 184,000. */
const FRAMES = 57_500;
const TOOL_STEP = 25;

/** Writes invented label files in the layout and size of cholec80; the same bytes each time. Returns the numbers of rows. */
export function writeCholec80Labels(root, { videos }) {
  for (const folder of ['phase_annotations', 'tool_annotations', 'videos']) mkdirSync(join(root, folder), { recursive: true });
  let state = 2026;
  const draw = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
  };
  const rows = { phase: 0, tool: 0 };
  for (let number = 1; number <= videos; number += 1) {
    const name = `video${String(number).padStart(2, '0')}`;
    const changes = PHASES.slice(1).map((_, index) => Math.round(((index + 1) * FRAMES) / PHASES.length) + draw(2000) - 1000);
    let phase = 0;
    const phaseRows = ['Frame\tPhase'];
    for (let frame = 0; frame < FRAMES; frame += 1) {
      while (phase < changes.length && frame >= changes[phase]) phase += 1;
      phaseRows.push(`${frame}\t${PHASES[phase]}`);
    }
    let seen = SETS[0];
    const toolRows = [`Frame\t${TOOLS.join('\t')}`];
    for (let frame = 0; frame < FRAMES; frame += TOOL_STEP) {
      // what is seen changes every 15 s on average
      if (draw(15) === 0) seen = SETS[draw(SETS.length)];
      toolRows.push(`${frame}\t${TOOLS.map((tool) => (seen.includes(tool) ? 1 : 0)).join('\t')}`);
    }
    writeFileSync(join(root, 'phase_annotations', `${name}-phase.txt`), `${phaseRows.join('\n')}\n`);
    writeFileSync(join(root, 'tool_annotations', `${name}-tool.txt`), `${toolRows.join('\n')}\n`);
    rows.phase += phaseRows.length - 1;
    rows.tool += toolRows.length - 1;
  }
  return rows;
}
