import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** Streaming items of the paper have 3,369 rounds in 756 items; they are 14 % of all items. */
const ROUNDS = 4;
const STREAMING_EVERY = 7;
/** Jobs over one recording, which are sampled together. */
const ITEMS_OF_VIDEO = 100;
const PHASES = [
  'Preparation with insertion of the trocars and inspection of the abdomen',
  'Calot triangle dissection with exposure of the cystic duct and artery',
  'Clipping and cutting of the cystic duct and the cystic artery',
  'Gallbladder dissection from the liver bed',
  'Gallbladder packaging into the retrieval bag',
  'Cleaning and coagulation of the liver bed',
  'Gallbladder retraction through the umbilical port',
];

/**
 * Writes a benchmark of so many calls, each item as long as a built one (some 2 kB: question, choices, evidence, provenance).
 *
 * @param stillPath of one picture for all items, none of them streaming; absent: recordings that nobody opens
 */
export async function writeRunItems(file, { jobs, stillPath }) {
  const out = createWriteStream(file);
  for (let [index, written] = [0, 0]; written < jobs; index += 1) {
    const isStreaming = stillPath === undefined && index % STREAMING_EVERY === 0;
    written += isStreaming ? ROUNDS : 1;
    const item = isStreaming ? makeStreamingItem(index) : makeSingleItem(index, stillPath);
    if (!out.write(`${JSON.stringify(item)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

function makeSingleItem(index, stillPath) {
  const video = `VID${String(Math.floor(index / ITEMS_OF_VIDEO)).padStart(5, '0')}`;
  const time = stillPath === undefined ? 60 + index % 1000 : 0;
  const phase = PHASES[index % PHASES.length];
  return {
    ...{ schema_version: 1, sample_id: `cholec80-${video}-${String(index).padStart(7, '0')}`, dataset: 'cholec80', video_id: video, case_id: `cholec80/${video}`, organ: 'gallbladder' },
    ...{ media_path: stillPath ?? `videos/${video}.mp4`, task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question_type: 'closed' },
    question: `You watch a laparoscopic cholecystectomy up to second ${time} of the recording. Considering only what was shown up to this moment, including the instruments, the anatomy and the state of the dissection, which phase of the operation is shown at the end of the window? View ${index}.`,
    ...{ choices: PHASES, answer: phase, query_time: time, context_window_sec: Math.min(time, 30), input_range: [Math.max(0, time - 30), time], response_protocol: 'unanswerable | answer', label_source: 'original_annotation' },
    evidence: `From second ${time} on the annotation of the recording says: ${phase}. It was made frame by frame at 25 frames a second; the change before it lies 20 s earlier, the one after it 40 s later, and no other signal contradicts it.`,
    provenance: {
      ...{ sources: [{ path: `phase_annotations/${video}-phase.txt`, sha256: 'a'.repeat(64) }], signal: 'phase', builder: 'phase-now', builder_version: '1', template: 'phase-now-3', licence: 'CC BY-NC-SA 4.0' },
      ...{ citation: 'Twinanda et al., EndoNet: a deep architecture for recognition tasks on laparoscopic videos, IEEE Transactions on Medical Imaging, 2017', access: 'on request' },
    },
  };
}

function makeStreamingItem(index) {
  const { answer, ...common } = makeSingleItem(index);
  const start = 10;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({ round: round + 1, current_time: 60 + 20 * round, input_range: [start, 60 + 20 * round], expected_output: round < 2 ? 'unanswerable' : answer, answerable: round >= 2 }));
  return { ...common, task: 'phase_next', task_mode: 'streaming', temporal_mode: 'future', query_time: start, context_window_sec: 0, input_range: [start, rounds.at(-1).current_time], answer, rounds };
}
