import { createSite, type Site } from '../../core/app/site.js';
import { readConfig } from '../../core/app/config.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { join } from 'node:path';
import type { PluginError } from '../../core/plugins/index.js';
import {
  ADMIN,
  openSiteSandbox,
  type SiteSandbox,
  install,
  plinth,
  type SiteProcess,
  startSite,
  until,
} from '../chaos/site-process.js';
import type { Engine } from '../kit/databases.js';
import { visitor } from '../kit/visitor.js';
import { ENTRIES, isFailureOf, moduleOf } from './entries.js';
import { FAILURES } from './failures.js';
import { normalizeEntry, type Outcome } from './outcome.js';
import {
  respondsToRest,
  hasHealthyContent,
  HEALTHY_MODULE,
  HEALTHY_CONTENT,
  type HealthyPlugin,
} from './healthy-plugin.js';
import { assertDefined } from '../kit/assert-defined.js';

/** A cell of the table: a separate plugin with one failing entry point. */
export interface Cell {
  readonly id: string;
  readonly failure: string;
  readonly entry: string;
}

/** Returns the cells of an engine. @param ends whether to return those that end the process, or the others */
export function cellsOf(engine: Engine, ends: boolean): Cell[] {
  return Object.entries(FAILURES)
    .filter(([, failure]) => (failure.ends !== undefined) === ends && (failure.engine ?? engine) === engine)
    .flatMap(([failure, description]) =>
      Object.entries(ENTRIES).flatMap(([entry, kind]) =>
        isFailureOf(description, kind) ? [{ id: `${failure}-${entry}`, failure, entry }] : [],
      ),
    );
}

/** A site in a separate process, with one failing plugin for each cell and one healthy plugin. */
export interface MatrixSite {
  readonly process: SiteProcess;
  /** Calls the entry point of a cell. */
  visit(cell: Cell): Promise<Visit>;
  /** Returns what has been reported for each failing plugin so far. */
  found(): Promise<ReadonlyMap<string, Pick<Outcome, 'named' | 'state' | 'log'>>>;
  isHealthy(): Promise<boolean>;
  /** Returns what is known about the healthy plugin so far. */
  healthyPlugin(): Promise<HealthyPlugin>;
  close(): Promise<void>;
}

/** The response of a cell's entry point, and whether the healthy plugin responded right afterwards. */
export type Visit = Pick<Outcome, 'visitor' | 'whole'> & { readonly isHealthy: boolean };

const TIMEOUT_MS = 60_000;
const root = join(__dirname, '..', '..');

