import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate, openDatabase, type SiteDatabase } from '../../core/db/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { seeded } from '../kit/seeded.js';
import {
  createTableVersions,
  createDataCache,
  cacheQuery,
  type DataCache,
  versionWrittenBy,
} from '../../core/cache/index';

interface Node {
  readonly db: SiteDatabase;
  readonly cache: DataCache;
  /** Number of queries so far. */
  queryCount(): number;
  tick(ms: number): void;
  title(id: number): Promise<string | undefined>;
  meta(id: number): Promise<readonly string[]>;
  list(): Promise<readonly string[]>;
}

const POSTS = [1, 2, 3];

describe.each(allEngines)('row cache on %s', (engine) => {
  let scratch: ScratchDatabase;
  let firstNode: Node;
  let other: Node;

  function node(db: SiteDatabase, bytes = 1024 * 1024): Node {
    let [queryCount, now] = [0, 1];
    db().on('query', () => void queryCount++);
    db.tableTracker.enable();
    const cachedRows = createDataCache({
      db,
      tableTracker: db.tableTracker,
      tableVersions: createTableVersions(db.versionReader, () => now),
      bytes,
      now: () => now,
    });
    return {
      db,
      cache: cachedRows,
      queryCount: () => queryCount,
      tick: (ms) => void (now += ms),
      title: async (id) =>
        (
          await cachedRows.getRows('content', `post:${id}`, () =>
            db()('posts').where({ id }).first<{ post_title: string } | undefined>('post_title'),
          )
        )?.post_title,
      meta: async (id) =>
        cachedRows.getRows('content', `meta:${id}`, () =>
          db()('postmeta').where({ post_id: id }).orderBy('meta_id').pluck<string[]>('meta_value'),
        ),
      list: async () =>
        (
          await cacheQuery<{ post_title: string }>(
            cachedRows,
            'content',
            db()('posts').where({ post_type: 'page' }).orderBy('id').select('post_title'),
          )
        ).map((row) => row.post_title),
    };
  }

  const post = (id: number, title: string): object => ({
    id,
    post_author: 1,
    post_date: '2026-01-01 00:00:00',
    post_date_gmt: '2026-01-01 00:00:00',
    post_content: '',
    post_title: title,
    post_excerpt: '',
    post_status: 'publish',
    comment_status: 'closed',
    ping_status: 'closed',
    post_password: '',
    post_name: `p${id}`,
    to_ping: '',
    pinged: '',
    post_modified: '2026-01-01 00:00:00',
    post_modified_gmt: '2026-01-01 00:00:00',
    post_content_filtered: '',
    post_parent: 0,
    guid: '',
    menu_order: 0,
    post_type: 'page',
    post_mime_type: '',
    comment_count: 0,
  });

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
    const columns = Object.keys(await scratch.db()('posts').columnInfo());
    for (const id of POSTS)
      await scratch
        .db()('posts')
        .insert(Object.fromEntries(Object.entries(post(id, `first ${id}`)).filter(([name]) => columns.includes(name))));
    firstNode = node(scratch.db);
    other = node(openDatabase({ file: scratch.file, ...(scratch.url ? { url: scratch.url } : {}) }));
  });
  afterAll(async () => {
    await other.db.destroy();
    await scratch.drop();
  });

  it('queries once until a write', async () => {
    await firstNode.cache.refresh();
    await firstNode.title(1);
    const before = firstNode.queryCount();
    for (let i = 0; i < 5; i++) expect(await firstNode.title(1)).toBe('first 1');
    expect(firstNode.queryCount()).toBe(before);
    await firstNode.cache.refresh();
    await firstNode.title(1);
    // On SQLite, table versions are not read through the connection pool.
    expect(firstNode.queryCount()).toBe(before + (engine === 'mysql' ? 1 : 0));
  });

  it('invalidates with the commit of a transaction, and not before', async () => {
    await firstNode.cache.refresh();
    await firstNode.title(1);
    await firstNode.db.transaction(async () => {
      await firstNode.db()('posts').where({ id: 1 }).update({ post_title: 'within' });
      expect(await firstNode.title(1)).toBe('within');
      expect(await firstNode.db.outsideTransaction(() => other.title(1))).toBe('first 1');
    });
    expect(await firstNode.title(1)).toBe('within');
    await other.cache.refresh();
    expect(await other.title(1)).toBe('within');
  });

  it('keeps cached rows after a rollback without another query', async () => {
    for (const cache of [firstNode, other]) {
      await cache.cache.refresh();
      await cache.title(2);
    }
    await expect(
      firstNode.db.transaction(async () => {
        await firstNode.db()('posts').where({ id: 2 }).update({ post_title: 'never' });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await other.cache.refresh();
    const before = other.queryCount();
    expect([await firstNode.title(2), await other.title(2)]).toEqual(['first 2', 'first 2']);
    expect(other.queryCount()).toBe(before);
  });

  it('discards rows that a write changed while they were read', async () => {
    await firstNode.cache.refresh();
    let release = (): void => undefined;
    const slow = firstNode.cache.getRows('content', 'slow', async () => {
      const found = await firstNode.db()('posts').where({ id: 3 }).first<{ post_title: string }>('post_title');
      await new Promise<void>((resolve) => (release = resolve));
      return found;
    });
    while (release.toString() === '() => undefined') await new Promise((resolve) => setTimeout(resolve, 1));
    await firstNode.db()('posts').where({ id: 3 }).update({ post_title: 'while it was read' });
    await firstNode.cache.refresh();
    release();
    await slow;
    await firstNode.cache.refresh();
    expect(
      await firstNode.cache.getRows('content', 'slow', () =>
        firstNode.db()('posts').where({ id: 3 }).first('post_title'),
      ),
    ).toEqual({ post_title: 'while it was read' });
  });

  it('checks for changes again after a second of long work', async () => {
    await other.cache.refresh();
    await other.title(3);
    await firstNode.db()('posts').where({ id: 3 }).update({ post_title: 'of the other node' });
    other.tick(1001);
    expect(await other.title(3)).toBe('of the other node');
  });

  it('reads again after a minute, even when another program wrote', async () => {
    await firstNode.cache.refresh();
    await firstNode.title(1);
    const foreignDb = openDatabase({ file: scratch.file, ...(scratch.url ? { url: scratch.url } : {}) });
    await foreignDb()('posts').where({ id: 1 }).update({ post_title: 'by another program' });
    await foreignDb.destroy();
    firstNode.tick(59_000);
    expect(await firstNode.title(1)).toBe('within');
    firstNode.tick(2_000);
    expect(await firstNode.title(1)).toBe('by another program');
  });

  it('stays within the memory limit', async () => {
    const small = node(openDatabase({ file: scratch.file, ...(scratch.url ? { url: scratch.url } : {}) }), 4096);
    await small.cache.refresh();
    const read = async (key: number): Promise<string> =>
      small.cache.getRows(
        'content',
        String(key),
        async () => (await small.db()('posts').where({ id: 1 }).count(), 'x'.repeat(100)),
      );
    for (let key = 0; key < 100; key++) await read(key);
    const before = small.queryCount();
    for (let key = 0; key < 100; key++) await read(key);
    expect(small.queryCount() - before).toBeGreaterThan(80);
    await small.db.destroy();
  });

  it('returns what an uncached reader finds under random writes and rollbacks', async () => {
    const random = seeded(7);
    const plain = openDatabase({ file: scratch.file, ...(scratch.url ? { url: scratch.url } : {}) });
    const readDatabase = async (): Promise<unknown> => [
      await plain()('posts').whereIn('id', POSTS).orderBy('id').pluck('post_title'),
      await Promise.all(
        POSTS.map((id) => plain()('postmeta').where({ post_id: id }).orderBy('meta_id').pluck('meta_value')),
      ),
      await plain()('posts').where({ post_type: 'page' }).orderBy('id').pluck('post_title'),
    ];
    const readAll = async (by: Node): Promise<unknown> => [
      await Promise.all(POSTS.map((id) => by.title(id))),
      await Promise.all(POSTS.map((id) => by.meta(id))),
      await by.list(),
    ];
    const write = async (by: Node, mark: string): Promise<void> => {
      const id = random.pick(POSTS);
      const operation = random.whole(0, 2);
      if (operation === 0) await by.db()('posts').where({ id }).update({ post_title: mark });
      else if (operation === 1) await by.db()('postmeta').insert({ post_id: id, meta_key: 'k', meta_value: mark });
      else await by.db()('postmeta').where({ post_id: id }).delete();
    };
    for (let step = 0; step < 150; step++) {
      const by = random.pick([firstNode, other]);
      const kind = random.whole(0, 4);
      if (kind === 0) await write(by, `alone ${step}`);
      else if (kind === 1)
        await by.db.transaction(async () => void (await write(by, `both ${step}`), await write(by, `both ${step}`)));
      else if (kind === 2)
        await by.db
          .transaction(async () => {
            await write(by, `undone ${step}`);
            throw new Error('undone');
          })
          .catch(() => undefined);
      else if (kind === 3) await Promise.all([readAll(firstNode), readAll(other), write(by, `meanwhile ${step}`)]);
      else await readAll(by);
      const reader = random.pick([firstNode, other]);
      await reader.cache.refresh();
      expect([step, await readAll(reader)]).toEqual([step, await readDatabase()]);
    }
    await plain.destroy();
  });
});

it.each([
  ['insert into `posts` (`a`) values (?)', 'content'],
  ['  UPDATE "usermeta" set a = 1', 'users'],
  ['delete from `postmeta` where a', 'content'],
  ['insert ignore into terms values (1)', 'content'],
  ['replace into term_taxonomy values (1)', 'content'],
  ['truncate table users', 'users'],
  ['select * from posts', undefined],
  ['update `store_orders` set a = 1', undefined],
  ['insert into posts_other values (1)', undefined],
])('maps a statement to the cache it invalidates: %s', (sql, name) => {
  expect(versionWrittenBy(sql)).toBe(name);
});
