import type { TermQuery, WpQuery } from '../../core/api/index.js';
import { engines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

describe.each(engines)('the statement of a query on %s', (engine) => {
  let test: TestSite;
  const titles = (query: Record<string, unknown>): Promise<string[]> => test.inContext(async () => (await test.site.content.queryPosts({ orderby: 'title', order: 'ASC', ...query })).posts.map((post) => post.post_title));
  /** Listens while something is asked. */
  async function while_<T>(name: string, callback: (value: never, query: never) => unknown, work: () => Promise<T>): Promise<T> {
    const undo = test.site.hooks.addFilter(name, callback as never, 10, 2);
    try {
      return await work();
    } finally {
      undo();
    }
  }

  beforeAll(async () => {
    test = await bootSite({ engine });
    await test.inContext(async () => {
      for (const [title, content] of [['Ant', "it's ten:30?"], ['Bee', 'honey'], ['Cat', 'milk']]) await test.site.content.wpInsertPost({ post_title: title, post_content: content, post_status: 'publish' });
    });
  });
  afterAll(() => test.close());

  it('gets a condition of a plugin, beside the values of the host', async () => {
    expect(await while_('posts_where', (where: string) => `${where} and posts.post_title <> 'Bee' and posts.post_content <> 'what? :no'`, () => titles({ s: 'i' }))).toEqual(['Ant', 'Cat']);
  });

  it('never shows values in its text', async () => {
    let seen = '';
    await while_('posts_request', (text: string) => (seen = text), () => titles({ title: "o'clock" }));
    expect(seen).toMatch(/post_title` = :plinth_\d+/);
    expect(seen).not.toContain('clock');
  });

  it('counts what it finds with the change', async () => {
    const counted = await while_('posts_clauses', (pieces: Record<string, string>) => ({ ...pieces, where: `${pieces.where} and posts.post_title <> 'Ant'` }), () => test.inContext(() => test.site.content.queryPosts({ posts_per_page: 1, post_type: 'post' })));
    const all = await test.inContext(() => test.site.content.queryPosts({ posts_per_page: 1, post_type: 'post' }));
    expect(all.found - counted.found).toBe(1);
  });

  it('is ordered, joined and divided as a plugin says', async () => {
    expect(await while_('posts_orderby', () => 'posts.post_title desc', () => titles({ post_title: '', s: 'i' }))).toEqual(['Cat', 'Ant']);
    expect(await while_('post_limits', () => 'limit 1, 1', () => titles({ post_type: 'post', title: undefined, s: undefined, post__in: undefined }))).toHaveLength(1);
  });

  it('is the host’s own again where the database refuses what was made of it', async () => {
    expect(await while_('posts_where', (where: string) => `${where} and no_such_column = 1`, () => titles({ s: 'honey' }))).toEqual(['Bee']);
  });

  it('is not asked at all when a plugin knows the posts', async () => {
    const [bee] = await test.inContext(async () => (await test.site.content.queryPosts({ title: 'Bee' })).posts);
    expect(await while_('posts_pre_query', (_none: null, query: WpQuery) => (query.get('title') === 'Nobody' ? [bee] : null), () => titles({ title: 'Nobody' }))).toEqual(['Bee']);
  });

  it('is left alone by filters when they are to be suppressed, as those of getPosts are', async () => {
    const asked = await while_('posts_where', (where: string) => `${where} and 1 = 0`, () => test.inContext(() => test.site.content.getPosts({ title: 'Bee' })));
    expect(asked).toHaveLength(1);
  });

  it('for terms takes conditions of a plugin too', async () => {
    await test.inContext(async () => {
      for (const name of ['Red', 'Green']) await test.site.content.wpInsertTerm(name, 'post_tag');
    });
    const query: TermQuery = { taxonomy: 'post_tag', hide_empty: false };
    const terms = await while_('terms_clauses', (pieces: Record<string, string>) => ({ ...pieces, where: `${pieces.where} and t.name <> 'Red'` }), () => test.inContext(() => test.site.content.getTerms(query)));
    expect((terms as { name: string }[]).map(({ name }) => name)).toEqual(['Green']);
  });
});
