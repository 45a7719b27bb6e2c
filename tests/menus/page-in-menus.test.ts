import { engines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

describe.each(engines)('a page that is published (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  const home = async (): Promise<string> => (await visitor(site.url).get('/shop/')).html;
  const menu = (html: string): string[] => [...(/<nav aria-label="Main menu">(.*?)<\/nav>/s.exec(html)?.[1] ?? '').matchAll(/<a[^>]*>([^<]*)<\/a>/g)].map(([, title]) => title);
  const publish = async (title: string, fields: Record<string, string>): Promise<void> => {
    await admin.get('/wp-admin/post-new.php?post_type=page');
    const saved = await admin.submitForm({ post_title: title, action: 'publish', ...fields }, 'editor');
    expect(saved.status).toBe(303);
  };

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
    admin = visitor(site.url);
    await admin.signIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  it('stands in the menu at once when its author ticks it, beside all that stood there', async () => {
    const before = menu(await home());
    expect(before).toEqual(expect.arrayContaining(['Home', 'Shop', 'Cart']));
    await publish('About us', { 'in_menus[]': '0' });
    const after = menu(await home());
    expect(after.filter((title) => title !== 'About us')).toEqual(before);
    expect(after).toContain('About us');
  });

  it('is in no menu otherwise, and leaves it when the tick is taken away', async () => {
    await publish('Imprint', {});
    expect(menu(await home())).not.toContain('Imprint');
    const about = await site.inContext(() => site.site.content.getPageByPath('about-us'));
    const address = `/wp-admin/post.php?post=${about?.id ?? 0}&action=edit`;
    const { html } = await admin.get(address);
    expect(html).toMatch(/name="in_menus\[\]" value="\d+" checked/);
    await admin.submitForm({ 'in_menus[]': '', action: 'save' }, 'editor');
    expect(menu(await home())).not.toContain('About us');
  });

  it('is joined by pages of plugins, which menus offer too', async () => {
    const { html } = await admin.get('/wp-admin/nav-menus.php');
    expect(html).toMatch(/value="screen:[^"]*\/product-category\/[^"]*"> [^<]+ › /);
    const contact = /value="(screen:[^"]*\/contact\/)"/.exec(html)?.[1] ?? '';
    await admin.submitForm({ 'add[]': contact, action: 'add' }, 'menu-form');
    expect(menu(await home())).toContain('Contact');
  });

  it('makes way for the page that a plugin has at its address, and says so', async () => {
    await admin.get('/wp-admin/post-new.php?post_type=page');
    const saved = await admin.submitForm({ post_title: 'Our shop', post_name: 'shop', action: 'publish' }, 'editor');
    expect((await admin.get(saved.location)).html).toMatch(/The address you asked for is taken by another page or a plugin, so this one is at [^<]*\/shop-2\//);
    expect((await visitor(site.url).get('/shop-2/')).html).toContain('Our shop');
    // One that was there before the plugin is named in Site Health.
    await site.inContext(() => site.site.db()('posts').where({ post_name: 'shop-2' }).update({ post_name: 'shop' }));
    expect((await admin.get('/wp-admin/site-health.php')).html).toMatch(/“Our shop” is not shown: Store answers at \/shop\//);
  });
});
