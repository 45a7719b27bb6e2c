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
/** Number of pages rendered in parallel; more would compete with the visitors of the shop. */
const MAX_PAGES = 2;
const WINDOW_HEIGHT = 900;
/** Tallest window in which a page is rendered as a whole, in pixels. */
const MAX_HEIGHT = 16_000;
const LOADED_TYPES: ReadonlySet<string> = new Set(['stylesheet', 'script', 'image', 'font']);
/** Windows in the order in which a page changes least from one to the next. */
const READING_ORDER: readonly Screen[] = [...SCREENS].sort((one, other) => other.width - one.width);

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

/** A file of the site, as the browser gets it. */
interface SiteFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Returns a file of the site; each one is requested once in a scan, since the browser caches none that it asks for. */
type LoadFile = (route: Route) => Promise<SiteFile>;

function createFileCache(): LoadFile {
  const files = new Map<string, Promise<SiteFile>>();
  return (route) => {
    const address = route.request().url();
    const known =
      files.get(address) ??
      route.fetch({ timeout: PAGE_TIMEOUT_MS }).then(async (response) => ({
        status: response.status(),
        headers: response.headers(),
        body: await response.body(),
      }));
    files.set(address, known);
    return known;
  };
}

/** Serves the received page to the browser; lets it load files of the site, and send nothing. */
async function serve(page: ReceivedPage, address: string, route: Route, loadFile: LoadFile): Promise<void> {
  const request = route.request();
  if (request.isNavigationRequest() && request.url() === address)
    return route.fulfill({ status: 200, contentType: 'text/html; charset=UTF-8', body: page.html });
  const isFile =
    request.method() === 'GET' &&
    LOADED_TYPES.has(request.resourceType()) &&
    new URL(request.url()).origin === new URL(address).origin;
  return isFile ? route.fulfill(await loadFile(route)) : route.abort();
}

/** Shows a loaded page as a whole in a window, and reads it. */
async function readIn(page: Page, { width, scheme }: Screen): Promise<SeenElement> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: WINDOW_HEIGHT });
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ width, height: Math.min(MAX_HEIGHT, Math.max(WINDOW_HEIGHT, height)) });
  return page.evaluate<SeenElement>('complianceReadPage()');
}

type SeenInWindows = ReadonlyMap<string, SeenElement>;

/** Renders a received page in each window. */
async function render(page: Page, received: ReceivedPage, home: string, loadFile: LoadFile): Promise<SeenInWindows> {
  const address = new URL(received.path, home).href;
  await page.route('**/*', (route) => serve(received, address, route, loadFile).catch(() => undefined));
  try {
    await page.goto(address, { waitUntil: 'load', timeout: PAGE_TIMEOUT_MS });
    const bodies = new Map<string, SeenElement>();
    for (const screen of READING_ORDER) bodies.set(screen.id, await readIn(page, screen));
    return bodies;
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

type RenderedPages = ReadonlyMap<number, SeenInWindows>;

/** Renders the pages of a shop with one browser, in a few tabs that take one page after the other. */
async function renderPages(browser: Browser, shop: ReceivedShop, home: string, reader: string): Promise<RenderedPages> {
  const rendered = new Map<number, SeenInWindows>();
  const deadline = Date.now() + MAX_SCAN_MS;
  const loadFile = createFileCache();
  // Suggestions are a part of a page.
  const waiting = [...shop.pages.entries()].filter(([, { html, kind }]) => html !== '' && kind !== 'suggestions');

  async function renderNext(context: BrowserContext): Promise<void> {
    let page = await context.newPage();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (Date.now() > deadline || !browser.isConnected()) return;
      const [at, received] = next;
      try {
        rendered.set(at, await render(page, received, home, loadFile));
      } catch {
        // Pages that fail or take too long are analyzed without the browser; the next one gets a new tab.
        await page.close().catch(() => undefined);
        page = await context.newPage();
      }
    }
  }

  const tabs = Array.from({ length: MAX_PAGES }, async () => {
    const context = await browser.newContext({ viewport: { width: SCREENS[0].width, height: WINDOW_HEIGHT } });
    await context.addInitScript({ content: reader });
    await renderNext(context);
  });
  await Promise.allSettled(tabs);
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
