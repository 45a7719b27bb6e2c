import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type MaybePromise, PlinthError, type PluginScope } from '../api/index.js';
import { readConfig } from '../app/config.js';
import { activateFirstPlugins, firstStart, loadDemo } from '../app/first-start.js';
import { createSite, type Site } from '../app/site.js';
import { createSiteApp } from '../app/web.js';
import { type CommandResult, runOnSite } from '../cli/with-site.js';
import { createContext, runInContext, SCHEDULED_CONTEXT } from '../context/index.js';
import { listen } from '../http/index.js';
import { LOCALES } from '../i18n/index.js';
import { linkTheme } from '../themes/index.js';
import { openBrowser } from './browser.js';
import { type Clock, createClock } from './clock.js';
import { createFixtures, type Fixtures } from './create-fixtures.js';
import { freePort } from '../http/server.js';
import { createSandbox } from './sandbox.js';
import { createMailbox, type Mailbox } from './mailbox.js';
import { type Visitor, visitor } from './visitor.js';

/** Initial state of a site under test. */
export interface TestSiteOptions {
  /**
   * Plugins to activate, in this order: paths of folders, or names of those that ship with Plinth. Plugins of the
   * latter kind that they require are activated first.
   */
  readonly plugins?: readonly string[];
  /**
   * The theme to activate: the path of a folder, or the name of an available one.
   * @since 0.1.0
   */
  readonly theme?: string;
  /** The site's time when it starts; the real time when absent. */
  readonly now?: Date | string;
  /** Options of the site, such as `blogname`; `site_languages` are all languages if absent. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Environment settings of the process, such as `PAGE_CACHE_MB`. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * `sqlite`, or the URL of a MariaDB server, on which a separate database is created for the site. Defaults to
   * `PLINTH_TEST_DATABASE`, or else SQLite.
   */
  readonly database?: string;
  /** Whether to activate the plugins of a new owner's site. */
  readonly shop?: boolean;
  /** Whether to activate the plugins of a new owner's site and create the demo shop. */
  readonly demo?: boolean;
}

/** A complete site on its own port, which ends with `stop`, or with the block of `await using`. */
export interface TestSite extends Fixtures, AsyncDisposable {
  readonly url: string;
  readonly admin: { readonly login: string; readonly password: string };
  /** Returns the scope of a running plugin; without a name, that of the first one in `plugins`. */
  scope(plugin?: string): PluginScope;
  /** Runs work as in a request of a user; anonymous when no user is given. */
  run<T>(work: () => MaybePromise<T>, userId?: number): Promise<T>;
  /** Creates a new visitor with a browser without scripts. */
  visitor(): Visitor;
  /**
   * Starts Chromium with playwright-core, which the plugin's author installs; closed with the site. Pass its type:
   * `browser<Browser>()`.
   */
  browser<B = unknown>(): Promise<B>;
  readonly clock: Clock;
  readonly mails: Mailbox;
  /** Runs `plinth …` on this site. */
  cli(...args: readonly string[]): Promise<CommandResult>;
  /** Returns the plugin errors so far. */
  pluginErrors(): Promise<readonly { readonly plugin: string; readonly entry: string; readonly message: string }[]>;
  stop(): Promise<void>;
}

const ADMIN = { login: 'admin', password: 'a long admin password' } as const;

/**
 * Starts a separate site for a test, in this process and with any test runner.
 * @throws PlinthError the reason why a plugin cannot start, with a hint
 */
