import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

/** A plugin that adds to each kind of screen. */
const PLUGIN = `module.exports = {
  boot(scope) {
    scope.addFilter('manage_page_posts_columns', (columns) => ({ ...columns, color: 'Color' }));
    scope.addAction('manage_page_posts_custom_column', (column, id, out) => void (column === 'color' && out.push('<i>of ' + id + '</i>')), 10, 3);
    scope.addFilter('page_row_actions', (actions, post) => ({ ...actions, paint: '<a href="#paint-' + post.id + '">Paint</a>' }), 10, 2);
    scope.addFilter('bulk_actions-edit-page', (actions) => ({ ...actions, paint: 'Paint all' }));
    scope.addFilter('handle_bulk_actions-edit-page', async (address, action, ids) => {
      if (action !== 'paint') return address;
      for (const id of ids) await scope.updatePostMeta(id, 'painted', 'yes');
      return address + '&painted=' + ids.length;
    }, 10, 3);
    scope.addFilter('views_edit-page', (views) => ({ ...views, mine: '<a href="#mine">Mine</a>' }));
    scope.addAction('add_meta_boxes', (type) => scope.addMetaBox({ id: 'paint', title: 'Paint', context: 'side', callback: (post) => '<input name="paint" value="' + post.id + '">' }));
    scope.addAction('save_post', async (id) => {
      const typed = scope.currentRequest()?.field('paint');
      if (typed) await scope.updatePostMeta(id, 'paint', typed);
    });
    scope.addFilter('set-screen-option', (_kept, _option, value) => value, 10, 3);
    scope.addFilter('user_contactmethods', (methods) => ({ ...methods, fediverse: 'Fediverse' }));
    scope.addAction('show_user_profile', (user, out) => void out.push('<p id="of-plugin">' + user.user_login + '</p>'), 10, 2);
    scope.addAction('personal_options_update', (id) => scope.updateUserMeta(id, 'told', 'yes'));
    scope.addFilter('plugin_action_links_adder', (links) => ({ ...links, settings: '<a href="#settings">Settings of it</a>' }));
    scope.addAction('all_admin_notices', (out) => void out.push('<p class="notice">Said on ' + scope.getCurrentScreen().id + '</p>'));
    scope.addAction('load-edit.php', () => scope.getCurrentScreen().addHelpTab({ id: 'help', title: 'About colors', content: '<p>Red is red.</p>' }));
    scope.addAction('admin_bar_menu', (bar) => bar.addNode({ id: 'paint', title: 'Paint shop', href: '/paint/' }));
    scope.addAction('admin_menu', () => scope.addMenuPage({ slug: 'late', title: 'Late page', capability: 'manage_options', handler: () => ({ kind: 'page', title: 'Late', html: '<h1>Late</h1>' }) }));
    scope.addAction('category_edit_form_fields', (term, taxonomy, out) => void out.push('<input name="term_paint" value="' + term.term_id + '">'), 10, 3);
  },
};`;

