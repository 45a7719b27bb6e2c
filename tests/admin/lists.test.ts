import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { assertDefined } from '../kit/assert-defined.js';

/** A plugin that adds to each list a sortable column "shade", a filter, a row action and a bulk action. */
const PLUGIN = `module.exports = {
  boot(scope) {
    const column = (columns) => ({ ...columns, shade: 'Shade' });
    const sortable = (columns) => ({ ...columns, shade: 'shade' });
    const bulk = (actions) => ({ ...actions, shine: 'Shine' });
    const shine = (address, action, ids) => (action === 'shine' ? address + (address.includes('?') ? '&' : '?') + 'shone=' + ids.join('-') : address);
    const link = (id) => (actions) => ({ ...actions, shine: '<a href="#shine-' + id + '">Shine</a>' });
    for (const screen of ['edit-page', 'edit-category', 'users', 'edit-comments', 'upload']) {
      scope.addFilter('bulk_actions-' + screen, bulk);
      scope.addFilter('handle_bulk_actions-' + screen, shine, 10, 3);
      if (screen !== 'upload' && screen !== 'edit-page') scope.addFilter('manage_' + screen + '_columns', column);
      scope.addFilter('manage_' + screen + '_sortable_columns', sortable);
    }
    scope.addFilter('manage_pages_columns', column);
    scope.addFilter('manage_media_columns', column);
    scope.addAction('manage_pages_custom_column', async (name, id, out) => void out.push('<i>' + (await scope.getPostMeta(id, 'shade', true)) + '</i>'), 10, 3);
    scope.addAction('manage_media_custom_column', (name, id, out) => void out.push('<i>media ' + id + '</i>'), 10, 3);
    scope.addFilter('manage_category_custom_column', (html, name, id) => '<i>term ' + id + '</i>', 10, 3);
    scope.addFilter('manage_users_custom_column', async (html, name, id) => '<i>' + (await scope.getUserMeta(id, 'shade', true)) + '</i>', 10, 3);
    scope.addAction('manage_comments_custom_column', (name, id, out) => void out.push('<i>comment ' + id + '</i>'), 10, 3);
    for (const [name] of [['page_row_actions'], ['category_row_actions'], ['user_row_actions'], ['comment_row_actions'], ['media_row_actions']])
      scope.addFilter(name, (actions, row) => link(row.id ?? row.term_id ?? row.comment_id)(actions), 10, 2);
    scope.addAction('restrict_manage_posts', (type, which, out) => void (which === 'top' && out.push('<select name="shade"><option value="red">Red</option></select>')), 10, 3);
    scope.addAction('restrict_manage_users', (which, out) => void (which === 'top' && out.push('<input name="shade-of-users">')), 10, 2);
    scope.addAction('restrict_manage_comments', (out) => void out.push('<input name="shade-of-comments">'));
    scope.addAction('pre_get_posts', (query) => {
      if (!scope.isAdmin() || !query.isMainQuery()) return;
      if (query.get('orderby') === 'shade') { query.set('meta_key', 'shade'); query.set('orderby', 'meta_value'); }
      const wanted = scope.currentRequest().field('shade');
      if (wanted !== '') query.set('meta_query', [{ key: 'shade', value: wanted }]);
    });
    scope.addFilter('pre_get_users', (query) => (query.orderby === 'shade' ? { ...query, meta_key: 'shade', orderby: 'meta_value' } : query));
    scope.addFilter('get_terms_args', (args) => (args.orderby === 'shade' ? { ...args, orderby: 'slug', order: 'DESC' } : args));
    scope.addFilter('comments_list_table_query_args', (args) => (args.orderby === 'shade' ? { ...args, orderby: 'comment_author', order: 'desc' } : args));
  },
};`;

