import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

const NEW = '/wp-admin/post-new.php?post_type=page';
const draft = (title: string, content = 'Text'): Record<string, string> => ({
  action: 'draft',
  post_title: title,
  content,
  visibility: 'public',
  modified: '',
});

describe.each(defaultEngines)('pages in the admin (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const idOf = (location: string): number => Number(/post=(\d+)/.exec(location)?.[1]);
  const field = (html: string, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  async function create(title: string, content?: string): Promise<number> {
    await admin.get(NEW);
    return idOf((await admin.post(NEW, draft(title, content))).location);
  }
  const edit = (id: number): string => `/wp-admin/post.php?post=${id}&action=edit`;

  it('saves a draft, publishes it with a slug, and finds it by search', async () => {
    const id = await create('Żółta kartka', '<!-- wp:paragraph -->\n<p>Treść</p>\n<!-- /wp:paragraph -->');
    const page = await admin.get(edit(id));
    expect(page.html).toContain('Żółta kartka');
    const saved = await admin.post(edit(id), {
      ...draft('Żółta kartka', 'Treść'),
      action: 'publish',
      modified: field(page.html, 'modified'),
    });
    expect(saved.status).toBe(303);
    expect(await site.inContext(() => site.site.content.getPost(id))).toMatchObject({
      post_status: 'publish',
      post_name: 'zolta-kartka',
    });
    expect((await admin.get('/wp-admin/edit.php?post_type=page&s=kartka')).html).toContain('Żółta kartka');
    expect((await admin.get('/wp-admin/edit.php?post_type=page&s=nothing-like-it')).html).toContain(
      'Nothing matches your search.',
    );
  });

  it('schedules a published page by a future date, and publishes it again', async () => {
    const id = await create('Later');
    const addPostAt = async (post_date: string): Promise<unknown> => {
      const { html } = await admin.get(edit(id));
      await admin.post(edit(id), {
        ...draft('Later'),
        action: 'publish',
        post_date,
        modified: field(html, 'modified'),
      });
      return site.inContext(() => site.site.content.getPost(id));
    };
    expect(await addPostAt('')).toMatchObject({ post_status: 'publish' });
    expect(await addPostAt('2098-05-06T07:08')).toMatchObject({
      post_status: 'future',
      post_date: '2098-05-06 07:08:00',
    });
    expect(await addPostAt('2020-05-06T07:08')).toMatchObject({
      post_status: 'publish',
      post_date: '2020-05-06 07:08:00',
    });
  });

  it('locks a page by a typed password, and unlocks it when public is chosen', async () => {
    await admin.get(NEW);
    const id = idOf(
      (await admin.post(NEW, { ...draft('Price list', 'for partners'), action: 'publish', post_password: 'tea' }))
        .location,
    );
    const password = (): Promise<unknown> => site.inContext(() => site.site.content.getPostField('post_password', id));
    expect(await password()).toBe('tea');
    expect((await visitor(site.url).get('/price-list/')).html).not.toContain('for partners');
    const { html } = await admin.get(edit(id));
    await admin.post(edit(id), {
      ...draft('Price list', 'for partners'),
      action: 'publish',
      post_password: 'tea',
      modified: field(html, 'modified'),
    });
    expect(await password()).toBe('');
  });

  it('shows the date for which a page is scheduled', async () => {
    await admin.get(NEW);
    const { location } = await admin.post(NEW, {
      ...draft('In spring'),
      action: 'publish',
      post_date: '2098-05-06T07:08',
    });
    expect((await admin.get(location)).html).toContain('Scheduled for 2098-05-06 07:08.');
  });

  it('rejects an outdated save with 409, keeps the input and then allows overwriting', async () => {
    const id = await create('Shared', 'first');
    const opened = await admin.get(edit(id));
    await site.inContext(
      async () =>
        void (await site.site
          .db()('posts')
          .where({ id })
          .update({ post_content: 'theirs', post_modified_gmt: '2030-01-01 00:00:00' })),
    );
    const conflict = await admin.post(edit(id), {
      ...draft('Shared', 'mine & "so"'),
      modified: field(opened.html, 'modified'),
    });
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain('mine &amp; &quot;so&quot;');
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('theirs');
    const overwritten = await admin.post(edit(id), {
      ...draft('Shared', 'mine'),
      modified: field(conflict.html, 'modified'),
      overwrite: '1',
    });
    expect(overwritten.status).toBe(303);
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('mine');
  });

  it('compares a revision word by word and restores it', async () => {
    const id = await create('History', 'one two three');
    const opened = await admin.get(edit(id));
    await admin.post(edit(id), { ...draft('History', 'one 2 three'), modified: field(opened.html, 'modified') });
    const editor = await admin.get(edit(id));
    const revisions = [...editor.html.matchAll(/revision\.php\?revision=(\d+)/g)].map((match) => match[1]);
    expect(revisions.length).toBeGreaterThanOrEqual(2);
    const oldest = `/wp-admin/revision.php?revision=${revisions.at(-1)}`;
    const compared = await admin.get(oldest);
    expect(readDom(compared.html).texts('del')).toContain('two');
    expect(compared.html).toContain('<ins>2</ins>');
    expect((await admin.post(oldest, {})).location).toBe(edit(id));
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('one two three');
  });

  it('shows the typed text in a preview and stores nothing', async () => {
    const id = await create('Preview me', 'stored');
    await admin.get(edit(id));
    const preview = await admin.post(edit(id), { ...draft('Preview <me>', 'not [stored] yet'), action: 'preview' });
    expect(preview.status).toBe(200);
    expect(preview.html).toContain('not [stored] yet');
    expect(preview.html).toContain('Preview &lt;me&gt;');
    expect(await site.inContext(() => site.site.content.getPostField('post_content', id))).toBe('stored');
  });

  it('rejects a form without its nonce with 403 and creates no page', async () => {
    const fresh = visitor(site.url);
    await fresh.logIn(ADMIN.login, ADMIN.password);
    await fresh.get('/');
    const rejected = await fresh.post(NEW, draft('Forged'));
    expect(rejected.status).toBe(403);
    expect(
      (
        await site.inContext(() =>
          site.site.content.queryPosts({ post_type: 'page', title: 'Forged', post_status: 'any' }),
        )
      ).found,
    ).toBe(0);
  });

  describe('text submitted after the session ended', () => {
    const content = 'A long text & "nobody" saved it';
    const endSessions = (): Promise<unknown> => Promise.resolve(site.site.db()('sessions').delete());
    const find = (title: string) =>
      site.inContext(() => site.site.content.queryPosts({ post_type: 'page', title, post_status: 'any' }));

    it('restores the text into the form after login, without saving it', async () => {
      const edith = visitor(site.url);
      await edith.logIn(ADMIN.login, ADMIN.password);
      await edith.get(NEW);
      await endSessions();
      const rejected = await edith.post(NEW, draft('Typed late', content));
      expect(rejected.location).toContain('/wp-login.php?redirect_to=');
      await edith.logIn(ADMIN.login, ADMIN.password);
      const restored = await edith.get(NEW);
      expect(restored.html).toContain('>Typed late</textarea>');
      expect(restored.html).toContain('A long text &amp; &quot;nobody&quot; saved it');
      expect(restored.html).toContain('You were logged out before your changes were saved. We restored them below');
      expect((await find('Typed late')).found).toBe(0);
      expect((await edith.post(NEW, draft('Typed late', content))).status).toBe(303);
      expect((await find('Typed late')).found).toBe(1);
      expect((await edith.get(NEW)).html).not.toContain('>Typed late</textarea>');
      await admin.logIn(ADMIN.login, ADMIN.password);
    });

    it('shows the text at once when the user logged in again in another tab', async () => {
      const edith = visitor(site.url);
      await edith.logIn(ADMIN.login, ADMIN.password);
      const nonce = field((await edith.get(NEW)).html, '_wpnonce');
      await edith.logIn(ADMIN.login, ADMIN.password);
      const rejected = await edith.post(NEW, { ...draft('Two tabs', content), _wpnonce: nonce });
      expect(rejected.status).toBe(403);
      expect(rejected.html).toContain('>Two tabs</textarea>');
      expect((await edith.post(NEW, draft('Two tabs', content))).status).toBe(303);
    });

    it('hides the text from another user who logs in in the same browser', async () => {
      await site.inContext(() =>
        site.site.users.wpInsertUser({
          user_login: 'otto',
          user_pass: 'otto-pass-1',
          user_email: 'otto@example.com',
          role: 'editor',
        }),
      );
      const browser = visitor(site.url);
      await browser.logIn(ADMIN.login, ADMIN.password);
      await browser.get(NEW);
      await endSessions();
      await browser.post(NEW, draft('Not for Otto', content));
      await browser.logIn('otto', 'otto-pass-1');
      expect((await browser.get(NEW)).html).not.toContain('Not for Otto');
      await browser.logIn(ADMIN.login, ADMIN.password);
      expect((await browser.get(NEW)).html).toContain('>Not for Otto</textarea>');
      await admin.logIn(ADMIN.login, ADMIN.password);
    });

    it('stores text for known users only, with a limit per user', async () => {
      const storedTexts = async (): Promise<string> =>
        JSON.stringify(await site.site.db()('options').where('name', 'like', '%transient_typed_%').select('value'));
      const guest = visitor(site.url);
      await guest.post(NEW, draft('Rubbish'));
      expect(await storedTexts()).not.toContain('Rubbish');
      const name = /plinth_last_user_\w+(?==)/.exec(admin.cookies())?.[0] ?? '';
      expect(name).not.toBe('');
      for (const forged of ['1', '01', '0']) {
        const { status } = await fetch(site.url + NEW, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie: `${name}=${forged}.${'A'.repeat(43)}` },
          body: new URLSearchParams(draft('Rubbish')),
        });
        expect(status).toBe(302);
      }
      expect(await storedTexts()).not.toContain('Rubbish');
      const edith = visitor(site.url);
      await edith.logIn(ADMIN.login, ADMIN.password);
      await edith.get(NEW);
      await endSessions();
      for (let number = 0; number < 7; number++)
        await edith.post(`${NEW}&n=${number}`, draft(`Number ${number}`, 'x'.repeat(300_000)));
      expect((await storedTexts()).length).toBeLessThan(1_200_000);
      expect(await storedTexts()).toContain('Number 6');
      expect(await storedTexts()).not.toContain('Number 0');
      await admin.logIn(ADMIN.login, ADMIN.password);
    });
  });

  it('refuses password visibility without a password, gives the reason and keeps the title', async () => {
    await admin.get(NEW);
    const rejected = await admin.post(NEW, { ...draft('Locked'), visibility: 'password' });
    expect(rejected.status).toBe(400);
    expect(rejected.html).toContain('Enter a password for visitors, or choose another visibility.');
    expect(rejected.html).toContain('>Locked</textarea>');
  });

  it('moves a page to the trash and back, and refuses permanent deletion before', async () => {
    const ids = [await create('Bulk A'), await create('Bulk B')];
    await admin.get('/wp-admin/edit.php?post_type=page');
    await admin.post('/wp-admin/edit.php?post_type=page', { action: 'delete', 'post[]': String(ids[0]) });
    expect(await site.inContext(() => site.site.content.getPostStatus(assertDefined(ids[0])))).toBe('draft');
    await admin.get('/wp-admin/edit.php?post_type=page');
    await admin.post('/wp-admin/edit.php?post_type=page', { action: 'trash', 'post[]': String(ids[0]) });
    expect(await site.inContext(() => site.site.content.getPostStatus(assertDefined(ids[0])))).toBe('trash');
    await admin.get('/wp-admin/edit.php?post_type=page&post_status=trash');
    await admin.post('/wp-admin/edit.php?post_type=page', { action: 'untrash', 'post[]': String(ids[0]) });
    expect(await site.inContext(() => site.site.content.getPostStatus(assertDefined(ids[0])))).toBe('draft');
  });

  it('makes a contributor submit for review and denies editing pages of others', async () => {
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'connie',
        user_pass: 'connie-pass-1',
        user_email: 'connie@example.com',
        role: 'contributor',
      }),
    );
    const connie = visitor(site.url);
    await connie.logIn('connie', 'connie-pass-1');
    await connie.get('/wp-admin/post-new.php');
    const { location } = await connie.post('/wp-admin/post-new.php', { ...draft('By Connie'), action: 'publish' });
    expect(await site.inContext(() => site.site.content.getPostStatus(idOf(location)))).toBe('pending');
    const id = await create('Not hers');
    expect((await connie.get(edit(id))).status).toBe(403);
    expect((await connie.get('/wp-admin/plugins.php')).status).toBe(403);
    expect((await connie.get('/wp-admin/')).html).not.toContain('plugins.php');
  });
});
