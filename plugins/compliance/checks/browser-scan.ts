import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PluginScope } from 'plinth';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import type { ReceivedPage, ReceivedShop } from './shop-view.js';
import { type Screen, SCREENS } from './styles/screen.js';
import type { SeenElement } from './visible-element.js';
import { createViews, findVisiblePages, type ShopViews } from './views.js';

/** What a browser saw of a shop. */
export interface BrowserScan {
  readonly views: ShopViews;
  /** Name and version, such as `Chromium 140.0.7339.80`. */
  readonly browser: string;
  /** Number of pages that the browser rendered; the others were analyzed without it. */
  readonly rendered: number;
}

/** Renders the pages of a shop; undefined where there is no browser, or when it fails. */
export type RunBrowserScan = (shop: ReceivedShop) => Promise<BrowserScan | undefined>;

const load = createRequire(__filename);

/** Environment variable with the path of Chromium or Chrome. */
const PATH_VARIABLE = 'CHROMIUM_PATH';
const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
] as const;
/** Time for the whole scan, in milliseconds; pages that are not rendered by then are analyzed without a browser. */
const MAX_SCAN_MS = 180_000;
const PAGE_TIMEOUT_MS = 15_000;
const WINDOW_HEIGHT = 900;
/** Tallest window in which a page is rendered as a whole, in pixels. */
const MAX_HEIGHT = 16_000;
const LOADED_TYPES: ReadonlySet<string> = new Set(['stylesheet', 'script', 'image', 'font']);

/** Returns the path of an installed browser; undefined for none, or with an empty environment variable. */
export function findBrowser(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const configured = variables[PATH_VARIABLE];
  if (configured !== undefined) return exists(configured) ? configured : undefined;
  return USUAL_PATHS.find(exists);
}

/** Loads the package that controls browsers; undefined where it is not installed. */
function loadPlaywright(): typeof import('playwright-core') | undefined {
  try {
    return load('playwright-core') as typeof import('playwright-core');
  } catch {
    return undefined;
  }
}

/** Whether pages can be rendered on this server. */
export const hasBrowser = (): boolean => findBrowser() !== undefined && loadPlaywright() !== undefined;

/** Serves the received page to the browser; lets it load files of the site, and send nothing. */
function serve(page: ReceivedPage, address: string, route: Route): Promise<void> {
  const request = route.request();
  if (request.isNavigationRequest() && request.url() === address)
    return route.fulfill({ status: 200, contentType: 'text/html; charset=UTF-8', body: page.html });
  const isFile =
    request.method() === 'GET' &&
    LOADED_TYPES.has(request.resourceType()) &&
    new URL(request.url()).origin === new URL(address).origin;
  return isFile ? route.continue() : route.abort();
}

/** Shows a loaded page as a whole in a window, and reads it. */
async function readIn(page: Page, { width, scheme }: Screen): Promise<SeenElement> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: WINDOW_HEIGHT });
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, Math.max(WINDOW_HEIGHT, height)) });
  return page.evaluate<SeenElement>('complianceReadPage()');
}

/** Renders a page in each window. */
async function render(
  context: BrowserContext,
  received: ReceivedPage,
  home: string,
): Promise<ReadonlyMap<string, SeenElement>> {
  const page = await context.newPage();
  try {
    const address = new URL(received.path, home).href;
    await page.route('**/*', (route) => serve(received, address, route));
    await page.goto(address, { waitUntil: 'load', timeout: PAGE_TIMEOUT_MS });
    const bodies = new Map<string, SeenElement>();
    for (const screen of SCREENS) bodies.set(screen.id, await readIn(page, screen));
    return bodies;
  } finally {
    await page.close();
  }
}

type RenderedPages = ReadonlyMap<number, ReadonlyMap<string, SeenElement>>;

async function renderPages(browser: Browser, shop: ReceivedShop, home: string, reader: string): Promise<RenderedPages> {
  const context = await browser.newContext({ viewport: { width: SCREENS[0].width, height: WINDOW_HEIGHT } });
  await context.addInitScript({ content: reader });
  const rendered = new Map<number, ReadonlyMap<string, SeenElement>>();
  const deadline = Date.now() + MAX_SCAN_MS;
  for (const [at, page] of shop.pages.entries()) {
    // Suggestions are a part of a page.
    if (page.html === '' || page.kind === 'suggestions') continue;
    if (Date.now() > deadline || !browser.isConnected()) break;
    try {
      rendered.set(at, await render(context, page, home));
    } catch {
      // Pages that fail or take too long are analyzed without the browser.
    }
  }
  return rendered;
}

/** Creates the scan with a browser: one process, started when needed and closed afterwards. */
export function createBrowserScan(scope: Pick<PluginScope, 'homeUrl' | 'log' | 'pluginDirPath'>): RunBrowserScan {
  return async (shop) => {
    const executablePath = findBrowser();
    const playwright = executablePath === undefined ? undefined : loadPlaywright();
    if (!playwright || executablePath === undefined || !shop.live) return undefined;
    let browser: Browser | undefined;
    try {
      const reader = readFileSync(scope.pluginDirPath('assets/read-page.js'), 'utf8');
      // Chromium refuses its sandbox to the superuser.
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      browser = await playwright.chromium.launch({ executablePath, args: [...args, '--disable-gpu'] });
      const rendered = await renderPages(browser, shop, scope.homeUrl('/'), reader);
      if (rendered.size === 0) throw new Error('No page could be rendered.');
      const analyzed = await findVisiblePages(shop);
      return {
        views: await createViews(shop, (at, screen) => rendered.get(at)?.get(screen.id) ?? analyzed(at, screen)),
        browser: `Chromium ${browser.version()}`,
        rendered: rendered.size,
      };
    } catch (error) {
      scope.log.error('the compliance scan could not use the browser', { error: String(error) });
      return undefined;
    } finally {
      await browser?.close().catch(() => undefined);
    }
  };
}
