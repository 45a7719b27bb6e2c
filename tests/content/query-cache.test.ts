import type { PostQuery } from '../../core/api/index.js';
import { currentContext } from '../../core/context/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

/** A query whose result depends only on its variables. */
const CHILDREN = {
  post_type: 'page',
  post_status: ['publish'],
  posts_per_page: 5,
  fields: 'ids',
  no_found_rows: true,
} as const;

describe.each(defaultEngines)('cached post query on %s', (engine) => {
  let test: TestSite;
  let parent: number;
  const find = (query: PostQuery, userId = 0): Promise<readonly number[]> =>
    test.inContext(async () => {
      Object.assign(currentContext() ?? {}, { userId });
      return (await test.site.content.queryPosts(query)).ids;
    });
  const children = (more: PostQuery = {}): Promise<readonly number[]> =>
    find({ ...CHILDREN, post_parent: parent, ...more });
  const page = (more: Record<string, unknown>): Promise<number> =>
    test.inContext(async () =>
      Number(
        await test.site.content.wpInsertPost({
          post_type: 'page',
          post_title: 'A static page',
          post_status: 'publish',
          ...more,
        }),
      ),
    );

  beforeAll(async () => {
    test = await bootSite({ engine });
    parent = await page({ post_title: 'Above' });
  });
  afterAll(() => test.close());

  it('finds a page right after publishing and drops it once trashed', async () => {
    expect(await children()).toEqual([]);
    const first = await page({ post_parent: parent });
    expect(await children()).toEqual([first]);
    expect(await children()).toEqual([first]);
    await test.inContext(() => test.site.content.wpTrashPost(first));
    expect(await children()).toEqual([]);
  });

  it('follows a changed page slug', async () => {
    const id = await page({ post_name: 'once' });
    expect(await find({ pagename: 'once' })).toEqual([id]);
    await test.inContext(() => test.site.content.wpUpdatePost({ id, post_name: 'now' }));
    expect(await find({ pagename: 'once' })).toEqual([]);
    expect(await find({ pagename: 'now' })).toEqual([id]);
  });

  it('runs again for a new post status, page size and logged-in user', async () => {
    const [first, second] = [
      await page({ post_parent: parent }),
      await page({ post_parent: parent, post_status: 'private', post_author: 1 }),
    ];
    expect(await children({ post_status: ['publish', 'shelved'] })).toEqual([first]);
    await test.inContext(() => void test.site.content.registerPostStatus('shelved', { public: true }));
    await test.inContext(() => test.site.db()('posts').where({ id: second }).update({ post_status: 'shelved' }));
    expect([...(await children({ post_status: ['publish', 'shelved'] }))].sort()).toEqual([first, second]);
    expect(await children({ post_status: ['publish', 'shelved'], posts_per_page: 1 })).toHaveLength(1);
    await test.inContext(() => test.site.db()('posts').where({ id: second }).update({ post_status: 'private' }));
    const admin = (await test.inContext(() => test.site.users.getUserBy('login', 'admin'))) || { id: 0 };
    expect(await children({ post_status: ['publish', 'private'], perm: 'readable' })).toEqual([first]);
    expect(
      [
        ...(await find(
          { ...CHILDREN, post_parent: parent, post_status: ['publish', 'private'], perm: 'readable' },
          admin.id,
        )),
      ].sort(),
    ).toEqual([first, second]);
  });

  it('returns copies of rows that callers may change', async () => {
    const [id] = await children();
    const read = (): Promise<string | undefined> =>
      test.inContext(async () => (await test.site.content.queryPosts({ page_id: id })).posts[0]?.post_title);
    await test.inContext(async () => {
      const [post] = (await test.site.content.queryPosts({ page_id: id })).posts;
      Object.assign(post ?? {}, { post_title: 'Scribbled on' });
    });
    expect(await read()).toBe('A static page');
  });

  it('bypasses the cache while a filter changes its statement', async () => {
    const all = await children();
    expect(all.length).toBeGreaterThan(0);
    const undo = test.site.hooks.addFilter('posts_where', (where: string) => `${where} and 1 = 0`);
    expect(await children()).toEqual([]);
    undo();
    expect(await children()).toEqual(all);
  });
});
