import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const PLUGIN = `module.exports = {
  boot(scope) {
    scope.registerPostType('hall', { public: true, supports: ['title', 'editor'] });
    const page = scope.addSettingsPage({ slug: 'season', title: 'Season', sections: [{ fields: [
      { key: 'season_hall', type: 'post', source: 'hall', label: 'Hall', required: true },
      { key: 'season_posts', type: 'post', label: 'Posts', multiple: true, max: 3, min: 2, showInRest: true },
      { key: 'season_terms', type: 'term', label: 'Kinds', multiple: true },
      { key: 'season_paid', type: 'checkbox', label: 'Paid' },
      { key: 'season_mode', type: 'select', label: 'Mode', choices: [{ value: 'card', label: 'Card' }, { value: 'cash', label: 'Cash' }, { value: 'none', label: 'None' }] },
      { key: 'season_price', type: 'money', label: 'Price' },
      { key: 'w_isnot', type: 'text', label: 'x', required: true, showIf: { field: 'season_mode', isNot: ['none', ''] } },
      { key: 'w_in', type: 'text', label: 'x', showIf: { field: 'season_mode', in: ['card', 'cash'] } },
      { key: 'w_filled', type: 'text', label: 'x', showIf: { field: 'season_posts', filled: true } },
      { key: 'w_empty', type: 'text', label: 'x', showIf: { field: 'season_price', filled: false } },
      { key: 'w_all', type: 'text', label: 'x', required: true, showIf: { all: [{ field: 'season_paid', is: true }, { any: [{ field: 'season_mode', is: 'card' }, { field: 'season_price', is: 1250 }] }] } },
      { key: 'w_chain', type: 'text', label: 'x', showIf: { field: 'w_all', isNot: 'secret' } },
    ] }] });
    globalThis.season = page;
  },
};`;

const SCREEN = '/wp-admin/admin.php?page=season';