describe.each(allEngines)('admin lists extended by plugins (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'shades', { 'index.js': PLUGIN });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await site.inContext(async () => {
      const { content, meta, users } = site.site;
      for (const [title, shade] of [
        ['Alpha', 'red'],
        ['Beta', 'blue'],
        ['Gamma', 'green'],
      ]) {
        ids[assertDefined(title)] = Number(
          await content.wpInsertPost({ post_type: 'page', post_status: 'publish', post_title: title, post_author: 1 }),
        );
        await meta.updatePostMeta(assertDefined(ids[assertDefined(title)]), 'shade', shade);
      }
      for (const [login, shade] of [
        ['first', 'yellow'],
        ['second', 'amber'],
      ]) {
        ids[assertDefined(login)] = Number(
          await users.wpInsertUser({
            user_login: login,
            user_pass: 'a long enough password',
            user_email: `${login}@example.com`,
            role: 'subscriber',
          }),
        );
        await meta.updateUserMeta(assertDefined(ids[assertDefined(login)]), 'shade', shade);
      }
      await meta.updateUserMeta(1, 'shade', 'black');
      for (const name of ['Apples', 'Berries'])
        ids[name] = ((await content.wpInsertTerm(name, 'category')) as { term_id: number }).term_id;
      for (const name of ['Ann', 'Zoe'])
        ids[name] = Number(
          await content.wpInsertComment({
            comment_post_id: ids.Alpha,
            comment_author: name,
            comment_content: `By ${name}`,
            comment_approved: '1',
          }),
        );
      ids.file = Number(
        await site.site.attachments.wpInsertAttachment({ post_title: 'Picture', post_mime_type: 'image/png' }),
      );
    });
  });
  afterAll(() => site?.close());

  const order = (html: string, ...names: string[]): string[] =>
    [...names].sort((a, b) => html.indexOf(a) - html.indexOf(b));
  const hide = async (url: string, column: string): Promise<string> => {
    const { html } = await admin.get(url);
    const [, nonce = ''] = /name="screenoptionnonce" value="([^"]+)"/.exec(html) ?? [];
    const body = new URLSearchParams([
      ['screen-options-apply', '1'],
      ['screenoptionnonce', nonce],
      ['screen_columns_known[]', column],
    ]);
    const saved = await fetch(site.url + url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie: admin.cookies() },
    });
    return `${saved.status} ${(await admin.get(url)).html.includes('<i>') ? 'shown' : 'hidden'}`;
  };
  const shineAll = async (url: string, field: string, id: number): Promise<string> => {
    await admin.get(url);
    return (await admin.post(url, { action: 'shine', [`${field}[]`]: String(id) })).location;
  };

  it('posts: shows plugin column, sorting, filter, row link and bulk action; hides columns', async () => {
    const list = '/wp-admin/edit.php?post_type=page';
    const { html } = await admin.get(list);
    for (const part of [
      '<i>red</i>',
      'Shade',
      '<select name="shade">',
      'name="filter_action"',
      `#shine-${ids.Alpha}`,
      'value="shine">Shine',
    ])
      expect(html).toContain(part);
    expect(html).toContain('orderby&#x3D;shade');
    expect(order((await admin.get(`${list}&orderby=shade&order=asc`)).html, '<i>red', '<i>blue', '<i>green')).toEqual([
      '<i>blue',
      '<i>green',
      '<i>red',
    ]);
    expect(order((await admin.get(`${list}&orderby=shade&order=desc`)).html, '<i>red', '<i>blue', '<i>green')).toEqual([
      '<i>red',
      '<i>green',
      '<i>blue',
    ]);
    const narrowed = (await admin.get(`${list}&shade=blue&filter_action=1`)).html;
    expect([narrowed.includes('<i>blue'), narrowed.includes('<i>red')]).toEqual([true, false]);
    expect(await shineAll(list, 'post', assertDefined(ids.Alpha))).toBe(`${list}&shone=${ids.Alpha}`);
    expect(await hide(list, 'shade')).toBe('303 hidden');
  });

  it('terms: shows plugin column, sorting, row link and bulk action; hides columns', async () => {
    const list = '/wp-admin/edit-tags.php?taxonomy=category';
    const { html } = await admin.get(list);
    for (const part of [
      `<i>term ${ids.Apples}</i>`,
      'orderby&#x3D;shade',
      `#shine-${ids.Apples}`,
      'value="shine">Shine',
    ])
      expect(html).toContain(part);
    expect(
      order((await admin.get(`${list}&orderby=shade`)).html, '<i>term ' + ids.Apples, '<i>term ' + ids.Berries),
    ).toEqual([`<i>term ${ids.Berries}`, `<i>term ${ids.Apples}`]);
    expect(await shineAll(list, 'delete_tags', assertDefined(ids.Apples))).toBe(`${list}&shone=${ids.Apples}`);
    expect(await hide(list, 'shade')).toBe('303 hidden');
  });

  it('terms: keep the post type in the URL after adding, deleting or bulk actions', async () => {
    const list = '/wp-admin/edit-tags.php?taxonomy=category&post_type=post';
    await admin.get(list);
    const added = await admin.post(list, { action: 'add-tag', 'tag-name': 'Cherries' });
    expect(added.location).toBe(list);
    await admin.get(list);
    expect((await admin.post(list, { action: 'delete' })).location).toBe(list);
    const { html } = await admin.get(list);
    const row = /<tr[^>]*>(?:(?!<\/tr>)[\s\S])*Cherries[\s\S]*?<\/tr>/.exec(html)?.[0] ?? '';
    const link = (/href="[^"]*(\/wp-admin\/edit-tags\.php\?[^"]*action[^"]*delete[^"]*)"/.exec(row)?.[1] ?? '')
      .replaceAll('&amp;', '&')
      .replaceAll('&#x3D;', '=')
      .replaceAll('&#038;', '&');
    expect((await admin.get(link)).location).toBe(list);
    expect((await admin.get(list)).html).not.toContain('Cherries');
    // A post type that the taxonomy is not registered for is ignored.
    const other = list.replace('=post', '=page');
    await admin.get(other);
    expect((await admin.post(other, { action: 'delete' })).location).toBe('/wp-admin/edit-tags.php?taxonomy=category');
  });

  it('users: shows plugin column, sorting, filter, row link and bulk action; hides columns', async () => {
    const list = '/wp-admin/users.php';
    const { html } = await admin.get(list);
    for (const part of [
      '<i>yellow</i>',
      'orderby&#x3D;shade',
      'name="shade-of-users"',
      `#shine-${ids.first}`,
      'value="shine">Shine',
    ])
      expect(html).toContain(part);
    expect(
      order((await admin.get(`${list}?orderby=shade&order=asc`)).html, '<i>yellow', '<i>amber', '<i>black'),
    ).toEqual(['<i>amber', '<i>black', '<i>yellow']);
    expect(await shineAll(list, 'user', assertDefined(ids.first))).toBe(`${list}?shone=${ids.first}`);
    expect(await hide(list, 'shade')).toBe('303 hidden');
  });

  it('comments: shows plugin column, sorting, filter, row link and bulk action; hides columns', async () => {
    const list = '/wp-admin/edit-comments.php';
    const { html } = await admin.get(list);
    for (const part of [
      `<i>comment ${ids.Ann}</i>`,
      'orderby&#x3D;shade',
      'name="shade-of-comments"',
      `#shine-${ids.Ann}`,
      'value="shine">Shine',
    ])
      expect(html).toContain(part);
    expect(order((await admin.get(`${list}?orderby=shade`)).html, 'By Ann', 'By Zoe')).toEqual(['By Zoe', 'By Ann']);
    expect(await shineAll(list, 'delete_comments', assertDefined(ids.Ann))).toBe(`${list}?shone=${ids.Ann}`);
    expect(await hide(list, 'shade')).toBe('303 hidden');
  });

  it('media: shows plugin column, filter, link and bulk action on cards', async () => {
    const list = '/wp-admin/upload.php';
    const { html } = await admin.get(list);
    for (const part of [
      `Shade: <i>media ${ids.file}</i>`,
      '<select name="shade">',
      `#shine-${ids.file}`,
      'value="shine">Shine',
    ])
      expect(html).toContain(part);
    expect((await admin.get(`${list}?shade=red`)).html).not.toContain(`media ${ids.file}`);
    expect(await shineAll(list, 'media', assertDefined(ids.file))).toBe(`${list}?shone=${ids.file}`);
  });
});
