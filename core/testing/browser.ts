import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PlinthError } from '../api/index.js';

/** Where Chromium is found when playwright-core has installed none of its own. */
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Starts a Chromium, as a `Browser` of playwright-core. The package `playwright-core` is the author's to install, and asked for only here.
 * @throws PlinthError `browser_missing`
 */
export async function openBrowser(): Promise<{ close(): Promise<void> }> {
  const { chromium } = playwright();
  const executablePath =
    process.env.CHROMIUM_PATH ??
    (existsSync(chromium.executablePath()) ? chromium.executablePath() : CHROMIUM.find((path) => existsSync(path)));
  if (executablePath === undefined)
    throw new PlinthError('browser_missing', 'There is no Chromium on this machine.', {
      hint: 'Run `npx playwright-core install chromium`, or name one in CHROMIUM_PATH.',
    });
  // For root, Chromium does not start within its walls.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

function playwright(): typeof import('playwright-core') {
  for (const from of [join(process.cwd(), 'package.json'), __filename]) {
    try {
      return createRequire(from)('playwright-core') as typeof import('playwright-core');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new PlinthError(
    'browser_missing',
    'The package playwright-core is not installed, without which there is no browser.',
    { hint: 'Run `npm install --save-dev playwright-core`.' },
  );
}
