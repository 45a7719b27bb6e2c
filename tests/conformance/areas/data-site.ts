import {
  type AnyCallback,
  type ContentApi,
  type CronApi,
  isWpError,
  PlinthError,
  type Undo,
} from '../../../core/api/index.js';
import { createContent } from '../../../core/content/index.js';
import { createContext, runInContext } from '../../../core/context/index.js';
import { createHooks, type Hooks } from '../../../core/hooks/index.js';
import { createFormatting } from '../../../core/formatting/index.js';
import { createCron, scheduleUpdateChecks } from '../../../core/jobs/index.js';
import fixtures from '../../fixtures/oracle/fixtures.json';
import { seedOracleContent } from '../../fixtures/oracle/content.js';
import { seedOracleUsers } from '../../fixtures/oracle/users.js';
import { createWebSite, type WebSite } from '../../kit/web-site.js';
import { SITE_URL } from './rest-home.js';
import { type AreaFunctions, camel, type CallInput, recorded, resolved } from './site-free.js';

/** The users, posts and options of the recorded site in a separate database. */
export interface DataSite extends WebSite {
  hooks: Hooks;
  cron: CronApi;
  content: ContentApi;
  /** Runs one case and rolls back its changes. */
  run(input: CallInput, functionsOf: (site: DataSite, trace: unknown[]) => AreaFunctions): Promise<unknown>;
}

class Rollback extends Error {}

export async function startDataSite(): Promise<DataSite> {
  let undos: Undo[] = [];
  const hooks = recordUndos(createHooks(), (undo) => void undos.push(undo));
  const site = await createWebSite({
    siteUrl: SITE_URL,
    strict: false,
    text: { hooks, formatting: createFormatting({ hooks, homeUrl: SITE_URL }) },
  });
  const cron = createCron({ db: site.db, hooks, runLogged: async (_owner, _what, work) => work() });
  const content = createContent({ ...site, cron });
  const options: Record<string, unknown> = { ...DEFAULTS, ...fixtures.options };
  for (const [name, value] of Object.entries(options)) await site.options.updateOption(name, value);
  await seedOracleUsers(site);
  await startCounting(site);
  await runInContext(createContext('seed'), () => seedOracleContent({ ...site, content }));
  await scheduleUpdateChecks({ cron });

  const data: DataSite = {
    ...site,
    hooks,
    cron,
    content,
    async run(input, functionsOf) {
      let results: unknown;
      undos = [];
      try {
        await runInContext(createContext('case'), () =>
          site.db
            .transaction(async () => {
              const trace: unknown[] = [];
              results = await runCase(input, { ...pseudoFunctions(hooks, trace), ...functionsOf(data, trace) });
              throw new Rollback();
            })
            .catch((error: unknown) => {
              if (!(error instanceof Rollback)) throw error;
            }),
        );
      } finally {
        for (const undo of undos) undo();
        for (const type of site.types.getPostTypes({ builtin: false })) site.types.unregisterPostType(type.name);
        site.cache.wpCacheFlush();
        await site.options.refresh();
      }
      return results;
    },
  };
  return data;
}

/** Defaults of a new WordPress that the recording does not list. */
const DEFAULTS = {
  gmt_offset: 0,
  upload_path: '',
  siteurl: SITE_URL,
  home: SITE_URL,
  admin_email: 'admin@example.test',
  default_role: 'subscriber',
  default_category: 1,
  default_ping_status: 'open',
  posts_per_rss: 10,
  active_plugins: [],
  start_of_week: 1,
  page_on_front: 0,
  page_for_posts: 0,
  wp_page_for_privacy_policy: 0,
};

/** Continues the metadata ids of the recorded site, so that ids do not collide with values in cases. */
async function startCounting({ db }: WebSite): Promise<void> {
  await db()('usermeta').insert({ meta_id: 104, user_id: 99, meta_key: 'x', meta_value: '' });
  await db()('usermeta').where({ meta_id: 104 }).delete();
  await db()('termmeta').insert({ meta_id: 5000, term_id: 99, meta_key: 'x', meta_value: '' });
  await db()('termmeta').where({ meta_id: 5000 }).delete();
  await db()('postmeta').insert({ meta_id: 5000, post_id: 99, meta_key: 'x', meta_value: '' });
  await db()('postmeta').where({ meta_id: 5000 }).delete();
}

