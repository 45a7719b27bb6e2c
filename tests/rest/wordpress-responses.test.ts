import { isWpError } from '../../core/api/index.js';
import { CLIENT_IP, createContext, runInContext } from '../../core/context/index.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { img } from '../media/sample-images.js';

const OWNER = 1;
const NAME = 'żółta łódź.png';

describe.each(allEngines)('REST responses for WordPress clients on %s', (engine) => {
  let test: TestSite;
  let authorization = '';
  beforeAll(async () => {
    test = await bootSite({ engine });
    const applicationPassword = await test.inContext(() =>
      test.site.passwords.createApplicationPassword(OWNER, { name: 'Program' }),
    );
    if (isWpError(applicationPassword)) throw applicationPassword;
    authorization = `Basic ${Buffer.from(`admin:${applicationPassword.password}`).toString('base64')}`;
  });
  afterAll(() => test?.close());

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(test.url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function call(userId: number, method: string, route: string, params = {}) {
    const { rest } = test.site;
    const context = createContext('test', userId);
    context.memo.set(CLIENT_IP, '192.0.2.9');
    const response = await runInContext(context, () => rest.dispatch(rest.createRequest(method, route, params)));
    return { status: response.getStatus(), body: response.getData() as Record<string, unknown> };
  }

  it('include the OpenAPI description', async () => {
    expect((await fetch(`${test.url}/wp-json/plinth/v1/openapi`)).status).toBe(200);
  });

  it('tolerate repeated slashes in the URL', async () => {
    for (const start of ['//wp-json', '///wp-json', '/index.php//wp-json']) {
      const response = await post(`${start}/wp/v2/posts`, { title: 'By a joined address', status: 'draft' });
      expect([start, response.status]).toEqual([start, 201]);
    }
  });

  it('decode header values as UTF-8', async () => {
    const response = await fetch(`${test.url}/wp-json/wp/v2/media`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'image/png',
        'content-disposition': Buffer.from(`attachment; filename="${NAME}"`).toString('latin1'),
      },
      body: new Uint8Array(await img(30, 20)),
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ source_url: expect.stringMatching(/\/zolta-lodz\.png$/) });
  });

  it('represent the default page template as an empty string that can be saved', async () => {
    const { body } = await call(OWNER, 'POST', '/wp/v2/pages', { title: 'Imported', status: 'publish' });
    await test.site.meta.updatePostMeta(Number(body.id), '_wp_page_template', 'default');
    const page = await call(OWNER, 'GET', `/wp/v2/pages/${String(body.id)}`, { context: 'edit' });
    expect(page.body.template).toBe('');
    const saved = await call(OWNER, 'POST', `/wp/v2/pages/${String(body.id)}`, { template: page.body.template });
    expect(saved.status).toBe(200);
  });

  it('link a preview of an autosave and reject one without changes', async () => {
    const { body } = await call(OWNER, 'POST', '/wp/v2/posts', { title: 'Saved', content: 'One', status: 'publish' });
    const autosaves = `/wp/v2/posts/${String(body.id)}/autosaves`;
    const autosave = await call(OWNER, 'POST', autosaves, { title: 'Saved', content: 'Two' });
    expect(autosave.body.preview_link).toMatch(
      new RegExp(`preview_id=${String(body.id)}&preview_nonce=\\w+&preview=true$`),
    );
    expect(await call(OWNER, 'POST', autosaves, { title: 'Saved', content: 'One' })).toMatchObject({
      status: 400,
      body: { code: 'rest_autosave_no_changes' },
    });
  });

  it('search registered post types and taxonomies immediately', async () => {
    const search = (type: string, subtype: string) => call(0, 'GET', '/wp/v2/search', { type, subtype, search: 'x' });
    expect([(await search('post', 'film')).status, (await search('term', 'genre')).status]).toEqual([400, 400]);
    test.site.content.registerPostType('film', { public: true, showInRest: true });
    test.site.content.registerTaxonomy('genre', 'film', { public: true, showInRest: true });
    expect([(await search('post', 'film')).status, (await search('term', 'genre')).status]).toEqual([200, 200]);
  });

  it('limit comment floods per user for logged-in users in one network', async () => {
    const ids = await Promise.all(
      ['anna', 'bela'].map((user_login) =>
        test.inContext(() =>
          test.site.users.wpInsertUser({ user_login, user_email: `${user_login}@x.example`, user_pass: 'x' }),
        ),
      ),
    );
    const { body } = await call(OWNER, 'POST', '/wp/v2/posts', {
      title: 'Discussed',
      status: 'publish',
      comment_status: 'open',
    });
    const addComment = (id: unknown, content: string) =>
      call(Number(id), 'POST', '/wp/v2/comments', { post: body.id, content });
    expect((await addComment(ids[0], 'First')).status).toBe(201);
    expect((await addComment(ids[1], 'Second')).status).toBe(201);
    expect((await addComment(ids[1], 'Third')).body).toMatchObject({ code: 'comment_flood' });
  });

  it('store WordPress’s post formats and reject others', async () => {
    const { status, body } = await call(OWNER, 'POST', '/wp/v2/posts', { title: 'An image', format: 'image' });
    expect([status, body.format]).toEqual([201, 'image']);
    expect((await call(OWNER, 'GET', `/wp/v2/posts/${String(body.id)}`)).body.format).toBe('image');
    expect((await call(OWNER, 'POST', '/wp/v2/posts', { title: 'x', format: 'scroll' })).status).toBe(400);
  });

  it('return unset settings in the types of their schema', async () => {
    expect((await call(OWNER, 'GET', '/wp/v2/settings')).body).toMatchObject({
      page_on_front: 0,
      page_for_posts: 0,
      site_icon: 0,
      default_ping_status: 'open',
      default_post_format: '0',
    });
  });
});

