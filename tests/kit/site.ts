import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MaybePromise, PlinthError } from '../../core/api/index.js';
import { readConfig } from '../../core/app/config.js';
import { activateFirstPlugins, firstStart, loadDemo } from '../../core/app/first-start.js';
import { createSite, type Site } from '../../core/app/site.js';
import { createSiteApp } from '../../core/app/web.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { listen, type RunningServer } from '../../core/http/index.js';
import { freePort } from '../../core/http/server.js';
import { beginAgain, type Ground, newGround } from './beginnings.js';
import type { Engine } from './databases.js';
import { addressesIn, replaceAddress } from './stored-addresses.js';

export const ADMIN = { login: 'admin', password: 'a long admin password' } as const;

/** A whole site on a port of its own. */
export interface TestSite {
  readonly site: Site;
  readonly url: string;
  /** Runs work as a request of nobody would. */
  inContext<T>(work: () => MaybePromise<T>): Promise<T>;
  /** Writes a plugin into the data folder, as an installation does; `files` by path, `plugin.json` made of the id when absent. */
  addPlugin(id: string, files: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

const root = join(__dirname, '..', '..');

export interface BootOptions {
  engine?: Engine;
  /** Starts as a new owner's site does: with the store, compliance and facet plugins. */
  shop?: boolean;
  /** With the demo shop besides. */
  demo?: boolean;
  /** The address of a mail server; not during the past. */
  smtpUrl?: string;
  /** What the site went through before the test begins; named, so that it has to happen only once. */
  past?: Past;
  /** Has the address of a name, which some things need; only of a site that is made anew. */
  host?: 'localhost';
  /** Makes every page anew, for tests that change by themselves what a plugin does. */
  uncached?: boolean;
  /** Makes the site anew, even when the run made one like it before. */
  fresh?: boolean;
}

export interface Past {
  readonly name: string;
  happen(site: PastSite): Promise<void>;
}

/** A site that nobody visits yet. */
export type PastSite = Pick<TestSite, 'site' | 'inContext' | 'addPlugin'>;

/** A site with a past, which began like others of the run; its plugins start as they do when a site is started again. */
export async function bootSite({
  engine = 'sqlite',
  fresh = false,
  host,
  smtpUrl,
  uncached,
  ...begins
}: BootOptions = {}): Promise<TestSite> {
  if (fresh) {
    const ground = await newGround(engine);
    const site = await openSite(ground, await freePort(), { host, smtpUrl, uncached });
    await live(site, begins);
    return visited(site, ground);
  }
  const { shop = false, demo = false, past } = begins;
  const ground = await beginAgain(engine, JSON.stringify([shop, demo, past?.name]), async (empty) => {
    const site = await openSite(empty, await freePort());
    await live(site, begins);
    await site.site.close();
    return addressesIn(empty, site.site.config.siteUrl);
  });
  const port = await freePort();
  await replaceAddress(ground, ground.note, `http://127.0.0.1:${port}`);
  const site = await openSite(ground, port, { smtpUrl, uncached });
  await site.inContext(() => site.site.plugins.reconcile());
  return visited(site, ground);
}

/** Switches a plugin on, and writes it before when its files are given; in the past of a site, or later. */
export async function switchOn(test: PastSite, id: string, files?: Readonly<Record<string, string>>): Promise<void> {
  if (files) test.addPlugin(id, files);
  const error = await test.inContext(() => test.site.plugins.activatePlugin(id));
  if (error) throw new Error(`${id}: ${error.getErrorMessage()}`);
}

async function openSite(
  { dataDir, url }: Ground,
  port: number,
  { host, smtpUrl, uncached = false }: Pick<BootOptions, 'host' | 'smtpUrl' | 'uncached'> = {},
): Promise<PastSite> {
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
  return {
    site: await createSite(readConfig(root, env, dataDir)),
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

/** What the run sets for all sites. */
function withSetting(name: string): Record<string, string> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}

/** The first start, and what a test wants to have happened since. */
async function live(test: PastSite, { shop = false, demo = false, past }: BootOptions): Promise<void> {
  const { site, inContext } = test;
  await inContext(() => firstStart(site));
  await inContext(async () => {
    await site.plugins.reconcile();
    const problems = shop || demo ? await activateFirstPlugins(site) : [];
    if (problems.length > 0) throw new Error(problems.join(' '));
    if (demo) await loadDemo(site);
  });
  await past?.happen(test);
}

async function visited(test: PastSite, ground: Ground): Promise<TestSite> {
  const { site } = test;
  const server = await listenSoon(createSiteApp(site), site.config.port);
  return {
    ...test,
    url: site.config.siteUrl,
    async close() {
      await server.close();
      await site.close();
      await ground.release();
    },
  };
}

/** A connection of another test may have been given the port meanwhile; it goes away. */
async function listenSoon(app: Parameters<typeof listen>[0], port: number, tries = 50): Promise<RunningServer> {
  try {
    return await listen(app, port, '127.0.0.1');
  } catch (error) {
    if (tries === 0 || !(error instanceof PlinthError) || error.code !== 'http_port_taken') throw error;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return listenSoon(app, port, tries - 1);
  }
}
