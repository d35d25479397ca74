// Measured by bench-construct.mjs: the first two stages of a build, labels to timeline and timeline to items, of every video of a
// folder in so many threads, as `build` runs them. The third stage and the files of a benchmark are left out.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const load = (path) => import(new URL(`../../${path}/dist/index.js`, import.meta.url).href);
if (isMainThread) {
  const [root, threads] = process.argv.slice(2);
  // the threads read their code while the folder is listed
  const workers = Array.from({ length: Number(threads) }, () => new Worker(new URL(import.meta.url), { workerData: root }));
  const { findSource } = await load('libs/sources');
  const waiting = await findSource('cholec80').listVideos(root);
  const videos = waiting.length;
  const counts = await Promise.all(workers.map((worker) => handOut(worker, waiting)));
  process.stdout.write(`${JSON.stringify({ videos, items: counts.reduce((sum, count) => sum + count, 0) })}\n`);
} else {
  const root = workerData;
  const [{ constructVideo, prepareVideo }, { findSource }, { constructionOptionsSchema }] = await Promise.all(['libs/building', 'libs/sources', 'libs/construction'].map(load));
  const { descriptor, readTimeline } = findSource('cholec80');
  const source = { descriptor, root, mediaRoot: root, construction: constructionOptionsSchema.parse({}) };
  const context = { root, mediaRoot: root, probeMedia: async () => null, decodeImage: () => Promise.reject(new Error('cholec80 has no pictures as labels')) };
  parentPort.on('message', async (video) => {
    const task = { source, video, seed: 1, allowMissingMedia: true };
    const timeline = await prepareVideo({ readTimeline: () => readTimeline(video, context) }, task);
    parentPort.postMessage(constructVideo(timeline, task).candidates.length);
  });
}

/** One video after another to one thread until none waits; returns its number of items. */
function handOut(worker, waiting) {
  return new Promise((resolve, reject) => {
    let items = 0;
    const next = () => {
      const video = waiting.shift();
      if (video !== undefined) return worker.postMessage(video);
      resolve(items);
      return worker.terminate();
    };
    worker.on('error', reject).on('message', (count) => {
      items += count;
      next();
    });
    next();
  });
}
