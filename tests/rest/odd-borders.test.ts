import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

describe('out-of-range input', () => {
  let test: TestSite;
  let owner: Visitor;
  beforeAll(async () => {
    test = await bootSite();
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test.close());

  it.each(['users', 'comments', 'categories', 'tags', 'posts', 'pages', 'blocks', 'media'])(
    'a list of %s with a negative or huge offset does not return 500',
    async (list) => {
      for (const offset of ['-1', '-99999999999', '-9223372036854776000', '1e21'])
        expect([offset, (await owner.get(`/wp-json/wp/v2/${list}?offset=${offset}`)).status]).not.toEqual([
          offset,
          500,
        ]);
    },
  );

  it.each(['users', 'comments', 'categories', 'posts', 'pages'])(
    'a page of %s far beyond the last does not return 500',
    async (list) => {
      for (const page of ['9007199254740991', '9223372036854776000'])
        expect([page, (await owner.get(`/wp-json/wp/v2/${list}?page=${page}`)).status]).not.toEqual([page, 500]);
    },
  );

  it('invalid terms and users are rejected with WordPress’s code and status', async () => {
    const nonce = (await owner.get('/wp-admin/admin-ajax.php?action=rest-nonce')).html;
    const post = (path: string, body: object) =>
      fetch(`${test.url}/wp-json/wp/v2/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { cookie: owner.cookies(), 'content-type': 'application/json', 'x-wp-nonce': nonce },
      });
    const errorOf = async (response: Response): Promise<unknown> => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];
    expect(await errorOf(await post('categories', { name: ' ' }))).toEqual([500, 'empty_term_name']);
    expect(await errorOf(await post('users/me', { slug: 'a'.repeat(60) }))).toEqual([500, 'user_nicename_too_long']);
  });

  it('a language switch on an overlong URL redirects to the home page', async () => {
    const response = await fetch(`${test.url}/?wp_lang=pl_PL&x=${'%'.repeat(5000)}`, { redirect: 'manual' });
    expect([response.status, new URL(response.headers.get('location') ?? '', test.url).href]).toEqual([
      302,
      `${test.url}/`,
    ]);
  });

  it.each(['constructor', '__proto__', 'toString'])('a feed named %s does not exist', async (name) => {
    for (const path of [`/?feed=${name}`, `/feed/?feed=${name}`]) {
      const { status, html } = await owner.get(path);
      expect([path, status, html]).toEqual([path, 404, expect.stringContaining('This is not a valid feed template.')]);
    }
  });
});
