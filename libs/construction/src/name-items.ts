import type { Timeline } from '@medstream/schema';

/** Shorter labels stand in names by chance. */
const LEAST_LETTERS = 4;

/**
 * The readable part of the ids of a video's items: data set and video, or the data set alone where the name of the video
 * tells a label (contracts.md section 1, `sample_id`): labels that were read from names and folders, and names that hold a
 * word of the vocabulary, which is the right answer of some item.
 */
export function nameItems({ dataset, videoId, tracks }: Pick<Timeline, 'dataset' | 'videoId' | 'tracks'>): string {
  const letters = keepLetters(videoId);
  const tells = tracks.some(({ labelSource, vocabulary }) => labelSource === 'directory_label' || vocabulary.some((label) => holdsLabel(letters, label)));
  return tells ? slugOf(dataset) : `${slugOf(dataset)}-${slugOf(videoId)}`;
}

/** Triplets are written as "instrument,verb,target". */
function holdsLabel(letters: string, label: string): boolean {
  return label.split(',').map(keepLetters).some((part) => part.length >= LEAST_LETTERS && letters.includes(part));
}

function keepLetters(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[^\p{L}]+/gu, '');
}

/** A name as part of an id: only letters, digits, full stops, `_` and `-`. */
function slugOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/gu, '-').slice(0, 100);
}
