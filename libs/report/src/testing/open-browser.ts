import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Starts the machine's own Chromium; fails, with the way to mend it, where there is none. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
  if (executablePath === undefined) throw new Error(`these tests look at the page in a browser and found none of ${NAMES.join(', ')}: run tools/setup.sh, or apt-get install chromium`);
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
