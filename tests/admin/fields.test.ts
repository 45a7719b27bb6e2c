import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

/** A plugin with events that have a date and a venue, category colors, and a telephone number for users. */
const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerPostType('event', { public: true, showInRest: true, supports: ['title', 'editor', 'revisions', 'custom-fields'], labels: { name: 'Events' } });
    scope.addFields({ objectType: 'post', types: ['event'], title: 'When and where', description: 'What visitors ask first.', fields: [
      { key: 'event_date', type: 'datetime', label: 'Begins', required: true },
      { key: 'event_venue', type: 'text', label: 'Venue', maxLength: 40, help: 'Street and town.' },
      { key: 'event_seats', type: 'number', label: 'Seats', min: 1, max: 500, default: 20, validate: (value) => (value === 13 ? 'Not thirteen.' : '') },
      { key: 'event_free', type: 'checkbox', label: 'Free of charge' },
      { key: 'event_price', type: 'money', label: 'Price', showIf: { field: 'event_free', is: false } },
      { key: 'event_note', type: 'textarea', label: 'Note for colleagues', capability: 'manage_options' },
    ] });
    scope.addFields({ objectType: 'post', types: ['event'], position: 'side', title: 'Beside', fields: [{ key: 'event_seats', type: 'text', label: 'Seats twice' }, { key: 'event_color', type: 'color', label: 'Color' }] });
    scope.addFields({ objectType: 'term', taxonomies: ['category'], title: 'Look', fields: [{ key: 'cat_color', type: 'color', label: 'Color', required: true }] });
    scope.addFields({ objectType: 'user', title: 'Reach', fields: [{ key: 'phone', type: 'text', label: 'Telephone', pattern: '[0-9 +]{6,20}', patternHelp: 'Digits, please.' }] });
    scope.addAction('save_post_event', async (id) => scope.updateOption('seen_at_save', await scope.getPostMeta(id, 'event_venue', true)));
  },
};`;

describe.each(defaultEngines)('custom fields of plugins (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'events', { 'index.js': PLUGIN });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'author',
        user_pass: 'a long author password',
        user_email: 'author@example.com',
        role: 'author',
      }),
    );
  });
  afterAll(() => site?.close());

  const NEW = '/wp-admin/post-new.php?post_type=event';
  const fields = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`fields[${key}]`, value]));
  const EVENT = {
    event_date: '2026-12-01T19:30',
    event_venue: 'Hall <b>3</b>',
    event_seats: '40',
    event_free: '',
    event_price: '25,00',
    event_note: 'Call first',
    event_color: '#AA3300',
  };
  const write = { action: 'publish', post_title: 'Concert', content: 'Music', visibility: 'public' };
  const meta = (id: number, key: string): Promise<unknown> =>
    site.inContext(() => site.site.meta.getPostMeta(id, key, true));
  const added = async (values: Record<string, string> = EVENT): Promise<number> => {
    await admin.get(NEW);
    const { location } = await admin.post(NEW, { ...write, ...fields(values) });
    return Number(/post=(\d+)/.exec(location)?.[1]);
  };
  const count = async (): Promise<number> =>
    Object.values(await site.inContext(() => site.site.content.wpCountPosts('event'))).reduce(
      (sum, value) => sum + Number(value),
      0,
    );

  it('shows fields only in the editor of their post types, with their defaults', async () => {
    const { html } = await admin.get(NEW);
    expect(html).toContain('What visitors ask first.');
    expect(html).toContain('value="20" min="1" max="500"');
    expect(html.indexOf('id="fields-event_date"')).toBeLessThan(html.indexOf('class="editor__side"'));
    expect(html.indexOf('id="fields-event_color"')).toBeGreaterThan(html.indexOf('class="editor__side"'));
    expect(html).not.toContain('Seats twice');
    expect((await admin.get('/wp-admin/post-new.php')).html).not.toContain('event_date');
  });

  it('saves field values before save_post runs, and shows them again', async () => {
    const id = await added();
    expect([
      await meta(id, 'event_date'),
      await meta(id, 'event_venue'),
      await meta(id, 'event_seats'),
      await meta(id, 'event_price'),
      await meta(id, 'event_color'),
    ]).toEqual(['2026-12-01T19:30', 'Hall <b>3</b>', '40', '2500', '#aa3300']);
    expect(await site.inContext(() => site.site.options.getOption('seen_at_save'))).toBe('Hall <b>3</b>');
    const { html } = await admin.get(`/wp-admin/post.php?post=${id}&action=edit`);
    expect(html).toContain('value="Hall &lt;b&gt;3&lt;/b&gt;"');
    expect(html).toContain('value="25.00"');
  });

  it('rejects an ambiguous number with both interpretations', async () => {
    await admin.get(NEW);
    const { status, html } = await admin.post(NEW, { ...write, ...fields({ ...EVENT, event_seats: '1,000' }) });
    expect(status).toBe(422);
    expect(html).toContain('1,000 could mean 1 or 1000. Enter a number.');
  });

  it('rejects invalid values with 422, keeps the typed input and saves nothing', async () => {
    const before = await count();
    await admin.get(NEW);
    const { status, html } = await admin.post(NEW, {
      ...write,
      post_title: 'Unsaved',
      ...fields({ ...EVENT, event_date: '', event_seats: '13' }),
    });
    expect(status).toBe(422);
    expect(html).toMatch(/<a href="#field-event_date">Begins<\/a>: This field is required\./);
    expect(html).toContain('Not thirteen.');
    expect(html).toContain('>Unsaved</textarea>');
    expect(html).toContain('value="25,00"');
    expect(await count()).toBe(before);
  });

  it('lets a draft omit required fields but rejects invalid values', async () => {
    await admin.get(NEW);
    expect((await admin.post(NEW, { ...write, action: 'draft', ...fields({ ...EVENT, event_date: '' }) })).status).toBe(
      303,
    );
    await admin.get(NEW);
    expect(
      (await admin.post(NEW, { ...write, action: 'draft', ...fields({ ...EVENT, event_date: 'soon' }) })).status,
    ).toBe(422);
  });

  it('keeps values of unsent fields and ignores fields hidden by their condition', async () => {
    const id = await added();
    const { html } = await admin.get(`/wp-admin/post.php?post=${id}&action=edit`);
    const [, modified = ''] = /name="modified" value="([^"]*)"/.exec(html) ?? [];
    const saved = await admin.post(`/wp-admin/post.php?post=${id}&action=edit`, {
      action: 'save',
      post_title: 'Concert',
      content: 'More',
      visibility: 'public',
      modified,
      ...fields({ event_free: '1', event_price: 'nonsense' }),
    });
    expect(saved.status).toBe(303);
    expect([await meta(id, 'event_venue'), await meta(id, 'event_price'), await meta(id, 'event_free')]).toEqual([
      'Hall <b>3</b>',
      '2500',
      '1',
    ]);
  });

  it('enforces a field’s capability, and strips HTML from users without unfiltered HTML', async () => {
    const author = visitor(site.url);
    await author.logIn('author', 'a long author password');
    const id = await added();
    await site.inContext(async () =>
      site.site.content.wpUpdatePost({
        id,
        post_author: ((await site.site.users.getUserBy('login', 'author')) as { id: number }).id,
      }),
    );
    const path = `/wp-admin/post.php?post=${id}&action=edit`;
    const { html } = await author.get(path);
    expect(html).not.toContain('Note for colleagues');
    const [, modified = ''] = /name="modified" value="([^"]*)"/.exec(html) ?? [];
    const form = {
      action: 'save',
      post_title: 'Concert',
      content: 'Music',
      visibility: 'public',
      modified,
      ...fields({ ...EVENT, event_venue: 'Room <script>x</script><i>9</i>', event_note: 'smuggled' }),
    };
    expect((await author.post(path, { ...form, _wpnonce: 'made-up' })).status).toBe(403);
    await author.get(path);
    expect((await author.post(path, form)).status).toBe(303);
    expect([await meta(id, 'event_venue'), await meta(id, 'event_note')]).toEqual(['Room 9', 'Call first']);
  });

  it('validates and exposes fields in the REST API according to capability', async () => {
    const id = await added();
    const event = (await (await fetch(`${site.url}/wp-json/wp/v2/event/${id}`)).json()) as {
      meta: Record<string, unknown>;
    };
    expect(event.meta).toMatchObject({
      event_venue: 'Hall <b>3</b>',
      event_seats: 40,
      event_price: 2500,
      event_free: false,
    });
    expect(event.meta).not.toHaveProperty('event_note');
    const created = await site.inContext(() =>
      site.site.passwords.createApplicationPassword(1, { name: `fields ${engine}` }),
    );
    if (!('password' in created)) throw new Error('no application password');
    const headers = {
      authorization: `Basic ${Buffer.from(`admin:${created.password}`).toString('base64')}`,
      'content-type': 'application/json',
    };
    const send = async (values: object): Promise<{ status: number; body: Record<string, unknown> }> => {
      const response = await fetch(`${site.url}/wp-json/wp/v2/event/${id}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ meta: values }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    expect((await send({ event_seats: 501 })).status).toBe(400);
    expect((await send({ event_seats: 13 })).body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'Not thirteen.',
    });
    expect((await send({ event_date: 'soon' })).status).toBe(400);
    expect((await send({ event_seats: 7 })).status).toBe(200);
    expect(await meta(id, 'event_seats')).toBe('7');
    const author = (await site.inContext(() => site.site.users.getUserBy('login', 'author'))) as { id: number };
    const theirs = await site.inContext(() =>
      site.site.passwords.createApplicationPassword(author.id, { name: `fields ${engine}` }),
    );
    await site.inContext(() => site.site.content.wpUpdatePost({ id, post_author: author.id }));
    headers.authorization = `Basic ${Buffer.from(`author:${'password' in theirs ? theirs.password : ''}`).toString('base64')}`;
    expect((await send({ event_venue: 'Hall <script>x</script>' })).body).toMatchObject({
      code: 'rest_invalid_param',
      message: 'HTML is not allowed in this field.',
    });
    expect((await send({ event_venue: 'Hall 4' })).status).toBe(200);
    expect((await send({ event_note: 'smuggled' })).status).toBe(200);
    expect(await meta(id, 'event_note')).toBe('Call first');
  });

  it('writes no field values to revisions', async () => {
    const id = await added();
    const revisions = Object.values(await site.inContext(() => site.site.content.wpGetPostRevisions(id)));
    for (const revision of revisions)
      expect(await site.inContext(() => site.site.meta.getMetadata('post', revision.id, 'event_venue', true))).toBe('');
    expect(revisions.length).toBeGreaterThan(0);
  });

  it('shows and validates fields when a term is added or edited', async () => {
    const list = '/wp-admin/edit-tags.php?taxonomy=category';
    expect((await admin.get(list)).html).toContain('id="field-cat_color"');
    const rejected = await admin.post(list, {
      action: 'add-tag',
      taxonomy: 'category',
      'tag-name': 'Red things',
      ...fields({ cat_color: 'red' }),
    });
    expect(rejected.status).toBe(422);
    expect(rejected.html).toContain('value="Red things"');
    expect(rejected.html).toContain('Enter a color, such as #336699.');
    expect(
      (
        await admin.post(list, {
          action: 'add-tag',
          taxonomy: 'category',
          'tag-name': 'Red things',
          ...fields({ cat_color: '#f00' }),
        })
      ).status,
    ).toBe(303);
    const term = (await site.inContext(() => site.site.content.getTermBy('name', 'Red things', 'category'))) as {
      term_id: number;
    };
    const color = (): Promise<unknown> =>
      site.inContext(() => site.site.meta.getTermMeta(term.term_id, 'cat_color', true));
    expect(await color()).toBe('#f00');
    const { html } = await admin.get(`/wp-admin/term.php?taxonomy=category&tag_ID=${term.term_id}`);
    expect(html).toContain('value="#f00"');
    const edit = { action: 'editedtag', taxonomy: 'category', tag_ID: String(term.term_id), name: 'Renamed' };
    const retry = await admin.post(list, { ...edit, ...fields({ cat_color: 'blue' }) });
    expect(retry.status).toBe(422);
    expect(retry.html).toContain('value="Renamed"');
    expect(
      ((await site.inContext(() => site.site.content.getTerm(term.term_id, 'category'))) as { name: string }).name,
    ).toBe('Red things');
    expect((await admin.post(list, { ...edit, ...fields({ cat_color: '#00f' }) })).status).toBe(303);
    expect(await color()).toBe('#00f');
  });

  it('shows and validates fields in the profile, and hides them from public REST', async () => {
    const { html } = await admin.get('/wp-admin/profile.php');
    expect(html).toContain('id="field-phone"');
    const [, email = ''] = /name="email" value="([^"]*)"/.exec(html) ?? [];
    const rejected = await admin.post('/wp-admin/profile.php', {
      action: 'update',
      email,
      first_name: 'Ewa',
      ...fields({ phone: 'call me' }),
    });
    expect(rejected.status).toBe(422);
    expect(rejected.html).toContain('Digits, please.');
    expect(rejected.html).toContain('value="Ewa"');
    expect(
      (await admin.post('/wp-admin/profile.php', { action: 'update', email, ...fields({ phone: '+48 600 100 200' }) }))
        .status,
    ).toBe(303);
    expect(await site.inContext(() => site.site.meta.getUserMeta(1, 'phone', true))).toBe('+48 600 100 200');
    expect(JSON.stringify(await (await fetch(`${site.url}/wp-json/wp/v2/users/1`)).json())).not.toContain('600 100');
  });

  it('disappear with a deactivated plugin, while stored values remain', async () => {
    const id = await added();
    await site.inContext(() => site.site.plugins.deactivatePlugins('events'));
    expect((await admin.get('/wp-admin/profile.php')).html).not.toContain('field-phone');
    expect(site.site.meta.getRegisteredMetaKeys('term', 'category').has('cat_color')).toBe(false);
    expect(await meta(id, 'event_venue')).toBe('Hall <b>3</b>');
  });
});