/** Wraps hooks so that all callbacks added by a case can be removed. */
function recordUndos(hooks: Hooks, note: (undo: Undo) => void): Hooks {
  const and = (undo: Undo): Undo => {
    note(undo);
    return undo;
  };
  return {
    ...hooks,
    addFilter: (name, callback, priority, acceptedArgs) => and(hooks.addFilter(name, callback, priority, acceptedArgs)),
    addAction: (name, callback, priority, acceptedArgs) => and(hooks.addAction(name, callback, priority, acceptedArgs)),
  };
}

function pseudoFunctions(hooks: Hooks, trace: unknown[]): AreaFunctions {
  const add = (tag: string, callback: AnyCallback, acceptedArgs = 1): void =>
    void hooks.addFilter(tag, callback, 10, acceptedArgs);
  return {
    '@add_filter_const': (tag: string, value: unknown) => add(tag, () => value),
    '@add_filter_append': (tag: string, end: string) => add(tag, (text: unknown) => String(text) + end),
    '@trace_hooks': (...tags: string[]) => {
      for (const tag of tags) {
        add(
          tag,
          (...args: unknown[]) => {
            trace.push([tag, ...args]);
            return args[0] ?? null;
          },
          9,
        );
      }
    },
    '@trace': () => trace.splice(0),
    '@flush': () => undefined,
  };
}

async function runCase(input: CallInput, functions: AreaFunctions): Promise<unknown> {
  const call = async (
    [name, ...args]: readonly [string, ...unknown[]],
    results: readonly unknown[],
  ): Promise<unknown> => {
    const run = functions[name] ?? functions[camel(name)];
    if (!run) throw new Error(`No such function: ${name}`);
    try {
      return await (run as (...params: unknown[]) => unknown)(...args.map((arg) => resolved(arg, results)));
    } catch (error) {
      // WordPress ends the request with an error message.
      if (error instanceof PlinthError && error.code === 'option_protected')
        return { $throw: 'Exception', message: `wp_die: ${error.message}` };
      throw error;
    }
  };
  if (input.fn !== undefined) return toRecord(await call([input.fn, ...(input.args ?? [])], []));
  const results: unknown[] = [];
  for (const functionCall of input.calls ?? []) results.push(await call(functionCall, results));
  return withMetaIds(input.calls ?? [], results).map(toRecord);
}

/** Replaces the ids of new metadata rows, which differ between runs, by the names that the recording uses, in order of creation. */
function withMetaIds(calls: readonly [string, ...unknown[]][], results: readonly unknown[]): unknown[] {
  const names = new Map<unknown, string>();
  calls.forEach(([name], index) => {
    const result = results[index];
    if (typeof result !== 'number') return;
    if (/^(add|update)_(post_|user_|term_)?meta(data)?$/.test(name)) names.set(result, `{{META_ID${names.size + 1}}}`);
    if (name === 'wp_insert_post' && result > LAST_POST) names.set(result, `{{NEW${names.size + 1}}}`);
  });
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (isWpError(value)) return value;
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, rename(element)]));
    if (typeof value === 'string') return renameInText(value, names);
    return typeof value === 'number' ? (names.get(value) ?? value) : value;
  };
  return results.map(rename);
}

/** Replaces numbers in URLs, and current dates, by their names. */
function renameInText(text: string, names: ReadonlyMap<unknown, string>): string {
  const minutes = [0, 60_000].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 16).replace('T', ' '));
  if (minutes.some((minute) => text.startsWith(`${minute}:`) && text.length === 19)) return '{{NOW}}';
  return text.replace(/\b\d+\b/g, (number) => names.get(Number(number)) ?? number);
}

/** Posts with a greater id were created by a case. */
const LAST_POST = 214;

function toRecord(value: unknown): unknown {
  if (isWpError(value)) {
    return {
      $error: {
        code: value.getErrorCode(),
        message: value.getErrorMessage(),
        data: value.getErrorData() ?? null,
        codes: value.getErrorCodes(),
      },
    };
  }
  return Array.isArray(value) ? value.map(toRecord) : recorded(value);
}
