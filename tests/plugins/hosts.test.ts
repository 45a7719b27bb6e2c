import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const boot = (work: string): string => `export default { boot(scope) { ${work} } };`;
const manifest = (id: string, hosts: unknown): string =>
  JSON.stringify({
    name: id,
    version: '1.0.0',
    description: 'd',
    author: 'a',
    requiresCore: '>=0.1.0',
    main: 'index.js',
    contributes: { hosts },
  });

describe.each(defaultEngines)('hosts declared by a plugin on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  const on = (id: string, hosts: unknown, work: string): Promise<void> =>
    activatePlugin(test, id, { 'plugin.json': manifest(id, hosts), 'index.js': boot(work) });
  const off = (...ids: string[]): Promise<void> => test.inContext(() => test.site.plugins.deactivatePlugins(ids));
  const policyOf = async (path = '/'): Promise<Record<string, string[]>> => {
    const text = (await fetch(test.url + path, { redirect: 'manual' })).headers.get('content-security-policy') ?? '';
    return Object.fromEntries(
      text
        .split(';')
        .map((part) => part.trim().split(' '))
        .map(([name = '', ...sources]): [string, string[]] => [
          name,
          sources.filter((source) => !/^'(?:nonce|sha256)-/.test(source)),
        ]),
    );
  };
  const sent = async (path: string): Promise<[number, string | null]> => {
    const response = await fetch(test.url + path, { redirect: 'manual' });
    await response.text();
    return [response.status, response.headers.get('location')];
  };
  const errorsOf = async (id: string): Promise<{ code: string; message: string }[]> => {
    await test.site.plugins.pluginErrors.flush();
    return test.inContext(() => test.site.plugins.pluginErrors.list(id));
  };

  it('extend the content security policy only while the plugin is active', async () => {
    const before = await policyOf();
    expect(before['script-src']).toEqual(["'self'"]);
    await on(
      'pays',
      {
        script: ['https://js.pay.test'],
        style: ['https://css.pay.test'],
        frame: ['https://*.pay.test'],
        connect: ['https://api.pay.test', 'wss://live.pay.test'],
        img: ['http://localhost:4000'],
        form: ['https://form.pay.test'],
        redirect: ['https://go.pay.test'],
      },
      '',
    );
    const during = await policyOf();
    expect(during).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'", 'https://js.pay.test'],
      'style-src': ["'self'", 'https://css.pay.test'],
      'font-src': ["'self'", 'https://css.pay.test'],
      'frame-src': ["'self'", 'https://*.pay.test'],
      'connect-src': ["'self'", 'https://api.pay.test', 'wss://live.pay.test'],
      'img-src': ["'self'", 'data:', 'https:', 'http://localhost:4000'],
      'form-action': ["'self'", 'https://form.pay.test', 'https://go.pay.test'],
      'object-src': ["'none'"],
    });
    await off('pays');
    expect(await policyOf()).toEqual(before);
  });

  it('apply at once when another process activates the plugin, also to cached pages', async () => {
    test.addPlugin('elsewhere', {
      'plugin.json': manifest('elsewhere', { frame: ['https://maps.test'] }),
      'index.js': boot(''),
    });
    await policyOf();
    const other = await createSite(test.site.config);
    // On MariaDB, a cached page may be outdated for 10 ms.
    const waitForNotice = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    await runInContext(createContext('command'), async () =>
      expect(await other.plugins.activatePlugin('elsewhere')).toBeNull(),
    );
    await waitForNotice();
    for (let i = 0; i < 3; i++) expect((await policyOf())['frame-src']).toEqual(["'self'", 'https://maps.test']);
    await runInContext(createContext('command'), () => other.plugins.deactivatePlugins('elsewhere'));
    await waitForNotice();
    for (let i = 0; i < 3; i++) expect((await policyOf())['frame-src']).toBeUndefined();
    await other.close();
  });

  it('allow redirects to exactly these hosts and refuse others with an error', async () => {
    const route = (path: string, location: string): string =>
      `scope.registerFrontRoute({ path: '${path}', handler: () => ({ kind: 'redirect', location: '${location}', status: 303 }) });`;
    await on(
      'sends',
      { redirect: ['https://go.pay.test', 'https://*.bank.test'] },
      [
        route('/go/', 'https://go.pay.test/x?a=1'),
        route('/bank/', 'https://pl.bank.test/'),
        route('/bare/', 'https://bank.test/'),
        route('/away/', 'https://go.pay.test.evil.example/'),
        route('/user/', 'https://go.pay.test@evil.example/'),
        route('/plain/', 'http://go.pay.test/'),
        route('/port/', 'https://go.pay.test:444/'),
        route('/slashes/', '//evil.example/'),
        route('/home/', '/somewhere/'),
      ].join('\n'),
    );
    expect(await sent('/go/')).toEqual([303, 'https://go.pay.test/x?a=1']);
    expect(await sent('/bank/')).toEqual([303, 'https://pl.bank.test/']);
    expect(await sent('/home/')).toEqual([303, '/somewhere/']);
    for (const path of ['/bare/', '/away/', '/user/', '/plain/', '/port/', '/slashes/'])
      expect([path, ...(await sent(path))]).toEqual([path, 500, null]);
    const errors = await errorsOf('sends');
    expect(errors.map(({ code }) => code)).toContain('redirect_refused');
    await off('sends');
  });

  it('apply only to the plugin that declared them', async () => {
    await on('owner-of', { redirect: ['https://go.pay.test'] }, '');
    await on(
      'borrower',
      {},
      `scope.registerFrontRoute({ path: '/borrowed/', handler: () => ({ kind: 'redirect', location: 'https://go.pay.test/' }) });
      scope.addAction('template_redirect', () => { if (scope.currentRequest().path === '/hooked/') scope.wpRedirect('https://go.pay.test/'); });`,
    );
    expect((await sent('/borrowed/'))[0]).toBe(500);
    expect((await errorsOf('borrower')).map(({ code }) => code)).toEqual(['redirect_refused']);
    expect((await sent('/hooked/'))[1]).toBeNull();
    await off('borrower', 'owner-of');
  });

  it('may be a wildcard for redirects only, and invalid entries are rejected', async () => {
    await on(
      'anywhere',
      { redirect: ['*'] },
      `scope.registerFrontRoute({ path: '/any/', handler: () => ({ kind: 'redirect', location: 'https://wherever.example/a' }) });`,
    );
    expect(await sent('/any/')).toEqual([302, 'https://wherever.example/a']);
    await off('anywhere');
    for (const [id, hosts] of Object.entries({
      w1: { script: ['*'] },
      w2: { script: ['http://js.pay.test'] },
      w3: { script: ['https://js.pay.test/path'] },
      w4: { script: 'https://js.pay.test' },
      w5: { scripts: ['https://js.pay.test'] },
      w6: { frame: ['https://*.com'] },
      w7: { connect: ['https://x.test; script-src *'] },
    })) {
      test.addPlugin(id, { 'plugin.json': manifest(id, hosts), 'index.js': boot('') });
      const record = await test.inContext(() => test.site.plugins.record(id));
      expect([id, record?.error?.code]).toEqual([id, 'plugin_manifest_invalid']);
      expect(record?.error?.message).toContain('contributes.hosts');
    }
  });

  it('allow scripts from these hosts and reject scripts from undeclared ones', async () => {
    await on(
      'loads',
      { script: ['https://js.pay.test'] },
      `scope.enqueueScript('pay', 'https://js.pay.test/v3/'); scope.wpEnqueueScript('own', '/wp-includes/assets/admin.js');`,
    );
    const page = await (await fetch(`${test.url}/`)).text();
    expect(page).toContain('<script src="https://js.pay.test/v3/" id="pay-js"');
    expect(page).toMatch(/wp-includes\/assets\/admin\.js\?ver=1\.0\.0/);
    await off('loads');
    test.addPlugin('undeclared', {
      'plugin.json': manifest('undeclared', {}),
      'index.js': boot(`scope.enqueueScript('pay', 'https://js.pay.test/v3/');`),
    });
    const error = await test.inContext(() => test.site.plugins.activatePlugin('undeclared'));
    expect(error?.getErrorMessage()).toContain('js.pay.test');
  });

  it('appear on the plugins screen', async () => {
    test.addPlugin('told', {
      'plugin.json': manifest('told', { script: ['https://js.pay.test'], redirect: ['*'] }),
      'index.js': boot(''),
    });
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const screen = (await owner.get('/wp-admin/plugins.php')).html;
    expect(screen).toContain('js.pay.test');
    expect(screen).toContain('any site');
  });
});
