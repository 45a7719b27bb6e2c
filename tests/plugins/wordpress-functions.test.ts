import { statSync, writeFileSync } from 'node:fs';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const PLUGIN = `
export default {
  boot(scope) {
    scope.addAction('wp_ajax_nopriv_familiar_open', () => { scope.wpSendJsonSuccess({ asked: scope.wpDoingAjax() }); }, 10, 2);
    scope.addAction('wp_ajax_nopriv_familiar_closed', () => { scope.checkAjaxReferer('familiar'); scope.wpSendJsonSuccess('let in'); }, 10, 2);
    scope.addAction('wp_ajax_familiar_closed', () => { scope.checkAjaxReferer('familiar'); scope.wpSendJsonSuccess('let in'); }, 10, 2);
    scope.addAction('wp_ajax_nopriv_familiar_dead', () => { scope.wpDie('<b>No</b><script>x</script>', 'T', { response: 418 }); }, 10, 2);
    scope.registerFrontRoute({ path: '/familiar/who/', handler: async () => ({ kind: 'body', type: 'application/json', body: JSON.stringify({ in: scope.isUserLoggedIn(), login: (await scope.wpGetCurrentUser()).user_login ?? '' }) }) });
    scope.registerFrontRoute({ path: '/familiar/nonce/', handler: () => ({ kind: 'body', type: 'text/plain', body: scope.wpCreateNonce('familiar') }) });
    scope.registerFrontRoute({ path: '/familiar/enter/', handler: async () => { await scope.wpSetAuthCookie(1); return { kind: 'redirect', location: '/familiar/who/' }; } });
    scope.registerFrontRoute({ path: '/familiar/leave/', handler: async () => { await scope.wpLogout(); return { kind: 'redirect', location: '/familiar/who/' }; } });
    scope.registerFrontRoute({ path: '/familiar/sign-on/', handler: async (request) => {
      const found = await scope.wpSignon({ user_login: request.field('log'), user_password: request.field('pwd') });
      return { kind: 'body', type: 'text/plain', body: typeof found.getErrorCode === 'function' ? found.getErrorCode() : found.user_login };
    } });
    scope.registerBlockPattern('familiar/hello', { title: 'Hello', content: '<!-- wp:paragraph --><p>Hi</p><!-- /wp:paragraph -->' });
    scope.addThemeSupport('familiar-thing', 1);
    globalThis.familiarScope = scope;
  },
};
`;

interface Familiar {
  [name: string]: (...args: unknown[]) => unknown;
}

