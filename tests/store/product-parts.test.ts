import { defaultEngines } from '../kit/databases.js';
import { activatePlugin } from '../kit/site.js';
import { ACCOUNT_NUMBER, UNLIMITED } from './selling-site.js';
import { bootShop, type ShopSite } from './shop-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';

/** Adds an engraving field to products other than e-books, and a tab to the product page. */
const ENGRAVER = `export default { boot(scope) {
  globalThis.engraver = { broken: false };
  scope.addAction('store/booted', ({ cartData, tabs, productTypes }) => {
    productTypes.register({ id: 'elsewhere', label: 'Sold <elsewhere>', isPhysical: true, isSellable: false, button: ({ name }) => '<a class="button" href="https://example.test/">Buy ' + name + ' there</a>' });
    productTypes.register({ id: 'voucher', label: 'Voucher', isPhysical: false, isSellable: true });
    cartData.register({
      id: 'engraving',
      fields: ({ kind }) => { if (globalThis.engraver.broken) throw new Error('down'); return kind === 'digital' ? [] : [{ name: 'text', label: 'Engraving <text>', maxLength: 20 }, { name: 'font', label: 'Font', type: 'select', options: [{ value: 'serif', label: 'With serifs' }] }, { name: 'gift', label: 'Wrap it', type: 'checkbox', required: globalThis.engraver.required }]; },
      validate: ({ text }) => text === 'rude' ? [{ field: 'text', message: 'Please choose other words.' }] : [],
      price: ({ text, gift }) => (text === '' || text === undefined ? 0 : 1000) + (gift === '1' ? 300 : 0),
    });
    tabs.register({ id: 'care', title: 'Care <it>', order: 5, render: (product) => '<p>Care for ' + product.id + '</p>' });
    tabs.register({ id: 'none', title: 'Nothing', render: () => '' });
    tabs.register({ id: 'broken', title: 'Broken', render: () => { throw new Error('no'); } });
    tabs.register({ id: 'last', title: 'Last', render: async () => '<p>The end</p>' });
  });
} };`;

const engraver = (): { broken: boolean; required?: boolean } =>
  (globalThis as unknown as { engraver: { broken: boolean } }).engraver;

