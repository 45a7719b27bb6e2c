import { defaultEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const SCREEN = '/wp-admin/plugins.php';
const PROVIDER_URL = 'https://shop1.pay.example';
const manifest = (id: string, contributes: object): string =>
  JSON.stringify({
    name: id,
    version: '1.0.0',
    description: 'A plugin of the tests.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
    contributes,
  });
const redirectPlugin = (id: string): string => `export default { boot(scope) {
  scope.registerFrontRoute({ path: '/${id}/', handler: () => ({ kind: 'redirect', location: '${PROVIDER_URL}/go' }) });
} };`;

describe.each(defaultEngines)('administrator-added redirect hosts on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;

  beforeAll(async () => {
    test = await bootSite({ engine });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await activatePlugin(test, 'pays', {
      'plugin.json': manifest('pays', { customRedirectHosts: true, hosts: { redirect: ['https://pay.example'] } }),
      'index.js': redirectPlugin('pays'),
    });
    await activatePlugin(test, 'fixed', { 'plugin.json': manifest('fixed', {}), 'index.js': redirectPlugin('fixed') });
  });
  afterAll(() => test.close());

  const allow = async (plugin: string, hosts: string, account = owner): Promise<string> => {
    await account.get(SCREEN);
    await account.post(SCREEN, { action: 'redirect_hosts', plugin, hosts });
    return (await account.get(SCREEN)).html;
  };
  const sentFrom = async (path: string): Promise<string | null> =>
    (await fetch(test.url + path, { redirect: 'manual' })).headers.get('location');
  const hosts = (id: string): Promise<readonly string[]> => test.inContext(() => test.site.plugins.redirectHosts(id));

  it('work like those of plugin.json and are listed with them', async () => {
    expect(await sentFrom('/pays/')).toBeNull();
    const html = await allow('pays', ` ${PROVIDER_URL}/\nhttps://shop1.pay.example `);
    expect(html).toContain('Redirect hosts saved.');
    expect(readDom(html).text).toContain('Redirects visitors to: pay.example, shop1.pay.example');
    expect(await sentFrom('/pays/')).toBe(`${PROVIDER_URL}/go`);
    const policy = (await fetch(`${test.url}/`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action 'self' https://pay.example ${PROVIDER_URL}`);
  });

  it.each([
    'http://pay.example',
    'https://*.pay.example',
    '*',
    'https://pay.example/path',
    'https://user@pay.example',
    'https://pay.example?to=x',
    'javascript:alert(1)',
    'pay.example',
  ])('must be exact https origins: %s is rejected and changes nothing', async (invalidOrigin) => {
    expect(await allow('pays', `https://other.example\n${invalidOrigin}`)).toContain('Redirect hosts were not saved.');
    expect(await hosts('pays')).toEqual([PROVIDER_URL]);
  });

  it('require a plugin that asks for them', async () => {
    const html = await allow('fixed', PROVIDER_URL);
    expect(html).toContain('Unknown action.');
    expect(await hosts('fixed')).toEqual([]);
    await test.inContext(() => test.site.plugins.setRedirectHosts('fixed', [PROVIDER_URL]));
    expect(await sentFrom('/fixed/')).toBeNull();
  });

  it('can be added by administrators only', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'edith',
        user_email: 'e@example.com',
        user_pass: 'a long editor password',
        role: 'editor',
      }),
    );
    const editor = visitor(test.url);
    await editor.logIn('edith', 'a long editor password');
    await allow('pays', 'https://evil.example', editor);
    expect(await hosts('pays')).toEqual([PROVIDER_URL]);
  });

  it('can be removed and are deleted with the plugin', async () => {
    await allow('pays', '');
    expect(await sentFrom('/pays/')).toBeNull();
    await allow('pays', PROVIDER_URL);
    for (const action of ['deactivate', 'delete']) {
      await owner.get(SCREEN);
      await owner.post(SCREEN, { action, plugin: 'pays' });
    }
    expect(await hosts('pays')).toEqual([]);
  });
});
