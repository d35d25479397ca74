// Measured by bench-construct.mjs: the first two stages of a build, labels to timeline and timeline to items, of every video of a
// folder in so many threads, as `build` runs them: one video more than there are threads is in work, and one thread is the main
// one. The third stage and the files of a benchmark are left out.
import module from 'node:module';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

// as the command does
module.enableCompileCache?.();

const load = (path) => import(new URL(`../../${path}/dist/index.js`, import.meta.url).href);
if (isMainThread) {
  const [root, threads] = process.argv.slice(2);
  // the threads read their code while the folder is listed
  const workers = Number(threads) > 1 ? Array.from({ length: Number(threads) }, () => startWorker(root)) : [await openStages(root)];
  const { findSource } = await load('libs/sources');
  const waiting = await findSource('cholec80').listVideos(root);
  const videos = waiting.length;
  let items = 0;
  // each worker, and one that takes turns
  const work = async (pick) => {
    for (let video = waiting.shift(); video !== undefined; video = waiting.shift()) {
      const count = await pick().countItems(video);
      items += count;
    }
  };
  let turn = 0;
  await Promise.all([...workers.map((worker) => work(() => worker)), work(() => workers[(turn += 1) % workers.length])]);
  await Promise.all(workers.map((worker) => worker.close?.()));
  process.stdout.write(`${JSON.stringify({ videos, items })}\n`);
} else {
  const stages = openStages(workerData);
  parentPort.on('message', async (video) => parentPort.postMessage(await (await stages).countItems(video)));
}

/** Reads and constructs in this thread. */
async function openStages(root) {
  const [{ constructVideo, prepareVideo }, { findSource }, { constructionOptionsSchema }] = await Promise.all(['libs/building', 'libs/sources', 'libs/construction'].map(load));
  const { descriptor, readTimeline } = findSource('cholec80');
  const source = { descriptor, root, mediaRoot: root, construction: constructionOptionsSchema.parse({}) };
  const context = { root, mediaRoot: root, probeMedia: async () => null, decodeImage: () => Promise.reject(new Error('cholec80 has no pictures as labels')) };
  return {
    countItems: async (video) => {
      const task = { source, video, seed: 1, allowMissingMedia: true };
      const timeline = await prepareVideo({ readTimeline: () => readTimeline(video, context) }, task);
      return constructVideo(timeline, task).candidates.length;
    },
  };
}

/** The same in a thread of its own; answers come in the order of the videos given. */
function startWorker(root) {
  const worker = new Worker(new URL(import.meta.url), { workerData: root });
  const asked = [];
  worker.on('message', (count) => asked.shift().resolve(count)).on('error', (error) => asked.shift()?.reject(error));
  return {
    countItems: (video) =>
      new Promise((resolve, reject) => {
        asked.push({ resolve, reject });
        worker.postMessage(video);
      }),
    close: () => worker.terminate(),
  };
}
