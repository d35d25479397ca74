import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';

/** Where packages put it: Debian and its kin, Homebrew, Google's own. */
const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin', '/Applications/Chromium.app/Contents/MacOS', '/Applications/Google Chrome.app/Contents/MacOS'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'Chromium', 'Google Chrome'];

/** Starts the machine's own Chromium; fails, with the way to mend it, where there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
  if (executablePath === undefined) throw new Error(`these tests look at the page in a browser and found none in ${FOLDERS.slice(0, 4).join(', ')}: run tools/setup.sh, or apt-get install chromium`);
  // loaded here, so that specs without a browser need not wait for it
  const { chromium } = await import('playwright-core');
  // a container's root has no sandbox; the page under test is our own
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
