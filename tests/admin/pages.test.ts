import { engines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const NEW = '/wp-admin/post-new.php?post_type=page';
const draft = (title: string, content = 'Text'): Record<string, string> => ({ action: 'draft', post_title: title, content, visibility: 'public', modified: '' });

describe.each(engines)('pages in the admin (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    admin = visitor(site.url);
    await admin.signIn(ADMIN.login, ADMIN.password);
  }, 60_000);
  afterAll(() => site?.close());

  const idOf = (location: string): number => Number(/post=(\d+)/.exec(location)?.[1]);
  const field = (html: string, name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  async function create(title: string, content?: string): Promise<number> {
    await admin.get(NEW);
    return idOf((await admin.post(NEW, draft(title, content))).location);
  }
  const edit = (id: number): string => `/wp-admin/post.php?post=${id}&action=edit`;

  it('a draft is kept, published, and listed', async () => {
    const id = await create('Żółta kartka', '<!-- wp:paragraph -->\n<p>Treść</p>\n<!-- /wp:paragraph -->');
    const page = await admin.get(edit(id));
    expect(page.html).toContain('Żółta kartka');
    const saved = await admin.post(edit(id), { ...draft('Żółta kartka', 'Treść'), action: 'publish', modified: field(page.html, 'modified') });
    expect(saved.status).toBe(303);
    expect(await site.inContext(() => site.site.content.getPost(id))).toMatchObject({ post_status: 'publish', post_name: 'zolta-kartka' });
    expect((await admin.get('/wp-admin/edit.php?post_type=page&s=kartka')).html).toContain('Żółta kartka');
    expect((await admin.get('/wp-admin/edit.php?post_type=page&s=nothing-like-it')).html).toContain('Nothing matches your search.');
  });

  it('a new publication time schedules a published page, and takes it back', async () => {
    const id = await create('Later');
    const at = async (post_date: string): Promise<unknown> => {
      const { html } = await admin.get(edit(id));
      await admin.post(edit(id), { ...draft('Later'), action: 'publish', post_date, modified: field(html, 'modified') });
      return site.inContext(() => site.site.content.getPost(id));
    };
    expect(await at('')).toMatchObject({ post_status: 'publish' });
    expect(await at('2098-05-06T07:08')).toMatchObject({ post_status: 'future', post_date: '2098-05-06 07:08:00' });
    expect(await at('2020-05-06T07:08')).toMatchObject({ post_status: 'publish', post_date: '2020-05-06 07:08:00' });
  });

  it('a save over somebody else’s is refused once, and loses no typed word', async () => {
    const id = await create('Shared', 'first');
    const opened = await admin.get(edit(id));
    await site.inContext(async () => void (await site.site.db()('posts').where({ id }).update({ post_content: 'theirs', post_modified_gmt: '2030-01-01 00:00:00' })));
    const refused = await admin.post(edit(id), { ...draft('Shared', 'mine & "so"'), modified: field(opened.html, 'modified') });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain('mine &amp; &quot;so&quot;');
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('theirs');
    const again = await admin.post(edit(id), { ...draft('Shared', 'mine'), modified: field(refused.html, 'modified'), overwrite: '1' });
    expect(again.status).toBe(303);
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('mine');
  });

  it('an earlier version is compared word by word and restored', async () => {
    const id = await create('History', 'one two three');
    const opened = await admin.get(edit(id));
    await admin.post(edit(id), { ...draft('History', 'one 2 three'), modified: field(opened.html, 'modified') });
    const editor = await admin.get(edit(id));
    const revisions = [...editor.html.matchAll(/revision\.php\?revision=(\d+)/g)].map((match) => match[1]);
    expect(revisions.length).toBeGreaterThanOrEqual(2);
    const oldest = `/wp-admin/revision.php?revision=${revisions.at(-1)}`;
    const compared = await admin.get(oldest);
    expect(compared.html).toContain('<del>two</del>');
    expect(compared.html).toContain('<ins>2</ins>');
    expect((await admin.post(oldest, {})).location).toBe(edit(id));
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('one two three');
  });

  it('a preview shows what was typed and stores nothing', async () => {
    const id = await create('Preview me', 'stored');
    await admin.get(edit(id));
    const preview = await admin.post(edit(id), { ...draft('Preview <me>', 'not [stored] yet'), action: 'preview' });
    expect(preview.status).toBe(200);
    expect(preview.html).toContain('not [stored] yet');
    expect(preview.html).toContain('Preview &lt;me&gt;');
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('stored');
  });

  it('a form without its nonce changes nothing', async () => {
    const fresh = visitor(site.url);
    await fresh.signIn(ADMIN.login, ADMIN.password);
    await fresh.get('/');
    const refused = await fresh.post(NEW, draft('Forged'));
    expect(refused.status).toBe(403);
    expect((await site.inContext(() => site.site.content.queryPosts({ post_type: 'page', title: 'Forged', post_status: 'any' }))).found).toBe(0);
  });

  it('a password-protected page without a password is refused with what to do', async () => {
    await admin.get(NEW);
    const refused = await admin.post(NEW, { ...draft('Locked'), visibility: 'password' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Type the password that readers need');
    expect(refused.html).toContain('value="Locked"');
  });

  it('several pages go to the trash and come back; deleting for good asks for the trash first', async () => {
    const ids = [await create('Bulk A'), await create('Bulk B')];
    await admin.get('/wp-admin/edit.php?post_type=page');
    await admin.post('/wp-admin/edit.php?post_type=page', { action: 'delete', 'post[]': String(ids[0]) });
    expect(await site.inContext(() => site.site.content.getPostStatus(ids[0]))).toBe('draft');
    await admin.get('/wp-admin/edit.php?post_type=page');
    await admin.post('/wp-admin/edit.php?post_type=page', { action: 'trash', 'post[]': String(ids[0]) });
    expect(await site.inContext(() => site.site.content.getPostStatus(ids[0]))).toBe('trash');
    await admin.get('/wp-admin/edit.php?post_type=page&post_status=trash');
    await admin.post('/wp-admin/edit.php?post_type=page', { action: 'untrash', 'post[]': String(ids[0]) });
    expect(await site.inContext(() => site.site.content.getPostStatus(ids[0]))).toBe('draft');
  });

  it('somebody who may only write drafts submits for review, and edits nobody else’s pages', async () => {
    await site.inContext(() => site.site.users.wpInsertUser({ user_login: 'connie', user_pass: 'connie-pass-1', user_email: 'connie@example.com', role: 'contributor' }));
    const connie = visitor(site.url);
    await connie.signIn('connie', 'connie-pass-1');
    await connie.get('/wp-admin/post-new.php');
    const { location } = await connie.post('/wp-admin/post-new.php', { ...draft('By Connie'), action: 'publish' });
    expect(await site.inContext(() => site.site.content.getPostStatus(idOf(location)))).toBe('pending');
    const id = await create('Not hers');
    expect((await connie.get(edit(id))).status).toBe(403);
    expect((await connie.get('/wp-admin/plugins.php')).status).toBe(403);
    expect((await connie.get('/wp-admin/')).html).not.toContain('plugins.php');
  });
});
