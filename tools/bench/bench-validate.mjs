// Validates one million generated items through `medstream-data validate` and says how long it took and how much memory it held.
//   npm run bench:validate [-- --items N --out FILE.json]     decides nothing
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runMeasured, writeResult } from './run-measured.mjs';

const { values: flags } = parseArgs({ options: { items: { type: 'string', default: '1000000' }, out: { type: 'string' } } });
const wanted = Number(flags.items);
const CHOICES = ['Preparation', 'Calot triangle dissection', 'Clipping and cutting', 'Gallbladder packaging'];
const ITEMS_OF_A_VIDEO = 100;

const folder = mkdtempSync(join(tmpdir(), 'medstream-bench-validate-'));
try {
  const file = join(folder, 'items.jsonl');
  writeItems(file);
  const { seconds, cpuSeconds, peakMb, output } = await runMeasured(process.execPath, [fileURLToPath(new URL('../../apps/data-engine/bin/medstream-data.js', import.meta.url)), 'validate', file, '--format', 'json'], { exits: [0] });
  const { items, accepted } = JSON.parse(output);
  if (items !== wanted || accepted !== wanted) throw new Error(`validate accepted ${accepted} of ${items} items, expected all ${wanted}`);
  await writeResult({ items, input_mb: Math.round(statSync(file).size / 1e6), seconds: Number(seconds.toFixed(1)), cpu_seconds: cpuSeconds, peak_rss_mb: peakMb, node: process.version, cpus: cpus().length, load_1_min: Number(loadavg()[0].toFixed(2)) }, flags.out);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Sound items, each with a question and window of its own. Every eighth is streaming, about the paper's share. */
function writeItems(file) {
  const handle = openSync(file, 'w');
  let buffered = '';
  for (let index = 0; index < wanted; index += 1) {
    buffered += `${JSON.stringify(makeItem(index))}\n`;
    if (buffered.length > 1 << 20) {
      writeSync(handle, buffered);
      buffered = '';
    }
  }
  writeSync(handle, buffered);
  closeSync(handle);
}

function makeItem(index) {
  const video = `video${Math.floor(index / ITEMS_OF_A_VIDEO)}`;
  const at = 60 + (index % ITEMS_OF_A_VIDEO) * 20;
  const common = {
    ...{ schema_version: 1, sample_id: `bench-${index}`, dataset: 'bench', video_id: video, case_id: `bench/${video}`, organ: 'gallbladder', media_path: `videos/${video}.mp4` },
    ...{ question_type: 'closed', choices: rotate(CHOICES, index), answer: CHOICES[(index * 7) % CHOICES.length], response_protocol: 'unanswerable | answer', label_source: 'original_annotation' },
    provenance: { sources: [{ path: `labels/${video}.txt`, sha256: 'a'.repeat(64) }], signal: 'phase', builder: 'bench', builder_version: '1', template: 'bench' },
  };
  if (index % 8 > 0) {
    return { ...common, task: 'phase_now', task_mode: 'single_turn', temporal_mode: 'present', question: 'Which phase of the operation is shown at the end of the window?', query_time: at, context_window_sec: 30, input_range: [at - 30, at] };
  }
  const times = [4, 8, 12, 16].map((offset) => at + offset);
  const rounds = times.map((time, place) => ({ round: place + 1, current_time: time, input_range: [at, time], expected_output: place < 2 ? 'unanswerable' : common.answer, answerable: place >= 2 }));
  return { ...common, task: 'phase_next', task_mode: 'streaming', temporal_mode: 'future', question: 'Which phase of the operation begins next, within the next 60 seconds?', query_time: at, context_window_sec: 16, input_range: [at, at + 16], rounds, expected_response_time: at + 12, tolerance_sec: 2 };
}

function rotate(values, by) {
  const start = by % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}
