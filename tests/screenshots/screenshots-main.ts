import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { openSiteSandbox, freePort, startSite } from '../chaos/site-process.js';
import { overflows, seriousFindings } from '../kit/page-findings.js';
import { launchBrowser, preparePages, logIn } from '../lighthouse/pages.js';
import { renderDrawing } from './rendered.js';
import { pagesOf, type Screen, screensOf } from './screens.js';

const ROOT = join(__dirname, '..', '..');
const SIZES = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Maximum height of a screenshot in pixels. */
const TALLEST = 4000;

/**
 * `npm run -s screenshots -- [--only home,admin-upload] [--keep]`: takes screenshots of a demo shop's pages and of every admin screen, narrow and wide, light
 * and dark, into `dist/screenshots`, and reports findings of axe, the console and the width; `--keep` copies those of the documentation to `docs/screenshots`.
 * Exits with 1 if there are findings.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', default: '' }, keep: { type: 'boolean', default: false } },
  });
  const only = new Set(values.only.split(',').filter((name) => name !== ''));
  const sandbox = await openSiteSandbox('sqlite', { DEMO: '1', NODE_ENV: 'production' });
  const site = await startSite(sandbox.settings);
  const browser = await launchBrowser(await freePort());
  let found = 0;
  try {
    const prepared = await preparePages(browser, site.url, renderDrawing);
    const cookie = prepared.find(({ name }) => name === 'cart')?.cookie ?? '';
    const owner = await browser.newContext();
    const desk = await owner.newPage();
    await logIn(desk, site.url);
    const screens = [...pagesOf(prepared), ...(await screensOf(desk, site.url))].filter(
      ({ name }) => only.size === 0 || only.has(name),
    );
    const state = await owner.storageState();
    for (const screen of screens) {
      for (const viewport of SIZES) {
        for (const colorScheme of SCHEMES) {
          const context = await browser.newContext({
            viewport,
            colorScheme,
            ...(screen.role === 'owner' ? { storageState: state } : {}),
            ...(screen.role === 'buyer' ? { extraHTTPHeaders: { Cookie: cookie } } : {}),
          });
          const errors = await image(
            context,
            site.url,
            screen,
            `${screen.name}-${viewport.width}-${colorScheme}`,
            values.keep && screen.isDocumented === true,
          );
          for (const error of errors)
            process.stdout.write(`${screen.name}, ${viewport.width} px, ${colorScheme}: ${error}\n`);
          found += errors.length;
          await context.close();
        }
      }
    }
    process.stdout.write(`${screens.length} pages in four images each, ${found} findings.\n`);
  } finally {
    await browser.close();
    await site.stop();
    await sandbox.drop();
  }
  return found === 0 ? 0 : 1;
}

/** Takes a screenshot. @returns findings */
async function image(
  context: BrowserContext,
  url: string,
  screen: Screen,
  name: string,
  keepImages: boolean,
): Promise<string[]> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => void errors.push(`a script failed: ${error.message}`));
  page.on(
    'console',
    (message) => void (message.type() === 'error' && errors.push(`the console says: ${message.text()}`)),
  );
  const response = await page.goto(url + screen.path, { waitUntil: 'networkidle' });
  if ((response?.status() ?? 500) >= 500) errors.push(`it answered with ${response?.status()}`);
  await walkDown(page);
  if (await overflows(page)) errors.push('it is wider than its window');
  errors.push(...(await seriousFindings(page)));
  const { width } = page.viewportSize() ?? SIZES[0];
  const height = Math.min(TALLEST, Number(await page.evaluate('document.documentElement.scrollHeight')));
  const png = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
  saveFile(join(ROOT, 'dist', 'screenshots'), `${name}.png`, png);
  if (keepImages)
    saveFile(join(ROOT, 'docs', 'screenshots'), `${name}.webp`, await sharp(png).webp({ quality: 70 }).toBuffer());
  return screen.path === '/nowhere/' ? errors.filter((error) => !error.includes('404')) : errors;
}

/** Scrolls through the page, since images below the fold load lazily. */
async function walkDown(page: Page): Promise<void> {
  await page.evaluate(
    '(async () => { for (let at = 0; at < document.documentElement.scrollHeight; at += 600) { scrollTo(0, at); await new Promise((done) => setTimeout(done, 60)); } scrollTo(0, 0); })()',
  );
  await page.waitForLoadState('networkidle');
}

function saveFile(folder: string, file: string, bytes: Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), bytes);
}
