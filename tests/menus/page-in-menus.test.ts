import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { readDom } from '../kit/dom.js';

describe.each(defaultEngines)('published page (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  const home = async (): Promise<string> => (await visitor(site.url).get('/shop/')).html;
  const menu = (html: string): string[] =>
    [...(/<nav aria-label="Main menu">(.*?)<\/nav>/s.exec(html)?.[1] ?? '').matchAll(/<a[^>]*>([^<]*)</g)].map(
      ([, title = '']) => title,
    );
  const publish = async (title: string, fields: Record<string, string>): Promise<void> => {
    await admin.get('/wp-admin/post-new.php?post_type=page');
    const saved = await admin.submitForm({ post_title: title, action: 'publish', ...fields }, 'editor');
    expect(saved.status).toBe(303);
  };

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  it('joins the menu its author selects, keeping the other items', async () => {
    const before = menu(await home());
    expect(before).toEqual(expect.arrayContaining(['Home', 'Shop']));
    await publish('About us', { 'in_menus[]': '0' });
    const after = menu(await home());
    expect(after.filter((title) => title !== 'About us')).toEqual(before);
    expect(after).toContain('About us');
  });

  it('stays out of menus unless selected and leaves them when unselected', async () => {
    await publish('Imprint', {});
    expect(menu(await home())).not.toContain('Imprint');
    const about = await site.inContext(() => site.site.content.getPageByPath('about-us'));
    const path = `/wp-admin/post.php?post=${about?.id ?? 0}&action=edit`;
    const { html } = await admin.get(path);
    expect(html).toMatch(/name="in_menus\[\]" value="\d+" checked/);
    await admin.submitForm({ 'in_menus[]': '', action: 'save' }, 'editor');
    expect(menu(await home())).not.toContain('About us');
  });

  it('appears beside pages of plugins that menus also offer', async () => {
    const { html } = await admin.get('/wp-admin/nav-menus.php');
    expect(html).toMatch(/value="screen:[^"]*\/product-category\/[^"]*"> [^<]+ › /);
    const contact = /value="(screen:[^"]*\/contact\/)"/.exec(html)?.[1] ?? '';
    await admin.submitForm({ 'add[]': contact, action: 'add' }, 'menu-form');
    expect(menu(await home())).toContain('Contact');
  });

  it('puts its title and text above the plugin page at the same URL', async () => {
    const anonymous = visitor(site.url);
    expect(readDom((await anonymous.get('/contact/')).html).headings(1)).toContain('Contact');
    await admin.get('/wp-admin/post-new.php?post_type=page');
    const saved = await admin.submitForm(
      {
        post_title: 'Write & visit us',
        post_name: 'contact',
        content: '<!-- wp:paragraph -->\n<p>Open from nine to five.</p>\n<!-- /wp:paragraph -->',
        action: 'publish',
      },
      'editor',
    );
    expect((await admin.get(saved.location)).html).toContain(
      'Its title and text appear above what Store shows at /contact/.',
    );
    const { html } = await visitor(site.url).get('/contact/');
    expect(html).toMatch(/<title>Write &amp; visit us/);
    expect(html).toMatch(
      /<h1>Write &amp; visit us<\/h1><div class="entry-content page-intro">\s*<p[^>]*>Open from nine to five\.<\/p>.*<form/s,
    );
    // After an invalid submission, only the form with its errors is displayed.
    await anonymous.get('/contact/');
    expect((await anonymous.post('/contact/', { name: '' })).html).not.toContain('page-intro');
    const page = await site.inContext(() => site.site.content.getPageByPath('contact'));
    await site.inContext(() => site.site.content.wpUpdatePost({ id: page?.id ?? 0, post_status: 'draft' }));
    expect(readDom((await visitor(site.url).get('/contact/')).html).headings(1)).toContain('Contact');
  });

  it('shows a notice when its requested URL is already in use', async () => {
    await admin.get('/wp-admin/post-new.php?post_type=page');
    const saved = await admin.submitForm({ post_title: 'About', post_name: 'imprint', action: 'publish' }, 'editor');
    expect((await admin.get(saved.location)).html).toMatch(
      /Another page already uses that URL, so this one is at [^<]*\/imprint-2\//,
    );
  });
});
