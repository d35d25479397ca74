const PERIOD_SEC = 2;

/** A generator of the same numbers every time, 0 to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One window as a job: a, a + 2, … and its end, in µs. */
export function planJob(jobId, startMicros, endMicros) {
  const period = PERIOD_SEC * 1e6;
  const targetsMicros = Array.from({ length: Math.floor((endMicros - startMicros) / period) + 1 }, (_, index) => startMicros + index * period);
  if (targetsMicros.at(-1) !== endMicros) targetsMicros.push(endMicros);
  return { jobId, targetsMicros, endMicros };
}

/**
 * 40 streaming items of 4 or 5 rounds, each round seeing from the item's start to its own end and the last 60 s, and 40
 * windows of 30 s, anywhere in the clip.
 */
export function planMixedJobs(durationSec) {
  const random = createRandom(4);
  const place = (lengthSec) => Math.round(random() * (durationSec - lengthSec) * 1000) * 1000;
  const jobs = [];
  for (let item = 0; item < 40; item += 1) {
    const start = place(60);
    const rounds = item % 2 === 0 ? 4 : 5;
    for (let round = 1; round <= rounds; round += 1) jobs.push(planJob(`streaming-${item}-${round}`, start, start + Math.round((60e6 * round) / rounds)));
  }
  for (let item = 0; item < 40; item += 1) {
    const start = place(30);
    jobs.push(planJob(`single-${item}`, start, start + 30e6));
  }
  return jobs;
}

/** Windows of 4 s, evenly over the clip. */
export function planSpreadJobs(count, durationSec) {
  return Array.from({ length: count }, (_, index) => {
    const start = Math.round(((index + 0.3) * (durationSec - 5)) / count) * 1_000_000;
    return planJob(`spread-${index}`, start, start + 4e6);
  });
}

/** Numbers of the different pictures of a constant rate, ascending. */
export function listFrames(jobs, fps) {
  const numbers = new Set(jobs.flatMap(({ targetsMicros }) => targetsMicros.map((target) => Math.floor((target * fps) / 1e6 + 1e-6))));
  return [...numbers].sort((one, other) => one - other);
}

/**
 * Stretches that must be decoded at the least, each from a key frame. Gaps that cost less to decode than another process
 * costs to start are decoded, and long stretches are cut at a key frame so that both processes have work.
 */
export function listSpans(frames, gop) {
  const spans = [];
  for (const frame of frames) {
    const key = Math.floor(frame / gop) * gop;
    const span = spans.at(-1);
    const last = span?.frames.at(-1);
    if (span === undefined || (key > last && (key - last > 100 || frame - span.key > 1500))) spans.push({ key, frames: [frame] });
    else span.frames.push(frame);
  }
  return spans;
}

/** Pictures that the spans decode together. */
export function countDecoded(spans) {
  return spans.reduce((sum, { key, frames }) => sum + frames.at(-1) - key + 1, 0);
}
