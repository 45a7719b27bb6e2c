import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { SWEEP } from './sweep';
import { untilTrue } from './until-true';

export { overflows, seriousFindings } from './page-findings';
export { views } from './sweep';

const CHROMIUM = '/usr/bin/chromium';
const SHOTS = join(__dirname, '../../dist/screenshots');

/** Skipped without Chromium; REQUIRE_ALL=1 makes that an error. */
export const withBrowser: jest.Describe = existsSync(CHROMIUM) ? describe : describe.skip;

/** Returns the browser shared by all test files; closing it closes only what this file opened. */
export function openBrowser(): Promise<Browser> {
  const endpoint = process.env.TEST_BROWSER;
  if (endpoint === undefined) throw new Error('The global setup started no browser.');
  return chromium.connect(endpoint);
}

/** Polls a page until a condition is true; the page's policy prevents Playwright from waiting inside it. */
export async function waitUntil(page: Page, condition: string): Promise<void> {
  await untilTrue(async () => Boolean(await page.evaluate(condition))).catch(async (error: unknown) => {
    throw new Error(`${condition} did not become true at ${page.url()}, “${await page.title()}”.`, { cause: error });
  });
}

/** Writes a screenshot of a page for review, in `npm run test:sweep` only. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!SWEEP) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}
