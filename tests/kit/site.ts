import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../core/boot/config.js';
import { activateFirstPlugins, firstStart, loadDemo } from '../../core/boot/first-start.js';
import { createSite, type Site } from '../../core/boot/site.js';
import { createSiteApp } from '../../core/boot/web.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { listen } from '../../core/http/index.js';
import { type Engine, scratchDatabase } from './databases.js';

export const ADMIN = { login: 'admin', password: 'a long admin password' } as const;

/** A whole site on a port of its own. */
export interface TestSite {
  readonly site: Site;
  readonly url: string;
  /** Runs work as a request of nobody would. */
  inContext<T>(work: () => Promise<T>): Promise<T>;
  /** Writes a plugin into the data folder, as an installation does; `files` by path, `plugin.json` made of the id when absent. */
  addPlugin(id: string, files: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

const root = join(__dirname, '..', '..');

export interface BootOptions {
  engine?: Engine;
  fixtures?: readonly string[];
  /** Starts as a new owner's site does: with the store, compliance and facet plugins. */
  shop?: boolean;
  /** With the demo shop besides. */
  demo?: boolean;
}

export async function bootSite({ engine = 'sqlite', fixtures = [], shop = false, demo = false }: BootOptions = {}): Promise<TestSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-site-'));
  const scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
  const port = await freePort();
  for (const folder of fixtures) cpSync(join(root, 'tests/fixtures/plugins', folder), join(dataDir, 'plugins', folder), { recursive: true });
  const env = { PORT: String(port), DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'silent', ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}) };
  const site = await createSite(readConfig(root, env, dataDir));
  const inContext = <T>(work: () => Promise<T>): Promise<T> => runInContext(createContext('test'), work);
  await inContext(() => firstStart(site));
  await inContext(async () => {
    await site.plugins.reconcile();
    const problems = shop || demo ? await activateFirstPlugins(site) : [];
    if (problems.length > 0) throw new Error(problems.join(' '));
    if (demo) await loadDemo(site);
  });
  const server = await listen(createSiteApp(site), port, '127.0.0.1');
  return {
    site,
    url: site.config.siteUrl,
    inContext,
    addPlugin(id, files) {
      const manifest = { name: id, version: '1.0.0', description: 'A plugin of the tests.', author: 'Plinth', requiresCore: '*', main: 'index.js' };
      for (const [path, text] of Object.entries({ 'plugin.json': JSON.stringify(manifest), ...files })) {
        const file = join(dataDir, 'plugins', id, path);
        mkdirSync(join(file, '..'), { recursive: true });
        writeFileSync(file, text);
      }
    },
    async close() {
      await server.close();
      await site.close();
      await scratch?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
  await probe.close();
  return probe.port;
}
