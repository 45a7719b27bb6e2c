import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { VARIATION } from '../store/shop-site.js';
import type { Browser } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const tag = (regular: number, sale: number | null = null) => ({ regular, sale, saleFrom: null, saleTo: null });

describe.each(defaultEngines)('price display under the settings on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    mug = await shop.save({ name: 'Mug', sku: 'MUG', price: tag(10_000), fields: { delivery_time: '3 days' } });
    await shop.save({ name: 'Book', sku: 'BOOK', price: tag(2100), taxRate: 5 });
    await shop.save({ name: 'Stamp', sku: 'STAMP', price: tag(500), taxRate: 0 });
    await shop.save({ name: 'Oats', sku: 'OATS', price: tag(1230), unit: 'kg', unitContent: 0.5 });
    await shop.save({ name: 'Gone', sku: 'GONE', price: tag(900), stock: 'outofstock' });
    const lamp = await shop.save({ name: 'Lamp', sku: 'LAMP', price: tag(24_600) });
    await shop.site.db()('compliance_prices').update({ valid_from: '2020-01-01 00:00:00' });
    await shop.save({ id: lamp, name: 'Lamp', sku: 'LAMP', price: tag(24_600, 12_300) });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.site.db()('compliance_settings').delete();
  });

  const set = async (changes: object, group = 'storefront'): Promise<void> =>
    expect((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status).toBe(200);
  const plain = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ');
  const get = async (path: string, polish = false): Promise<string> =>
    (await shop.shopper().get(polish ? `${path}?wp_lang=pl_PL` : path)).text;
  const page = async (slug: string, polish = false): Promise<string> => get(`/product/${slug}/`, polish);
  /** The tax and delivery notice below the price of a product page. */
  const notice = async (slug: string, polish = false): Promise<string> =>
    /legal-info__price">([^<]*)</.exec(await page(slug, polish))?.[1] ?? '';
  /** The text of each product card, by product name. */
  const cards = async (): Promise<ReadonlyMap<string, string>> =>
    new Map(
      (await get('/shop/'))
        .split(/<li class="card[^>]*>/)
        .slice(1)
        .map((card) => [/card__name"><a[^>]*>([^<]*)/.exec(card)?.[1] ?? '', plain(card.split('</li>')[0] ?? '')]),
    );
  const price = (html: string): string => plain(/id="product-price"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '').trim();
  async function inCart(...slugs: readonly string[]): Promise<Browser> {
    const buyer = shop.shopper();
    for (const slug of slugs) {
      await buyer.get(`/product/${slug}/`);
      await buyer.submit({}, {}, 'add_to_cart');
    }
    return buyer;
  }

  it('shows no arrival date beside the owner’s delivery text until handling days are set', async () => {
    const days = async (slug: string): Promise<boolean> =>
      /class="arrives"/.test((await shop.shopper().get(`/product/${slug}/`)).text);
    expect([await days('mug'), await days('book')]).toEqual([false, true]);
    await set({ delivery_time_enabled: false });
    expect(await days('mug')).toBe(true);
    await set({ delivery_time_enabled: true });
    expect(await days('mug')).toBe(false);
    await shop.save({
      id: mug,
      name: 'Mug',
      sku: 'MUG',
      price: tag(10_000),
      fields: { delivery_time: '3 days', handling_days: 1 },
    });
    expect(await days('mug')).toBe(true);
    await shop.save({ id: mug, name: 'Mug', sku: 'MUG', price: tag(10_000), fields: { delivery_time: '3 days' } });
  });

  it('shows the VAT rate of each product once, and none without tax', async () => {
    expect(await notice('mug')).toBe('23% VAT included, plus delivery');
    expect(await notice('mug', true)).toBe('w tym 23% VAT, plus koszty dostawy');
    expect(await notice('book')).toBe('5% VAT included, plus delivery');
    expect(await notice('stamp')).toBe('plus delivery');
    await shop.save({ name: 'Wine', sku: 'WINE', taxRate: 5.5 });
    expect(await notice('wine', true)).toBe('w tym 5,5% VAT, plus koszty dostawy');
  });

  it('mentions no delivery costs beside the price of a download', async () => {
    await shop.save({ name: 'Score', sku: 'SCORE', kind: 'digital' });
    expect(await notice('score')).toBe('23% VAT included');
    const data = [...(await page('score')).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json = '']) => json,
    );
    expect(data.join()).toContain('"Offer"');
    expect(data.join()).not.toContain('shippingDetails');
  });

  it.each([
    ['z VAT {rate}%', 'z VAT 23%'],
    ['z VAT {rate} %', 'z VAT 23 %'],
    ['z VAT {rate}', 'z VAT 23%'],
    ['<b>VAT</b> {rate}', '&lt;b&gt;VAT&lt;/b&gt; 23%'],
    ['z podatkiem', 'z podatkiem'],
    ['', ''],
  ])('shows the VAT rate in the owner’s text “%s”', async (text, expectedNotice) => {
    await set({ vat_notice_text: text, shipping_notice_enabled: false });
    expect(await notice('mug')).toBe(expectedNotice);
  });

  it('shows variations with the VAT rate of their product', async () => {
    const termIds = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_size',
        label: 'Size',
        kind: 'attribute',
        hierarchical: false,
      });
      return Promise.all(['S', 'L'].map((name) => shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_size', name })));
    });
    await shop.save({
      name: 'Tea',
      sku: 'TEA',
      price: null,
      taxRate: 8,
      termIds,
      variations: termIds.map((id, index) => ({
        ...VARIATION,
        sku: `TEA-${index}`,
        termIds: [id],
        price: tag(1080 * (index + 1)),
      })),
    });
    await set({ tax_display_mode: 'both' });
    const html = await page('tea');
    // Price of the variation that is selected initially.
    expect(price(html)).toBe('PLN 10.00 net / PLN 10.80 gross');
    expect(
      [...html.matchAll(/data-price-of="\d+">(.*?)<\/span><\/label>/gs)].map(([, text]) => plain(text ?? '').trim()),
    ).toEqual(['PLN 10.00 net / PLN 10.80 gross', 'PLN 20.00 net / PLN 21.60 gross']);
    expect(await notice('tea')).toBe('8% VAT included, plus delivery');
  });

  it('leaves tax out of pages, totals and orders of a VAT-exempt seller', async () => {
    await set({ small_business: true }, 'general');
    await set({ tax_display_mode: 'netto' });
    expect(await notice('mug', true)).toBe('Sprzedawca zwolniony z VAT (art. 113 ustawy o VAT), plus koszty dostawy');
    expect(price(await page('mug'))).toBe('PLN 100.00');
    const buyer = await inCart('mug');
    expect(plain(buyer.last?.text ?? '')).not.toMatch(/include tax|net\b|Tax|incl\. |% VAT/);
    await buyer.get('/checkout/');
    expect(plain(buyer.last?.text ?? '')).not.toMatch(/incl\. (?:tax|\d)|\bnet\b/);
    const done = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    expect(done.path).toMatch(/^\/order\//);
    expect(plain(done.text)).not.toMatch(/incl\. (?:tax|\d)/);
    expect(await shop.site.db()('store_orders').orderBy('id', 'desc').first('tax_total', 'total')).toEqual({
      tax_total: 0,
      total: 11_500,
    });
    expect(await shop.site.db()('store_order_lines').orderBy('id', 'desc').first('tax', 'tax_rate')).toEqual({
      tax: 0,
      tax_rate: 0,
    });
  });

  it('shows net, gross or both prices in lists and on the product page', async () => {
    expect([price(await page('mug')), (await cards()).get('Mug')]).toEqual([
      'PLN 100.00',
      expect.stringContaining('PLN 100.00'),
    ]);
    await set({ tax_display_mode: 'netto' });
    expect(price(await page('mug'))).toBe('PLN 81.30 net');
    expect(await notice('mug', true)).toBe('plus 23% VAT, plus koszty dostawy');
    expect((await cards()).get('Mug')).toContain('PLN 81.30 net');
    expect((await cards()).get('Mug')).not.toContain('100.00');
    await set({ tax_display_mode: 'both' });
    const html = await page('mug', true);
    expect(price(html)).toBe('81,30 zł netto / 100,00 zł brutto');
    expect(html).toMatch(
      /<span class="price__net">81,30.zł netto \/<\/span> <span class="price__now">100,00.zł brutto<\/span>/,
    );
    expect((await cards()).get('Mug')).toContain('PLN 81.30 net / PLN 100.00 gross');
    expect((await cards()).get('Stamp')).toMatch(/PLN 5\.00 $/);
  });

  it('puts the gross price into structured data whatever is displayed', async () => {
    await set({ tax_display_mode: 'netto' });
    const html = await page('mug');
    expect(html).toMatch(/"price":"100\.00"/);
    expect(html).toContain('data-price="100.00"');
    expect(await get('/shop/')).toContain('data-price="100.00"');
  });

  it('shows the regular price and the lowest 30-day price in the same mode', async () => {
    await set({ tax_display_mode: 'netto', omnibus_show_on_loop: true });
    expect(price(await page('lamp'))).toBe(
      'Regular price: PLN 200.00 net Current price: PLN 100.00 net Lowest price of the 30 days before the reduction: PLN 200.00 net (50% less)',
    );
    expect((await cards()).get('Lamp')).toContain('before the reduction: PLN 200.00 net');
    await set({ tax_display_mode: 'both' });
    expect(price(await page('lamp', true))).toContain(
      'Najniższa cena z 30 dni przed obniżką: 200,00 zł netto / 246,00 zł brutto',
    );
  });

  it('splits cart totals without rounding differences and charges the gross total', async () => {
    await set({ tax_display_mode: 'netto' });
    const pinId = await shop.save({ name: 'Pin', sku: 'PIN', price: tag(199) });
    const buyer = await inCart('mug', 'book');
    await buyer.get('/product/pin/');
    const cart = await buyer.submit({}, { quantity: '3' }, 'add_to_cart');
    const text = plain(cart.text);
    // 3 × 1.99 is 5.97 including 1.12 of tax; 100.00 includes 18.70, 21.00 includes 1.00.
    for (const phrase of [
      'PLN 81.30 net',
      'PLN 20.00 net',
      'PLN 1.62 net',
      'PLN 4.85 net',
      'Products excl. tax PLN 106.15',
      'Tax PLN 20.82',
      'Products incl. tax PLN 126.97',
    ])
      expect(text).toContain(phrase);
    expect(text).not.toContain('Prices include tax');
    const checkout = plain((await buyer.get('/checkout/')).text);
    for (const phrase of [
      'Products PLN 106.15 net',
      'Courier PLN 12.20 net',
      'Delivery: Courier PLN 12.20 net',
      'Total excl. tax PLN 118.35',
      'Tax PLN 23.62',
      'Amount due incl. tax PLN 141.97',
    ])
      expect(checkout).toContain(phrase);
    const done = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    expect(done.path).toMatch(/^\/order\//);
    expect(plain(done.text)).toMatch(/Total PLN 141\.97 incl. 23 % VAT PLN 22\.62 incl. 5 % VAT PLN 1\.00/);
    expect(
      await shop.site.db()('store_order_lines').where({ product_id: pinId }).first('unit_price', 'total', 'tax'),
    ).toEqual({ unit_price: 199, total: 597, tax: 112 });
    const folder = join(shop.site.config.dataDir, 'mail');
    const email =
      readdirSync(folder)
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .filter((raw) => /^To: anna@example\.test$/m.test(raw))
        .at(-1) ?? '';
    expect(email).toContain('141.97');
    expect(email).not.toContain('118.35');
  });

  it('shows net and gross in the cart and in the price change notice', async () => {
    await set({ tax_display_mode: 'both' });
    const buyer = await inCart('mug');
    expect(plain(buyer.last?.text ?? '')).toContain('PLN 81.30 net / PLN 100.00 gross each');
    expect(buyer.last?.text).toMatch(
      /<strong class="cart__total"><span class="cart__aside">PLN.81\.30 net \/<\/span> PLN.100\.00 gross<\/strong>/,
    );
    await shop.save({ id: mug, name: 'Mug', sku: 'MUG', price: tag(12_300), fields: { delivery_time: '3 days' } });
    expect(plain((await buyer.get('/cart/')).text)).toContain(
      'The price of Mug changed from PLN 81.30 net / PLN 100.00 gross to PLN 100.00 net / PLN 123.00 gross.',
    );
    await shop.save({ id: mug, name: 'Mug', sku: 'MUG', price: tag(10_000), fields: { delivery_time: '3 days' } });
  });

  it('shows the lowest price of reduced products in cart and checkout unless disabled', async () => {
    const buyer = await inCart('lamp', 'mug');
    for (const path of ['/cart/', '/checkout/']) {
      const { text } = await buyer.get(path);
      expect([...text.matchAll(/<span class="omnibus">([^<]*)/g)].map(([, line]) => plain(line ?? ''))).toEqual([
        'Lowest price of the 30 days before the reduction: PLN 246.00',
      ]);
    }
    expect(plain((await buyer.get('/cart/')).text)).toContain('Current price: PLN 123.00 each Lowest price');
    await set({ omnibus_show_on_cart: false });
    for (const path of ['/cart/', '/checkout/']) expect((await buyer.get(path)).text).not.toContain('class="omnibus"');
  });

  it('shows unit prices in the owner’s text, and not where they are disabled', async () => {
    expect((await cards()).get('Oats')).toContain('PLN 24.60 / kg');
    await set({ unit_price_text: '1 {unit} = {price} <i>' });
    expect(price(await page('oats'))).toContain('1 kg = PLN 24.60 &lt;i&gt;');
    await set({ unit_price_in_listing: false });
    expect((await cards()).get('Oats')).not.toContain('24.60');
    expect(price(await page('oats'))).toContain('24.60');
    await set({ unit_price_in_listing: true, unit_price_enabled: false });
    expect((await cards()).get('Oats')).not.toContain('24.60');
    expect(price(await page('oats'))).toBe('PLN 12.30');
    await set({ unit_price_enabled: true, unit_price_text: '{price} / {unit}', tax_display_mode: 'both' });
    expect(price(await page('oats'))).toBe('PLN 10.00 net / PLN 12.30 gross PLN 20.00 net / kg · PLN 24.60 gross / kg');
  });

  it('shows the delivery time on cards if enabled, but none for sold-out products', async () => {
    await set({ delivery_time_default: '2 weeks <b>' });
    expect(await get('/shop/')).not.toContain('Delivery time');
    await set({ delivery_time_in_listing: true });
    const cardByName = await cards();
    expect([cardByName.get('Mug'), cardByName.get('Book')]).toEqual([
      expect.stringContaining('PLN 100.00 Delivery time: 3 days'),
      expect.stringContaining('PLN 21.00 Delivery time: 2 weeks &lt;b&gt;'),
    ]);
    expect(cardByName.get('Gone')).not.toContain('Delivery time');
    await set({ delivery_time_enabled: false });
    expect(await get('/shop/')).not.toContain('Delivery time');
  });

  it('promises the usual delivery time only for products in stock, on page and card', async () => {
    await set({ delivery_time_default: '1–3 days', delivery_time_in_listing: true });
    const ids = [
      await shop.save({ name: 'Fern', sku: 'FERN', stockQuantity: 0, backorders: true }),
      await shop.save({ name: 'Clock', sku: 'CLOCK', stockQuantity: 0 }),
      await shop.save({ name: 'Pattern', sku: 'PATTERN', kind: 'digital' }),
      await shop.save({
        name: 'Palm',
        sku: 'PALM',
        stockQuantity: 0,
        backorders: true,
        fields: { delivery_time: '3 days' },
      }),
    ];
    const cardByName = await cards();
    const delivery = (html: string): string[] =>
      [...html.matchAll(/legal-info__delivery"[^>]*>([^<]*)</g)].map(([, text]) => text ?? '');
    expect(delivery(await page('mug'))).toEqual(['Delivery time: 3 days']);
    for (const [slug, lines] of [
      ['fern', ['On backorder: delivered within 30 days.']],
      ['palm', ['On backorder: delivered within 30 days.']],
      ['clock', []],
      ['pattern', []],
    ] as const) {
      expect([slug, delivery(await page(slug))]).toEqual([slug, lines]);
      const card = cardByName.get(`${slug[0]?.toUpperCase()}${slug.slice(1)}`);
      expect(card).not.toContain('Delivery time');
      expect(card?.includes('On backorder: delivered within 30 days.')).toBe(lines.length > 0);
    }
    expect(delivery(await page('fern', true))).toEqual(['Na zamówienie: dostawa w ciągu 30 dni.']);
    await set({ delivery_time_enabled: false });
    expect(delivery(await page('fern'))).toEqual([]);
    await shop.inContext(() => Promise.all(ids.map((id) => shop.parts.products.remove([id]))));
  });

  it('shows the arrival date where it is known and the usual time elsewhere', async () => {
    await set({ delivery_time_default: '1–3 days' });
    const deliveryInfo = (html: string): [days: number, usual: string[]] => [
      html.match(/class="arrives"/g)?.length ?? 0,
      [...html.matchAll(/legal-info__delivery"[^>]*>([^<]*)</g)].map(([, text]) => text ?? ''),
    ];
    expect(deliveryInfo(await page('book'))).toEqual([1, []]);
    expect(deliveryInfo(await page('mug'))).toEqual([0, ['Delivery time: 3 days']]);
    await shop.save({
      id: mug,
      name: 'Mug',
      sku: 'MUG',
      price: tag(10_000),
      fields: { delivery_time: '3 days', handling_days: 1 },
    });
    expect(deliveryInfo(await page('mug'))).toEqual([1, []]);
    await shop.save({ id: mug, name: 'Mug', sku: 'MUG', price: tag(10_000), fields: { delivery_time: '3 days' } });
    // A pickup date says nothing about parcel delivery.
    const noDays = await shop.inContext(() =>
      shop.scope.addFilter('store/delivery_estimate', (estimates) =>
        estimates.filter(({ id }) => id.startsWith('pickup')),
      ),
    );
    expect(deliveryInfo(await page('book'))[1]).toEqual(['Delivery time: 1–3 days']);
    noDays();
  });

  it('shows the delivery time per variation and marks backorders without a script', async () => {
    await set({ delivery_time_default: '1–3 days' });
    const termIds = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_pot',
        label: 'Pot',
        kind: 'attribute',
        hierarchical: false,
      });
      return Promise.all(
        ['Clay', 'Tin', 'Zinc'].map((name) => shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_pot', name })),
      );
    });
    const [clay, tin, zinc] = termIds as [number, number, number];
    const id = await shop.save({
      name: 'Aloe',
      sku: 'ALOE',
      price: null,
      termIds,
      variations: [
        { ...VARIATION, sku: 'A-1', termIds: [clay], stockQuantity: 0, backorders: true },
        { ...VARIATION, sku: 'A-2', termIds: [tin], stockQuantity: 4 },
        { ...VARIATION, sku: 'A-3', termIds: [zinc], stockQuantity: 0 },
      ],
    });
    const [later, now, soldOut] = await shop.site
      .db()('store_variations')
      .where({ product_id: id })
      .orderBy('id')
      .select<{ id: number }[]>('id');
    // Variations that can be shipped have a date; the others show that delivery takes longer.
    expect(
      [...(await page('aloe')).matchAll(/legal-info__delivery" data-variations="(\d+)">/g)].map(([, version]) =>
        Number(version),
      ),
    ).toEqual([later?.id]);
    // A sold-out variation shows no delivery time, even without JavaScript.
    expect(await get(`/product/aloe/?variation=${soldOut?.id}`)).toContain(
      `<p class="legal-info__delivery" data-variations="${later?.id}" hidden>`,
    );
    const withDays = await shop.inContext(() => shop.scope.addFilter('store/delivery_estimate', () => []));
    const html = await page('aloe');
    withDays();
    expect(html).toContain(
      `<p class="legal-info__delivery" data-variations="${later?.id}">On backorder: delivered within 30 days.</p>`,
    );
    expect(html).toContain(`<p class="legal-info__delivery" data-variations="${now?.id}">Delivery time: 1–3 days</p>`);
    expect(html).toMatch(new RegExp(`value="${now?.id}" checked`));
    expect(plain(html)).toMatch(/Clay PLN [\d.]+ Available on backorder, delivered within 30 days/);
    expect(html).not.toContain(`data-variations="${soldOut?.id}"`);
    await shop.inContext(() => shop.parts.products.remove([id]));
  });

  it('needs no additional query for a list, whatever the display settings', async () => {
    let queryCount = 0;
    shop.site
      .db()
      .on(
        'query',
        ({ sql }: { sql: string }) =>
          void (/^select/.test(sql) && /store_|compliance_|facet_/.test(sql) && queryCount++),
      );
    let visit = 0;
    // A different URL each time, so that the page is not cached.
    const list = (): Promise<unknown> => get(`/shop/?look=${++visit}`);
    const queries = async (): Promise<number> => {
      await list();
      const counts: number[] = [];
      // The audit log is written shortly after the request.
      for (let time = 0; time < 3; time++) {
        queryCount = 0;
        await list();
        counts.push(queryCount);
      }
      return Math.min(...counts);
    };
    const baseline = await queries();
    await set({
      tax_display_mode: 'both',
      delivery_time_in_listing: true,
      delivery_time_default: '2 days',
      unit_price_text: '{price} per {unit}',
    });
    expect(await queries()).toBe(baseline);
    for (let index = 0; index < 8; index++) await shop.save({ name: `More ${index}`, sku: `MORE-${index}` });
    expect(await queries()).toBe(baseline);
  });
});
