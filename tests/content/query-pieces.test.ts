import type { Post, TermQuery, WpQuery } from '../../core/api/index.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe.each(allEngines)('query statements and hooks on %s', (engine) => {
  let test: TestSite;
  const titles = (query: Record<string, unknown>): Promise<string[]> =>
    test.inContext(async () =>
      (await test.site.content.queryPosts({ orderby: 'title', order: 'ASC', ...query })).posts.map(
        (post) => post.post_title,
      ),
    );
  /** Adds a filter while work runs. */
  async function while_<T>(
    name: string,
    callback: (value: never, query: never) => unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    const undo = test.site.hooks.addFilter(name, callback, 10, 2);
    try {
      return await work();
    } finally {
      undo();
    }
  }

  beforeAll(async () => {
    test = await bootSite({ engine });
    await test.inContext(async () => {
      for (const [title, content] of [
        ['Ant', "it's ten:30?"],
        ['Bee', 'honey'],
        ['Cat', 'milk'],
      ])
        await test.site.content.wpInsertPost({ post_title: title, post_content: content, post_status: 'publish' });
    });
  });
  afterAll(() => test.close());

  it('accepts a condition of a plugin beside the host’s values', async () => {
    expect(
      await while_(
        'posts_where',
        (where: string) => `${where} and posts.post_title <> 'Bee' and posts.post_content <> 'what? :no'`,
        () => titles({ s: 'i' }),
      ),
    ).toEqual(['Ant', 'Cat']);
  });

  it('shows placeholders instead of values in its text', async () => {
    let sql = '';
    await while_(
      'posts_request',
      (text: string) => (sql = text),
      () => titles({ title: "o'clock" }),
    );
    expect(sql).toMatch(/post_title`\)? = :plinth_\d+/);
    expect(sql).not.toContain('clock');
  });

  it('counts results with the changed clauses', async () => {
    const counted = await while_(
      'posts_clauses',
      (clauses: Record<string, string>) => ({ ...clauses, where: `${clauses.where} and posts.post_title <> 'Ant'` }),
      () => test.inContext(() => test.site.content.queryPosts({ posts_per_page: 1, post_type: 'post' })),
    );
    const all = await test.inContext(() => test.site.content.queryPosts({ posts_per_page: 1, post_type: 'post' }));
    expect(all.found - counted.found).toBe(1);
  });

  it('follows the order and limit of a plugin', async () => {
    expect(
      await while_(
        'posts_orderby',
        () => 'posts.post_title desc',
        () => titles({ post_title: '', s: 'i' }),
      ),
    ).toEqual(['Cat', 'Ant']);
    expect(
      await while_(
        'post_limits',
        () => 'limit 1, 1',
        () => titles({ post_type: 'post', title: undefined, s: undefined, post__in: undefined }),
      ),
    ).toHaveLength(1);
  });

  it('falls back to the host’s own when the database rejects a plugin’s', async () => {
    expect(
      await while_(
        'posts_where',
        (where: string) => `${where} and no_such_column = 1`,
        () => titles({ s: 'honey' }),
      ),
    ).toEqual(['Bee']);
  });

  it('does not run when a plugin supplies the posts', async () => {
    const [bee] = await test.inContext(async () => (await test.site.content.queryPosts({ title: 'Bee' })).posts);
    expect(
      await while_(
        'posts_pre_query',
        (_none: null, query: WpQuery) => (query.get('title') === 'Nobody' ? [bee] : null),
        () => titles({ title: 'Nobody' }),
      ),
    ).toEqual(['Bee']);
  });

  it('ignores filters when they are suppressed, as in getPosts', async () => {
    const posts = await while_(
      'posts_where',
      (where: string) => `${where} and 1 = 0`,
      () => test.inContext(() => test.site.content.getPosts({ title: 'Bee' })),
    );
    expect(posts).toHaveLength(1);
  });

  it('returns only ids when they are requested', async () => {
    const [bee] = await test.inContext(() => test.site.content.getPosts({ title: 'Bee' }));
    expect(await test.inContext(() => test.site.content.getPosts({ title: 'Bee', fields: 'ids' }))).toEqual([bee?.id]);
  });

  it('builds the permalink of a page as it was before an update', async () => {
    await test.inContext(async () => {
      const { content, hooks } = test.site;
      const parent = Number(
        await content.wpInsertPost({
          post_title: 'Above',
          post_name: 'above',
          post_type: 'page',
          post_status: 'publish',
        }),
      );
      const id = Number(
        await content.wpInsertPost({
          post_title: 'Below',
          post_name: 'old-name',
          post_type: 'page',
          post_status: 'publish',
          post_parent: parent,
        }),
      );
      const permalinks: unknown[] = [];
      const undo = hooks.addAction(
        'post_updated',
        async (_id: number, after: Post, before: Post) =>
          void permalinks.push(await content.getPermalink(before), await content.getPermalink(after)),
        10,
        3,
      );
      await content.wpUpdatePost({ id, post_name: 'new-name' });
      undo();
      expect(permalinks).toEqual([
        expect.stringMatching(/\/above\/old-name\/$/),
        expect.stringMatching(/\/above\/new-name\/$/),
      ]);
    });
  });

  it('counts revisions and finds the latest', async () => {
    await test.inContext(async () => {
      const { content } = test.site;
      const id = Number(
        await content.wpInsertPost({ post_title: 'Kept', post_content: 'one', post_status: 'publish' }),
      );
      expect(await content.wpGetLatestRevisionIdAndTotalCount(id)).toEqual({ latestId: 0, count: 0 });
      for (const text of ['two', 'three']) await content.wpUpdatePost({ id, post_content: text });
      const [latest] = await content.wpGetPostRevisions(id);
      expect(await content.wpGetLatestRevisionIdAndTotalCount(id)).toEqual({ latestId: latest?.id, count: 2 });
    });
  });

  it('lets plugins filter the menu items deleted with their target', async () => {
    await test.inContext(async () => {
      const { content } = test.site;
      const page = Number(
        await content.wpInsertPost({ post_title: 'Led to', post_type: 'page', post_status: 'publish' }),
      );
      const menu = Number(await content.wpUpdateNavMenuObject(0, { name: 'Main' }));
      const item = Number(
        await content.wpUpdateNavMenuItem(menu, 0, {
          type: 'post_type',
          object: 'page',
          object_id: page,
          status: 'publish',
        }),
      );
      const withoutMenuItems = (posts: { id: number; post_type: string }[]): unknown =>
        posts.filter(({ post_type }) => post_type !== 'nav_menu_item');
      await while_('the_posts', withoutMenuItems as never, () => content.wpDeletePost(page, true));
      expect(await content.getPost(item)).not.toBeNull();
      const other = Number(
        await content.wpInsertPost({ post_title: 'Led to as well', post_type: 'page', post_status: 'publish' }),
      );
      const second = Number(
        await content.wpUpdateNavMenuItem(menu, 0, {
          type: 'post_type',
          object: 'page',
          object_id: other,
          status: 'publish',
        }),
      );
      await content.wpDeletePost(other, true);
      expect(await content.getPost(second)).toBeNull();
    });
  });

  it('saves the categories that a plugin reports for the post', async () => {
    await test.inContext(async () => {
      const { content } = test.site;
      const insertedTerm = (await content.wpInsertTerm('Skies', 'category')) as { term_id: number };
      const id = Number(await content.wpInsertPost({ post_title: 'Filed', post_status: 'publish' }));
      const skies = await content.getTerm(insertedTerm.term_id, 'category');
      await while_(
        'get_the_terms',
        () => [skies],
        () => content.wpUpdatePost({ id, post_title: 'Filed anew' }),
      );
      expect(await content.wpGetPostCategories(id)).toEqual([insertedTerm.term_id]);
      await content.wpUpdatePost({ id, post_title: 'Filed again' });
      expect(await content.wpGetPostCategories(id)).toEqual([insertedTerm.term_id]);
    });
  });

  it('applies the arguments of a plugin to getPages', async () => {
    await test.inContext(async () => {
      await test.site.content.wpInsertPost({ post_title: 'Plain page', post_type: 'page', post_status: 'publish' });
      const pages = await while_(
        'get_pages_query_args',
        (query: Record<string, unknown>) => ({ ...query, title: 'Plain page' }),
        () => test.site.content.getPages(),
      );
      expect((pages || []).map((page) => page.post_title)).toEqual(['Plain page']);
    });
  });

  it('accepts conditions of a plugin for terms', async () => {
    await test.inContext(async () => {
      for (const name of ['Red', 'Green']) await test.site.content.wpInsertTerm(name, 'post_tag');
    });
    const query: TermQuery = { taxonomy: 'post_tag', hide_empty: false };
    const terms = await while_(
      'terms_clauses',
      (clauses: Record<string, string>) => ({ ...clauses, where: `${clauses.where} and t.name <> 'Red'` }),
      () => test.inContext(() => test.site.content.getTerms(query)),
    );
    expect((terms as { name: string }[]).map(({ name }) => name)).toEqual(['Green']);
  });

  it('lets a plugin replace the terms of a query by slug', async () => {
    await test.inContext(async () => {
      const { content } = test.site;
      const insertedTerm = (await content.wpInsertTerm('Blue', 'post_tag')) as { term_id: number };
      const id = Number(
        await content.wpInsertPost({ post_title: 'Sky', post_status: 'publish', tags_input: ['Blue'] }),
      );
      expect((await content.queryPosts({ tag: 'blue' })).ids).toEqual([id]);
      const found = await while_(
        'terms_pre_query',
        (_none: null, query: { queryVars: TermQuery }) =>
          query.queryVars.slug?.includes('azure')
            ? [{ term_id: insertedTerm.term_id, taxonomy: 'post_tag', name: 'Blue', slug: 'blue' }]
            : null,
        () => content.queryPosts({ tag: 'azure' }),
      );
      expect(found.ids).toEqual([id]);
    });
  });
});