describe.each(defaultEngines)('product extension by plugins on %s', (engine) => {
  let shop: ShopSite;
  let buyer: Browser;
  let chair: number;

  beforeAll(async () => {
    shop = await bootShop(engine);
    chair = await shop.save({
      name: 'Oak chair',
      slug: 'oak-chair',
      description: '<p>Made of oak.</p>',
      weight: 4000,
      stockQuantity: 5,
    });
    await shop.save({ name: 'E-book', slug: 'e-book', kind: 'digital' });
    await activatePlugin(shop, 'engraver', { 'index.js': ENGRAVER });
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
    );
  });
  afterAll(() => shop?.close());
  beforeEach(() => {
    if (engraver()) Object.assign(engraver(), { broken: false, required: false });
    buyer = shop.shopper();
  });

  async function add(fields: Fields = {}, slug = 'oak-chair'): Promise<Visit> {
    await buyer.get(`/product/${slug}/`);
    return buyer.submit({}, fields, 'add_to_cart');
  }
  const engraved = (text: string, more: Fields = {}): Fields => ({ data_engraving_text: text, ...more });

  it('shows plugin tabs with headings in order and omits empty or failing ones', async () => {
    const { text } = await buyer.get('/product/oak-chair/');
    const positions = [
      '<section class="product__tab" id="tab-care"><h2>Care &lt;it&gt;</h2>',
      `<p>Care for ${chair}</p>`,
      'Made of oak.',
      '<p>The end</p>',
    ].map((phrase) => text.indexOf(phrase));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions).not.toContain(-1);
    for (const phrase of ['tab-none', 'tab-broken']) expect(text).not.toContain(phrase);
  });

  it('shows cart fields on product pages that they apply to only', async () => {
    expect((await buyer.get('/product/oak-chair/')).text).toContain('Engraving &lt;text&gt;');
    expect((await buyer.get('/product/e-book/')).text).not.toContain('Engraving');
  });

  it('stores field values with the line, adds their price and merges equal lines', async () => {
    await add(engraved('Anna <3', { data_engraving_font: 'serif', data_engraving_gift: '1' }));
    await add(engraved('Anna <3', { data_engraving_font: 'serif', data_engraving_gift: '1' }));
    await add(engraved('Jan'));
    const { text } = await add();
    expect([...text.matchAll(/class="cart__line"/g)]).toHaveLength(3);
    for (const phrase of [
      'Engraving &lt;text&gt;:',
      'Anna &lt;3',
      'With serifs',
      '<dt>Wrap it:</dt> <dd>Yes</dd>',
      'Jan',
      '226.00',
      '110.00',
      '100.00',
      '436.00',
    ])
      expect(text).toContain(phrase);
    await buyer.get('/checkout/');
    await buyer.submit({ update: '1' }, BUYER, 'order_token');
    const thanks = await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod' }, 'order_token');
    expect(thanks.path).toMatch(/^\/order\//);
    for (const phrase of ['Anna &lt;3', 'With serifs']) expect(thanks.text).toContain(phrase);
    const lines = await shop.site.db()('store_order_lines').orderBy('id').select('quantity', 'unit_price', 'details');
    expect(
      lines.map((line: { quantity: number; unit_price: number; details: string | null }) => [
        line.quantity,
        Number(line.unit_price),
        line.details && (JSON.parse(line.details) as unknown),
      ]),
    ).toEqual([
      [
        2,
        11_300,
        {
          details: [
            { label: 'Engraving <text>', value: 'Anna <3' },
            { label: 'Font', value: 'With serifs' },
            { label: 'Wrap it', value: 'Yes' },
          ],
          data: { 'engraving.text': 'Anna <3', 'engraving.font': 'serif', 'engraving.gift': '1' },
        },
      ],
      [1, 11_000, { details: [{ label: 'Engraving <text>', value: 'Jan' }], data: { 'engraving.text': 'Jan' } }],
      [1, 10_000, null],
    ]);
  });

  it('rejects invalid field values on the product page and keeps the input', async () => {
    const visit = await add(engraved('rude'));
    expect(visit.path).toBe('/product/oak-chair/');
    for (const text of ['Please choose other words.', 'value="rude"', 'href="#data_engraving_text"'])
      expect(visit.text).toContain(text);
    expect((await buyer.get('/product/oak-chair/')).text).not.toContain('Please choose other words.');
    engraver().required = true;
    expect((await add(engraved('Jan'))).text).toContain('Fill in: Wrap it.');
    expect((await buyer.get('/cart/')).text).toContain('Your cart is empty');
  });

  it('shares a product’s stock among its cart lines', async () => {
    await shop.site.db()('store_products').where({ id: chair }).update({ stock_quantity: 3, stock: 'instock' });
    await add({ quantity: '2', ...engraved('Anna') });
    expect((await add({ quantity: '2', ...engraved('Jan') })).text).toMatch(/Only 3 items of/);
    expect((await add(engraved('Ola'))).text).toContain('All available items (3) of');
  });

  it('applies plugin product types: not sellable or without shipping', async () => {
    const voucher = await shop.save({
      name: 'Voucher',
      slug: 'voucher',
      price: { regular: 5000, sale: null, saleFrom: null, saleTo: null },
    });
    const painting = await shop.save({ name: 'Painting', slug: 'painting' });
    const admin = await shop.admin();
    for (const [id, kind] of [
      [voucher, 'voucher'],
      [painting, 'elsewhere'],
    ]) {
      const form = await admin.get(`/wp-admin/admin.php?page=store-product&id=${id}`);
      expect(form.text).toContain('<option value="elsewhere">Sold &lt;elsewhere&gt;</option>');
      await admin.submit({ action: 'save' }, { kind: String(kind) }, 'kind');
    }
    expect(
      await shop.site.db()('store_products').whereIn('id', [voucher, painting]).orderBy('id').pluck('kind'),
    ).toEqual(['voucher', 'elsewhere']);
    const page = await buyer.get('/product/painting/');
    expect(page.text).toContain('Buy Painting there');
    expect(page.text).not.toContain('name="add_to_cart"');
    await buyer.get('/cart/');
    await buyer.get('/product/oak-chair/');
    expect((await buyer.submit({}, { add_to_cart: String(painting) }, 'add_to_cart')).status).toBe(404);
    await add({}, 'voucher');
    const checkout = await buyer.get('/checkout/');
    expect(checkout.text).toContain('Voucher');
    expect(checkout.text).not.toContain('name="shipping_method"');
  });

  it('blocks the checkout when the plugin of chosen options fails or is inactive', async () => {
    await shop.site.db()('store_products').where({ id: chair }).update({ stock_quantity: 9, stock: 'instock' });
    await add(engraved('Anna'));
    engraver().broken = true;
    const { text } = await buyer.get('/cart/');
    expect(text).toContain(
      'The selected options for Oak chair are no longer available. Remove the product to continue.',
    );
    expect(text).not.toContain('Proceed to checkout');
    engraver().broken = false;
    await shop.inContext(() => shop.site.plugins.deactivatePlugins(['engraver']));
    expect((await buyer.get('/cart/')).text).toContain('are no longer available. Remove the product to continue.');
    expect((await buyer.get('/product/oak-chair/')).text).not.toContain('Engraving');
  });
});
