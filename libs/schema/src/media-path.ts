import { z } from 'zod';

/**
 * Says why a media path is not a safe relative POSIX path below the media root, or null when it is one.
 * Absolute paths, drive letters, back-slashes, `..`, empty or `.` segments, control characters and URLs are refused.
 */
export function describeUnsafeMediaPath(path: string): string | null {
  if (path.length === 0) return 'is empty';
  if (path.length > 1024) return 'is longer than 1024 characters';
  if (hasControlCharacter(path)) return 'holds a control character';
  if (path.includes('\\')) return 'holds a back-slash; write / between folders';
  if (path.startsWith('/')) return 'is absolute; paths are relative to the media root';
  if (/^[A-Za-z]:/.test(path)) return 'begins as a drive does, with a letter and a colon, and so is absolute; rename a file that is called so';
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(path)) return 'is a URL; only local files below the media root are read';
  const segments = path.split('/');
  if (segments.includes('..')) return 'leaves the media root with ..';
  if (segments.some((segment) => segment === '' || segment === '.')) return 'holds an empty or . segment';
  return null;
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

/** Relative POSIX path below the media root. A folder for an image sequence. */
export const mediaPathSchema = z.string().superRefine((path, context) => {
  const reason = describeUnsafeMediaPath(path);
  if (reason !== null) context.addIssue({ code: 'custom', message: `media path ${JSON.stringify(path)} ${reason}` });
});