describe.each(defaultEngines)('admin screens extended by plugins (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'adder', { 'index.js': PLUGIN });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const page = (title: string): Promise<number> =>
    site.inContext(async () =>
      Number(await site.site.content.wpInsertPost({ post_type: 'page', post_status: 'publish', post_title: title })),
    );

  it('uses an admin bar class replaced by the wp_admin_bar_class filter', async () => {
    const undo = site.site.hooks.addFilter(
      'wp_admin_bar_class',
      (_name, own) => ({ ...own, addNode: (node) => own.addNode({ ...node, title: `${node.title}!` }) }),
      10,
      2,
    );
    const { html } = await admin.get('/wp-admin/edit.php?post_type=page');
    undo();
    expect(html).toContain('>Paint shop!</a>');
  });

  it('shows columns, views, row links and bulk actions of plugins in lists', async () => {
    const id = await page('Painted');
    const { html } = await admin.get('/wp-admin/edit.php?post_type=page');
    expect(html).toContain(`<i>of ${id}</i>`);
    expect(html).toContain('Color');
    expect(html).toContain('<a href="#mine">Mine</a>');
    expect(html).toContain(`#paint-${id}`);
    expect(html).toContain('value="paint">Paint all</button>');
    const done = await admin.post('/wp-admin/edit.php?post_type=page', { action: 'paint', 'post[]': String(id) });
    expect(done.location).toBe('/wp-admin/edit.php?post_type=page&painted=1');
    expect(await site.inContext(() => site.site.meta.getPostMeta(id, 'painted', true))).toBe('yes');
  });

  it('hides a column in the user’s own settings, and requires the nonce', async () => {
    const { html } = await admin.get('/wp-admin/edit.php?post_type=page');
    const [, nonce = ''] = /name="screenoptionnonce" value="([^"]+)"/.exec(html) ?? [];
    const body = new URLSearchParams([
      ['screen-options-apply', '1'],
      ['screenoptionnonce', nonce],
      ['screen_columns_known[]', 'color'],
      ['screen_columns_known[]', 'date'],
      ['screen_columns[]', 'date'],
    ]);
    const saved = await fetch(`${site.url}/wp-admin/edit.php?post_type=page`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie: admin.cookies() },
    });
    expect(saved.status).toBe(303);
    expect((await admin.get('/wp-admin/edit.php?post_type=page')).html).not.toContain('class="column-color"');
    expect(await site.inContext(() => site.site.meta.getUserMeta(1, 'manageedit-pagecolumnshidden', true))).toEqual([
      'color',
    ]);
    const forged = new URLSearchParams([
      ['screen-options-apply', '1'],
      ['screenoptionnonce', 'made-up'],
      ['screen_columns_known[]', 'date'],
    ]);
    expect(
      (
        await fetch(`${site.url}/wp-admin/edit.php?post_type=page`, {
          method: 'POST',
          body: forged,
          redirect: 'manual',
          headers: { cookie: admin.cookies() },
        })
      ).status,
    ).toBe(403);
    expect(await site.inContext(() => site.site.meta.getUserMeta(1, 'manageedit-pagecolumnshidden', true))).toEqual([
      'color',
    ]);
  });

  it('stores a screen option that a plugin accepts, but no other user metadata', async () => {
    const { html } = await admin.get('/wp-admin/edit.php?post_type=page');
    const [, nonce = ''] = /name="screenoptionnonce" value="([^"]+)"/.exec(html) ?? [];
    const before = await site.inContext(() => site.site.meta.getUserMeta(1, 'wp_capabilities', true));
    for (const [option, value] of [
      ['things_per_page', '7'],
      ['wp_capabilities', 'none'],
      ['session_tokens', 'none'],
    ]) {
      await admin.post('/wp-admin/edit.php?post_type=page', {
        'screen-options-apply': '1',
        screenoptionnonce: nonce,
        'wp_screen_options[option]': option ?? '',
        'wp_screen_options[value]': value ?? '',
      });
    }
    const userMeta = (name: string): Promise<unknown> =>
      site.inContext(() => site.site.meta.getUserMeta(1, name, true));
    expect([await userMeta('things_per_page'), await userMeta('session_tokens')]).toEqual(['7', '']);
    expect(await userMeta('wp_capabilities')).toEqual(before);
  });

  it('shows a meta box in the editor and passes its value to save_post', async () => {
    const id = await page('Boxed');
    const { html } = await admin.get(`/wp-admin/post.php?post=${id}&action=edit`);
    expect(html).toContain(`<input name="paint" value="${id}">`);
    const [, modified = ''] = /name="modified" value="([^"]*)"/.exec(html) ?? [];
    await admin.post(`/wp-admin/post.php?post=${id}&action=edit`, {
      action: 'save',
      post_title: 'Boxed',
      content: 'Text',
      visibility: 'public',
      modified,
      paint: 'green',
    });
    expect(await site.inContext(() => site.site.meta.getPostMeta(id, 'paint', true))).toBe('green');
  });

  it('saves terms chosen in the editor, and keeps them when no field is sent', async () => {
    const category = await site.inContext(() => site.site.content.wpInsertTerm('News', 'category'));
    const id = (category as { term_id: number }).term_id;
    await admin.get('/wp-admin/post-new.php');
    const { location } = await admin.post('/wp-admin/post-new.php', {
      action: 'publish',
      post_title: 'With terms',
      content: 'Text',
      visibility: 'public',
      terms_of_category: '1',
      'term_category[]': String(id),
      terms_of_post_tag: '1',
      term_post_tag: 'red, green',
    });
    const post = Number(/post=(\d+)/.exec(location)?.[1]);
    const names = async (taxonomy: string): Promise<string[]> =>
      ((await site.inContext(() => site.site.content.wpGetObjectTerms(post, taxonomy))) as { name: string }[]).map(
        ({ name }) => name,
      );
    expect([await names('category'), await names('post_tag')]).toEqual([['News'], ['green', 'red']]);
    const { html } = await admin.get(location);
    expect(html).toContain(`id="term-${id}" name="term_category[]" value="${id}" checked`);
    expect(html).toContain('value="green, red"');
    const [, modified = ''] = /name="modified" value="([^"]*)"/.exec(html) ?? [];
    await admin.post(location, {
      action: 'save',
      post_title: 'With terms',
      content: 'Changed',
      visibility: 'public',
      modified,
    });
    expect([await names('category'), await names('post_tag')]).toEqual([['News'], ['green', 'red']]);
  });

  it('shows profile fields of plugins and stores contact methods', async () => {
    const { html } = await admin.get('/wp-admin/profile.php');
    expect(html).toContain('<p id="of-plugin">admin</p>');
    expect(html).toContain('name="fediverse"');
    const [, email = ''] = /name="email" value="([^"]*)"/.exec(html) ?? [];
    expect(
      (await admin.post('/wp-admin/profile.php', { action: 'update', email, fediverse: '@anna@example.com' })).status,
    ).toBe(303);
    expect(await site.inContext(() => site.site.meta.getUserMeta(1, 'fediverse', true))).toBe('@anna@example.com');
    expect(await site.inContext(() => site.site.meta.getUserMeta(1, 'told', true))).toBe('yes');
  });

  it('shows plugin links, screen-aware notices, help tabs and admin bar nodes', async () => {
    expect((await admin.get('/wp-admin/plugins.php')).html).toContain('<a href="#settings">Settings of it</a>');
    const { html } = await admin.get('/wp-admin/edit.php?post_type=page');
    expect(html).toContain('Said on edit-page');
    expect(html).toContain('About colors');
    expect(html).toContain('<a href="/paint/">Paint shop</a>');
  });

  it('adds a menu page from admin_menu once, however often screens are requested', async () => {
    for (let i = 0; i < 3; i++) await admin.get('/wp-admin/');
    const { html } = await admin.get('/wp-admin/admin.php?page=late');
    expect(readDom(html).headings(1)).toContain('Late');
    expect(html.match(/Late page/g)).toHaveLength(1);
  });

  it('trashes an entry by a row link only with a nonce for that entry', async () => {
    const [firstPage, secondPage] = [await page('One'), await page('Other')];
    const { html } = await admin.get('/wp-admin/edit.php?post_type=page&s=One');
    const link =
      new RegExp(`href="[^"]*(/wp-admin/post\\.php\\?post=${firstPage}&amp;action=trash&amp;_wpnonce=\\w+)"`)
        .exec(html)?.[1]
        ?.replaceAll('&amp;', '&') ?? '';
    expect((await admin.get(link.replace(`post=${firstPage}`, `post=${secondPage}`))).status).toBe(403);
    expect((await admin.get(link)).status).toBe(303);
    expect(
      await site.inContext(async () => [
        await site.site.content.getPostStatus(firstPage),
        await site.site.content.getPostStatus(secondPage),
      ]),
    ).toEqual(['trash', 'publish']);
  });

  it('adds, edits and deletes terms, with plugin fields in the form', async () => {
    const list = '/wp-admin/edit-tags.php?taxonomy=category';
    await admin.get(list);
    expect(
      (await admin.post(list, { action: 'add-tag', taxonomy: 'category', 'tag-name': 'Paints', slug: 'paints' }))
        .status,
    ).toBe(303);
    const added = await site.inContext(() => site.site.content.getTermBy('slug', 'paints', 'category'));
    const id = added ? added.term_id : 0;
    const form = await admin.get(`/wp-admin/term.php?taxonomy=category&tag_ID=${id}`);
    expect(form.html).toContain(`<input name="term_paint" value="${id}">`);
    await admin.post(list, {
      action: 'editedtag',
      taxonomy: 'category',
      tag_ID: String(id),
      name: 'Colors',
      slug: 'colors',
      description: 'All of them',
    });
    expect(await site.inContext(() => site.site.content.getTerm(id, 'category'))).toMatchObject({
      name: 'Colors',
      slug: 'colors',
      description: 'All of them',
    });
    expect((await admin.get(`/wp-admin/edit-tags.php?action=delete&taxonomy=category&tag_ID=${id}`)).status).toBe(403);
    const { html } = await admin.get(list);
    const link =
      new RegExp(
        `href="[^"]*(/wp-admin/edit-tags\\.php\\?action=delete&amp;taxonomy=category&amp;tag_ID=${id}&amp;_wpnonce=\\w+)"`,
      )
        .exec(html)?.[1]
        ?.replaceAll('&amp;', '&') ?? '';
    await admin.get(link);
    expect(await site.inContext(() => site.site.content.getTermBy('slug', 'colors', 'category'))).toBe(false);
  });

  it('returns 403 on term screens to users who cannot manage terms', async () => {
    await site.inContext(
      async () =>
        void (await site.site.users.wpInsertUser({
          user_login: 'connie',
          user_pass: 'a long contributor password',
          user_email: 'connie@example.com',
          role: 'contributor',
        })),
    );
    const connie = visitor(site.url);
    await connie.logIn('connie', 'a long contributor password');
    expect((await connie.get('/wp-admin/edit-tags.php?taxonomy=category')).status).toBe(403);
    expect((await connie.get('/wp-admin/term.php?taxonomy=category&tag_ID=1')).status).toBe(403);
  });
});