describe('custom post type with its own capabilities', () => {
  let test: TestSite;
  beforeAll(async () => void (test = await bootSite({ uncached: true })));
  afterAll(() => test?.close());

  it('supports autosaves and lets its editors list authors', async () => {
    await activatePlugin(test, 'recipes', {
      'index.js': `export default { boot(scope) { scope.registerPostType('recipe', {
      public: true, showInRest: true, supports: ['title', 'editor', 'author'], capabilityType: 'recipe', mapMetaCap: true,
    }); } };`,
    });
    // Routes of a new post type are available from the next request.
    await fetch(`${test.url}/wp-json/`);
    await test.site.roles.addRole('cook', 'Cook', { read: true, edit_recipes: true, edit_published_recipes: true });
    await test.site.roles.addRoleCap('administrator', 'edit_recipes');
    await test.site.roles.addRoleCap('administrator', 'edit_others_recipes');
    await test.site.roles.addRoleCap('administrator', 'edit_published_recipes');
    await test.site.roles.addRoleCap('administrator', 'publish_recipes');
    const call = (userId: number, method: string, route: string, params = {}) =>
      runInContext(createContext('test', userId), () =>
        test.site.rest.dispatch(test.site.rest.createRequest(method, route, params)),
      );
    const id = await test.inContext(() =>
      test.site.content.wpInsertPost(
        { post_type: 'recipe', post_title: 'Soup', post_content: 'Water', post_status: 'publish', post_author: OWNER },
        true,
      ),
    );
    const autosave = await call(OWNER, 'POST', `/wp/v2/recipe/${String(id)}/autosaves`, { content: 'Water and salt' });
    expect(autosave.getStatus()).toBe(200);
    const listed = await call(OWNER, 'GET', `/wp/v2/recipe/${String(id)}/autosaves`);
    expect(listed.getData()).toHaveLength(1);
    const cook = await test.inContext(() =>
      test.site.users.wpInsertUser({ user_login: 'cook', user_email: 'c@x.example', user_pass: 'x', role: 'cook' }),
    );
    expect((await call(Number(cook), 'GET', '/wp/v2/users', { who: 'authors' })).getStatus()).toBe(200);
  });
});
