import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { readDom } from '../kit/dom.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerPostType('coupon', { public: false, showUi: true, supports: ['title'], labels: { name: 'Coupons' } });
    scope.registerPostType('note', { public: false, showUi: true, supports: ['editor'], labels: { name: 'Notes' } });
  },
};`;

describe('editor of a custom post type', () => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite();
    await activatePlugin(site, 'coupons', { 'index.js': PLUGIN });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const countElements = async (url: string): Promise<Record<string, number>> => {
    const page = readDom((await admin.get(`/wp-admin/${url}`)).html);
    return {
      title: page.all('textarea', { id: 'post_title' }).length,
      content: page.all('textarea', { id: 'content' }).length,
      inserter: page.all('dialog', { id: 'inserter' }).length,
      preview: page.all('iframe', { name: 'preview' }).length,
    };
  };

  it('shows a field for the content only where the type supports it', async () => {
    expect(await countElements('post-new.php?post_type=coupon')).toEqual({
      title: 1,
      content: 0,
      inserter: 0,
      preview: 0,
    });
    expect(await countElements('post-new.php?post_type=note')).toEqual({
      title: 0,
      content: 1,
      inserter: 1,
      preview: 1,
    });
  });

  it('keeps content stored by a plugin for a type without editor support', async () => {
    const content = '{ "rules": ["a", "<b>"] }\nsecond';
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({ post_type: 'coupon', post_title: 'Ten', post_content: content }),
    );
    const path = `/wp-admin/post.php?post=${String(id)}&action=edit`;
    const { html } = await admin.get(path);
    const sent = (name: string): string => readDom(html).one('input', { name }).attribute('value') ?? '';
    const form = { content: sent('content'), modified: sent('modified'), visibility: 'public' };
    expect((await admin.post(path, { action: 'draft', post_title: 'Twenty', ...form })).status).toBe(303);
    expect(await site.inContext(() => site.site.content.getPost(Number(id)))).toMatchObject({
      post_title: 'Twenty',
      post_content: content,
    });
  });
});
