import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MaybePromise, PlinthError } from '../../core/api/index.js';
import { readConfig } from '../../core/app/config.js';
import { activateFirstPlugins, firstStart, loadDemo } from '../../core/app/first-start.js';
import { createSite, type Site } from '../../core/app/site.js';
import { createSiteApp } from '../../core/app/web.js';
import { LOCALES } from '../../core/i18n/index.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { listen, type RunningServer } from '../../core/http/index.js';
import { freePort } from '../../core/http/server.js';
import { openPreparedSandbox, type Sandbox, newSandbox } from './prepared-sandboxes.js';
import type { Engine } from './databases.js';
import { findStoredUrls, replaceUrl } from './stored-urls.js';

export const ADMIN = { login: 'admin', password: 'a long admin password' } as const;

/** A complete site on its own port. */
export interface TestSite {
  readonly site: Site;
  readonly url: string;
  /** Runs work as in a request of an anonymous visitor. */
  inContext<T>(work: () => MaybePromise<T>): Promise<T>;
  /**
   * Writes a plugin into the data folder, as an installation does; `files` by path, `plugin.json` generated from the id
   * when absent.
   */
  addPlugin(id: string, files: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

const root = join(__dirname, '..', '..');

export interface BootOptions {
  engine?: Engine;
  /** Starts like a new owner's site: with the store, compliance and facet plugins. */
  shop?: boolean;
  /** Also creates the demo shop. */
  demo?: boolean;
  /** URL of a mail server; not during the setup. */
  smtpUrl?: string;
  /** What happens on the site before the test begins; named, so that it runs only once. */
  setup?: SiteSetup;
  /** Uses a host name, which some features require; only for a newly created site. */
  host?: 'localhost';
  /** Disables page caching, for tests that change a plugin's behavior themselves. */
  uncached?: boolean;
  /** Creates a new site, even if the run has already made an equal one. */
  fresh?: boolean;
}

export interface SiteSetup {
  readonly name: string;
  run(site: SetupSite): Promise<void>;
}

/** A site without a running server. */
export type SetupSite = Pick<TestSite, 'site' | 'inContext' | 'addPlugin'>;

/** Starts a site with a setup, shared with other tests of the run; its plugins start as on a restart of the site. */
export async function bootSite({
  engine = 'sqlite',
  fresh = false,
  host,
  smtpUrl,
  uncached,
  ...options
}: BootOptions = {}): Promise<TestSite> {
  if (fresh) {
    const sandbox = await newSandbox(engine);
    const site = await openSite(sandbox, await freePort(), { host, smtpUrl, uncached });
    await live(site, options);
    return visited(site, sandbox);
  }
  const { shop = false, demo = false, setup } = options;
  const bootstrap = await openPreparedSandbox(engine, JSON.stringify([shop, demo, setup?.name]), async (empty) => {
    const site = await openSite(empty, await freePort());
    await live(site, options);
    await site.site.close();
    return findStoredUrls(empty, site.site.config.siteUrl);
  });
  const port = await freePort();
  await replaceUrl(bootstrap, bootstrap.note, `http://127.0.0.1:${port}`);
  const site = await openSite(bootstrap, port, { smtpUrl, uncached });
  await site.inContext(() => site.site.plugins.reconcile());
  return visited(site, bootstrap);
}

/** Activates a plugin, after writing its files if given; in the history of a site, or later. */
export async function activatePlugin(
  test: SetupSite,
  id: string,
  files?: Readonly<Record<string, string>>,
): Promise<void> {
  if (files) test.addPlugin(id, files);
  const error = await test.inContext(() => test.site.plugins.activatePlugin(id));
  if (error) throw new Error(`${id}: ${error.getErrorMessage()}`);
}

async function openSite(
  { dataDir, url }: Sandbox,
  port: number,
  { host, smtpUrl, uncached = false }: Pick<BootOptions, 'host' | 'smtpUrl' | 'uncached'> = {},
): Promise<SetupSite> {
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'silent',
    ...withSetting('OBJECT_CACHE_MB'),
    ...(uncached ? { PAGE_CACHE_MB: '0' } : withSetting('PAGE_CACHE_MB')),
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...(host === undefined ? {} : { SITE_URL: `http://${host}:${port}` }),
    ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
  };
  const site = await createSite(readConfig(root, env, dataDir));
  // What a scan finds must not depend on the speed of the machine.
  site.hooks.addFilter('compliance/immediate_scan_ms', () => 3_600_000);
  return {
    site,
    inContext: async (work) => runInContext(createContext('test'), work),
    addPlugin(id, files) {
      const manifest = {
        name: id,
        version: '1.0.0',
        description: 'A plugin of the tests.',
        author: 'Plinth',
        requiresCore: '*',
        main: 'index.js',
      };
      for (const [path, text] of Object.entries({ 'plugin.json': JSON.stringify(manifest), ...files })) {
        const file = join(dataDir, 'plugins', id, path);
        mkdirSync(join(file, '..'), { recursive: true });
        writeFileSync(file, text);
      }
    },
  };
}

/** Returns a setting from the environment of the run, if it is set. */
function withSetting(name: string): Record<string, string> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}

/** Runs the first start, and the history a test requires. */
async function live(test: SetupSite, { shop = false, demo = false, setup }: BootOptions): Promise<void> {
  const { site, inContext } = test;
  await inContext(() => firstStart(site));
  await inContext(async () => {
    await site.options.updateOption('site_languages', LOCALES);
    await site.plugins.reconcile();
    const problems = shop || demo ? await activateFirstPlugins(site) : [];
    if (problems.length > 0) throw new Error(problems.join(' '));
    if (demo) await loadDemo(site);
  });
  await setup?.run(test);
}

async function visited(test: SetupSite, sandbox: Sandbox): Promise<TestSite> {
  const { site } = test;
  const server = await listenSoon(createSiteApp(site), site.config.port);
  return {
    ...test,
    url: site.config.siteUrl,
    async close() {
      await server.close();
      await site.close();
      await sandbox.release();
    },
  };
}

/** A connection of another test may have been assigned the port meanwhile; it closes soon. */
async function listenSoon(app: Parameters<typeof listen>[0], port: number, attemptsLeft = 50): Promise<RunningServer> {
  try {
    return await listen(app, port, '127.0.0.1');
  } catch (error) {
    if (attemptsLeft === 0 || !(error instanceof PlinthError) || error.code !== 'http_port_taken') throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return listenSoon(app, port, attemptsLeft - 1);
  }
}
