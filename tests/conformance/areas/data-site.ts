import { type AnyCallback, type CronApi, isWpError, type Undo } from '../../../core/api/index.js';
import { createContext, runInContext } from '../../../core/context/index.js';
import { createHooks, type Hooks } from '../../../core/hooks/index.js';
import { createFormatting } from '../../../core/formatting/index.js';
import { createCron } from '../../../core/jobs/index.js';
import fixtures from '../../fixtures/oracle/fixtures.json';
import { seedOracleUsers } from '../../fixtures/oracle/users.js';
import { createWebSite, type WebSite } from '../../kit/web-site.js';
import { SITE_URL } from './rest-home.js';
import { type AreaFunctions, camel, type CallInput, recorded, resolved } from './site-free.js';

/** The recorded site's users, posts and options in a database of its own. */
export interface DataSite extends WebSite {
  hooks: Hooks;
  cron: CronApi;
  /** Runs one case; nothing of it stays. */
  run(input: CallInput, functionsOf: (site: DataSite, trace: unknown[]) => AreaFunctions): Promise<unknown>;
}

class Rollback extends Error {}

export async function startDataSite(): Promise<DataSite> {
  const hooks = createHooks();
  const site = await createWebSite({ siteUrl: SITE_URL, strict: false, text: { hooks, formatting: createFormatting({ hooks, homeUrl: SITE_URL }) } });
  const cron = createCron({ db: site.db, hooks, invoke: async (_owner, _what, work) => work() });
  const options: Record<string, unknown> = { ...DEFAULTS, ...fixtures.options };
  for (const [name, value] of Object.entries(options)) await site.options.updateOption(name, value);
  await seedOracleUsers(site);
  await seedPosts(site);

  const data: DataSite = {
    ...site,
    hooks,
    cron,
    async run(input, functionsOf) {
      let results: unknown;
      const undos: Undo[] = [];
      await runInContext(createContext('case'), () =>
        site.db
          .transaction(async () => {
            const trace: unknown[] = [];
            results = await runCase(input, { ...pseudoFunctions(hooks, trace, undos), ...functionsOf(data, trace) });
            throw new Rollback();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Rollback)) throw error;
          }),
      );
      for (const undo of undos) undo();
      site.cache.wpCacheFlush();
      await site.options.refresh();
      return results;
    },
  };
  return data;
}

/** What a fresh WordPress has besides the options of the recording. */
const DEFAULTS = { admin_email: 'admin@example.test', default_role: 'subscriber', default_category: 1, posts_per_rss: 10, active_plugins: [], start_of_week: 1, page_on_front: 0, page_for_posts: 0, wp_page_for_privacy_policy: 0 };

async function seedPosts({ db }: WebSite): Promise<void> {
  for (const post of fixtures.posts as Record<string, unknown>[]) {
    const { ID: id, cats: _cats, tags: _tags, old_slug: _slug, ...columns } = post;
    await db()('posts').insert({
      post_excerpt: '', comment_status: 'open', ping_status: 'open', post_name: '', post_content: '', post_date: '2026-01-02 03:04:05', post_date_gmt: '2026-01-02 03:04:05', ...columns, id,
    });
  }
}

function pseudoFunctions(hooks: Hooks, trace: unknown[], undos: Undo[]): AreaFunctions {
  const add = (tag: string, callback: AnyCallback, acceptedArgs = 1): void => void undos.push(hooks.addFilter(tag, callback, 10, acceptedArgs));
  return {
    '@add_filter_const': (tag: string, value: unknown) => add(tag, () => value),
    '@add_filter_append': (tag: string, end: string) => add(tag, (text: unknown) => String(text) + end),
    '@trace_hooks': (...tags: string[]) => {
      for (const tag of tags) {
        add(tag, (...args: unknown[]) => {
          trace.push([tag, ...args]);
          return args[0] ?? null;
        }, 9);
      }
    },
    '@trace': () => trace.splice(0),
    '@flush': () => undefined,
  };
}

async function runCase(input: CallInput, functions: AreaFunctions): Promise<unknown> {
  const call = async ([name, ...args]: readonly [string, ...unknown[]], results: readonly unknown[]): Promise<unknown> => {
    const run = functions[name] ?? functions[camel(name)];
    if (!run) throw new Error(`No such function: ${name}`);
    return (run as (...given: unknown[]) => unknown)(...args.map((one) => resolved(one, results)));
  };
  if (input.fn !== undefined) return shown(await call([input.fn, ...(input.args ?? [])], []));
  const results: unknown[] = [];
  for (const one of input.calls ?? []) results.push(await call(one, results));
  return withMetaIds(input.calls ?? [], results).map(shown);
}

/** Ids of new metadata rows differ from run to run; the recording names them in the order they were made. */
function withMetaIds(calls: readonly [string, ...unknown[]][], results: readonly unknown[]): unknown[] {
  const names = new Map<unknown, string>();
  calls.forEach(([name], index) => {
    if (/^(add|update)_(post_|user_|term_)?meta(data)?$/.test(name) && typeof results[index] === 'number') names.set(results[index], `{{META_ID${names.size + 1}}}`);
  });
  const rename = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rename);
    if (isWpError(value)) return value;
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one)]));
    return typeof value === 'number' ? (names.get(value) ?? value) : value;
  };
  return names.size === 0 ? [...results] : results.map(rename);
}

function shown(value: unknown): unknown {
  if (isWpError(value)) {
    return { $error: { code: value.getErrorCode(), message: value.getErrorMessage(), data: value.getErrorData() ?? null, codes: value.getErrorCodes() } };
  }
  return Array.isArray(value) ? value.map(shown) : recorded(value);
}
