import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_ICONS } from '../../core/api/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerPostType('event', { public: true, showUi: true, menuIcon: 'calendar', supports: ['title'], labels: { name: 'Events', add_new_item: 'Add event' } });
    scope.registerTaxonomy('venue', 'event', { public: true, showUi: true, labels: { name: 'Venues' } });
    scope.addSettingsPage({ slug: 'helper', title: 'Helper', sections: [{ fields: [{ key: 'helper_word', type: 'text', label: 'Word' }] }] });
    scope.wpAddDashboardWidget('helper-box', 'Weather <now>', async () => '<p>' + scope.escHtml(await scope.getOption('helper_town', 'nowhere')) + '</p>', async (request) => {
      if (request.method === 'POST') await scope.updateOption('helper_town', request.field('town').slice(0, 50));
      return '<label for="town">Town</label><input id="town" name="town" value="' + scope.escAttr(await scope.getOption('helper_town', '')) + '">';
    });
    scope.wpAddDashboardWidget('helper-broken', 'Broken', () => { throw new Error('no'); });
    scope.addAction('wp_dashboard_setup', async () => { if (await scope.currentUserCan('manage_options')) scope.wpAddDashboardWidget('helper-owner', 'For owners', () => 'secret numbers'); });
    scope.addAdminNotice({ id: 'key', text: 'The <key> is missing.', kind: 'warning', dismissible: true, link: { url: scope.adminUrl('admin.php?page=helper'), text: 'Type it' } });
    scope.addAdminNotice({ id: 'always', text: 'Only on plugins.', screens: ['plugins'] });
    scope.addAdminNotice({ id: 'never', text: 'Never said.', when: async () => false });
    scope.addAdminNotice({ id: 'broken', text: 'Broken condition.', when: () => { throw new Error('no'); } });
    scope.addAction('admin_notices', async (out) => void out.push(await scope.wpAdminNotice('Said <b>once</b><script>x</script>', { type: 'success', id: 'once', dismissible: true })));
    scope.addFilter('plugin_action_links_helper', (links) => ({ ...links, docs: '<a href="#docs">Docs</a>' }));
    scope.addFilter('plugin_row_meta', (meta, id) => (id === 'helper' ? [...meta, '<a href="#rate">Rate it</a>'] : meta), 10, 2);
    scope.addMenuPage({ slug: 'odd', title: 'Odd', icon: 'dashicons-smiley', parent: 'nowhere.php', capability: 'fly', handler: () => ({ kind: 'page', title: 'Odd', html: 'odd' }) });
  },
};`;

describe.each(defaultEngines)('widgets, notices and links of plugins (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  let other: Visitor;
  const warned: { fields: Record<string, unknown>; text: string }[] = [];
  beforeAll(async () => {
    site = await bootSite({ engine });
    const { log } = site.site as unknown as { log: { warn(fields: Record<string, unknown>, text: string): void } };
    jest.spyOn(log, 'warn').mockImplementation((fields, text) => void warned.push({ fields, text }));
    await activatePlugin(site, 'helper', { 'index.js': PLUGIN });
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'editor',
        user_pass: 'a long editor password',
        user_email: 'editor@example.com',
        role: 'editor',
      }),
    );
    admin = visitor(site.url);
    other = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await other.logIn('editor', 'a long editor password');
  });
  afterAll(() => site?.close());

  it('shows dashboard widgets of plugins although another widget throws', async () => {
    const { html } = await admin.get('/wp-admin/');
    expect(html).toContain('Weather &lt;now&gt;');
    expect(readDom(html).texts('p')).toContain('nowhere');
    expect(html).toContain('secret numbers');
    expect((await other.get('/wp-admin/')).html).not.toContain('secret numbers');
    expect(readDom((await other.get('/wp-admin/')).html).texts('p')).toContain('nowhere');
  });

  it('shows and saves widget options only with dashboard capability and valid nonce', async () => {
    const { html } = await admin.get('/wp-admin/index.php?edit=helper-box');
    expect(html).toContain('<input id="town" name="town" value="">');
    expect((await admin.post('/wp-admin/index.php', { widget_id: 'helper-box', town: 'Gdynia' })).status).toBe(303);
    expect(readDom((await admin.get('/wp-admin/')).html).texts('p')).toContain('Gdynia');
    expect((await other.get('/wp-admin/index.php?edit=helper-box')).html).not.toContain('name="town"');
    expect((await other.post('/wp-admin/index.php', { widget_id: 'helper-box', town: 'Nowhere' })).status).toBe(403);
    expect(
      (await admin.post('/wp-admin/index.php', { widget_id: 'helper-box', town: 'Forged', _wpnonce: 'x' })).status,
    ).toBe(403);
    expect(readDom((await admin.get('/wp-admin/')).html).texts('p')).toContain('Gdynia');
  });

  it('shows a notice by screen, condition and capability, and survives a throwing condition', async () => {
    const { html, status } = await admin.get('/wp-admin/plugins.php');
    expect(status).toBe(200);
    expect(html).toContain('The &lt;key&gt; is missing.');
    expect(html).toContain('Only on plugins.');
    expect(html).not.toContain('Never said.');
    expect(html).not.toContain('Broken condition.');
    expect(html).toContain('Said <b>once</b>');
    expect(html).not.toContain('<script>x');
    expect((await admin.get('/wp-admin/')).html).not.toContain('Only on plugins.');
    expect((await other.get('/wp-admin/')).html).not.toContain('is missing.');
  });

  it('hides a dismissed notice for that user only and requires its nonce', async () => {
    const { html } = await admin.get('/wp-admin/plugins.php');
    const [, nonce = ''] = /name="_put_away_nonce" value="([^"]+)"/.exec(html) ?? [];
    expect(
      (await admin.post('/wp-admin/plugins.php', { put_away_notice: 'helper/key', _put_away_nonce: 'x' })).status,
    ).toBe(403);
    for (const key of ['helper/key', 'helper/once'])
      expect((await admin.post('/wp-admin/plugins.php', { put_away_notice: key, _put_away_nonce: nonce })).status).toBe(
        303,
      );
    const after = (await admin.get('/wp-admin/')).html;
    expect([after.includes('is missing.'), after.includes('Said <b>once</b>')]).toEqual([false, false]);
    expect((await other.get('/wp-admin/')).html).toContain('Said <b>once</b>');
  });

  it('adds a Settings link for the settings page beside the plugin’s own links', async () => {
    const { html } = await admin.get('/wp-admin/plugins.php');
    expect(html).toMatch(/<span class="settings"><a href="[^"]*\/wp-admin\/admin\.php\?page=helper">Settings/);
    expect(html).toContain('<a href="#docs">Docs</a>');
    expect(html).toContain('<a href="#rate">Rate it</a>');
  });

  it('highlights the post type’s menu entry for its list, editor and terms', async () => {
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({ post_type: 'event', post_title: 'Concert' }),
    );
    const term = (await site.inContext(() => site.site.content.wpInsertTerm('Hall', 'venue'))) as { term_id: number };
    const open = (html: string): string[] =>
      [...html.matchAll(/<li class="open">\s*<a href="[^"]*\/wp-admin\/([^"]+)"/g)].map(([, path = '']) =>
        path.replaceAll('&#x3D;', '='),
      );
    for (const url of [
      'edit.php?post_type=event',
      'post-new.php?post_type=event',
      `post.php?post=${String(id)}&action=edit`,
      'edit-tags.php?taxonomy=venue',
      `term.php?taxonomy=venue&tag_ID=${term.term_id}`,
    ]) {
      expect([url, open((await admin.get(`/wp-admin/${url}`)).html)]).toEqual([url, ['edit.php?post_type=event']]);
    }
    expect((await admin.get('/wp-admin/')).html).toMatch(/icons\.svg[^"]*#calendar/);
  });

  it('warns once about unknown icon, parent and capability, and rejects an invalid slug', async () => {
    await admin.get('/wp-admin/');
    const oddPageWarnings = warned.filter(({ fields }) => fields.page === 'odd').map(({ text }) => text);
    expect(oddPageWarnings).toEqual([
      'an admin page uses an unknown icon',
      'the parent of an admin page does not exist; the page is shown at the top level',
      'an admin page requires a capability that no role has; only plugins can grant it',
    ]);
    await expect(
      activatePlugin(site, 'spaced', {
        'index.js':
          "module.exports = { boot: (scope) => void scope.addMenuPage({ slug: 'a b', title: 'X', capability: 'read', handler: () => ({ kind: 'page', title: 'X', html: '' }) }) };",
      }),
    ).rejects.toThrow('"a b" is not a valid screen slug.');
  });

  it('passes notices through WordPress’s filters, and treats an unknown type as info', async () => {
    await activatePlugin(site, 'changer', {
      'index.js': `module.exports = { boot(scope) {
      scope.addFilter('wp_admin_notice_args', (args, message) => (message.startsWith('Told') ? { ...args, type: args.id === 'odd' ? 'x" onload="' : 'error', additional_classes: ['loud'], paragraph_wrap: false } : args), 10, 2);
      scope.addFilter('wp_admin_notice_markup', (markup, message, args) => (message.startsWith('Told') ? markup + '<!-- ' + args.additional_classes.join() + ' -->' : markup), 10, 3);
      scope.addAction('admin_notices', async (out) => void out.push(await scope.wpAdminNotice('Told you', { id: 'told' }), await scope.wpAdminNotice('Told odd', { id: 'odd' })));
    } };`,
    });
    const { html } = await admin.get('/wp-admin/');
    expect(html).toContain('<div id="told" class="notice notice--error loud" role="alert">Told you</div><!-- loud -->');
    expect(html).toContain('<div id="odd" class="notice notice--info loud" role="status">Told odd</div>');
    await site.inContext(() => site.site.plugins.deactivatePlugins(['changer']));
  });
});

it('lists exactly the icons of icons.svg in ADMIN_ICONS', () => {
  const file = readFileSync(join(__dirname, '../../templates/assets/icons.svg'), 'utf8');
  expect([...file.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name)).toEqual([...ADMIN_ICONS]);
});
