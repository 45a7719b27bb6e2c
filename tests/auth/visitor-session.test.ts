import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const KEEPER = `export default { boot(scope) {
  scope.registerFrontRoute({ path: '/keep/', handler: (request) => { request.session.set('kept', 'a mug'); return { kind: 'body', type: 'text/plain', body: 'kept' }; } });
  scope.registerFrontRoute({ path: '/kept/', handler: (request) => ({ kind: 'body', type: 'text/plain', body: String(request.session.get('kept')) }) });
} };`;

describe.each(defaultEngines)('anonymous visitor session (%s)', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'keeper', { 'index.js': KEEPER });
  });
  afterAll(() => site.close());

  const DAY = 86_400_000;
  const get = (path: string, cookie = '') => fetch(site.url + path, { redirect: 'manual', headers: { cookie } });
  const linesOf = (response: Response): string[] => response.headers.getSetCookie();

  test('keeps data for 14 days in a cookie separate from the login cookie', async () => {
    const [line, ...others] = linesOf(await get('/keep/'));
    expect(others).toEqual([]);
    expect(line).toMatch(/^plinth_visitor_[0-9a-f]{32}=s%3A[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const ends = Date.parse(/Expires=([^;]+)/.exec(line ?? '')?.[1] ?? '');
    expect(Math.round((ends - Date.now()) / DAY)).toBe(14);
    const row = await site.site.db()('sessions').orderBy('expired', 'desc').first<{ expired: string }>('expired');
    expect(Math.round((Date.parse(`${row.expired.replace(' ', 'T')}Z`) - Date.now()) / DAY)).toBe(14);
    expect(await (await get('/kept/', line?.split(';')[0])).text()).toBe('a mug');
  });

  test('keeps data through login and leaves only the login cookie', async () => {
    const person = visitor(site.url);
    await person.get('/keep/');
    await person.logIn(ADMIN.login, ADMIN.password);
    expect(person.cookies()).toMatch(/wordpress_logged_in_[0-9a-f]{32}=s/);
    expect(person.cookies()).not.toMatch(/plinth_visitor_[0-9a-f]{32}=s/);
    expect((await person.get('/kept/')).html).toBe('a mug');
  });

  test('replaces an expired login session by a visitor session and clears the cookie', async () => {
    const name = /(plinth_visitor_)([0-9a-f]{32})/.exec(linesOf(await get('/keep/'))[0] ?? '')?.[2];
    const lines = linesOf(await get('/keep/', `wordpress_logged_in_${name}=s%3Anone.none`));
    expect(lines.map((line) => line.replace(/=.*/, ''))).toEqual([
      `plinth_visitor_${name}`,
      `wordpress_logged_in_${name}`,
    ]);
    expect(lines[1]).toContain('Expires=Thu, 01 Jan 1970');
  });
});
