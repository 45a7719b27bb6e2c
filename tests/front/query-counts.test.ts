import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

// The counts are those of a site with its data cache, as it runs for visitors; no page comes from the page cache.
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

/** Queries for a page when nothing is cached, and when the page was made before. */
type Counts = Readonly<Record<string, { readonly cold: number; readonly warm: number }>>;

describe.each(defaultEngines)('database queries for a page on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
  });
  afterAll(() => test.close());

  /** Counts the queries that a request causes, without reading the table versions. */
  async function count(path: string): Promise<number> {
    let queries = 0;
    const listen = ({ sql }: { sql: string }): void => void (sql.includes('table_versions') || queries++);
    test.site.db().on('query', listen);
    const response = await fetch(test.url + path);
    await response.text();
    test.site.db().removeListener('query', listen);
    expect([path, response.status]).toEqual([path, 200]);
    return queries;
  }

  it('stay as recorded in query-counts.json', async () => {
    const counts: Record<string, { cold: number; warm: number }> = {};
    for (const path of PATHS) {
      await count(path);
      // Every version is another one now, so that nothing cached is valid.
      await test.site.db()('table_versions').increment('version', 1);
      const cold = await count(path);
      counts[path] = { cold, warm: await count(path) };
    }
    if (process.env.UPDATE_COUNTS === '1') writeFileSync(FILE, `${JSON.stringify(counts, null, 2)}\n`);
    expect(counts).toEqual(JSON.parse(readFileSync(FILE, 'utf8')) as Counts);
  });
});
