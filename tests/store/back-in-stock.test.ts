import { createAlertStore } from '../../plugins/store/back-in-stock/subscription-store.js';
import { expectedDate, earliestExpectedDate } from '../../plugins/store/products/supply-kind.js';
import { defaultEngines } from '../kit/databases.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import { decodeEmail } from './selling-site.js';
import { VARIATION } from './shop-site.js';
import type { Browser } from './shopper.js';

const DAY_MS = 86_400_000;
/** A date in the future, regardless of when the test runs. */
const AHEAD = '2999-12-12';

describe.each(defaultEngines)('back-in-stock subscription on %s', (engine) => {
  let shop: ReviewShop;
  let lamp = 0;

  beforeEach(async () => {
    shop = await bootReviewShop(engine);
    lamp = await shop.save({ name: 'Brass lamp', stockQuantity: 0, stock: 'outofstock' });
  });
  afterEach(() => shop.close());

  const rows = async (): Promise<{ email: string; confirmed: number; variation_id: number }[]> =>
    shop.site.db()('store_back_in_stock').orderBy('id').select('email', 'confirmed', 'variation_id');
  const emails = (): string[] => shop.emails().map(decodeEmail);
  const jobs = (): Promise<unknown> => shop.inContext(() => shop.site.cron.runJobs());
  /** Returns the link in the last email that matches a pattern. */
  const link = (part: RegExp): string => part.exec(emails().at(-1) ?? '')?.[0] ?? 'no link';
  const CONFIRM = /\/back-in-stock\/[0-9a-f]{48}\/(?!stop)/;
  const STOP = /\/back-in-stock\/[0-9a-f]{48}\/stop\//;

  async function subscribe(
    email: string,
    browser: Browser = shop.shopper(),
    fields: Record<string, string> = {},
  ): Promise<Browser> {
    await browser.get('/product/brass-lamp/');
    await browser.submit({}, { alert_email: email, ...fields }, 'alert_email');
    return browser;
  }
  async function confirmed(email: string): Promise<Browser> {
    const browser = await subscribe(email);
    await browser.get(link(CONFIRM));
    await browser.post(browser.last?.path ?? '', {});
    return browser;
  }
  const restock = (quantity: number): Promise<number> =>
    shop.save({ id: lamp, name: 'Brass lamp', slug: 'brass-lamp', stockQuantity: quantity });

  it('subscribes without script and activates only after confirmation from the email', async () => {
    const page = (await shop.shopper().get('/product/brass-lamp/')).text;
    expect(page).toMatch(/name="alert_email" type="email"[^>]*required/);
    expect(page).toContain('one email when the product is back in stock');
    const browser = await subscribe(' Anna@Example.test ');
    expect(browser.last?.path).toBe('/product/brass-lamp/');
    expect(browser.last?.text).toContain('Check your inbox: we will email');
    expect(await rows()).toEqual([{ email: 'anna@example.test', confirmed: 0, variation_id: 0 }]);
    expect(emails()[0]).toMatch(/Subject: Confirm your back-in-stock notification: Brass lamp/);
    // Link scanners of mail servers open links too.
    await browser.get(link(CONFIRM));
    expect(await rows()).toMatchObject([{ confirmed: 0 }]);
    await browser.post(browser.last?.path ?? '', {});
    expect(browser.last?.text).toContain('We will send one email to anna@example.test when it is back in stock.');
    expect(await rows()).toMatchObject([{ confirmed: 1 }]);
  });

  it('sends one email when stock returns and deletes the address', async () => {
    await confirmed('anna@example.test');
    await subscribe('never@example.test');
    const before = emails().length;
    await restock(5);
    await jobs();
    expect(emails()).toHaveLength(before + 1);
    const email = emails().at(-1) ?? '';
    expect(email).toMatch(/To: anna@example\.test/);
    expect(email).toMatch(/Subject: Brass lamp is back in stock/);
    expect(email).toMatch(/List-Unsubscribe:\s*<[^>]*\/stop\/>/);
    expect(email).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
    expect(email).toContain('Reply-To:');
    expect((await rows()).map(({ email }) => email)).toEqual(['never@example.test']);
    await restock(0);
    await restock(9);
    await jobs();
    await shop.inContext(() => shop.site.hooks.doAction('store/prune_back_in_stock'));
    expect(emails()).toHaveLength(before + 1);
  });

  it('claims a subscription once when two runs take it concurrently', async () => {
    const store = createAlertStore(shop.scope);
    const { row } = await shop.inContext(() =>
      store.note({ product_id: lamp, variation_id: 0, email: 'a@example.test', locale: 'en_US' }, true),
    );
    expect((await shop.inContext(() => Promise.all([store.delete(row.id), store.delete(row.id)]))).sort()).toEqual([
      false,
      true,
    ]);
  });

  it('waits for the chosen variation to return', async () => {
    const { terms, taxonomies } = shop.parts;
    void terms;
    const [red, blue] = await shop.inContext(async () => {
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false });
      return [
        await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red' }),
        await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' }),
      ];
    });
    const rug = await shop.save({
      name: 'Rug',
      price: null,
      variations: [
        { ...VARIATION, termIds: [red ?? 0], stockQuantity: 0 },
        { ...VARIATION, termIds: [blue ?? 0], stockQuantity: 3 },
      ],
    });
    const browser = shop.shopper();
    await browser.get('/product/rug/');
    expect(browser.last?.text).toContain('Is your option sold out? Notify me when it is available');
    await browser.submit({}, { alert_email: 'anna@example.test' }, 'alert_email');
    const versions = await shop.site
      .db()('store_variations')
      .where({ product_id: rug })
      .orderBy('id')
      .select<{ id: number }[]>('id');
    expect(await rows()).toMatchObject([{ variation_id: versions[0]?.id }]);
    await browser.get(link(CONFIRM));
    expect(browser.last?.text).toContain('Rug, Red');
    await browser.post(browser.last?.path ?? '', {});
    const input = { id: rug, name: 'Rug', slug: 'rug', price: null };
    await shop.save({
      ...input,
      variations: [
        { ...VARIATION, id: versions[0]?.id ?? 0, termIds: [red ?? 0], stockQuantity: 0 },
        { ...VARIATION, id: versions[1]?.id ?? 0, termIds: [blue ?? 0], stockQuantity: 8 },
      ],
    });
    await jobs();
    expect(await rows()).toHaveLength(1);
    await shop.save({
      ...input,
      variations: [
        { ...VARIATION, id: versions[0]?.id ?? 0, termIds: [red ?? 0], stockQuantity: 2 },
        { ...VARIATION, id: versions[1]?.id ?? 0, termIds: [blue ?? 0], stockQuantity: 8 },
      ],
    });
    await jobs();
    expect(emails().at(-1)).toMatch(new RegExp(`Rug, Red is back in stock[^]*variation(?:=|&#x3D;)${versions[0]?.id}`));
    expect(await rows()).toEqual([]);
  });

  it('skips confirmation only for the email address of the logged-in customer', async () => {
    const { browser } = await shop.customer('ewa');
    await browser.get('/product/brass-lamp/');
    expect(browser.form('alert_email').fields.alert_email).toBe('ewa@example.test');
    await browser.submit({}, {}, 'alert_email');
    expect(browser.last?.text).toContain('We will send one email to ewa@example.test when it is back in stock.');
    expect(await rows()).toMatchObject([{ email: 'ewa@example.test', confirmed: 1 }]);
    expect(emails()).toEqual([]);
    await subscribe('other@example.test', browser);
    expect(await rows()).toMatchObject([{}, { email: 'other@example.test', confirmed: 0 }]);
  });

  it('responds alike for known and new addresses without emailing confirmed ones again', async () => {
    const responseFor = async (email: string): Promise<string> =>
      (await subscribe(email)).last?.text
        .replaceAll(/nonce="[^"]*"|value="[^"]*"|_wpnonce=\w+/g, '')
        .replaceAll(email, 'somebody') ?? '';
    const fresh = await responseFor('new@example.test');
    await confirmed('anna@example.test');
    const count = emails().length;
    expect(await responseFor('anna@example.test')).toBe(fresh);
    expect(emails()).toHaveLength(count);
  });

  it('rejects invalid addresses, wrong nonces, honeypot entries and more than 20 requests', async () => {
    const browser = await subscribe('no address');
    expect(browser.last?.status).toBe(422);
    expect(browser.last?.text).toMatch(/href="#alert_email"[^]*value="no address"[^>]*aria-invalid="true"/);
    await subscribe('anna@example.test', shop.shopper(), { _wpnonce: 'no' });
    await subscribe('anna@example.test', shop.shopper(), { alert_website: 'https://spam.example' });
    expect(await rows()).toEqual([]);
    let last: Browser | undefined;
    for (let index = 0; index < 21; index++) last = await subscribe(`p${index}@example.test`);
    expect(last?.last?.status).toBe(429);
  });

  it('unsubscribes an address from all alerts by one-click POST', async () => {
    await shop.save({ name: 'Iron lamp', stockQuantity: 0 });
    await confirmed('anna@example.test');
    const other = shop.shopper();
    await other.get('/product/iron-lamp/');
    await other.submit({}, { alert_email: 'anna@example.test' }, 'alert_email');
    await subscribe('ewa@example.test');
    const stop = STOP.exec(emails()[0] ?? '')?.[0] ?? '';
    const browser = shop.shopper();
    await browser.get(stop);
    expect(browser.last?.text).toMatch(/Brass lamp[^]*Iron lamp/);
    expect(await rows()).toHaveLength(3);
    await browser.post(stop, { 'List-Unsubscribe': 'One-Click' });
    expect((await rows()).map(({ email }) => email)).toEqual(['ewa@example.test']);
    await browser.get(stop);
    expect(browser.last?.status).toBe(200);
    expect(browser.last?.text).toContain('We no longer keep your address for them.');
  });

  it('prunes unconfirmed and old subscriptions and deletes those of removed products', async () => {
    const store = createAlertStore(shop.scope);
    const note = (email: string, isConfirmed: boolean): Promise<unknown> =>
      shop.inContext(() => store.note({ product_id: lamp, variation_id: 0, email, locale: 'en_US' }, isConfirmed));
    await note('a@example.test', false);
    await note('b@example.test', true);
    expect(await shop.inContext(() => store.prune(Date.now() + 4 * DAY_MS))).toBe(1);
    expect(await shop.inContext(() => store.prune(Date.now() + 366 * DAY_MS))).toBe(1);
    await note('c@example.test', true);
    await shop.inContext(() => shop.parts.products.remove([lamp]));
    expect(await rows()).toEqual([]);
  });

  it('includes subscriptions in personal data export and erasure', async () => {
    await confirmed('anna@example.test');
    const exporters = await shop.inContext(() =>
      shop.site.hooks.applyFilters<
        Record<string, { callback(email: string, page: number): Promise<{ data: object[] }> }>
      >('wp_privacy_personal_data_exporters', {}),
    );
    expect(
      JSON.stringify(
        (await shop.inContext(async () => exporters['store-back-in-stock']?.callback('Anna@example.test', 1)))?.data,
      ),
    ).toMatch(/Brass lamp.*anna@example\.test/);
    const erasers = await shop.inContext(() =>
      shop.site.hooks.applyFilters<
        Record<string, { callback(email: string, page: number): Promise<{ items_removed: number }> }>
      >('wp_privacy_personal_data_erasers', {}),
    );
    expect(
      (await shop.inContext(async () => erasers['store-back-in-stock']?.callback('anna@example.test', 1)))
        ?.items_removed,
    ).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('shows the owner counts without email addresses', async () => {
    await confirmed('anna@example.test');
    await confirmed('ewa@example.test');
    await subscribe('never@example.test');
    const admin = await shop.admin();
    const { text } = await admin.get('/wp-admin/admin.php?page=store-back-in-stock');
    expect(text).toMatch(/Brass lamp<\/a>[^]*2 people/);
    expect(text).not.toContain('example.test');
    expect(
      (await (await shop.customer('olga')).browser.get('/wp-admin/admin.php?page=store-back-in-stock')).status,
    ).toBe(403);
  });

  it('shows the expected date on product pages, cards and structured data until in stock', async () => {
    const admin = await shop.admin();
    await admin.get(`/wp-admin/admin.php?page=store-product&id=${lamp}`);
    await admin.submit({}, { expectedOn: '2999-13-40' }, 'expectedOn');
    expect(admin.last?.text).toContain('Choose a date.');
    await admin.submit({}, { expectedOn: AHEAD }, 'expectedOn');
    const page = (await shop.shopper().get('/product/brass-lamp/')).text;
    expect(page).toContain('Out of stock, expected from December 12, 2999');
    expect(page).toContain(`"availability":"https://schema.org/OutOfStock","availabilityStarts":"${AHEAD}"`);
    expect((await shop.shopper().get('/shop/')).text).toContain('Expected from December 12, 2999');
    await shop.save({ id: lamp, name: 'Brass lamp', slug: 'brass-lamp', stockQuantity: 0, backorders: true });
    const ordered = (await shop.shopper().get('/product/brass-lamp/')).text;
    expect(ordered).toContain(`"availability":"https://schema.org/BackOrder","availabilityStarts":"${AHEAD}"`);
    expect(ordered).toContain('Available on backorder, expected from December 12, 2999');
    await restock(4);
    const html = (await shop.shopper().get('/product/brass-lamp/')).text;
    expect(html).not.toContain('availabilityStarts');
    expect(html).not.toContain('2999');
    expect(html).not.toContain('alert_email');
  });
});

describe('expected restock date', () => {
  const now = '2030-06-01 10:00:00';
  const awaited = (
    stock: 'instock' | 'onbackorder' | 'outofstock',
    expected_on: string,
  ): { stock: typeof stock; expected_on: string } => ({ stock, expected_on });

  it('returns a future date only while the product is not in stock', () => {
    expect(
      ['2030-06-02', '2030-06-01', '2030-05-31', ''].map((day) => expectedDate(awaited('outofstock', day), now)),
    ).toEqual(['2030-06-02', '', '', '']);
    expect(expectedDate(awaited('instock', '2030-06-02'), now)).toBe('');
  });

  it('takes the earliest date of the variations when none is in stock', () => {
    const versions = [
      awaited('outofstock', '2030-08-01'),
      awaited('outofstock', '2030-07-01'),
      awaited('outofstock', ''),
    ];
    expect(earliestExpectedDate(awaited('outofstock', ''), versions, now)).toBe('2030-07-01');
    expect(earliestExpectedDate(awaited('instock', ''), versions, now)).toBe('');
  });
});
