import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PlinthError } from '../api/index.js';

/** Paths at which Chromium is searched for if playwright-core has not installed its own. */
const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Starts Chromium as a `Browser` of playwright-core. The package `playwright-core` is installed by the plugin's author,
 * and loaded only here.
 * @throws PlinthError `browser_not_found`
 */
export async function openBrowser(): Promise<{ close(): Promise<void> }> {
  const { chromium } = playwright();
  const executablePath =
    process.env.CHROMIUM_PATH ??
    (existsSync(chromium.executablePath())
      ? chromium.executablePath()
      : CHROMIUM_PATHS.find((path) => existsSync(path)));
  if (executablePath === undefined)
    throw new PlinthError('browser_not_found', 'Chromium was not found on this machine.', {
      hint: 'Run `npx playwright-core install chromium`, or set CHROMIUM_PATH.',
    });
  // As root, Chromium does not start with its sandbox.
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
    'browser_not_found',
    'The browser requires the package playwright-core, which is not installed.',
    { hint: 'Run `npm install --save-dev playwright-core`.' },
  );
}
