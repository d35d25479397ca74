import { type BenchmarkItem, EngineError, type Finding, hashText, parseJsonText, stringifyJsonLine } from '@medstream/schema';

/** An item that holds to every rule, with the warnings it drew. */
export interface AcceptedItem {
  item: BenchmarkItem;
  findings: Finding[];
}

/** A candidate that broke a rule, as one line of `OUT/rejected/<dataset>.jsonl`. */
export interface RejectedCandidate {
  candidate: BenchmarkItem;
  findings: Finding[];
}

/** What the three stages made of one video: all that materialising needs. */
export interface VideoResult {
  dataset: string;
  videoId: string;
  /** Label files read, below the data root. */
  labelFiles: { path: string; sha256: string }[];
  /** Native labels by signal. */
  vocabulary: Record<string, string[]>;
  notes: string[];
  /** Whether the media file was opened: then the version of ffmpeg is part of the result. */
  isMediaRead: boolean;
  /** What the labels did not allow, by reason. */
  leftOut: Record<string, number>;
  accepted: AcceptedItem[];
  rejected: RejectedCandidate[];
}

/** Writes a result as text whose first line holds the SHA-256 of the rest, so that a damaged file is seen. */
export function formatVideoResult(result: VideoResult): string {
  const { accepted, rejected, ...facts } = result;
  const body = [
    stringifyJsonLine({ kind: 'video', ...facts }),
    ...accepted.map((entry) => stringifyJsonLine({ kind: 'accepted', ...entry })),
    ...rejected.map((entry) => stringifyJsonLine({ kind: 'rejected', ...entry })),
  ].join('\n');
  return `${stringifyJsonLine({ sha256: hashText(body) })}\n${body}\n`;
}

type ResultLine = ({ kind: 'video' } & Omit<VideoResult, 'accepted' | 'rejected'>) | ({ kind: 'accepted' } & AcceptedItem) | ({ kind: 'rejected' } & RejectedCandidate);

/**
 * Reads what {@link formatVideoResult} wrote.
 * @throws EngineError `store/corrupt` when the text is not what was written
 */
export function parseVideoResult(text: string, where: string): VideoResult {
  const headEnd = text.indexOf('\n');
  const body = text.slice(headEnd + 1, -1);
  if (headEnd < 0 || !text.startsWith(stringifyJsonLine({ sha256: hashText(body) }))) {
    throw new EngineError('store/corrupt', `${where} does not hold what was written to it`, { hint: 'remove the file and build again: the video is then built anew' });
  }
  let facts: Omit<VideoResult, 'accepted' | 'rejected'> | null = null;
  const accepted: AcceptedItem[] = [];
  const rejected: RejectedCandidate[] = [];
  for (const line of body.split('\n')) {
    // the hash has just shown that these lines are our own
    const { kind, ...entry } = parseJsonText(line, where) as ResultLine;
    if (kind === 'video') facts = entry as Omit<VideoResult, 'accepted' | 'rejected'>;
    else if (kind === 'accepted') accepted.push(entry as AcceptedItem);
    else rejected.push(entry as RejectedCandidate);
  }
  if (facts === null) throw new EngineError('store/corrupt', `${where} names no video`);
  return { ...facts, accepted, rejected };
}
