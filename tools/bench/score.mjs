// Scores one million predictions through `medstream-eval score RUN`, and again as predictions made elsewhere in a drawn order
// (`score --data --predictions --out`), and says how long it took and how much memory it held. In the same run, to compare
// with: score-floor.mjs, which reads the same files and parses each line, and does nothing with it.
//   npm run bench:score [-- --predictions N --cases N --outside --out FILE.json]     needs a build; decides nothing
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const { values: flags } = parseArgs({ options: { predictions: { type: 'string', default: '1000000' }, cases: { type: 'string', default: '1000' }, out: { type: 'string' }, keep: { type: 'boolean', default: false }, outside: { type: 'boolean', default: false } } });
const cli = join(root, 'apps/inference-engine/bin/medstream-eval.js');
const wanted = Number(flags.predictions);
const cases = Number(flags.cases);

/** Of 5,419 items of the paper 756 are streaming, with 3,369 rounds: 4.46 a piece. */
const STREAMING_SHARE = 756 / 5419;
const CHOICES = ['Preparation', 'Calot triangle dissection', 'Clipping and cutting', 'Gallbladder dissection', 'Gallbladder packaging'];
const sha = 'a'.repeat(64);

const folder = mkdtempSync(join(tmpdir(), 'medstream-bench-score-'));
try {
  const made = writeRun(folder);
  const file = (name) => join(folder, name);
  const floor = await measure([join(root, 'tools/bench/score-floor.mjs'), ...['items.jsonl', 'jobs.jsonl', 'predictions.jsonl', 'frames.jsonl'].map(file)]);
  const scored = await measure([cli, 'score', folder, '--json']);
  const summary = JSON.parse(readFileSync(file('summary.json'), 'utf8'));
  const outside = flags.outside ? await measure([cli, 'score', '--data', file('items.jsonl'), '--predictions', file('outside.jsonl'), '--out', file('outside'), '--json']) : null;
  const result = {
    predictions: made.predictions,
    items: made.items,
    cases,
    input_mb: Math.round(made.bytes / 1e6),
    score_run: scored,
    score_outside: outside,
    outside_scores_same: outside === null ? null : hashOf(file('scores.jsonl')) === hashOf(join(folder, 'outside', 'scores.jsonl')),
    baseline: 'score-floor.mjs: readline and JSON.parse of the files of the run, nothing else',
    baseline_figures: floor,
    cpu_of_baseline: Number((scored.cpu_seconds / floor.cpu_seconds).toFixed(1)),
    overall: summary.overall.value,
    report_bytes: statSync(file('report.html')).size,
    node: process.version,
    cpus: cpus().length,
    load_1_min: Number(loadavg()[0].toFixed(2)),
  };
  const text = `${JSON.stringify(result, null, 2)}\n`;
  process.stdout.write(text);
  if (flags.out !== undefined) {
    mkdirSync(dirname(flags.out), { recursive: true });
    writeFileSync(flags.out, text);
  }
} finally {
  if (!flags.keep) rmSync(folder, { recursive: true, force: true });
}

/** The final files of a run, in the order of its plan. */
function writeRun(out) {
  const files = Object.fromEntries(['items', 'jobs', 'predictions'].map((name) => [name, openLines(join(out, `${name}.jsonl`))]));
  const outside = [];
  let [items, predictions] = [0, 0];
  let state = 12345;
  const draw = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * bound);
  };
  while (predictions < wanted) {
    const item = makeItem(`s${String(items).padStart(9, '0')}`, draw);
    files.items.write(item);
    items += 1;
    for (const round of item.rounds ?? [null]) {
      const jobId = `job-${String(predictions).padStart(10, '0')}`;
      const place = { job_id: jobId, sample_id: item.sample_id, ...(round === null ? {} : { round: round.round }) };
      files.jobs.write({ ...place, media_path: item.media_path, input_range: round === null ? item.input_range : round.input_range, targets: [0, 2, 4], prompt_hash: sha });
      const raw = reply(item, round, draw);
      files.predictions.write({ ...place, status: 'ok', raw, value: raw, frames: [sha], model: 'demo:bench', attempts: 1, latency_ms: 800 + draw(900), usage: { input_tokens: 900 + draw(300), output_tokens: 3 }, cached: false });
      if (flags.outside) outside.push(JSON.stringify({ sample_id: item.sample_id, ...(round === null ? {} : { round: round.round }), output: raw }));
      predictions += 1;
    }
  }
  if (flags.outside) writeFileSync(join(out, 'outside.jsonl'), shuffle(outside, draw).join('\n'));
  const bytes = Object.values(files).reduce((sum, file) => sum + file.close(), 0);
  writeFileSync(join(out, 'frames.jsonl'), '');
  writeFileSync(join(out, 'manifest.json'), JSON.stringify({ schema_version: 1, protocol: 'medstream-1', versions: {}, model: 'demo:bench', model_settings: {}, judge: null, seed: 1, sampling: { period_sec: 2, max_frames: null, image: 'none' }, off_protocol: [], data: [], items, jobs: predictions, plan_parts: {}, plan_hash: sha, uploads_allowed: [] }));
  return { items, predictions, bytes };
}