describe.each(defaultEngines)('WordPress functions of the scope on %s', (engine) => {
  let test: TestSite;
  const scope = (): Familiar => (globalThis as unknown as { familiarScope: Familiar }).familiarScope;
  const call = <T>(name: string, ...args: unknown[]): Promise<T> =>
    test.inContext(() => scope()[name]?.(...args)) as Promise<T>;
  const ajax = (action: string, rest = ''): Promise<Response> =>
    fetch(`${test.url}/wp-admin/admin-ajax.php?action=${action}${rest}`);

  beforeAll(async () => {
    test = await bootSite({ engine });
    await activatePlugin(test, 'familiar', { 'index.js': PLUGIN });
  });
  afterAll(() => test.close());

  it('respond to AJAX with JSON when the callback returns nothing', async () => {
    const response = await ajax('familiar_open');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toEqual({ success: true, data: { asked: true } });
  });

  it('reject AJAX requests with a missing or forged nonce with 403', async () => {
    const response = await ajax('familiar_closed');
    expect([response.status, await response.text()]).toEqual([403, '-1']);
    const forged = await ajax('familiar_closed', '&_ajax_nonce=0123456789');
    expect([forged.status, await forged.text()]).toEqual([403, '-1']);
  });

  it('accept AJAX requests with a valid nonce under either name', async () => {
    const guest = visitor(test.url);
    await guest.logIn(ADMIN.login, ADMIN.password);
    const nonce = (await guest.get('/familiar/nonce/')).html;
    for (const field of ['_ajax_nonce', '_wpnonce'])
      expect(
        JSON.parse((await guest.get(`/wp-admin/admin-ajax.php?action=familiar_closed&${field}=${nonce}`)).html),
      ).toEqual({ success: true, data: 'let in' });
  });

  it('end with wpDie’s status and a message without scripts', async () => {
    const response = await ajax('familiar_dead');
    expect(response.status).toBe(418);
    expect(await response.text()).not.toContain('<script');
  });

  it('log a user in, record it in the audit log, and log out', async () => {
    const guest = visitor(test.url);
    expect(JSON.parse((await guest.get('/familiar/who/')).html)).toEqual({ in: false, login: '' });
    await guest.get('/familiar/enter/');
    expect(JSON.parse((await guest.get('/familiar/who/')).html)).toEqual({ in: true, login: ADMIN.login });
    const written = (await test.site.db()('audit_log').where({ action: 'login.by_plugin' })) as {
      subject_id: string;
    }[];
    expect(written.length).toBeGreaterThan(0);
    await guest.get('/familiar/leave/');
    expect(JSON.parse((await guest.get('/familiar/who/')).html)).toEqual({ in: false, login: '' });
  });

  it('log in by wpSignon and count failures against the login limit', async () => {
    const guest = visitor(test.url);
    expect(
      (await guest.get(`/familiar/sign-on/?log=${ADMIN.login}&pwd=${encodeURIComponent(ADMIN.password)}`)).html,
    ).toBe(ADMIN.login);
    const errorCodes: string[] = [];
    for (let n = 0; n < 7; n++)
      errorCodes.push(await (await fetch(`${test.url}/familiar/sign-on/?log=somebody&pwd=wrong${n}`)).text());
    expect(errorCodes[0]).toBe('invalid_username');
    expect(errorCodes.at(-1)).toBe('too_many_attempts');
  });

  it('refuse to set an auth cookie outside a page request', async () => {
    await expect(call('wpSetAuthCookie', 1)).rejects.toMatchObject({ code: 'no_page_request' });
  });

  it('report active plugins and refuse deactivation without permission', async () => {
    expect(await call('isPluginActive', 'familiar')).toBe(true);
    expect(await call('isPluginActive', 'familiar/familiar.php')).toBe(true);
    expect(await call('isPluginActive', 'nobody')).toBe(false);
    expect(await call('getPluginData', 'familiar')).toMatchObject({ Version: '1.0.0' });
    await expect(call('deactivatePlugins', 'familiar')).rejects.toMatchObject({ code: 'plugins_locked', status: 403 });
  });

  it('create folders inside the plugin’s data folder only', async () => {
    const dataPath = (path = ''): string => String(scope().pluginDataPath?.(path));
    const createFolder = (path: string): unknown => scope().wpMkdirP?.(path);
    expect(dataPath()).toMatch(/plugin-data\/familiar\/$/);
    expect(await createFolder(dataPath('feeds/today'))).toBe(true);
    expect(await createFolder(dataPath('feeds/today'))).toBe(true);
    expect(statSync(dataPath('feeds/today')).isDirectory()).toBe(true);
    writeFileSync(dataPath('feeds/file'), 'x');
    for (const inTheWay of ['feeds/file', 'feeds/file/below'])
      expect(await createFolder(dataPath(inTheWay))).toBe(false);
    expect(() => dataPath('../other')).toThrow(expect.objectContaining({ code: 'path_outside_folder' }) as Error);
    for (const outsidePath of ['/tmp/elsewhere', `${dataPath()}../other`])
      await expect(createFolder(outsidePath)).rejects.toMatchObject({ code: 'path_outside_folder' });
  });

  it('resolve paths and URLs inside the plugin only', () => {
    expect(scope().pluginDirPath?.()).toMatch(/familiar\/$/);
    expect(scope().pluginsUrl?.('assets/a.css')).toBe(`${test.url}/wp-content/plugins/familiar/assets/a.css`);
    expect(() => scope().pluginDirPath?.('../other/secret')).toThrow(
      expect.objectContaining({ code: 'path_outside_folder' }) as Error,
    );
  });

  it('hash text deterministically with wpHash', () => {
    const signed = scope().wpHash?.('a');
    expect(signed).toMatch(/^[0-9a-f]{64}$/);
    expect(scope().wpHash?.('a')).toBe(signed);
    expect(scope().wpHash?.('b')).not.toBe(signed);
  });

  it('store, read and remove theme mods', async () => {
    expect(await call('getThemeMod', 'color', 'red')).toBe('red');
    await call('setThemeMod', 'color', 'blue');
    expect(await call('getThemeMod', 'color', 'red')).toBe('blue');
    await call('removeThemeMod', 'color');
    expect(await call('getThemeMod', 'color')).toBe(false);
    expect(await call('getBloginfo', 'url')).toBe(test.url);
  });

  it('return content, excerpt, dates, adjacent posts and classes of a post', async () => {
    const [first, second] = await test.inContext(async () => {
      const make = async (title: string, date: string): Promise<number> =>
        (await test.site.content.wpInsertPost({
          post_title: title,
          post_content: '<!-- wp:paragraph --><p>Some words.</p><!-- /wp:paragraph -->',
          post_status: 'publish',
          post_author: 1,
          post_date: date,
        })) as number;
      return [await make('First', '2024-03-01 10:00:00'), await make('Second', '2024-03-02 10:00:00')];
    });
    expect(await call('getTheContent', first)).toMatch(/<p[^>]*>Some words\.<\/p>/);
    expect(await call('getTheExcerpt', first)).toContain('Some words.');
    expect(await call('hasExcerpt', first)).toBe(false);
    expect(await call('getTheDate', first, 'Y-m-d')).toBe('2024-03-01');
    expect(await call('getPostTime', first, 'Y-m-d H:i')).toBe('2024-03-01 10:00');
    // The site's time zone is Europe/Warsaw, UTC+1 at that time.
    expect(await call('getPostTimestamp', first)).toBe(Date.UTC(2024, 2, 1, 9) / 1000);
    expect(await call('getNextPost', first)).toMatchObject({ id: second });
    expect(await call('getPreviousPost', second)).toMatchObject({ id: first });
    expect(await call('getPostClass', first, ['mine'])).toEqual(
      expect.arrayContaining(['mine', `post-${first}`, 'type-post']),
    );
    // Visitors without permission get no edit link.
    expect(await call('getEditPostLink', first)).toBe('');
  });

  it('paginate links with gaps around the current page', async () => {
    const links = await call<string>('paginateLinks', {
      base: '/list/%_%',
      format: 'page/%#%/',
      total: 20,
      current: 10,
    });
    expect(links.match(/>\d+</g)?.map((text) => text.slice(1, -1))).toEqual(['1', '8', '9', '10', '11', '12', '20']);
    expect(links).toContain('href="/list/"');
    expect(links).toContain('href="/list/page/9/"');
    expect(await call('paginateLinks', { base: '/', total: 1, current: 1 })).toBe('');
  });

  it('generate distinct passwords from the requested characters', () => {
    expect(scope().wpGeneratePassword?.(20, false)).toMatch(/^[a-zA-Z0-9]{20}$/);
    expect(scope().wpGeneratePassword?.(24)).not.toBe(scope().wpGeneratePassword?.(24));
  });

  it('switch to an installed locale and restore the previous one', async () => {
    await test.inContext(() => {
      const before = scope().getLocale?.();
      expect(scope().switchToLocale?.('xx_XX')).toBe(false);
      expect(scope().switchToLocale?.('pl_PL')).toBe(true);
      expect([scope().getLocale?.(), scope().isLocaleSwitched?.()]).toEqual(['pl_PL', true]);
      expect(scope().restorePreviousLocale?.()).toBe(before);
      expect([scope().restorePreviousLocale?.(), scope().isLocaleSwitched?.()]).toEqual([false, false]);
    });
  });

  it('list block patterns only for users who can edit', async () => {
    expect((await fetch(`${test.url}/wp-json/wp/v2/block-patterns/patterns`)).status).toBe(401);
    const patterns = await test.inContext(async () => {
      await scope().wpSetCurrentUser?.(1);
      return test.site.rest.dispatch(test.site.rest.createRequest('GET', '/wp/v2/block-patterns/patterns'));
    });
    expect(patterns.getData()).toEqual([
      expect.objectContaining({ name: 'familiar/hello', title: 'Hello', inserter: true }),
    ]);
  });

  it('remove block patterns and theme features with the plugin', async () => {
    expect(scope().currentThemeSupports?.('familiar-thing')).toBe(true);
    const oldScope = scope();
    await test.inContext(() => test.site.plugins.deactivatePlugins('familiar'));
    expect((oldScope.getBlockPatterns?.() as Map<string, unknown>).has('familiar/hello')).toBe(false);
    expect(oldScope.currentThemeSupports?.('familiar-thing')).toBe(false);
  });
});
