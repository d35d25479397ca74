/** One reason why videos of two data sets (or two videos of one) show the same procedure. */
export interface KnownOverlap {
  reason: string;
  /** Videos that take part: data set and a pattern whose first group says which procedure it is. */
  members: readonly { dataset: string; videoId: RegExp }[];
  /** The case all of them share; `$1` stands for the first group. */
  caseId: string;
}

/** Any video of any data set, as far as overlaps go. */
export interface NamedVideo {
  dataset: string;
  videoId: string;
}

/** Videos that share one procedure. */
export interface FoundOverlap {
  caseId: string;
  reason: string;
  videos: NamedVideo[];
}

/** Procedures that stand in more than one place; splits and intervals must count each of them once. */
export const KNOWN_OVERLAPS: readonly KnownOverlap[] = [
  {
    reason: 'CholecT50 (numbers up to 80) and CholecT45 are labelled again on Cholec80 videos of the same number',
    members: [
      { dataset: 'cholec80', videoId: /^video(\d{2})$/ },
      { dataset: 'CholecT45', videoId: /^VID(0[1-9]|[1-7]\d|80)$/ },
      { dataset: 'CholecT50', videoId: /^VID(0[1-9]|[1-7]\d|80)$/ },
    ],
    caseId: 'cholec80/video$1',
  },
  {
    reason: 'CholecT45 is a part of CholecT50',
    members: [
      { dataset: 'CholecT45', videoId: /^VID(\d+)$/ },
      { dataset: 'CholecT50', videoId: /^VID(\d+)$/ },
    ],
    caseId: 'CholecT50/VID$1',
  },
  {
    reason: 'the EndoVis 2019 workflow challenge was held on the HeiChole videos',
    members: [
      { dataset: 'HeiChole', videoId: /^Hei-Chole(\d+)(?:_calot|_dissection)?$/ },
      { dataset: 'EndoVis2019', videoId: /^Hei-Chole(\d+)(?:_calot|_dissection)?$/ },
    ],
    caseId: 'HeiChole/Hei-Chole$1',
  },
  {
    reason: 'BernBypass70 is the Bern half of MultiBypass140',
    members: [
      { dataset: 'MultiBypass140', videoId: /^(BBP\d+)$/ },
      { dataset: 'BernBypass70', videoId: /^(BBP\d+)$/ },
    ],
    caseId: 'MultiBypass140/$1',
  },
  {
    reason: 'two cameras recorded each JIGSAWS trial',
    members: [{ dataset: 'JIGSAWS', videoId: /^(\w+)_capture[12]$/ }],
    caseId: 'JIGSAWS/$1',
  },
];

/** The procedure behind a video: the one it shares with others where that is known, else a case of its own. */
export function caseIdOf(video: NamedVideo): string {
  return findShared(video)?.caseId ?? `${video.dataset}/${video.videoId}`;
}

/**
 * Finds procedures that stand more than once among the videos of a build.
 *
 * @returns groups of at least two videos, sorted by case; videos in the given order
 */
export function findOverlaps(videos: readonly NamedVideo[]): FoundOverlap[] {
  const groups = new Map<string, FoundOverlap>();
  for (const { dataset, videoId } of videos) {
    const shared = findShared({ dataset, videoId });
    if (shared === null) continue;
    const group = groups.get(shared.caseId) ?? { ...shared, videos: [] };
    group.videos.push({ dataset, videoId });
    groups.set(shared.caseId, group);
  }
  return [...groups.values()].filter((group) => group.videos.length > 1).sort((left, right) => (left.caseId < right.caseId ? -1 : 1));
}

function findShared({ dataset, videoId }: NamedVideo): { caseId: string; reason: string } | null {
  for (const { members, caseId, reason } of KNOWN_OVERLAPS) {
    const member = members.find((candidate) => candidate.dataset === dataset && candidate.videoId.test(videoId));
    if (member) return { caseId: caseId.replace('$1', member.videoId.exec(videoId)?.[1] ?? ''), reason };
  }
  return null;
}