function shuffle(lines, draw) {
  for (let index = lines.length - 1; index > 0; index -= 1) {
    const other = draw(index + 1);
    [lines[index], lines[other]] = [lines[other], lines[index]];
  }
  return lines;
}

function makeItem(sampleId, draw) {
  // a patient is of one data set, and of one organ
  const number = draw(cases);
  const dataset = `set${number % 22}`;
  const mode = ['retrospective', 'present', 'future'][draw(3)];
  const answer = CHOICES[draw(CHOICES.length)];
  const common = { sample_id: sampleId, dataset, video_id: `video${draw(80)}`, case_id: `case${number}`, organ: `organ${number % 8}`, media_path: `${dataset}/video.mp4`, label_source: 'original_annotation', context_window_sec: 30 };
  if (draw(100_000) >= STREAMING_SHARE * 100_000) {
    const facts = { ...common, task: `task_${draw(12)}`, task_mode: 'single_turn', temporal_mode: mode, query_time: 60, input_range: [30, 60], response_protocol: 'unanswerable | answer' };
    if (draw(10) > 1) return { ...facts, question_type: 'closed', question: 'Which phase is shown at the end of the window?', choices: CHOICES, answer };
    return { ...facts, question_type: 'open', question: 'What is being done?', reference_answer: `The surgeon performs ${answer}.`, judge_rubric: { correctness: '0-2', evidence_grounding: '0-2', safety: '0-1' } };
  }
  const count = 3 + draw(4);
  const from = 1 + draw(count);
  const isAlerting = draw(2) === 0;
  const rounds = Array.from({ length: count }, (_, index) => ({
    round: index + 1,
    current_time: 10 * (index + 1),
    input_range: [0, 10 * (index + 1)],
    expected_output: index < from ? (isAlerting ? 'no_alert' : 'unanswerable') : isAlerting ? 'alert: bleeding begins' : answer,
    answerable: index >= from,
  }));
  const facts = { ...common, task: isAlerting ? 'event_alert' : 'phase_next', task_mode: 'streaming', query_time: 0, input_range: [0, 10 * count], rounds, tolerance_sec: 2 };
  if (!isAlerting) return { ...facts, temporal_mode: 'future', question_type: 'closed', question: 'Which phase comes next?', choices: CHOICES, answer, response_protocol: 'unanswerable | answer' };
  return { ...facts, temporal_mode: 'proactive', question_type: 'open', question: 'Warn when bleeding begins.', reference_answer: 'alert: bleeding begins', response_protocol: 'no_alert | uncertain | alert: <reason>' };
}

/** Replies in several styles, right two times of three. */
function reply(item, round, draw) {
  const right = round === null ? (item.answer ?? item.reference_answer) : round.expected_output;
  if (item.temporal_mode === 'proactive') return draw(3) > 0 ? right : ['no_alert', 'uncertain', `alert: seen at ${draw(500)} s`][draw(3)];
  if (item.question_type === 'open') return draw(3) > 0 ? right : 'unanswerable';
  const text = draw(3) > 0 ? right : CHOICES[draw(CHOICES.length)];
  const styles = [text, `**${text}**`, `The answer is ${text}.`, JSON.stringify({ answer: text }), `<think>It is frame ${draw(100_000)}.</think>${text}`];
  return styles[draw(styles.length)];
}

function openLines(file) {
  const handle = openSync(file, 'w');
  let [buffered, bytes] = ['', 0];
  const flush = () => {
    bytes += writeSync(handle, buffered);
    buffered = '';
  };
  return {
    write(value) {
      buffered += `${JSON.stringify(value)}\n`;
      if (buffered.length > 1 << 20) flush();
    },
    close() {
      flush();
      closeSync(handle);
      return bytes;
    },
  };
}

/** Runs a script as people do. Peak memory is the kernel's own record of it, all threads together (Linux). */
function measure(script) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', new URL('./report-usage.mjs', import.meta.url).href, ...script], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (told += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      const usage = /^usage (\{.*\})$/m.exec(told);
      if (code !== 0 || usage === null) return reject(new Error(`${script[0]} ended with ${code}: ${told}`));
      const { peakMb, cpuSeconds } = JSON.parse(usage[1]);
      resolve({ seconds: Number(((performance.now() - started) / 1000).toFixed(1)), cpu_seconds: cpuSeconds, peak_rss_mb: peakMb });
    });
  });
}

function hashOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
