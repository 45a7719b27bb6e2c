import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

describe('request lifecycle hooks', () => {
  let test: TestSite;
  const undo: (() => void)[] = [];
  beforeAll(async () => {
    test = await bootSite();
  });
  afterEach(() => undo.splice(0).forEach((step) => step()));
  afterAll(() => test?.close());

  const filter = (name: string, callback: (...args: never[]) => unknown, priority = 10): void =>
    void undo.push(test.site.hooks.add(name, callback, priority, 9, ''));
  const read = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(test.url + path, { redirect: 'manual', ...init });
  const json = async (path: string, init: RequestInit = {}): Promise<unknown> => (await read(path, init)).json();

  it('determine_current_user logs a visitor in and bypasses the page cache', async () => {
    await read('/');
    filter('determine_current_user', (id: number | false) => id || 1);
    const calls: number[] = [];
    filter('set_current_user', () => void calls.push(1));
    expect(await (await read('/')).text()).toContain('action=logout');
    expect(calls.length).toBeGreaterThan(0);
    expect((await read('/wp-admin/')).status).toBe(200);
  });

  it('determine_current_user with an unknown or invalid user id stays logged out', async () => {
    filter('determine_current_user', () => 4711);
    expect((await read('/wp-admin/')).status).toBe(302);
    undo.splice(0).forEach((step) => step());
    filter('determine_current_user', () => -1);
    expect((await read('/wp-admin/')).status).toBe(302);
  });

  it('shutdown fires once per response', async () => {
    const ended: string[] = [];
    filter('shutdown', () => void ended.push('end'));
    await (await read('/wp-login.php')).text();
    await (await read('/wp-json/')).text();
    await (await read('/no-such-page/')).text();
    expect(ended).toEqual(['end', 'end', 'end']);
  });

  it('filters change status, no-cache headers and redirects, ignoring invalid values', async () => {
    filter('nocache_headers', (headers: object) => ({ ...headers, 'X-Own': 'yes' }));
    expect((await read('/wp-login.php')).headers.get('x-own')).toBe('yes');
    filter('wp_redirect', (location: string) => `${location}&went=1`);
    filter('x_redirect_by', () => false);
    const redirect = await read('/wp-admin/');
    expect(redirect.headers.get('location')).toContain('&went=1');
    expect(redirect.headers.get('x-redirect-by')).toBeNull();
    filter('status_header', (_line: string, code: number) => (code === 404 ? 'HTTP/1.1 410 Gone' : 'nonsense'));
    expect((await read('/wp-json/none/v1/x')).status).toBe(410);
    expect((await read('/wp-json/')).status).toBe(200);
    filter('wp_redirect', () => false, 20);
    expect((await read('/wp-admin/')).status).toBe(200);
  });

  describe('REST API', () => {
    it('registers routes in rest_api_init and removes them when the plugin is deactivated', async () => {
      await activatePlugin(test, 'waiter', {
        'index.js': `module.exports = { boot(scope) {
        scope.addAction('rest_api_init', () => void scope.registerRestRoute('waiter/v1', '/hello', { methods: 'GET', permissionCallback: () => true, callback: () => 'hello' }));
      } };`,
      });
      expect(await json('/wp-json/waiter/v1/hello')).toBe('hello');
      filter('rest_api_init', () => undefined);
      const { endpoints } = (await json('/wp-json/waiter/v1/hello', { method: 'OPTIONS' })) as { endpoints: unknown[] };
      expect(endpoints).toHaveLength(1);
      await test.inContext(() => test.site.plugins.deactivatePlugins('waiter'));
      expect((await read('/wp-json/waiter/v1/hello')).status).toBe(404);
    });

    it('removes endpoints filtered by a plugin and restores them on deactivation', async () => {
      await activatePlugin(test, 'taker', {
        'index.js': `module.exports = { boot(scope) {
        scope.addFilter('rest_endpoints', ({ '/wp/v2/users': _gone, ...others }) => others);
        scope.addFilter('rest_page_collection_params', (params) => ({ ...params, per_page: { ...params.per_page, maximum: 7 } }));
      } };`,
      });
      expect((await read('/wp-json/wp/v2/users')).status).toBe(404);
      expect((await read('/wp-json/wp/v2/users/1')).status).not.toBe(404);
      expect((await read('/wp-json/wp/v2/pages?per_page=8')).status).toBe(400);
      await test.inContext(() => test.site.plugins.deactivatePlugins('taker'));
      expect((await read('/wp-json/wp/v2/users')).status).toBe(200);
      expect((await read('/wp-json/wp/v2/pages?per_page=8')).status).toBe(200);
    });

    it('sends a response that rest_pre_serve_request serves unchanged', async () => {
      filter('rest_pre_serve_request', (served: unknown, _response: unknown, request: { getRoute(): string }) =>
        request.getRoute() === '/wp/v2/types' ? 'as text' : served,
      );
      expect(await (await read('/wp-json/wp/v2/types')).text()).toBe('as text');
      expect(await json('/wp-json/wp/v2/statuses')).toHaveProperty('publish');
    });

    it('rejects cookies without a nonce, even with rest_authentication_errors emptied', async () => {
      const admin = visitor(test.url);
      await admin.logIn(ADMIN.login, ADMIN.password);
      const me = async (): Promise<number> =>
        (await read('/wp-json/wp/v2/users/me', { headers: { cookie: admin.cookies() } })).status;
      expect(await me()).toBe(401);
      const listeners = test.site.hooks.listeners('rest_authentication_errors');
      test.site.hooks.removeAllFilters('rest_authentication_errors');
      expect(await me()).toBe(401);
      for (const { callback, priority, acceptedArgs } of listeners)
        test.site.hooks.add('rest_authentication_errors', callback, priority, acceptedArgs, '');
      expect(await me()).toBe(401);
    });

    it('fires wp_after_insert_post after terms and metadata are stored', async () => {
      const admin = visitor(test.url);
      await admin.logIn(ADMIN.login, ADMIN.password);
      const received: unknown[] = [];
      filter('wp_after_insert_post', async (id: number, post: { post_type: string }, update: boolean) => {
        if (post.post_type === 'post') received.push(update, await test.site.content.wpGetObjectTerms(id, 'post_tag'));
      });
      const tag = await test.inContext(() => test.site.content.wpInsertTerm('Told', 'post_tag'));
      const nonce = await (
        await read('/wp-admin/admin-ajax.php?action=rest-nonce', { headers: { cookie: admin.cookies() } })
      ).text();
      const response = await read('/wp-json/wp/v2/posts', {
        method: 'POST',
        headers: { cookie: admin.cookies(), 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'With a tag', tags: [(tag as { term_id: number }).term_id] }),
      });
      expect(response.status).toBe(201);
      expect(received).toMatchObject([false, [{ name: 'Told' }]]);
    });
  });

  describe('login screen', () => {
    it('shows messages, fields, classes and errors of plugins', async () => {
      filter('login_message', () => '<p id="told">Come in</p>');
      filter('login_form', (out: string[]) => void out.push('<input name="captcha">'));
      filter('login_body_class', (classes: string[]) => [...classes, 'own']);
      filter('login_errors', (html: string) => `${html}<p>Call us.</p>`);
      const page = await (await read('/wp-login.php')).text();
      expect(page).toContain('<p id="told">Come in</p>');
      expect(page).toContain('<input name="captcha">');
      expect(page).toMatch(/<body class="login [^"]*own/);
      expect(page).not.toContain('Call us.');
      const loginPage = await (
        await read('/wp-login.php', { method: 'POST', body: new URLSearchParams({ log: 'nobody', pwd: 'wrong' }) })
      ).text();
      expect(loginPage).toContain('The username or password is incorrect.');
      expect(readDom(loginPage).texts('p')).toContain('Call us.');
    });

    it('logs in without the form only whom an authenticate filter returns', async () => {
      expect((await read('/wp-login.php')).status).toBe(200);
      const admin = await test.inContext(() => test.site.users.getUserdata(1));
      filter('authenticate', (user: unknown) => user ?? admin);
      const entered = await read('/wp-login.php');
      expect([entered.status, entered.headers.get('location')]).toEqual([302, `${test.url}/wp-admin/`]);
      expect((await read('/wp-login.php?reauth=1')).status).toBe(200);
    });

    it('refuses a password reset email when lostpassword_post adds an error', async () => {
      filter('lostpassword_post', (errors: { add(code: string, text: string): void }) =>
        errors.add('captcha', 'Solve the riddle first.'),
      );
      const requestReset = (): Promise<Response> =>
        read('/wp-login.php?action=lostpassword', {
          method: 'POST',
          body: new URLSearchParams({ user_login: 'admin' }),
        });
      expect(await (await requestReset()).text()).toContain('Solve the riddle first.');
      const waiting = (): Promise<unknown> =>
        test.site.db()('jobs').where({ queue: 'plinth/password-reset-email' }).pluck('queue');
      expect(await waiting()).toEqual([]);
      undo.splice(0).forEach((step) => step());
      await requestReset();
      expect(await waiting()).toEqual(['plinth/password-reset-email']);
    });

    it('applies auth_cookie_expiration and attach_session_information to sessions', async () => {
      filter('auth_cookie_expiration', () => 3600);
      filter('attach_session_information', () => ({ place: 'Gdańsk' }));
      const admin = visitor(test.url);
      await admin.logIn(ADMIN.login, ADMIN.password);
      const all = await test.inContext(() => test.site.sessions.wpGetAllSessions(1));
      const own = all.find(({ attached }) => attached?.place === 'Gdańsk');
      expect(Math.abs(Number(own?.expiration) - Number(own?.login) - 3600)).toBeLessThanOrEqual(1);
    });
  });
});
