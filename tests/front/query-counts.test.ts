import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentContext, SCHEDULED_CONTEXT } from '../../core/context/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

// Counts apply to a site with data cache, as in production; no page is served from the page cache.
delete process.env.OBJECT_CACHE_MB;

const FILE = join(__dirname, 'query-counts.json');
const PATHS = [
  '/',
  '/shop/',
  '/product/lampa-stolowa-jutrzenka/',
  '/product-category/oswietlenie/',
  '/?s=lampa',
  '/cart/',
  '/feed/',
  '/wp-json/wp/v2/posts',
];

/** Queries of time-based checks: a search also reads the state of the index if it has not done so recently. */
const TIMED_QUERIES: Readonly<Record<string, number>> = { '/?s=lampa': 2 };

/** Queries for a page without cached data, and for a page that was rendered before. */
type Counts = Readonly<Record<string, { readonly cold: number; readonly warm: number }>>;

describe.each(defaultEngines)('database queries for a page on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
  });
  afterAll(() => test.close());

  /**
   * Counts the queries of a visitor with a cookie, for whom each request checks the table versions. That check and
   * background work are not counted.
   */
  async function count(path: string): Promise<number> {
    let queries = 0;
    const listen = ({ sql }: { sql: string }): void => {
      const context = currentContext()?.id ?? SCHEDULED_CONTEXT;
      if (context !== SCHEDULED_CONTEXT && !sql.includes('table_versions')) queries++;
    };
    test.site.db().on('query', listen);
    const response = await fetch(test.url + path, { headers: { cookie: 'visit=1' } });
    await response.text();
    test.site.db().removeListener('query', listen);
    expect([path, response.status]).toEqual([path, 200]);
    return queries;
  }

  /** The minimum of three counts, since some requests also run a check that is due. */
  async function countThrice(path: string, prepare: () => Promise<unknown>): Promise<number> {
    const counts: number[] = [];
    for (let n = 0; n < 3; n++) {
      await prepare();
      counts.push(await count(path));
    }
    return Math.min(...counts);
  }

  it('match query-counts.json, and are none for a page that was made before', async () => {
    const counts: Record<string, { cold: number; warm: number }> = {};
    for (const path of PATHS) {
      await count(path);
      // Changing all versions invalidates all cached data.
      const cold = await countThrice(path, () => test.site.db()('table_versions').increment('version', 1));
      counts[path] = { cold, warm: await countThrice(path, () => Promise.resolve()) };
    }
    if (process.env.UPDATE_COUNTS === '1') writeFileSync(FILE, `${JSON.stringify(counts, null, 2)}\n`);
    const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Counts;
    expect(Object.keys(counts)).toEqual(Object.keys(recorded));
    for (const [path, { cold, warm }] of Object.entries(counts)) {
      expect([path, warm]).toEqual([path, recorded[path]?.warm]);
      const timed = Math.min(Math.max(cold - (recorded[path]?.cold ?? 0), 0), TIMED_QUERIES[path] ?? 0);
      expect([path, cold - timed]).toEqual([path, recorded[path]?.cold]);
    }
  });
});