/** Starts a site with a plugin for each cell. @param more settings of the site, and `heap` in megabytes */
export async function startMatrixSite(
  engine: Engine,
  cells: readonly Cell[],
  { heap, ...more }: Readonly<Record<string, string>> = {},
): Promise<MatrixSite> {
  const sandbox = await openSiteSandbox(engine, {
    LOG_LEVEL: 'warn',
    SMTP_URL: 'smtp://127.0.0.1:9',
    NODE_OPTIONS: `--require ${join(__dirname, 'unwatched.cjs')}${heap ? ` --max-old-space-size=${heap}` : ''}`,
    ...more,
  });
  for (const { id, failure, entry } of cells)
    sandbox.addPlugin(id, moduleOf(id, assertDefined(ENTRIES[entry]), assertDefined(FAILURES[failure])));
  sandbox.addPlugin('healthy', HEALTHY_MODULE);
  await install(sandbox, [...cells.map(({ id }) => id), 'healthy'].sort());
  await sandbox.inSite(async ({ content }) => {
    for (const { id, entry } of cells) {
      const text = ENTRIES[entry]?.content?.(id);
      if (text !== undefined)
        await content.wpInsertPost({
          post_type: 'page',
          post_status: 'publish',
          post_title: id,
          post_name: id,
          post_content: text + HEALTHY_CONTENT,
        });
    }
  });
  const running = await startSite(sandbox.settings);
  const owner = visitor(running.url);
  await until(
    'the administrator can log in',
    () =>
      owner.logIn(ADMIN.login, ADMIN.password).then(
        () => true,
        () => false,
      ),
    120_000,
  );
  const observer = await openObserver(sandbox);

  async function visit(cell: Cell): Promise<Visit> {
    return { ...(await enter(cell)), isHealthy: await respondsToRest(running.url, owner.cookies()) };
  }

  async function enter({ id, entry }: Cell): Promise<Pick<Outcome, 'visitor' | 'whole'>> {
    const { path, command, admin, content } = assertDefined(ENTRIES[entry]);
    if (command) return { visitor: `exit ${plinth(sandbox.settings, ...command(id)).status}`, whole: true };
    if (!path) return { visitor: '', whole: true };
    const response = await fetch(running.url + path(id), {
      redirect: 'manual',
      headers: admin ? { cookie: owner.cookies() } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (!response) return { visitor: 'restarted', whole: true };
    const text = await response.text();
    return {
      visitor: String(response.status),
      whole:
        !content || response.status !== 200 || (/The page of [\w-]+\./.test(text) && hasHealthyContent(text, entry)),
    };
  }

  async function found(): Promise<ReadonlyMap<string, Pick<Outcome, 'named' | 'state' | 'log'>>> {
    const { errors, records } = await observer.readState();
    const lines = running
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { plugin?: string; entry?: string; msg: string });
    return new Map(
      cells.map(({ id }) => {
        const own = errors.filter(({ plugin }) => plugin === id);
        const messages = lines.filter(({ plugin }) => plugin === id).map(({ msg }) => msg);
        const isFault = messages.some((msg) => msg.startsWith('plugin error'));
        const isOutage = messages.some((msg) => msg.includes('for a reason outside the plugin'));
        const other = isOutage ? 'for a reason outside the plugin' : '';
        const log = isFault ? 'plugin error' : other;
        return [
          id,
          {
            named: [...new Set(own.map(({ entry }) => `${id}: ${normalizeEntry(entry)}`))],
            state: records.get(id) ?? 'gone',
            log,
          },
        ];
      }),
    );
  }

  return {
    process: running,
    visit,
    found,
    async healthyPlugin() {
      const { errors, records, scheduled } = await observer.readState();
      const others = new Set(cells.map(({ id }) => id));
      return {
        named: errors
          .filter(({ plugin }) => !others.has(plugin))
          .map(({ plugin, entry, message }) => `${plugin}: ${entry}: ${message}`),
        state: records.get('healthy') ?? 'gone',
        scheduled,
      };
    },
    isHealthy: () =>
      fetch(`${running.url}/healthy/`, { signal: AbortSignal.timeout(30_000) }).then(
        ({ status }) => status === 200,
        () => false,
      ),
    async close() {
      await observer.close();
      await running.stop();
      await sandbox.drop();
    },
  };
}

interface SiteState {
  readonly errors: readonly PluginError[];
  readonly records: ReadonlyMap<string, string>;
  /** Whether the scheduled work of the healthy plugin is done. */
  readonly scheduled: boolean;
}

/** Opens the database of the running site from this process. */
async function openObserver({
  settings,
  dataDir,
}: SiteSandbox): Promise<{ readState(): Promise<SiteState>; close(): Promise<void> }> {
  const site: Site = await createSite(readConfig(root, { ...settings, SAFE_MODE: '1', LOG_LEVEL: 'silent' }, dataDir));
  return {
    readState: () =>
      runInContext(createContext('test'), async () => {
        await site.refresh();
        const errors = await site.db()<PluginError>('plugin_errors').select<PluginError[]>('*');
        const done = await Promise.all(
          ['healthy_event_done', 'healthy_job_done'].map((name) => site.options.getOption<string>(name, '')),
        );
        return {
          errors,
          records: new Map((await site.plugins.records()).map(({ id, status }) => [id, status])),
          scheduled: done.every((value) => value === '1'),
        };
      }),
    close: () => site.close(),
  };
}
