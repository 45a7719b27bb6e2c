import { until } from '../chaos/site-process.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('plugin with failing entries on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    Object.assign(globalThis, { halfIsWell: false });
    test = await bootSite({ engine });
    await activatePlugin(test, 'half', {
      'index.js': `const broken = () => { if (!globalThis.halfIsWell) throw new Error('half broken'); };
      export default { boot(scope) {
        scope.addFilter('half/greeting', (text) => { broken(); return text + ' from the first'; });
        scope.addFilter('half/greeting', (text) => text + ' from the second');
        scope.registerFrontRoute({ path: '/half/', handler: () => { broken(); return { kind: 'page', title: 'Half', html: '<h1>Half</h1>' }; } });
        scope.registerFrontRoute({ path: '/whole/', handler: () => ({ kind: 'page', title: 'Whole', html: '<h1>Whole</h1>' }) });
        scope.registerRestRoute('half/v1', '/broken', { methods: 'GET', permissionCallback: () => true, callback: () => { broken(); return 'well'; } });
        scope.declareHook({ name: 'half/guarded', kind: 'filter', since: '1.0.0', summary: 'x', failClosed: true });
        scope.addFilter('half/guarded', (value) => { broken(); return value; });
      } };`,
    });
  });
  afterAll(() => test.close());

  const status = async (path: string): Promise<number> => (await fetch(test.url + path)).status;
  const greeting = (): unknown => test.site.hooks.applyFilters('half/greeting', 'Hello');
  const emails = async (): Promise<string[]> =>
    (await test.site.mail.log()).map(({ subject }) => subject).filter((subject) => subject.includes('half'));
  const readOpenStates = async (): Promise<Record<string, boolean>> => {
    await test.site.plugins.pluginErrors.flush();
    return Object.fromEntries(
      (await test.inContext(() => test.site.plugins.pluginErrors.list('half'))).map(({ entry, open_until: until }) => [
        entry,
        until !== null,
      ]),
    );
  };

  it('keeps other entries running, returns 503 for failing ones and emails the owner once', async () => {
    for (let i = 0; i < 4; i++) expect(greeting()).toBe('Hello from the second');
    expect([await status('/half/'), await status('/half/'), await status('/half/'), await status('/half/')]).toEqual([
      500, 500, 500, 503,
    ]);
    const rest = [0, 1, 2, 3].map(() => '/wp-json/half/v1/broken');
    const responses = [];
    for (const path of rest) responses.push(await fetch(test.url + path));
    expect(responses.map((response) => response.status)).toEqual([500, 500, 500, 503]);
    expect(await responses[3]?.json()).toMatchObject({ code: 'temporarily_closed', data: { status: 503 } });
    expect(Number(responses[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await status('/whole/')).toBe(200);
    expect((await test.inContext(() => test.site.plugins.record('half')))?.status).toBe('active');
    expect(await readOpenStates()).toEqual({
      'hook half/greeting': true,
      'page /half/': true,
      'route half/v1/broken': true,
    });
    await until('the owner was told', async () => (await emails()).length > 0, 20_000);
    expect(await emails()).toEqual(['[Plinth] Plugin “half” needs your attention']);
  });

  it('keeps throwing from a hook that fails closed', () => {
    for (let i = 0; i < 5; i++)
      expect(() => test.site.hooks.applyFilters('half/guarded', 1)).toThrow('where errors must not be ignored');
  });

  it('appears on admin screens and can be retried', async () => {
    const admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    expect((await admin.get('/wp-admin/')).html).toContain('plugin components failed repeatedly');
    const screen = (await admin.get('/wp-admin/plugin-errors.php')).html;
    expect(screen).toContain('hook half/greeting');
    expect(screen).toContain('Paused until');
    expect(screen).toMatch(/<pre class="stack-trace">[^<]*half broken/);
    Object.assign(globalThis, { halfIsWell: true });
    expect(greeting()).toBe('Hello from the second');
    expect(
      (await admin.post('/wp-admin/plugin-errors.php', { action: 'try', plugin: 'half', entry: 'hook half/greeting' }))
        .status,
    ).toBe(303);
    expect(greeting()).toBe('Hello from the first from the second');
    await admin.get('/wp-admin/plugin-errors.php');
    await admin.post('/wp-admin/plugin-errors.php', { action: 'clear', plugin: 'half' });
    expect(await status('/half/')).toBe(200);
    expect(await readOpenStates()).toEqual({});
    expect((await admin.get('/wp-admin/')).html).not.toContain('failed repeatedly');
  });

  it('resumes by REST or on its screen after it was paused', async () => {
    await test.inContext(() => test.site.plugins.pause('half', 'It kept the site from answering.'));
    const admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    expect((await admin.get('/wp-admin/plugin-errors.php')).html).toContain('It kept the site from answering.');
    expect((await admin.get('/wp-admin/')).html).toContain('Paused: half.');
    await admin.get('/wp-admin/plugin-errors.php');
    await admin.post('/wp-admin/plugin-errors.php', { action: 'resume', plugin: 'half' });
    expect((await test.inContext(() => test.site.plugins.record('half')))?.status).toBe('active');

    await test.inContext(() => test.site.plugins.pause('half', 'Again.'));
    const applicationPassword = await test.inContext(() =>
      test.site.passwords.createApplicationPassword(1, { name: 'test' }),
    );
    const { password } = applicationPassword as { password: string };
    const response = await fetch(`${test.url}/wp-json/wp/v2/plugins/half`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
      },
      body: '{"status":"active"}',
    });
    expect(response.status).toBe(200);
    expect((await test.inContext(() => test.site.plugins.record('half')))?.status).toBe('active');
  });
});
