import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const PROBE = `
const page = (html) => ({ kind: 'page', title: 'Probe', html });
module.exports = { boot(scope) {
  const route = (path, handler) => scope.registerFrontRoute({ path, handler });
  scope.registerRestRoute('probe/v1', '/public', { methods: 'GET', callback: () => { const response = scope.restEnsureResponse({ ok: true }); response.header('Cache-Control', 'public, max-age=60'); return response; }, permissionCallback: () => true });
  scope.registerRestRoute('probe/v1', '/session', { methods: 'GET', callback: (request) => ({ ok: true }), permissionCallback: () => true });
  route('/probe/plain/', () => page('plain'));
  route('/probe/public/', () => ({ ...page('public'), headers: { 'Cache-Control': 'public, max-age=60' } }));
  route('/probe/token/', () => { scope.cache.bypass(); return page('token'); });
  route('/probe/begins/', (request) => { request.session.set('seen', true); return page('begins'); });
  route('/probe/sets/', () => ({ ...page('sets'), cookies: [{ name: 'seen', value: '1' }] }));
  route('/probe/agent/', (request) => page('agent ' + request.header('X-Probe')));
  route('/probe/style.css', () => ({ kind: 'body', type: 'text/css', body: 'p{}', headers: { 'Cache-Control': 'public, max-age=60' } }));
  scope.enqueueStyle('probe', 'probe.css');
} };`;

describe.each(defaultEngines)('HTTP caching headers on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
    await activatePlugin(test, 'probe', { 'index.js': PROBE, 'assets/probe.css': 'p{}' });
  });
  afterAll(() => test.close());

  const PAGES = ['/', '/shop/', '/contact/', '/withdrawal/', '/probe/plain/', '/probe/public/', '/nothing-here/'];

  it('forbid storing pages of logged-in users and visitors with a cart', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const shopper = visitor(test.url);
    await shopper.get('/probe/begins/');
    for (const account of [owner, shopper])
      for (const path of PAGES) {
        const cacheControl = (await account.get(path)).headers.get('cache-control');
        expect([path, cacheControl]).toEqual([path, expect.stringMatching(/private.*no-store|no-store.*private/)]);
      }
  });

  it('make cacheable REST responses vary by cookie and login, and forbid storing personal ones', async () => {
    const cacheable = await fetch(`${test.url}/wp-json/probe/v1/public`);
    expect(cacheable.headers.get('vary')).toMatch(/cookie.*authorization/i);
    const paths = ['/wp-json/', '/wp-json/wp/v2/posts', '/wp-json/wp/v2/posts/999999', '/wp-json/probe/v1/session'];
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    for (const path of paths) {
      const { headers } = await fetch(test.url + path);
      expect(headers.get('cache-control') ?? '').not.toContain('private');
      const wrong = await fetch(test.url + path, { headers: { authorization: 'Basic bm86bm8=' } });
      expect([path, wrong.headers.get('cache-control')]).toEqual([path, expect.stringMatching(/no-store/)]);
    }
    for (const route of ['/wp/v2/users/me', '/wp/v2/posts', '/probe/v1/session']) {
      const cacheControl = (await owner.rest('GET', route)).headers.get('cache-control');
      expect([route, cacheControl]).toEqual([route, expect.stringMatching(/private.*no-store|no-store.*private/)]);
    }
  });

  it('forbid storing other per-visitor pages and responses to forms', async () => {
    for (const path of ['/probe/token/', '/probe/begins/', '/probe/sets/'])
      expect([path, (await fetch(test.url + path)).headers.get('cache-control')]).toEqual([path, 'private, no-store']);
    const response = await fetch(`${test.url}/probe/plain/`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('make public pages vary by cookie and by the headers they read', async () => {
    for (const path of ['/', '/shop/', '/probe/plain/', '/probe/public/', '/probe/agent/'])
      for (const time of ['first', 'second']) {
        const { headers } = await fetch(test.url + path);
        expect([path, time, headers.get('vary')]).toEqual([path, time, expect.stringMatching(/\bcookie\b/i)]);
        expect(headers.get('cache-control') ?? '').not.toContain('private');
        if (path === '/probe/agent/') expect(headers.get('vary')).toMatch(/x-probe/i);
      }
  });

  it('follow the plugin for responses other than pages', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    expect((await owner.get('/probe/style.css')).headers.get('cache-control')).toBe('public, max-age=60');
  });

  it('cache hashed file URLs for a year and others for an hour', async () => {
    const pathOfPage = async (): Promise<string> => {
      const html = (await (await fetch(`${test.url}/probe/token/`)).text()).replaceAll('&#x3D;', '=');
      return /href="([^"]*probe\.css[^"]*)"/.exec(html)?.[1] ?? '';
    };
    const before = await pathOfPage();
    expect(before).toMatch(/probe\.css\?ver=1\.0\.0\.[a-f0-9]+$/);
    const cacheControlOf = async (url: string): Promise<string | null> =>
      (await fetch(url)).headers.get('cache-control');
    expect(await cacheControlOf(before)).toBe('public, max-age=31536000');
    for (const other of [before.replace(/\?.*/, ''), before.replace(/\.[a-f0-9]+$/, '')])
      expect(await cacheControlOf(other)).toBe('public, max-age=3600');

    writeFileSync(join(test.site.config.dataDir, 'plugins', 'probe', 'assets', 'probe.css'), 'p{color:red}');
    await test.inContext(() => test.site.plugins.reload('probe'));
    const after = await pathOfPage();
    expect(after).toMatch(/probe\.css\?ver=1\.0\.0\.[a-f0-9]+$/);
    expect(after).not.toBe(before);
    expect([await cacheControlOf(after), await cacheControlOf(before)]).toEqual([
      'public, max-age=31536000',
      'public, max-age=3600',
    ]);
  });
});
