import { createContext, runInContext } from '../../core/context/index.js';
import { runPlinth } from '../compliance/run-plinth.js';
import { defaultEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const SCREEN = '/wp-admin/plugins.php';
const manifest = (protects: readonly string[]): string =>
  JSON.stringify({
    name: 'Members',
    version: '1.0.0',
    description: 'A plugin of the tests.',
    author: 'Plinth',
    requiresCore: '*',
    main: 'index.js',
    protects,
  });
const OWN_EFFECT = 'Members can no longer <b>log in</b>.';
const CODE = `export default { boot(scope) {
  scope.addFilter('plinth/deactivation_effects', (effects, plugin) =>
    plugin === 'members' ? [...effects, ${JSON.stringify(OWN_EFFECT)}] : effects, 10, 2);
} };`;

describe.each(defaultEngines)('deactivation of a protecting plugin on %s', (engine) => {
  let test: TestSite;
  let owner: Visitor;

  beforeAll(async () => {
    test = await bootSite({ engine });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await activatePlugin(test, 'plain', { 'index.js': 'export default { boot() {} };' });
    test.addPlugin('members', { 'plugin.json': manifest(['access', 'archive']), 'index.js': CODE });
  });
  afterAll(() => test.close());

  const status = async (id: string): Promise<string | undefined> =>
    (await test.inContext(() => test.site.plugins.record(id)))?.status;
  const reminders = (html: string): string[] =>
    readDom(html)
      .byRole('status')
      .map(({ text }) => text)
      .filter((text) => text.includes('“Members” is inactive.'));

  it('shows no reminder for a plugin that was never active', async () => {
    expect(reminders((await owner.get('/wp-admin/')).html)).toEqual([]);
    expect((await owner.get('/wp-admin/site-health.php')).html).not.toContain('“Members” is inactive.');
  });

  it('returns its effects over REST', async () => {
    await activatePlugin(test, 'members');
    const put = (status: string) =>
      runInContext(createContext('test', 1), () =>
        test.site.rest.dispatch(test.site.rest.createRequest('PUT', '/wp/v2/plugins/members', { status })),
      );
    expect((await put('inactive')).getData()).toMatchObject({
      status: 'inactive',
      deactivation_effects: [
        'Content that this plugin hides from visitors is visible to everyone.',
        'This plugin no longer protects: archive.',
        OWN_EFFECT,
      ],
    });
    expect((await put('active')).getData()).not.toHaveProperty('deactivation_effects');
    expect(await status('members')).toBe('active');
  });

  it('lists its effects and requires confirmation', async () => {
    await activatePlugin(test, 'members');
    await owner.get(SCREEN);
    const confirmation = readDom((await owner.post(SCREEN, { action: 'deactivate', plugin: 'members' })).html);
    expect(confirmation.headings(1)).toEqual(['Deactivate “Members”?']);
    expect(confirmation.one('main').within.texts('li')).toEqual([
      'Content that this plugin hides from visitors is visible to everyone.',
      'This plugin no longer protects: archive.',
      OWN_EFFECT,
    ]);
    expect(confirmation.link('Cancel').attribute('href')).toBe('plugins.php');
    expect(await status('members')).toBe('active');
    await owner.post(SCREEN, { action: 'deactivate', plugin: 'members', confirmed: '1' });
    expect(await status('members')).toBe('inactive');
  });

  it('shows reminders on admin screens and in Site Health until reactivation', async () => {
    for (const screen of ['/wp-admin/', SCREEN, '/wp-admin/edit.php', '/wp-admin/options-general.php'])
      expect([screen, reminders((await owner.get(screen)).html).length]).toEqual([screen, 1]);
    expect(readDom((await owner.get('/wp-admin/site-health.php')).html).text).toContain(
      'It protected this site, and its protection is now off. Activate the plugin under Plugins.',
    );
    const { html } = await owner.get('/wp-admin/edit.php');
    expect(readDom(html).button('Activate Members').attribute('value')).toBe('activate');
    await owner.get(SCREEN);
    await owner.post(SCREEN, { action: 'activate', plugin: 'members' });
    expect(await status('members')).toBe('active');
    expect(reminders((await owner.get('/wp-admin/edit.php')).html)).toEqual([]);
  });

  it('shows no reminder to users who cannot activate plugins', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'edith',
        user_email: 'e@example.com',
        user_pass: 'a long editor password',
        role: 'editor',
      }),
    );
    await test.inContext(() => test.site.plugins.deactivatePlugins('members'));
    const editor = visitor(test.url);
    await editor.logIn('edith', 'a long editor password');
    expect(reminders((await editor.get('/wp-admin/edit.php')).html)).toEqual([]);
  });

  it('shows no reminder once the plugin is deleted', async () => {
    expect(reminders((await owner.get('/wp-admin/')).html)).toHaveLength(1);
    await owner.get(SCREEN);
    await owner.post(SCREEN, { action: 'delete', plugin: 'members' });
    expect(reminders((await owner.get('/wp-admin/')).html)).toEqual([]);
    test.addPlugin('members', { 'plugin.json': manifest(['access']), 'index.js': CODE });
    expect(reminders((await owner.get('/wp-admin/')).html)).toEqual([]);
  });

  it('works from the command line when the plugin cannot list its effects', async () => {
    const brokenCode = `if (process.argv.includes('effects')) throw new Error('no luck'); ${CODE}`;
    test.addPlugin('members', { 'plugin.json': manifest(['access']), 'index.js': brokenCode });
    await activatePlugin(test, 'members');
    const ended = await runPlinth(test, ['plugin', 'deactivate', 'members']);
    expect(ended).toEqual({
      code: 0,
      out: 'Plugin "members" deactivated.\n',
      error: [
        'Warning: Content that this plugin hides from visitors is visible to everyone.',
        'Warning: More features may stop working: "members" could not be checked because it did not start.\n',
      ].join('\n'),
    });
  });

  it('needs no confirmation for a plugin that protects nothing', async () => {
    await owner.get(SCREEN);
    await owner.post(SCREEN, { action: 'deactivate', plugin: 'plain' });
    expect(await status('plain')).toBe('inactive');
  });
});
