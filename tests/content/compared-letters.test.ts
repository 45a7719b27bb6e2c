import { isWpError } from '../../core/api/index.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

const OWNER = 1;
const codeOf = (result: unknown): unknown => isWpError(result) && result.getErrorCode();

describe.each(allEngines)('handling of non-ASCII letters on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
    await test.inContext(async () => {
      const { content, users } = test.site;
      const post = { post_status: 'publish', post_content: 'Über ŻÓŁWIE i Тест' } as const;
      const id = await content.wpInsertPost({ ...post, post_title: 'Łódź' }, true);
      await content.wpInsertPost({ ...post, post_type: 'page', post_title: 'Strona Łódź' }, true);
      await users.wpInsertUser({ user_login: 'lodz', user_email: 'l@x.example', user_pass: 'x', display_name: 'Żółw' });
      await content.wpInsertComment({
        comment_post_id: Number(id),
        comment_content: 'ŁADNE ŹRÓDŁO',
        comment_approved: '1',
      });
      for (const name of ['zar', 'Ärger', 'Łódź', 'Żar', 'lz', 'la', 'Öl'])
        await content.wpInsertTerm(name, 'post_tag');
    });
  });
  afterAll(() => test?.close());

  async function call(route: string, params = {}): Promise<{ status: number; data: unknown }> {
    const { rest } = test.site;
    const response = await runInContext(createContext('test', OWNER), () =>
      rest.dispatch(rest.createRequest('GET', route, params)),
    );
    return { status: response.getStatus(), data: response.getData() };
  }
  const countOf = async (route: string, search: string): Promise<number> =>
    ((await call(route, { search })).data as unknown[]).length;

  it('matches without regard to case and accents in all kinds of searches', async () => {
    expect([
      await countOf('/wp/v2/posts', 'łódź'),
      await countOf('/wp/v2/posts', 'ŁÓDŹ'),
      await countOf('/wp/v2/posts', 'zółwie'),
      await countOf('/wp/v2/posts', 'тест'),
      await countOf('/wp/v2/pages', 'łódź'),
      await countOf('/wp/v2/tags', 'ŁÓDŹ'),
      await countOf('/wp/v2/users', 'żółw'),
      await countOf('/wp/v2/comments', 'źródło'),
      await countOf('/wp/v2/search', 'łódź'),
    ]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2]);
    expect(await (await fetch(`${test.url}/?s=${encodeURIComponent('łódź')}`)).text()).toContain('Strona Łódź');
  });

  it('finds posts by title without regard to case and accents', async () => {
    const titles = (title: string) => test.site.content.getPosts({ title, post_type: 'post', post_status: 'publish' });
    expect([await titles('ŁÓDZ'), await titles('łódź'), await titles('lodz')].map((posts) => posts.length)).toEqual([
      1, 1, 0,
    ]);
  });

  it('finds accounts by login and email, and keeps both unique, without regard to case and accents', async () => {
    const { users } = test.site;
    const create = (login: string, email: string) =>
      test.inContext(() => users.wpInsertUser({ user_login: login, user_email: email, user_pass: 'x' }));
    const anna = await create('anna', 'anna@x.example');
    expect([
      await users.getUserBy('login', 'Ánna'),
      await users.getUserBy('email', 'ÁNNA@x.example'),
      await users.getUserBy('login', 'annа'),
    ]).toMatchObject([{ id: anna }, { id: anna }, false]);
    expect(await users.getUsers({ login: 'ánna' })).toMatchObject({ users: [{ id: anna }] });
    expect(codeOf(await create('anna2', 'ánna@x.example'))).toBe('existing_user_email');
    const zolw = await test.inContext(() =>
      test.site.db()('users').insert({
        user_login: 'żółw',
        user_pass: 'x',
        user_nicename: 'zolw',
        user_email: 'żółw@x.example',
        user_registered: '2026-01-01 00:00:00',
        display_name: 'Z',
      }),
    );
    expect(await users.getUserBy('login', 'ZÓŁW')).toMatchObject({ id: Number(zolw[0]) });
    expect(await users.getUserBy('email', 'zółw@x.example')).toMatchObject({ id: Number(zolw[0]) });
  });

  it('treats option names as WordPress does: without regard to case and accents', async () => {
    const { options } = test.site;
    await test.inContext(() => options.addOption('Wörd', 'first', false));
    expect([await options.getOption('word'), await options.getOption('WÖRD')]).toEqual(['first', 'first']);
    expect(await test.inContext(() => options.addOption('word', 'second'))).toBe(false);
    await test.inContext(() => options.updateOption('word', 'third'));
    expect(await test.site.db()('options').where('value', 'third').pluck('name')).toEqual(['Wörd']);
    await test.inContext(() => options.addOption('zolty', 'autoloaded', true));
    expect(await options.getOption('Zólty')).toBe('autoloaded');
    expect(await test.inContext(() => options.deleteOption('WORD'))).toBe(true);
    expect(await options.getOption('Wörd')).toBe(false);
  });

  it('compares ß, œ and Cyrillic letters as the collation does', async () => {
    const same = async (a: string, b: string): Promise<boolean> => {
      await test.inContext(() => test.site.options.addOption(`letters_${a}`, '1'));
      return (await test.site.options.getOption(`letters_${b}`)) === '1';
    };
    const pairs = ['ß ss', 'œ oe', 'é e', 'ё е', 'й и', 'ї і', 'ў у', 'ѓ г', 'ø o', 'æ ae', 'ς σ'].map((pair) =>
      pair.split(' '),
    );
    const results: boolean[] = [];
    for (const [a = '', b = ''] of pairs) results.push(await same(a, b));
    expect(results).toEqual([true, true, true, true, false, false, false, false, false, false, true]);
  });

  it('recognizes a repeated comment, and searches the audit log, in any spelling', async () => {
    const [post] = await test.site.content.getPosts({ title: 'Łódź' });
    const comment = (text: string) =>
      test.inContext(() =>
        test.site.content.wpAllowComment({
          comment_post_id: post?.id ?? 0,
          comment_author: 'Visitor',
          comment_author_email: 'v@x.example',
          comment_content: text,
        }),
      );
    await test.inContext(() =>
      test.site.content.wpInsertComment({
        comment_post_id: post?.id ?? 0,
        comment_author: 'Visitor',
        comment_author_email: 'v@x.example',
        comment_content: 'Żółw idzie',
        comment_approved: '1',
      }),
    );
    expect(codeOf(await comment('ŻÓŁW IDZIE'))).toBe('comment_duplicate');
    await test.inContext(() =>
      test.site.audit.record({ action: 'test.letters', subject: { kind: 'x', id: 1, title: 'Zażółć gęślą' } }),
    );
    expect(await test.site.audit.count({ text: 'ZAŻÓŁĆ' })).toBe(1);
  });

  it('does not match ł with l, which is no accented letter', async () => {
    expect(await countOf('/wp/v2/posts', 'lodz')).toBe(0);
  });

  it('sorts accented letters in alphabetical order', async () => {
    const tags = (await call('/wp/v2/tags', { orderby: 'name', per_page: 50 })).data as { name: string }[];
    expect(tags.map(({ name }) => name)).toEqual(['Ärger', 'la', 'lz', 'Łódź', 'Öl', 'zar', 'Żar']);
  });

  it('identifies one term whatever the case of its letters', async () => {
    for (const name of ['łódź', 'ŁÓDŹ'])
      expect(codeOf(await test.inContext(() => test.site.content.wpInsertTerm(name, 'post_tag')))).toBe('term_exists');
    expect(await test.inContext(() => test.site.content.termExists('ŁÓDŹ', 'post_tag'))).not.toBeNull();
  });

  it('removes NUL characters and keeps the rest of a text', async () => {
    const text = { post_title: 't\0itle', post_content: 'before\0after and more', post_excerpt: 'a\0b' };
    const id = Number(await test.inContext(() => test.site.content.wpInsertPost(text, true)));
    expect(await test.site.content.getPost(id)).toMatchObject({
      post_title: 'title',
      post_content: 'beforeafter and more',
      post_excerpt: 'ab',
    });
    const user = await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'nul',
        user_email: 'n@x.example',
        user_pass: 'x',
        display_name: 'N\0N',
      }),
    );
    expect(await test.site.users.getUserdata(Number(user))).toMatchObject({ display_name: 'NN' });
  });

  it('rejects values longer than their column with a clear error', async () => {
    const { rest } = test.site;
    const post = (params: object) =>
      runInContext(createContext('test', OWNER), () =>
        rest.dispatch(rest.createRequest('POST', '/wp/v2/posts', { title: 'x', ...params })),
      );
    for (const params of [
      { title: 'ł'.repeat(40_000) },
      { excerpt: 'x'.repeat(70_000) },
      { password: 'p'.repeat(256) },
    ]) {
      const response = await post(params);
      expect([response.getStatus(), response.getData()]).toMatchObject([400, { code: 'post_value_too_large' }]);
    }
    const page = await runInContext(createContext('test', OWNER), () =>
      rest.dispatch(rest.createRequest('POST', '/wp/v2/pages', { title: 'x', menu_order: 3_000_000_000 })),
    );
    expect(page.getStatus()).toBe(400);
    const name = await test.site.passwords.createApplicationPassword(OWNER, { name: 'n'.repeat(300) });
    expect(codeOf(name)).toBe('application_password_name_too_long');
  });
});