describe.each(defaultEngines)('entity fields and conditional fields (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  let writer: Visitor;
  const id: Record<string, number> = {};
  beforeAll(async () => {
    site = await bootSite({ engine });
    await activatePlugin(site, 'season', { 'index.js': PLUGIN });
    await site.inContext(async () => {
      const { content, users } = site.site;
      await users.wpInsertUser({
        user_login: 'writer',
        user_pass: 'a long writer password',
        user_email: 'w@example.com',
        role: 'author',
      });
      const make = async (title: string, more: object = {}): Promise<number> =>
        (await content.wpInsertPost({ post_title: title, post_status: 'publish', ...more })) as number;
      for (const title of ['First night', 'Second night', 'Third night', 'Fourth night']) id[title] = await make(title);
      id.hall = await make('Town hall', { post_type: 'hall' });
      id.draft = await make('Secret night', { post_status: 'draft' });
      const term = await content.wpInsertTerm('Jazz', 'category');
      id.jazz = (term as { term_id: number }).term_id;
    });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    writer = visitor(site.url);
    await writer.logIn('writer', 'a long writer password');
  });
  afterAll(() => site?.close());

  const save = async (
    values: Record<string, string>,
    other: Record<string, string> = {},
  ): Promise<{ status: number; html: string }> => {
    await admin.get(SCREEN);
    const named = (group: string, fieldValues: Record<string, string>): [string, string][] =>
      Object.entries(fieldValues).map(([key, value]) => [`${group}[${key}]`, value]);
    return admin.post(
      SCREEN,
      Object.fromEntries([
        ...named('fields', { season_hall: String(id.hall), ...values }),
        ...named('fields_other', other),
      ]),
    );
  };
  const option = (name: string): Promise<unknown> => site.inContext(() => site.site.options.getOption(name));
  const find = async (visitor: Visitor, query: string): Promise<string[]> =>
    ((await visitor.rest('GET', `plinth/v1/entities?${query}`)).body as { label: string }[]).map(({ label }) => label);

  it('searches by text or ID among readable items, and refuses anonymous requests', async () => {
    expect(await find(admin, 'type=post&search=night')).toEqual(
      expect.arrayContaining(['First night', 'Secret night']),
    );
    expect(await find(writer, 'type=post&search=night')).not.toContain('Secret night');
    expect(await find(writer, `type=post&search=${id.draft}`)).toEqual([]);
    expect(await find(admin, `type=post&search=${id['Second night']}`)).toEqual(['Second night']);
    expect(
      await find(admin, `type=post&include[]=${id['Third night']}&include[]=${id['First night']}&include[]=${id.hall}`),
    ).toEqual(['Third night', 'First night']);
    expect(await find(admin, 'type=post&of[]=hall')).toEqual(['Town hall']);
    expect(await find(admin, 'type=post&of[]=revision')).toEqual([]);
    expect(await find(admin, 'type=term&of[]=category&search=jaz')).toEqual(['Jazz']);
    expect(await find(writer, 'type=term&of[]=nav_menu')).toEqual([]);
    expect((await fetch(`${site.url}/wp-json/plinth/v1/entities?type=post`)).status).toBe(401);
    expect((await admin.rest('GET', `plinth/v1/entities?type=post&search=${'x'.repeat(101)}`)).status).toBe(400);
  });

  it('accepts a listed item or a typed ID, and rejects other items', async () => {
    expect((await save({ season_hall: '' })).status).toBe(422);
    expect((await save({ season_hall: '' }, { season_hall: String(id.hall) })).status).toBe(303);
    expect(Number(await option('season_hall'))).toBe(id.hall);
    expect((await save({}, { season_hall: String(id['First night']) })).html).toContain(
      'Choose an option from the list.',
    );
    expect((await admin.get(SCREEN)).html).toMatch(new RegExp(`<option value="${id.hall}" selected>Town hall`));
  });

  it('stores several items in order, adds one from the list, enforces min and max', async () => {
    expect(
      (
        await save(
          { season_posts: `${id['Second night']}, ${id['First night']}`, season_terms: String(id.jazz) },
          { season_posts: String(id['Third night']) },
        )
      ).status,
    ).toBe(303);
    expect(await option('season_posts')).toEqual([id['Second night'], id['First night'], id['Third night']]);
    expect(
      await site.inContext(() => (globalThis as unknown as { season: { values(): Promise<object> } }).season.values()),
    ).toMatchObject({
      season_posts: [id['Second night'], id['First night'], id['Third night']],
      season_terms: [id.jazz],
    });
    const { html } = await admin.get(SCREEN);
    expect(html.indexOf('Second night</span>')).toBeLessThan(html.indexOf('First night</span>'));
    const all = [id['First night'], id['Second night'], id['Third night'], id['Fourth night']];
    expect((await save({ season_posts: all.join(',') })).html).toContain('Choose no more than 3.');
    expect((await save({ season_posts: String(all[0]) })).html).toContain('Choose at least 2.');
    expect((await save({ season_posts: 'abc' })).html).toContain('Enter IDs separated by commas, such as 12, 7.');
    expect((await save({ season_posts: `${all[0]}, 99999` })).html).toContain('No item has the ID 99999. Remove it.');
    expect((await save({ season_posts: '' })).status).toBe(303);
    expect(await option('season_posts')).toEqual([]);
  });

  it('reads and writes entity fields as lists over REST', async () => {
    expect(
      (await admin.rest('POST', 'wp/v2/settings', { season_posts: [id['Third night'], id['First night']] })).body,
    ).toMatchObject({ season_posts: [id['Third night'], id['First night']] });
    expect((await admin.rest('POST', 'wp/v2/settings', { season_posts: [id.hall, id['First night']] })).status).toBe(
      400,
    );
  });

  const BASE = { season_posts: '', season_mode: '', season_paid: '', season_price: '' };
  it.each([
    ['is not', 'w_isnot', { season_mode: 'card' }, { season_mode: 'none' }],
    ['in', 'w_in', { season_mode: 'cash' }, { season_mode: 'none' }],
    ['filled', 'w_filled', 'posts', {}],
    ['not filled', 'w_empty', {}, { season_price: '0' }],
    [
      'all with a nested any, by its first alternative',
      'w_all',
      { season_paid: '1', season_mode: 'card' },
      { season_paid: '', season_mode: 'card' },
    ],
    [
      'all with a nested any, by its second alternative',
      'w_all',
      { season_paid: '1', season_price: '12,50' },
      { season_paid: '1', season_mode: 'cash', season_price: '12,51' },
    ],
  ])('stores a conditional field only while its condition holds: %s', async (_name, key, visible, hidden) => {
    const visibleFields =
      visible === 'posts' ? { season_posts: `${id['First night']},${id['Second night']}` } : (visible as object);
    const others = { w_isnot: 'x', w_all: 'x' };
    await site.inContext(() => site.site.options.deleteOption(key));
    expect((await save({ ...BASE, ...others, ...hidden, [key]: 'hidden' })).status).toBe(303);
    expect(await option(key)).not.toBe('hidden');
    expect((await save({ ...BASE, ...others, ...visibleFields, [key]: 'shown' })).status).toBe(303);
    expect(await option(key)).toBe('shown');
  });

  it('neither requires nor stores a hidden field, and hides fields depending on it', async () => {
    await site.inContext(() => site.site.options.deleteOption('w_chain'));
    expect((await save({ ...BASE, season_mode: 'none', w_isnot: '', w_all: '', w_chain: 'x' })).status).toBe(303);
    expect(await option('w_chain')).toBe(false);
    expect((await save({ ...BASE, season_mode: 'card', w_isnot: '', w_all: 'x' })).status).toBe(422);
    expect(
      (await save({ ...BASE, season_mode: 'card', season_paid: '1', w_isnot: 'x', w_all: 'y', w_chain: 'x' })).status,
    ).toBe(303);
    expect(await option('w_chain')).toBe('x');
  });
});
