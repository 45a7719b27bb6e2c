import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const SCREEN = '/wp-admin/authorize-application.php';

describe.each(defaultEngines)('authorization screen for application passwords on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;

  beforeAll(async () => {
    test = await bootSite({ engine });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test.close());

  const count = async (): Promise<number> =>
    (await test.inContext(() => test.site.passwords.getUserApplicationPasswords(1))).length;
  const me = (login: string, password: string): Promise<Response> =>
    fetch(`${test.url}/wp-json/wp/v2/users/me`, {
      headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    });

  it('has the URL the API index announces, and requires a login', async () => {
    const index = (await (await fetch(`${test.url}/wp-json/`)).json()) as {
      authentication: { 'application-passwords': { endpoints: { authorization: string } } };
    };
    expect(index.authentication['application-passwords'].endpoints.authorization).toBe(test.url + SCREEN);
    expect((await visitor(test.url).get(`${SCREEN}?app_name=Shop`)).location).toContain('/wp-login.php');
  });

  it('redirects to the program with a working application password, after showing its host', async () => {
    const page = await owner.get(
      `${SCREEN}?app_name=Kasa+%26+co&success_url=${encodeURIComponent('https://kasa.example/done?x=1')}`,
    );
    expect(page.html).toContain('Kasa &amp; co');
    expect(page.html).toContain('kasa.example');
    const response = await owner.post(SCREEN, {
      action: 'approve',
      app_name: 'Kasa',
      success_url: 'https://kasa.example/done?x=1',
    });
    const back = new URL(
      (/class="button" href="([^"]+)"/.exec(response.html)?.[1] ?? '')
        .replaceAll('&amp;', '&')
        .replaceAll('&#x3D;', '='),
    );
    expect([
      back.origin,
      back.searchParams.get('x'),
      back.searchParams.get('site_url'),
      back.searchParams.get('user_login'),
    ]).toEqual(['https://kasa.example', '1', test.url, ADMIN.login]);
    expect((await me(ADMIN.login, back.searchParams.get('password') ?? '')).status).toBe(200);
  });

  it('shows a working password on the screen when no success URL is given', async () => {
    await owner.get(`${SCREEN}?app_name=Terminal`);
    const response = await owner.post(SCREEN, { action: 'approve', app_name: 'Terminal' });
    const password = /<code class="secret">([^<]+)</.exec(response.html)?.[1] ?? '';
    expect((await me(ADMIN.login, password)).status).toBe(200);
  });

  it('creates no password on rejection, for an invalid return URL or a wrong nonce', async () => {
    const before = await count();
    await owner.get(`${SCREEN}?app_name=No`);
    expect(
      (await owner.post(SCREEN, { action: 'reject', app_name: 'No', reject_url: 'https://no.example/' })).html,
    ).toContain('https://no.example/');
    for (const url of ['javascript:alert(1)', 'http://evil.example/', 'data:text/html,x', 'nonsense']) {
      expect((await owner.get(`${SCREEN}?app_name=No&success_url=${encodeURIComponent(url)}`)).status).toBe(400);
    }
    expect((await owner.post(SCREEN, { action: 'approve', app_name: 'No', _wpnonce: 'wrong' })).status).toBe(403);
    expect((await owner.get(`${SCREEN}?app_name=No&app_id=7`)).status).toBe(400);
    expect(await count()).toBe(before);
  });
});
