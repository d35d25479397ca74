import { type FrameRecord, type RunManifest, stringifyJsonDocument } from '@medstream/schema';

import type { RunFolder } from './ports.js';
import { RUN_FILES } from './run-files.js';

/** Writes into the manifest, once for each text, that something departs from the protocol. On disk when it resolves. */
export type AddManifestNote = (text: string) => Promise<void>;

export const RETRY_NOTE = 'refused, blocked, empty and truncated replies were asked for again (--retry-errors)';

/** Notes for the manifest in hand and the one on disk. */
export function createManifestNotes(folder: RunFolder, manifest: RunManifest): AddManifestNote {
  let writing = Promise.resolve();
  const added = new Map(manifest.off_protocol.map((text) => [text, Promise.resolve()]));
  return (text) => {
    const adding = added.get(text) ?? addNote(text);
    added.set(text, adding);
    return adding;
  };

  /** One after the other: the last that is written holds all notes. */
  function addNote(text: string): Promise<void> {
    manifest.off_protocol = [...manifest.off_protocol, text];
    writing = writing.then(() => folder.writeText(RUN_FILES.manifest, stringifyJsonDocument(manifest)));
    return writing;
  }
}

/** A recording that is another one by now, as the manifest and as a warning says it. */
export function describeChange({ mediaPath, frame }: { mediaPath: string; frame: FrameRecord }): { note: string; warning: string } {
  const note = `${mediaPath} was changed while the run was under way`;
  return { note, warning: `warning: ${mediaPath} is not what it was when this run began (its picture at ${frame.requested} differs): what is answered was asked about the earlier one, and calls whose pictures are kept are asked about it still; to ask all of it about this file, start a new run in a new folder` };
}
