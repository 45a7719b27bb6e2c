import { allEngines } from '../kit/databases.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';
import type { Browser, Fields } from './shopper.js';
import { readDom } from '../kit/dom.js';

describe.each(allEngines)('product revision store on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;

  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'ola',
        display_name: 'Ola Lis',
        user_pass: 'seven quiet lanterns',
        user_email: 'ola@example.test',
        role: 'administrator',
      }),
    );
    admin = await shop.admin();
  });
  afterAll(() => shop.close());

  const editorOf = (id: number, version?: string): string =>
    `/wp-admin/admin.php?page=store-product&id=${id}${version ? `&version=${version}` : ''}`;
  const variationsIn = (text: string): string[] =>
    [...text.replaceAll('&#x3D;', '=').matchAll(/version\.php\?version=(\d+)/g)].map((found) => found[1] ?? '');

  async function open(id: number, browser = admin): Promise<{ text: string; fields: Fields; nonce: string }> {
    const { text } = await browser.get(editorOf(id));
    return { text, fields: browser.form('modified').fields, nonce: /data-rest-nonce="(\w+)"/.exec(text)?.[1] ?? '' };
  }
  async function save(id: number, changes: Fields, from = editorOf(id)): Promise<void> {
    await admin.get(from);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...admin.form('modified').fields, ...changes }))
      body.append(name, value);
    const visit = await admin.upload(from, body);
    if (!/Product saved|Draft saved/.test(visit.text)) throw new Error(visit.text);
  }
  /** Sends the edit lock request of the form's script. */
  async function sendEditLock(
    browser: Browser,
    nonce: string,
    entity: string,
    body: object,
  ): Promise<{ status: number; body: { holder?: { name: string } | null; saved?: boolean } }> {
    const visit = await browser.json(`/wp-json/plinth/v1/edit-lock/${entity}`, body, nonce);
    return {
      status: visit.status,
      body: JSON.parse(visit.text) as { holder?: { name: string } | null; saved?: boolean },
    };
  }

  it('stores readable revisions including the state before the first edit', async () => {
    const id = await shop.save({ name: 'Green tea', description: '<p>From <b>Uji</b>.</p>' });
    await save(id, { name: 'Green tea, new', regular: '12.50', description: '<p>From Uji, first pick.</p>' });
    const { text } = await open(id);
    const [newest, first] = variationsIn(text);
    const same = await admin.get(`/wp-admin/version.php?version=${newest}`);
    expect(same.text).toContain('This revision is the same as the current text.');
    const compared = await admin.get(`/wp-admin/version.php?version=${first}`);
    expect(compared.text).toContain('Green tea<ins>, new</ins>');
    expect(readDom(compared.text).headings(3)).toContain('Price');
    expect(compared.text).toContain('From Uji<ins>, first pick</ins>.');
    expect(readDom(compared.text).headings(3)).not.toContain('SKU');
  });

  it('restores a revision with current stock and removed variations', async () => {
    const [red, blue] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Color',
        kind: 'attribute',
        hierarchical: false,
      });
      return Promise.all(
        ['Red', 'Blue'].map((name) => shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name })),
      );
    });
    const id = await shop.save({
      name: 'Chair',
      stockQuantity: 9,
      variations: [
        { ...VARIATION, sku: 'C-R', termIds: [red ?? 0], stockQuantity: 4 },
        { ...VARIATION, sku: 'C-B', termIds: [blue ?? 0], stockQuantity: 6 },
      ],
    });
    const product = async () => (await shop.inContext(() => shop.parts.products.get(id)))!;
    const removedId = (await product()).variations[1]?.id;
    await save(id, { name: 'Chair, red only', [`variations[v${removedId}][remove]`]: '1' });
    expect((await product()).variations).toHaveLength(1);
    await shop.site.db()('store_variations').where({ sku: 'C-R' }).update({ stock_quantity: 3 });
    const { text } = await open(id);
    const oldest = variationsIn(text).at(-1);
    const restoredPage = await admin.get(editorOf(id, oldest));
    expect(restoredPage.text).toContain('This revision is loaded in the form but not saved yet.');
    expect(restoredPage.text).toContain('data-unsaved="1"');
    expect((await product()).name).toBe('Chair, red only');
    await save(id, {}, editorOf(id, oldest));
    const restored = await product();
    expect(restored.name).toBe('Chair');
    expect(restored.variations.map(({ sku, stockQuantity, termIds }) => [sku, stockQuantity, termIds])).toEqual([
      ['C-R', 3, [red]],
      ['C-B', null, [blue]],
    ]);
  });

  it('stores an autosave for its author only and deletes it once saved', async () => {
    const id = await shop.save({ name: 'Lamp' });
    const { fields, nonce } = await open(id);
    const edited: Fields = { ...fields, name: 'Lamp, typed' };
    for (const left of ['_wpnonce', 'modified']) delete edited[left];
    expect(
      await sendEditLock(admin, nonce, `store_product/${id}`, { fields: new URLSearchParams(edited).toString() }),
    ).toEqual({
      status: 200,
      body: { holder: null, saved: true },
    });
    expect((await shop.inContext(() => shop.parts.products.get(id)))?.name).toBe('Lamp');
    const offered = (await open(id)).text;
    expect(offered).toContain('You have unsaved changes from');
    const version = /id=\d+&(?:amp;)?version=(\d+)/.exec(offered.replaceAll('&#x3D;', '='))?.[1];
    const other = shop.shopper();
    await other.logIn('ola', 'seven quiet lanterns');
    expect((await open(id, other)).text).not.toContain('You have unsaved changes from');
    expect((await other.get(`/wp-admin/version.php?version=${version}`)).status).toBe(404);
    await admin.get(editorOf(id, version));
    expect(admin.form('modified').fields.name).toBe('Lamp, typed');
    await save(id, {}, editorOf(id, version));
    expect((await shop.inContext(() => shop.parts.products.get(id)))?.name).toBe('Lamp, typed');
    expect((await open(id)).text).not.toContain('You have unsaved changes from');
  });

  it('locks editing to one user until another takes over, with capability check', async () => {
    const id = await shop.save({ name: 'Table' });
    const other = shop.shopper();
    await other.logIn('ola', 'seven quiet lanterns');
    const [ownEditor, otherEditor] = [await open(id), await open(id, other)];
    const entity = `store_product/${id}`;
    expect((await sendEditLock(admin, ownEditor.nonce, entity, {})).body).toEqual({ holder: null, saved: false });
    const lockReply = (await sendEditLock(other, otherEditor.nonce, entity, {})).body;
    expect(lockReply.holder?.name).toBeTruthy();
    expect((await sendEditLock(other, otherEditor.nonce, entity, { take: true })).body.holder).toBeNull();
    expect((await sendEditLock(admin, ownEditor.nonce, entity, { fields: 'name=Mine' })).body).toEqual({
      holder: { name: 'Ola Lis' },
      saved: true,
    });
    expect((await sendEditLock(admin, ownEditor.nonce, 'store_product/999999', {})).status).toBe(403);
    expect((await sendEditLock(admin, ownEditor.nonce, `nothing_known/${id}`, {})).status).toBe(403);
    expect((await sendEditLock(shop.shopper(), '', entity, {})).status).toBe(401);
  });

  it('keeps fifty revisions and deletes them with the product', async () => {
    const id = await shop.save({ name: 'Cup' });
    await shop.inContext(async () => {
      for (let index = 0; index < 53; index++)
        await shop.site.versions.saveRevision('store_product', id, { name: `Cup ${index}` });
    });
    const rows = async () =>
      (
        await shop.site.db()('revisions').where({ kind: 'store_product', thing_id: id }).orderBy('id').select('fields')
      ).map(({ fields }) => fields as string);
    expect(await rows()).toHaveLength(50);
    expect((await rows())[0]).toBe('{"name":"Cup 3"}');
    await shop.inContext(() => shop.parts.products.remove([id]));
    expect(await rows()).toEqual([]);
  });
});
