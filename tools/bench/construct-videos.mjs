// Measured by bench-construct.mjs: reads the labels of every video of a folder and constructs its items, one video after another.
const { constructionOptionsSchema, constructItems } = await import(new URL('../../libs/construction/dist/index.js', import.meta.url).href);
const { findSource } = await import(new URL('../../libs/sources/dist/index.js', import.meta.url).href);

const [root] = process.argv.slice(2);
const source = findSource('cholec80');
const options = constructionOptionsSchema.parse({ seed: 1 });
const context = { root, mediaRoot: root, probeMedia: async () => null, decodeImage: () => Promise.reject(new Error('cholec80 has no pictures as labels')) };
let items = 0;
const videos = await source.listVideos(root);
for (const video of videos) items += constructItems(await source.readTimeline(video, context), { options, descriptor: source.descriptor }).items.length;
process.stdout.write(`${JSON.stringify({ videos: videos.length, items })}\n`);
