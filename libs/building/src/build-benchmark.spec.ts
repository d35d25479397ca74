import { buildManifestSchema, EngineError, hashText, parseJsonText, validationReportSchema } from '@medstream/schema';

import { buildBenchmark } from './build-benchmark.js';
import type { BuildSource } from './build-ports.js';
import { badLabel, createMemoryBuild, createMemoryOutput, listToyVideos, makeToyItem, makeToyResult, TOY_OPTIONS, TOY_SOURCE } from './testing/memory-build.js';

const FINAL_FILES = ['manifest.json', 'rejected/toyset.jsonl', 'toyset.jsonl', 'validation.json'];

function idsOf(text: string | undefined): string[] {
  return (text ?? '').split('\n').filter((line) => line !== '').map((line) => (parseJsonText(line, 'line') as { sample_id: string }).sample_id);
}

async function buildOnce(): Promise<Map<string, string>> {
  const { ports, output } = createMemoryBuild();
  await buildBenchmark(ports, TOY_OPTIONS);
  return output.files;
}

describe('buildBenchmark', () => {
  it('writes the four files, videos in planned order, and leaves no work folder', async () => {
    const { ports, output, ran } = createMemoryBuild();
    const report = await buildBenchmark(ports, TOY_OPTIONS);
    expect([...output.files.keys()].sort()).toEqual(FINAL_FILES);
    expect(ran).toEqual(['video01', 'video02', 'video03']);
    expect(idsOf(output.files.get('toyset.jsonl'))).toEqual(['video01', 'video02', 'video03'].flatMap((video) => [`toyset-${video}-0`, `toyset-${video}-1`]));
    expect(report).toMatchObject({ exitCode: 0, failed: [], videos: { planned: 3, built: 3, finishedEarlier: 0, failed: 0 } });
  });

  it('states counts, hashes, terms and vocabulary in the manifest', async () => {
    const files = await buildOnce();
    const manifest = buildManifestSchema.parse(parseJsonText(files.get('manifest.json') ?? '', 'manifest'));
    // 3 videos x 2 items, one mode and task; each video leaves out 2 unlabelled moments
    expect(manifest.counts).toMatchObject({ items: 6, rounds: 0, rejected: 0, by_mode: { present: 6 }, by_task: { phase_now: 6 }, by_label_source: { original_annotation: 6 }, never_alert: 0 });
    expect(manifest.left_out).toEqual({ unlabelled: 6 });
    expect(manifest.files).toEqual([{ dataset: 'toyset', path: 'toyset.jsonl', sha256: hashText(files.get('toyset.jsonl') ?? ''), items: 6 }]);
    expect(manifest.versions).toEqual({ engine: '0.1.0', ffmpeg: '5.1' });
    expect(manifest.sources[0]).toMatchObject({ dataset: 'toyset', licence: 'CC0-1.0', upload_allowed: true, videos: 3, videos_failed: 0, vocabulary: { phase: ['Preparation', 'Dissection'] } });
    expect(manifest.sources[0]?.label_files.map(({ path }) => path)).toEqual(['labels/video01.txt', 'labels/video02.txt', 'labels/video03.txt']);
    expect(files.get('manifest.json')).not.toMatch(/"root"|workers/);
  });

  it('leaves the version of ffmpeg out where no medium was read', async () => {
    const { ports, output } = createMemoryBuild({ runVideo: async ({ video }) => ({ ...makeToyResult(video.videoId, []), isMediaRead: false }) });
    await buildBenchmark(ports, TOY_OPTIONS);
    expect(parseJsonText(output.files.get('manifest.json') ?? '', 'manifest')).toMatchObject({ versions: { engine: '0.1.0' } });
    expect(output.files.get('manifest.json')).not.toContain('ffmpeg');
  });

  it.each([1, 2, 3, 9])('writes the same bytes with %i workers that finish in reverse order', async (workers) => {
    const { ports, output } = createMemoryBuild({
      runVideo: async ({ video: { videoId } }) => {
        await new Promise((resolve) => setTimeout(resolve, 20 - 5 * Number(videoId.at(-1))));
        return makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]);
      },
    });
    await buildBenchmark(ports, { ...TOY_OPTIONS, workers });
    expect(output.files).toEqual(await buildOnce());
  });

  it.each([1, 2])('has one video more in work than its %i workers, and no further one', async (workers) => {
    let inWork = 0;
    let peak = 0;
    const { ports } = createMemoryBuild({
      runVideo: async ({ video: { videoId } }) => {
        inWork += 1;
        peak = Math.max(peak, inWork);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inWork -= 1;
        return makeToyResult(videoId, [makeToyItem(videoId, 0)]);
      },
    });
    await buildBenchmark(ports, { ...TOY_OPTIONS, workers });
    // the toy has three videos
    expect(peak).toBe(workers + 1);
  });

  it('builds the first videos of the list with a limit', async () => {
    const { ports, ran } = createMemoryBuild();
    await buildBenchmark(ports, { ...TOY_OPTIONS, limitVideos: 2 });
    expect(ran).toEqual(['video01', 'video02']);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('comes to the same bytes after a kill once %i writes are done, doing again only what was in work', async (allowed) => {
    const output = createMemoryOutput();
    let writes = 0;
    const dieAfter = <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) => async (...args: Args): Promise<Result> => {
      if (writes >= allowed) throw new Error('killed');
      writes += 1;
      return act(...args);
    };
    const dying = { ...output, writeText: dieAfter(output.writeText), createText: dieAfter(output.createText), writeLines: dieAfter(output.writeLines), move: dieAfter(output.move) };
    // writes of a whole build: marker, 3 videos, 2 data files, validation, manifest, marker, 4 moves = 13
    const first = createMemoryBuild({ output: dying });
    await expect(buildBenchmark(first.ports, TOY_OPTIONS)).rejects.toThrow('killed');
    const second = createMemoryBuild({ output });
    const report = await buildBenchmark(second.ports, TOY_OPTIONS);
    const committed = Math.min(3, Math.max(0, allowed - 1));
    expect(second.ran).toEqual(['video01', 'video02', 'video03'].slice(committed));
    expect(report.videos.finishedEarlier).toBe(committed);
    expect(output.files).toEqual(await buildOnce());
  });

  it('builds again, not from work, when options, seed, versions or labels differ', async () => {
    for (const change of [{ seed: 2 }, { versions: { engine: '0.2.0' } }, { sources: [{ ...TOY_SOURCE, construction: { ...TOY_SOURCE.construction, window_sec: 60 } }] }]) {
      const output = createMemoryOutput();
      const interrupted = createMemoryBuild({ output: { ...output, writeLines: async () => Promise.reject(new Error('killed')) } });
      await expect(buildBenchmark(interrupted.ports, TOY_OPTIONS)).rejects.toThrow('killed');
      const changed = createMemoryBuild({ output });
      await buildBenchmark(changed.ports, { ...TOY_OPTIONS, ...change });
      expect(changed.ran).toHaveLength(3);
    }
  });

  it('does a damaged committed result again', async () => {
    const output = createMemoryOutput();
    const interrupted = createMemoryBuild({ output: { ...output, writeLines: async () => Promise.reject(new Error('killed')) } });
    await expect(buildBenchmark(interrupted.ports, TOY_OPTIONS)).rejects.toThrow('killed');
    const [path, text] = [...output.files].find(([name, content]) => name.endsWith('.jsonl') && content.includes('video02')) as [string, string];
    output.files.set(path, text.replace('Preparation', 'Dissection'));
    const second = createMemoryBuild({ output });
    await buildBenchmark(second.ports, TOY_OPTIONS);
    expect(second.ran).toEqual(['video02']);
    expect(output.files).toEqual(await buildOnce());
  });

  it('goes on without a video that cannot be read, reports it, and builds only that one after mending', async () => {
    const output = createMemoryOutput();
    const failing = createMemoryBuild({
      output,
      runVideo: async ({ video: { videoId } }) => {
        if (videoId === 'video02') throw badLabel(videoId);
        return makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]);
      },
    });
    const report = await buildBenchmark(failing.ports, TOY_OPTIONS);
    expect(report).toMatchObject({ exitCode: 1, videos: { built: 2, failed: 1 } });
    expect(report.failed.map(({ videoId, error }) => [videoId, error.message])).toEqual([['video02', 'labels/video02.txt line 7: expected a frame number, found "x"']]);
    expect(failing.events).toContainEqual(expect.objectContaining({ kind: 'video-failed', videoId: 'video02', code: 'source/bad-label' }));
    expect(idsOf(output.files.get('toyset.jsonl'))).toEqual(['toyset-video01-0', 'toyset-video01-1', 'toyset-video03-0', 'toyset-video03-1']);

    const mended = createMemoryBuild({ output });
    expect(await buildBenchmark(mended.ports, TOY_OPTIONS)).toMatchObject({ exitCode: 0 });
    expect(mended.ran).toEqual(['video02']);
    expect(output.files).toEqual(await buildOnce());
  });

  it.each([
    ['media/missing', 3],
    ['source/bad-label', 1],
  ] as const)('leaves an earlier build as it was when every video fails with %s, and ends with %i', async (code, exitCode) => {
    const output = createMemoryOutput();
    await buildBenchmark(createMemoryBuild({ output }).ports, TOY_OPTIONS);
    const failing = createMemoryBuild({ output, runVideo: async () => Promise.reject(new EngineError(code, 'not there')) });
    const report = await buildBenchmark(failing.ports, { ...TOY_OPTIONS, seed: 2 });
    expect(report).toMatchObject({ exitCode, manifest: null, videos: { built: 0, failed: 3 } });
    expect(output.files).toEqual(await buildOnce());
  });

  it.each(['store/disk-full', 'media/ffmpeg-missing'] as const)('stops at %s, which concerns every video, and goes on later', async (code) => {
    const output = createMemoryOutput();
    let calls = 0;
    const failing = createMemoryBuild({
      output,
      runVideo: async ({ video: { videoId } }) => {
        calls += 1;
        if (calls === 2) throw new EngineError(code, 'no more');
        return makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]);
      },
    });
    await expect(buildBenchmark(failing.ports, TOY_OPTIONS)).rejects.toMatchObject({ code, exitCode: 3 });
    expect(failing.ran).toEqual(['video01', 'video02']);
    const second = createMemoryBuild({ output });
    await buildBenchmark(second.ports, TOY_OPTIONS);
    expect(second.ran).toEqual(['video02', 'video03']);
    expect(output.files).toEqual(await buildOnce());
  });

  it('names the video at which a defect of ours shows, and keeps what is committed', async () => {
    const { ports, output } = createMemoryBuild({
      runVideo: async ({ video: { videoId } }) => {
        if (videoId === 'video02') throw new TypeError('x is not a function');
        return makeToyResult(videoId, [makeToyItem(videoId, 0)]);
      },
    });
    await expect(buildBenchmark(ports, TOY_OPTIONS)).rejects.toMatchObject({ code: 'defect/broken-promise', exitCode: 70, message: 'the work on toyset/video02 failed: TypeError: x is not a function' });
    expect([...output.files.values()].filter((text) => text.includes('toyset-video01-0'))).toHaveLength(1);
  });

  it('begins no video after an interruption and keeps what is committed', async () => {
    const controller = new AbortController();
    const output = createMemoryOutput();
    const interrupted = createMemoryBuild({
      output,
      runVideo: async ({ video: { videoId } }) => {
        if (videoId === 'video01') return makeToyResult(videoId, [makeToyItem(videoId, 0), makeToyItem(videoId, 1)]);
        controller.abort(new Error('interrupted'));
        throw new EngineError('media/undecodable', 'the decoder was interrupted too');
      },
    });
    await expect(buildBenchmark(interrupted.ports, { ...TOY_OPTIONS, signal: controller.signal })).rejects.toThrow('interrupted');
    expect(interrupted.ran).toEqual(['video01', 'video02']);
    expect(interrupted.events.filter(({ kind }) => kind === 'video-failed')).toEqual([]);
    const second = createMemoryBuild({ output });
    await buildBenchmark(second.ports, TOY_OPTIONS);
    expect(second.ran).toEqual(['video02', 'video03']);
  });

  it('refuses a folder that holds something else and leaves it alone', async () => {
    const output = createMemoryOutput();
    output.files.set('thesis.tex', 'years of work');
    await expect(buildBenchmark(createMemoryBuild({ output }).ports, TOY_OPTIONS)).rejects.toMatchObject({ code: 'usage/output-not-empty', exitCode: 2 });
    expect([...output.files.keys()]).toEqual(['thesis.tex']);
  });

  it('replaces an earlier build, removes its data sets that are gone, and leaves files of others alone', async () => {
    const output = createMemoryOutput();
    const otherSource = { ...TOY_SOURCE, descriptor: { ...TOY_SOURCE.descriptor, id: 'otherset' } };
    const earlier = createMemoryBuild({ output, runVideo: async ({ video: { videoId } }) => ({ ...makeToyResult(videoId, []), dataset: 'otherset' }) });
    earlier.ports.listVideos = async () => [{ dataset: 'otherset', videoId: 'v1', caseId: 'c', mediaPath: 'v1.mp4', mediaType: 'video', isMediaPresent: true, files: {} }];
    await buildBenchmark(earlier.ports, { ...TOY_OPTIONS, sources: [otherSource] });
    expect(output.files.has('otherset.jsonl')).toBe(true);
    output.files.set('notes.txt', 'mine');
    await buildBenchmark(createMemoryBuild({ output }).ports, TOY_OPTIONS);
    expect([...output.files.keys()].sort()).toEqual([...FINAL_FILES, 'notes.txt'].sort());
  });

  it('rejects the second of two equal items of different videos, with the reason', async () => {
    const { ports, output } = createMemoryBuild({
      videos: 2,
      runVideo: async ({ video: { videoId } }) => makeToyResult(videoId, [makeToyItem(videoId, 0), { ...makeToyItem(videoId, 1), sample_id: 'toyset-same' }]),
    });
    const report = await buildBenchmark(ports, TOY_OPTIONS);
    expect(idsOf(output.files.get('toyset.jsonl'))).toEqual(['toyset-video01-0', 'toyset-same', 'toyset-video02-0']);
    const rejected = parseJsonText(output.files.get('rejected/toyset.jsonl') ?? '', 'rejected') as { candidate: { sample_id: string; video_id: string }; findings: { severity: string }[] };
    expect(rejected.candidate).toMatchObject({ sample_id: 'toyset-same', video_id: 'video02' });
    expect(rejected.findings.map(({ severity }) => severity)).toContain('error');
    const validation = validationReportSchema.parse(parseJsonText(output.files.get('validation.json') ?? '', 'validation'));
    expect(validation).toMatchObject({ files: ['toyset.jsonl'], items: 4, accepted: 3 });
    expect(report.exitCode).toBe(0);
  });

  it('says in the manifest, and as it goes, which procedures stand in two data sets, of the videos that were built', async () => {
    const otherSource = { ...TOY_SOURCE, descriptor: { ...TOY_SOURCE.descriptor, id: 'otherset' } };
    const { ports, output, events } = createMemoryBuild({
      runVideo: async ({ video: { dataset, videoId } }) => {
        if (videoId === 'video03') throw badLabel(videoId);
        return { ...makeToyResult(videoId, []), dataset };
      },
    });
    const asked: string[] = [];
    ports.listVideos = async ({ descriptor: { id } }) => listToyVideos(3).map((video) => ({ ...video, dataset: id }));
    ports.findOverlaps = (videos) => {
      asked.push(...videos.map(({ dataset, videoId }) => `${dataset}/${videoId}`));
      return [{ caseId: 'toyset/video01', reason: 'the other set is labelled again on the toy set', videos: [{ dataset: 'otherset', videoId: 'video01' }, { dataset: 'toyset', videoId: 'video01' }] }];
    };
    await buildBenchmark(ports, { ...TOY_OPTIONS, sources: [TOY_SOURCE, otherSource] });
    expect(asked).toEqual(['otherset/video01', 'otherset/video02', 'toyset/video01', 'toyset/video02']);
    const message = 'the same footage stands in otherset, toyset: 1 procedure in 2 videos (toyset/video01). the other set is labelled again on the toy set. Items of one procedure share its case_id; averages by data set are not independent';
    expect(events).toContainEqual({ kind: 'overlap', message });
    expect((parseJsonText(output.files.get('manifest.json') ?? '', 'manifest') as { notes: string[] }).notes).toEqual([message, ...[1, 2].map(() => expect.stringContaining('/video03: left out') as string)]);
  });

  it('says once a data set of how many videos the pictures, which alone show what is outside the body, were not read', async () => {
    const source = { ...TOY_SOURCE, descriptor: { ...TOY_SOURCE.descriptor, outOfBody: 'white' as const } };
    const notesOf = async (unread: string[], one: BuildSource = source): Promise<string[]> => {
      const runVideo = async ({ video: { videoId } }: { video: { videoId: string } }) => ({ ...makeToyResult(videoId, []), isMediaRead: !unread.includes(videoId) });
      return (await buildBenchmark(createMemoryBuild({ runVideo }).ports, { ...TOY_OPTIONS, sources: [one] })).manifest?.notes ?? [];
    };
    expect(await notesOf(['video01', 'video03'])).toEqual([expect.stringMatching(/^toyset: the media of 2 video\(s\) were not read: where their pictures are white, from outside the body, is unknown/) as string]);
    expect(await notesOf([])).toEqual([]);
    expect(await notesOf(['video01'], TOY_SOURCE)).toEqual([]);
  });

  it('takes of a data set what its budget says, the same whatever was built when, and counts the rest', async () => {
    const options = { ...TOY_OPTIONS, sources: [{ ...TOY_SOURCE, budget: { items: 4, streaming: 0 } }] };
    const { ports, output } = createMemoryBuild();
    const { manifest } = await buildBenchmark(ports, options);
    // three videos with two items each: two are over
    expect(manifest).toMatchObject({ counts: { items: 4, rejected: 0 }, left_out: { 'over the budget of its data set': 2, unlabelled: 6 }, config: { sources: [{ budget: { items: 4, streaming: 0 } }] } });
    expect(idsOf(output.files.get('toyset.jsonl'))).toHaveLength(4);
    expect(idsOf((await buildOnce()).get('toyset.jsonl'))).toEqual(expect.arrayContaining(idsOf(output.files.get('toyset.jsonl'))));
    const again = createMemoryBuild();
    await buildBenchmark(again.ports, { ...options, workers: 2 });
    expect(again.output.files).toEqual(output.files);
  });

  it('refuses one data set listed twice, and a source that lists no video or one twice', async () => {
    const { ports } = createMemoryBuild();
    await expect(buildBenchmark(ports, { ...TOY_OPTIONS, sources: [TOY_SOURCE, TOY_SOURCE] })).rejects.toMatchObject({ code: 'config/bad-value' });
    await expect(buildBenchmark({ ...ports, listVideos: async () => [] }, TOY_OPTIONS)).rejects.toMatchObject({ code: 'source/bad-layout' });
    const [video] = await ports.listVideos(TOY_SOURCE);
    await expect(buildBenchmark({ ...ports, listVideos: async () => [video, video].flatMap((one) => one ?? []) }, TOY_OPTIONS)).rejects.toMatchObject({ code: 'source/bad-layout' });
  });
});
