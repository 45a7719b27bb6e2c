import { defaultEngines } from '../kit/databases.js';
import { activatePlugin } from '../kit/site.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import { decodeEmail } from './selling-site.js';
import { VARIATION } from './shop-site.js';
import { type Browser, BUYER, type Fields } from './shopper.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

/** Tuesday, ten minutes before noon in Warsaw. */
const TUESDAY = Date.parse('2030-11-26T11:50:00+01:00');
const MINUTE = 60_000;
const SETTINGS: Fields = {
  courier: '1',
  courierPrice: '15.00',
  freeFrom: '',
  pickup: '1',
  pickupPrice: '0',
  pickupPlace: 'Prosta 1',
  cod: '1',
  codFee: '0',
  transfer: '1',
  accountNumber: 'PL61109010140000071219812874',
  shippingTaxRate: '23',
};

describe.each(defaultEngines)('delivery estimate on %s', (engine) => {
  let shop: ReviewShop;
  let chair = 0;
  let now = TUESDAY;
  let startedAt = 0;

  beforeEach(async () => {
    const real = Date.now.bind(Date);
    startedAt = real();
    now = TUESDAY;
    // The clock continues from the time the test sets.
    jest.spyOn(Date, 'now').mockImplementation(() => now + real() - startedAt);
    shop = await bootReviewShop(engine);
    await shop.inContext(() => shop.site.options.updateOption('timezone_string', 'Europe/Warsaw'));
    chair = await shop.save({ name: 'Oak chair' });
  });
  afterEach(async () => {
    await shop.close();
    jest.restoreAllMocks();
  });

  async function saveSettings(fields: Fields): Promise<Browser> {
    const owner = await shop.admin();
    await owner.get('/wp-admin/admin.php?page=store-commerce');
    await owner.submit({}, { ...SETTINGS, ...fields }, 'courierPrice');
    return owner;
  }
  const courier = (from: string, to: string): Fields => ({
    'days_from[home.courier]': from,
    'days_to[home.courier]': to,
  });
  const arrives = (html: string): string[] =>
    [...html.matchAll(/class="(?:[^"]* )?arrives"[^>]*>([^<]*(?:<span class="arrives__of">[^<]*<\/span>[^<]*)?)/g)]
      .map(([, text]) => (text ?? '').replace(/<[^>]*>/g, '').trim())
      .filter((text) => text !== '');
  const page = async (slug = 'oak-chair'): Promise<string[]> =>
    arrives((await shop.shopper().get(`/product/${slug}/`)).text);

  async function withCart(id: number, more: Fields = {}): Promise<Browser> {
    const buyer = shop.shopper();
    const { slug } = await shop.site.db()('store_products').where({ id }).first<{ slug: string }>('slug');
    await buyer.get(`/product/${slug}/`);
    await buyer.submit({}, { quantity: '1', ...more }, 'add_to_cart');
    return buyer;
  }

  it('starts in a new shop with courier days for domestic delivery only', async () => {
    expect(await page()).toEqual(['Arrives Wednesday 27 – Thursday 28 November']);
    const buyer = await withCart(chair);
    expect(arrives(buyer.last?.text ?? '')).toEqual(['Arrives Wednesday 27 – Thursday 28 November']);
    await buyer.get('/checkout/');
    expect(arrives(buyer.last?.text ?? '')).toEqual([
      'Arrives Wednesday 27 – Thursday 28 November',
      'Wednesday 27 – Thursday 28 November',
    ]);
    await buyer.submit({ update: '1' }, { ...BUYER, billing_country: 'DE' }, 'order_token');
    expect(arrives(buyer.last?.text ?? '')).toEqual([]);
  });

  it('uses the owner’s days per shipping method and country, cut-off and days off', async () => {
    const owner = await saveSettings({
      cutOff: '9.30',
      daysOff: '2030-11-27',
      ...courier('1', '1'),
      'days_from[abroad.courier]': '3',
      'days_to[abroad.courier]': '5',
      'days_from[home.pickup]': '0',
      'days_to[home.pickup]': '',
    });
    await owner.get('/wp-admin/admin.php?page=store-commerce');
    expect(owner.form('courierPrice').fields).toMatchObject({
      cutOff: '09:30',
      daysOff: '2030-11-27',
      'days_to[abroad.courier]': '5',
      'days_from[home.pickup]': '0',
      'days_to[home.pickup]': '0',
    });
    expect(await page()).toEqual(['Arrives Friday 29 November', 'Ready for pickup: Thursday 28 November']);
    const buyer = await withCart(chair);
    await buyer.get('/checkout/');
    await buyer.submit({ update: '1' }, { ...BUYER, billing_country: 'DE' }, 'order_token');
    expect(arrives(buyer.last?.text ?? '')[0]).toBe('Arrives Tuesday 3 – Thursday 5 December');
  });

  it('rejects invalid cut-off times, days off and ranges without saving', async () => {
    const owner = await saveSettings({ cutOff: '25:00', daysOff: 'in August', ...courier('4', '2') });
    expect(owner.last?.status).toBe(422);
    for (const text of [
      'Enter a time such as 12:00.',
      'Enter dates such as 2026-12-28',
      'the second not lower than the first',
      'value="25:00"',
      'in August',
    ])
      expect(owner.last?.text).toContain(text);
    expect(await page()).toEqual(['Arrives Wednesday 27 – Thursday 28 November']);
  });

  it('shows nothing without set days, for downloads and for an unknown restock date', async () => {
    const [file, later, unknown] = [
      await shop.save({ name: 'Film', kind: 'digital' }),
      await shop.save({ name: 'Later', stock: 'onbackorder', expectedOn: '2030-12-05' }),
      await shop.save({ name: 'Unknown', stock: 'onbackorder' }),
    ];
    expect([await page('film'), await page('later'), await page('unknown')]).toEqual([
      [],
      ['Arrives Monday 9 – Tuesday 10 December'],
      [],
    ]);
    const buyer = await withCart(later);
    await buyer.get('/product/oak-chair/');
    await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
    expect(arrives(buyer.last?.text ?? '')).toEqual(['Arrives Monday 9 – Tuesday 10 December']);
    await buyer.get('/product/unknown/');
    await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
    expect(arrives(buyer.last?.text ?? '')).toEqual([]);
    expect(arrives((await withCart(file)).last?.text ?? '')).toEqual([]);
    expect(unknown).toBeGreaterThan(0);
    await saveSettings({ cutOff: '12:00', daysOff: '', ...courier('', '') });
    expect(await page()).toEqual([]);
  });

  it('adds handling days of a product and the expected date of a variation', async () => {
    await shop.save({ name: 'Carved bowl', fields: { handling_days: 3 } });
    expect(await page('carved-bowl')).toEqual(['Arrives Monday 2 – Tuesday 3 December']);
    const [red, blue] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Color',
        kind: 'attribute',
        hierarchical: false,
      });
      return [
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red' }),
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' }),
      ];
    });
    const [first, second] = [
      { ...VARIATION, termIds: [red ?? 0] },
      { ...VARIATION, termIds: [blue ?? 0], stock: 'onbackorder' as const, expectedOn: '2030-12-05' },
    ];
    await shop.save({ name: 'Vase', price: null, variations: [first, second] });
    const html = (await shop.shopper().get('/product/vase/')).text;
    expect(arrives(html)).toEqual([
      'Red: Arrives Wednesday 27 – Thursday 28 November',
      'Blue: Arrives Monday 9 – Tuesday 10 December',
    ]);
    expect(html.match(/class="arrives" data-variations="\d+"/g)).toHaveLength(2);
  });

  it('stays unchanged with the order on its page, in emails and services', async () => {
    const buyer = await withCart(chair);
    await buyer.get('/checkout/');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod' }, 'order_token');
    const path = buyer.last?.path ?? '';
    expect(buyer.last?.text).toMatch(/<dt>Estimated delivery<\/dt><dd>Wednesday 27 – Thursday 28 November<\/dd>/);
    expect(
      shop
        .emails()
        .map(decodeEmail)
        .filter((email) => email.includes('Wednesday 27 – Thursday 28 November')),
    ).toHaveLength(2);
    await saveSettings({ cutOff: '', daysOff: '', ...courier('9', '9') });
    now += 20 * MINUTE;
    expect((await buyer.get(path)).text).toContain('Wednesday 27 – Thursday 28 November');
    const [{ id }] = (await shop.site.db()('store_orders').select('id')) as [{ id: number }];
    const owner = await shop.admin();
    expect((await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text).toMatch(
      /Promised delivery: <strong>Wednesday 27 – Thursday 28 November/,
    );
    expect(
      await shop.inContext(async () => (await shop.scope.services.get('store.orders').get(id))?.deliveryEstimate),
    ).toEqual({
      earliest: '2030-11-27',
      latest: '2030-11-28',
    });
  });

  it('requires confirmation when the cut-off passed and delivery is later', async () => {
    const buyer = await withCart(chair);
    await buyer.get('/checkout/');
    now += 15 * MINUTE;
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod' }, 'order_token');
    expect([
      buyer.last?.status,
      buyer.last?.text.includes(
        'Your order will arrive later than shown before: Thursday 28 – Friday 29 November. If you agree, please place your order again.',
      ),
    ]).toEqual([422, true]);
    expect(await shop.site.db()('store_orders')).toEqual([]);
    await buyer.submit({ place_order: '1' }, {}, 'order_token');
    expect(buyer.last?.text).toContain('Thursday 28 – Friday 29 November');
    expect(buyer.last?.path).toMatch(/^\/order\//);
    const other = await withCart(chair);
    await other.get('/checkout/');
    await other.submit(
      { place_order: '1' },
      { ...BUYER, payment_method: 'cod', 'arrives[courier]': 'never' },
      'order_token',
    );
    expect(other.last?.path).toMatch(/^\/order\//);
  });

  it('counts from receipt of a transfer and promises no date for unpaid orders', async () => {
    await saveSettings({ cutOff: '12:00', daysOff: '', ...courier('1', '2') });
    const buyer = await withCart(chair);
    await buyer.get('/checkout/');
    await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    expect(buyer.last?.text).toContain('(if we receive your transfer today)');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    expect(buyer.last?.path).toMatch(/^\/order\//);
    expect(buyer.last?.text).not.toContain('Estimated delivery');
  });

  it('appears in Polish in a Polish shop', async () => {
    await shop.inContext(() => shop.site.options.updateOption('WPLANG', 'pl_PL'));
    expect(await page()).toEqual(['Dostawa: środa 27 – czwartek 28 listopada']);
  });

  it('uses a plugin’s days until the owner sets them and drops invalid rates', async () => {
    await activatePlugin(shop, 'ways', {
      'index.js': `export default { boot(scope) { scope.addAction('store/booted', ({ deliveries }) => {
      deliveries.register({ id: 'bicycle', label: 'Bicycle', rates: () => [{ id: 'fast', label: 'Fast', price: 900, days: { from: 0, to: 0 } }, { id: 'slow', label: 'Slow', price: 500 }] });
      deliveries.register({ id: 'odd', label: 'Odd', rates: () => [{ price: 1, days: { from: 3, to: 1 } }] });
    }); } };`,
    });
    const readShippingMethods = async (): Promise<string[]> =>
      (
        (await withCart(chair)).last?.text.match(/<p class="sum-line"><span>(?:Fast|Slow|Odd|Courier)[^]*?<\/p>/g) ?? []
      ).map((line) =>
        line
          .replace(/<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      );
    expect(await readShippingMethods()).toEqual([
      'Courier Arrives Wednesday 27 – Thursday 28 November PLN 15.00',
      'Fast Arrives Tuesday 26 November PLN 9.00',
      'Slow PLN 5.00',
    ]);
    await saveSettings({ cutOff: '12:00', daysOff: '', 'days_from[home.bicycle]': '2', 'days_to[home.bicycle]': '3' });
    expect((await readShippingMethods()).slice(1)).toEqual([
      'Fast Arrives Thursday 28 – Friday 29 November PLN 9.00',
      'Slow Arrives Thursday 28 – Friday 29 November PLN 5.00',
    ]);
  });

  it('passes through a filter whose invalid dates are ignored', async () => {
    const stop = shop.inContext(() =>
      shop.scope.addFilter('store/delivery_estimate', (estimates) =>
        estimates.map((estimate) => ({ ...estimate, latest: estimate.earliest })),
      ),
    );
    await shop.inContext(() => shop.site.options.updateOption('blogdescription', 'Written anew'));
    expect(await page()).toEqual(['Arrives Wednesday 27 November']);
    await shop.inContext(async () => (await stop)());
    for (const latest of ['soon', '2099-02-30']) {
      const withdraw = shop.inContext(() =>
        shop.scope.addFilter('store/delivery_estimate', (estimates) =>
          estimates.map((estimate) => ({ ...estimate, latest })),
        ),
      );
      await shop.inContext(() => shop.site.options.updateOption('blogdescription', `And again: ${latest}`));
      expect(await page()).toEqual(['Arrives Wednesday 27 – Thursday 28 November']);
      await shop.inContext(async () => (await withdraw)());
    }
  });

  it('expires on cached pages at the cut-off and at midnight', async () => {
    const visit = async (): Promise<[string, string[]]> => {
      const { headers, text } = await shop.shopper().get('/product/oak-chair/');
      return [headers.get('x-plinth-cache') ?? '', arrives(text)];
    };
    const readCachedEstimates = async (): Promise<string[]> => {
      for (let attempt = 0; attempt < 600 && (await visit())[0] !== 'hit'; attempt++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      const [cacheStatus, days] = await visit();
      expect(cacheStatus).toBe('hit');
      return days;
    };
    // The page expires with the cut-off a minute later; usually pages are cached for ten minutes.
    now = TUESDAY + 9 * MINUTE;
    expect(await readCachedEstimates()).toEqual(['Arrives Wednesday 27 – Thursday 28 November']);
    now += MINUTE;
    expect(await visit()).toEqual(['miss', ['Arrives Thursday 28 – Friday 29 November']]);
    await saveSettings({ cutOff: '', daysOff: '', ...courier('1', '2') });
    now = Date.parse('2030-11-26T23:59:00+01:00');
    expect(await readCachedEstimates()).toEqual(['Arrives Thursday 28 – Friday 29 November']);
    now += MINUTE;
    expect(await visit()).toEqual(['miss', ['Arrives Friday 29 November – Monday 2 December']]);
  });
});