export async function bootSite(options: TestSiteOptions = {}): Promise<TestSite> {
  // Makes stack traces refer to lines of the sources.
  process.setSourceMapsEnabled(true);
  const undo: (() => MaybePromise<void>)[] = [];
  async function stop(): Promise<void> {
    for (const step of undo.splice(0).reverse()) await step();
  }
  try {
    return await startTestSite(options, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startTestSite(
  options: TestSiteOptions,
  undo: (() => MaybePromise<void>)[],
  stop: () => Promise<void>,
): Promise<TestSite> {
  const root = findRoot(__dirname);
  const { paths, ids } = splitPlugins(options.plugins ?? []);
  const sandbox = await createSandbox(options.database ?? process.env.PLINTH_TEST_DATABASE ?? 'sqlite');
  undo.push(sandbox.release);
  const theme = await resolveTheme(options.theme, join(sandbox.dataDir, 'themes'));
  const clock = createClock(() => runDue(site), options.now);
  undo.push(clock.release);
  const port = await freePort();
  const config = readConfig(
    root,
    {
      LOG_LEVEL: 'silent',
      ...options.env,
      PORT: String(port),
      DATA_DIR: sandbox.dataDir,
      ADMIN_PASSWORD: ADMIN.password,
      DEMO: '0',
      DATABASE_URL: sandbox.databaseUrl,
    },
    sandbox.dataDir,
  );
  const site: Site = await createSite({ ...config, pluginPaths: [...config.pluginPaths, ...paths] });
  undo.push(() => site.close());
  const run: TestSite['run'] = async (work, userId = 0) =>
    runInContext(createContext('test', userId), async () => {
      await site.refresh();
      return work();
    });
  await run(() => setUpSite(site, options, ids, theme));
  const server = await listen(createSiteApp(site), port, '127.0.0.1');
  undo.push(() => server.close());
  return {
    ...createFixtures(site, run),
    url: site.config.siteUrl,
    admin: ADMIN,
    scope(plugin = ids[0] ?? '') {
      const running = site.plugins.runningPlugin(plugin);
      if (!running)
        throw new PlinthError('plugin_not_running', `The plugin "${plugin}" is not running.`, {
          hint: 'Add it to `plugins`.',
        });
      return running.scope;
    },
    run,
    visitor: () => visitor(site.config.siteUrl),
    async browser<B>() {
      const browser = await openBrowser();
      undo.push(() => browser.close());
      return browser as B;
    },
    clock,
    mails: createMailbox(join(sandbox.dataDir, 'mail')),
    cli: (...args) => runOnSite(site, args),
    async pluginErrors() {
      await site.plugins.pluginErrors.flush();
      return run(() => site.plugins.pluginErrors.list());
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function setUpSite(
  site: Site,
  { settings = {}, shop = false, demo = false }: TestSiteOptions,
  ids: readonly string[],
  theme: string | undefined,
): Promise<void> {
  await firstStart(site);
  const initial = { site_languages: LOCALES, ...settings };
  for (const [name, value] of Object.entries(initial)) await site.options.updateOption(name, value);
  await site.plugins.reconcile();
  const problems = shop || demo ? await activateFirstPlugins(site) : [];
  if (problems.length > 0) throw new PlinthError('plugin_not_activated', problems.join(' '));
  if (demo) await loadDemo(site);
  for (const id of ids) await activateWithRequired(site, id);
  if (theme !== undefined) await site.themes.switchTheme(theme);
}

async function activateWithRequired(site: Site, id: string): Promise<void> {
  const record = await site.plugins.record(id);
  if (record?.status === 'active') return;
  if (record?.error && !record.manifest) throw record.error;
  for (const other of Object.keys(record?.manifest?.requiresPlugins ?? {}))
    if ((await site.plugins.record(other))?.manifest) await activateWithRequired(site, other);
  const error = await site.plugins.activatePlugin(id);
  if (!error || error.getErrorCode() === 'unexpected_output') return;
  const hint = (error.getErrorData() as { hint?: string } | null | undefined)?.hint;
  throw new PlinthError(error.getErrorCode(), error.getErrorMessage().replace(/<[^>]*>/g, ''), hint ? { hint } : {});
}

/** Runs what the site would run on its timer. */
async function runDue(site: Site): Promise<void> {
  await runInContext(createContext(SCHEDULED_CONTEXT), async () => {
    await site.refresh();
    await site.plugins.reconcile();
    await site.cron.runDueEvents();
    while ((await site.cron.runJobs()) > 0);
    await site.audit.append();
  });
}

/** Separates paths of folders from names, and returns the ids of all. */
function splitPlugins(plugins: readonly string[]): { paths: string[]; ids: string[] } {
  const paths = plugins.filter((plugin) => existsSync(join(plugin, 'plugin.json'))).map((plugin) => resolve(plugin));
  return {
    paths,
    ids: plugins.map((plugin) => (existsSync(join(plugin, 'plugin.json')) ? basename(resolve(plugin)) : plugin)),
  };
}

/** Returns a theme's id; one from another folder is linked into the site's themes. */
async function resolveTheme(theme: string | undefined, themes: string): Promise<string | undefined> {
  return theme !== undefined && existsSync(join(theme, 'theme.json')) ? linkTheme(theme, themes) : theme;
}

/** Returns Plinth's root folder, regardless of where this file was built to. */
function findRoot(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === 'plinth')
    return folder;
  if (dirname(folder) === folder)
    throw new PlinthError('plinth_not_found', 'The root folder of Plinth was not found.', {
      hint: 'Reinstall the package.',
    });
  return findRoot(dirname(folder));
}
