import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

/** A plugin as in WordPress's documentation: sections and fields added by hand, a form for options.php, a field on a core screen. */
const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerSetting('hand', 'hand_word', { type: 'string', default: 'none', sanitizeCallback: (value) => {
      if (value === 'bad') { scope.addSettingsError('hand_word', 'hand_bad', 'That word is <b>bad</b>.<script>x</script>'); return 'mended'; }
      return value;
    } });
    scope.registerSetting('hand', 'hand_on', { type: 'boolean' });
    scope.registerSetting('reading', 'hand_pages', { type: 'integer' });
    scope.addSettingsSection('main', 'Main', () => '<p>About it.</p>', 'hand');
    scope.addSettingsSection('broken', 'Broken', () => { throw new Error('no'); }, 'hand');
    scope.addSettingsField('hand_word', 'Word', async (args) => '<input id="' + args.label_for + '" name="hand_word" value="' + scope.escAttr(await scope.getOption('hand_word')) + '">', 'hand', 'main', { label_for: 'hand_word', class: 'wide' });
    scope.addSettingsField('hand_pages', 'Pages of hands', async () => '<input name="hand_pages" value="' + scope.escAttr(await scope.getOption('hand_pages', '')) + '">', 'reading');
    scope.addMenuPage({ slug: 'hand', title: 'By hand', parent: 'options-general.php', capability: 'manage_options', async handler() {
      return { kind: 'page', title: 'By hand', html: '<h1>By hand</h1><form method="post" action="options.php">' + scope.settingsFields('hand') + await scope.doSettingsSections('hand') + scope.submitButton('Keep', 'primary', 'go', true, { 'data-x': '"' }) + '</form>' };
    } });
  },
};`;

describe.each(defaultEngines)('settings forms built by hand (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'hand', { 'index.js': PLUGIN });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const PAGE = '/wp-admin/admin.php?page=hand';
  const option = (name: string): Promise<unknown> => site.inContext(() => site.site.options.getOption(name, 'nothing'));
  const send = async (fields: Record<string, string>) => {
    const { html } = await admin.get(PAGE);
    const [, back = ''] = /name="_wp_back" value="([^"]+)"/.exec(html) ?? [];
    return admin.post('/wp-admin/options.php', { option_page: 'hand', action: 'update', _wp_back: back, ...fields });
  };

  it('renders sections, fields and the button, and leaves out a throwing section', async () => {
    const { html, status } = await admin.get(PAGE);
    expect(status).toBe(200);
    expect(html).toContain(
      '<h2>Main</h2><p>About it.</p><div class="form-field wide"><label for="hand_word">Word</label> <input id="hand_word" name="hand_word" value="none"></div>',
    );
    expect(html).toContain('<button name="go" value="1" data-x="&quot;">Keep</button>');
  });

  it('stores the settings of the group through options.php, unchecked boxes as empty', async () => {
    const saved = await send({ hand_word: ' good ', hand_on: '1', other: 'x' });
    expect([saved.status, saved.location]).toEqual([303, `${PAGE}&settings-updated=true`]);
    expect(await option('hand_word')).toBe('good');
    expect(await option('hand_on')).toBe('1');
    expect(await option('other')).toBe('nothing');
    expect((await admin.get(saved.location)).html).toContain('Settings saved.');
    expect((await admin.get(saved.location)).html).not.toContain('Settings saved.');
    await send({ hand_word: 'good' });
    expect(await option('hand_on')).toBe('');
  });

  it('shows errors of a sanitize callback with markup but without scripts', async () => {
    const saved = await send({ hand_word: 'bad' });
    const { html } = await admin.get(saved.location);
    expect(html).toContain('id="setting-error-hand_bad"');
    expect(html).toContain('That word is <b>bad</b>.');
    expect(html).not.toContain('<script>x');
    expect(await option('hand_word')).toBe('mended');
  });

  it('passes settings errors through WordPress’s notice filters', async () => {
    await activatePlugin(site, 'louder', {
      'index.js': `module.exports = { boot(scope) {
      scope.addFilter('wp_admin_notice_args', (args) => (args.id === 'setting-error-hand_bad' ? { ...args, type: 'warning', additional_classes: ['loud'] } : args));
      scope.addFilter('wp_admin_notice_markup', (markup, message, args) => (args.id === 'setting-error-hand_bad' ? markup.replace('</div>', '<i>Look.</i></div>') : markup), 10, 3);
    } };`,
    });
    const { location } = await send({ hand_word: 'bad' });
    const { html } = await admin.get(location);
    expect(html).toMatch(
      /<div id="setting-error-hand_bad" class="notice notice--warning loud" role="status"><p>That word is <b>bad<\/b>\..*?<i>Look\.<\/i><\/div>/,
    );
    await site.inContext(() => site.site.plugins.deactivatePlugins(['louder']));
  });

  it('refuses a form with a wrong nonce or without a settings group', async () => {
    await admin.get(PAGE);
    expect((await admin.post('/wp-admin/options.php', { option_page: 'general', hand_word: 'forged' })).status).toBe(
      403,
    );
    expect(
      (await admin.post('/wp-admin/options.php', { option_page: 'hand', hand_word: 'forged', _wpnonce: 'x' })).status,
    ).toBe(403);
    expect((await admin.get('/wp-admin/options.php')).status).toBe(404);
    expect(await option('hand_word')).toBe('mended');
  });

  it('shows and saves a plugin field on a built-in settings screen', async () => {
    const { html } = await admin.get('/wp-admin/options-reading.php');
    expect(html).toContain('<input name="hand_pages" value="">');
    await admin.post('/wp-admin/options-reading.php', {
      show_on_front: 'posts',
      page_on_front: '0',
      page_for_posts: '0',
      posts_per_page: '9',
      blog_public: '1',
      hand_pages: '4',
    });
    expect([await option('hand_pages'), await option('posts_per_page')]).toEqual(['4', '9']);
  });

  it('disappears when the plugin is deactivated', async () => {
    await site.inContext(() => site.site.plugins.deactivatePlugins('hand'));
    expect((await admin.get('/wp-admin/options-reading.php')).html).not.toContain('hand_pages');
    expect(site.site.plugins.registries.settings.all()).toEqual([]);
  });
});
