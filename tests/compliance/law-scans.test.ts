import { beginAtNoon } from '../kit/at-noon.js';
import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import {
  confirmRequirement,
  publishLegalPages,
  publishOtherPages,
  saveNotices,
  SELLER,
  compliantProduct,
} from './lawful-shop.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const SCREEN = '/wp-admin/admin.php?page=compliance';

interface ScanExport {
  score: number;
  missing: number;
  checks: {
    id: string;
    state: string;
    places: string[];
    law: { act: string; article: string; in_force: string; last_verified: string };
  }[];
  days: { day: string; score: number }[];
}

describe.each(defaultEngines)('compliance scans on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  const exported = async (): Promise<ScanExport> =>
    JSON.parse((await owner.get(`${SCREEN}&export=json`)).text) as ScanExport;
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await exported()).checks.find((check) => check.id === id)?.state;

  beforeAll(async () => {
    beginAtNoon();
    shop = await bootRealShop(engine);
    owner = await shop.admin();
    await shop.save(compliantProduct('PLATE', null));
  });
  afterAll(async () => {
    await shop.close();
    jest.restoreAllMocks();
  });

  it('law 24 reports each missing seller detail and each unpublished legal page', async () => {
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
    await publishLegalPages(shop);
    await saveNotices(shop);
    await publishOtherPages(shop);
    await confirmRequirement(owner, 'guarantee_notice');
    const unmet = (await exported()).checks.filter(({ state }) => !['good', 'confirmed'].includes(state));
    // The shop sells nothing of a sector with further information.
    expect(unmet.map(({ id, state }) => `${id} ${state}`)).toEqual(['sectors off']);
    for (const [key, label] of [
      ['company_name', 'name'],
      ['company_address', 'address'],
      ['company_email', 'email'],
      ['company_phone', 'phone'],
      ['company_nip', 'NIP'],
    ] as const) {
      await shop.rest('POST', '/shop/v1/settings/general', { [key]: '' });
      expect((await exported()).checks.find(({ id }) => id === 'seller')).toMatchObject({
        state: 'missing',
        description: `Missing: ${label}.`,
      });
      await shop.rest('POST', '/shop/v1/settings/general', { [key]: SELLER[key] });
    }
    const { page_id: id } = await shop.site
      .db()('compliance_legal_pages')
      .where({ type: 'terms' })
      .first<{ page_id: number }>('page_id');
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'draft' }));
    expect(await stateOf('page_terms')).toBe('missing');
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'publish' }));
    expect(await stateOf('page_terms')).toBe('good');
  });

  it('law 23 names pages linking to the ODR platform, and removes only that link', async () => {
    const { page_id: id } = await shop.site
      .db()('compliance_legal_pages')
      .where({ type: 'terms' })
      .first<{ page_id: number }>('page_id');
    const content = async (): Promise<string> =>
      (await shop.inContext(() => shop.site.content.getPost(id)))?.post_content ?? '';
    const before = await content();
    const paragraph =
      '<p>Spory: <a class="x" href="https://ec.europa.eu/consumers/odr/">platforma</a> i <a href="https://example.test/">inne</a>.</p>';
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_content: `${before}${paragraph}` }));
    expect((await exported()).checks.find((check) => check.id === 'odr')).toMatchObject({
      state: 'missing',
      places: [
        expect.stringMatching(/\/regulamin-sklepu\/ \(in Polish\)/),
        expect.stringMatching(/\/regulamin-sklepu\/ \(in English\)/),
      ],
    });
    await owner.get('/wp-admin/admin.php?page=compliance-pages');
    await owner.submit({ action: 'unlink' }, { type: 'terms', locale: 'pl_PL' }, 'locale');
    expect(await content()).toBe(`${before}<p>Spory: platforma i <a href="https://example.test/">inne</a>.</p>`);
    expect(await stateOf('odr')).toBe('good');
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_content: before }));
  });

  it('law 25 exports JSON and CSV with act, article, effective and verification dates', async () => {
    const { checks } = await exported();
    for (const { law } of checks)
      expect(law).toEqual({
        id: expect.any(String),
        act: expect.stringMatching(/\S/),
        article: expect.stringMatching(/art\.|pkt/),
        in_force: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        last_verified: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      });
    const csv = await owner.get(`${SCREEN}&export=csv`);
    expect([csv.headers.get('content-type'), csv.text.trim().split('\r\n').length]).toEqual([
      'text/csv; charset=UTF-8',
      checks.length + 1,
    ]);
    expect((await owner.get(SCREEN)).text.match(/last compared with the source on \d{4}/g)).toHaveLength(checks.length);
  });

  it('stores no new scan when the screen is reloaded without changes', async () => {
    await exported();
    const db = shop.site.db();
    await db('compliance_scans').update({ scanned_at: '2020-01-01 00:00:00' });
    await exported();
    expect(await db('compliance_scans').pluck('scanned_at')).toEqual(['2020-01-01 00:00:00']);
  });

  it('law 24 stores the newest scan per day and rounds the score down', async () => {
    const db = shop.site.db();
    expect((await exported()).score).toBe(100);
    expect(await db('compliance_scans')).toHaveLength(1);
    const [today] = await db('compliance_scans');
    await db('compliance_scans').insert({
      ...today,
      day: '2026-01-01',
      good: 198,
      confirmed: 1,
      missing: 1,
      advice: 0,
    });
    const { days } = await exported();
    expect(days[0]).toMatchObject({
      day: '2026-01-01',
      score: 99,
      good: 198,
      confirmed: 1,
      missing: 1,
      advice: 0,
      off: 1,
    });
    const text = (await owner.get(SCREEN)).text;
    expect(text.match(/<title>\d{4}-\d\d-\d\d: \d+<\/title>/g)).toHaveLength(2);
    expect(text).toContain('<strong>100</strong> / 100');
  });

  it('law 19 reports 69 of 70 products complete, naming the incomplete one', async () => {
    for (let index = 0; index < 68; index++)
      await shop.save({ ...compliantProduct('PLATE', null), name: `Plate ${index}`, sku: `P${index}` });
    expect(await stateOf('safety')).toBe('good');
    await shop.save({ ...compliantProduct('PLATE', null), name: 'Nameless bowl', sku: 'BOWL', fields: {} });
    const { checks } = await exported();
    expect(checks.find(({ id }) => id === 'safety')).toMatchObject({
      state: 'missing',
      description: '69 of 70 products have complete details. Incomplete: Nameless bowl.',
      places: ['Nameless bowl'],
    });
    // Digital products do not need a manufacturer.
    await shop.site.db()('store_products').where({ sku: 'BOWL' }).update({ kind: 'digital' });
    expect(await stateOf('safety')).toBe('good');
  });

  it('law 24 accepts a weak order button text, but warns on every screen', async () => {
    const warned = async (path: string): Promise<boolean> =>
      (await owner.get(path)).text.includes('The order button doesn’t say that ordering includes an obligation to pay');
    for (const weak of ['Kup', 'Kontynuuj z PayPal', 'PayPal', 'Przejdź do płatności', 'Continue to payment']) {
      expect((await shop.rest('POST', '/shop/v1/settings/checkout', { order_button_text: weak })).status).toBe(200);
      expect([
        weak,
        await warned('/wp-admin/index.php'),
        await warned('/wp-admin/admin.php?page=compliance-settings&group=checkout'),
      ]).toEqual([weak, true, true]);
    }
    for (const strong of ['Kupuję i płacę', 'Zamawiam z obowiązkiem zapłaty', 'Order and pay', 'Pay now']) {
      await shop.rest('POST', '/shop/v1/settings/checkout', { order_button_text: strong });
      expect([strong, await stateOf('button'), await warned('/wp-admin/index.php')]).toEqual([strong, 'good', false]);
    }
  });

  it('law 24 scans more than a thousand products in a background job', async () => {
    const db = shop.site.db();
    const { id: _id, ...row } = await db('store_products').where({ sku: 'PLATE' }).first<Record<string, unknown>>();
    await db.batchInsert(
      'store_products',
      Array.from({ length: 1040 }, (_none, index) => ({
        ...row,
        slug: `many-${index}`,
        name: `Many ${index}`,
        sku: `M${index}`,
      })),
      50,
    );
    await shop.inContext(async () => shop.scope.services.get('store.catalog').count());
    await owner.get(SCREEN);
    const before = await db('compliance_scans').count({ n: '*' });
    await db('compliance_scans').where('day', '>', '2026-01-01').delete();
    expect((await owner.get(SCREEN)).text).toContain('Scan now');
    expect(await db('compliance_scans')).toHaveLength(Number(before[0]?.n) - 1);
    await owner.submit({}, {}, 'look');
    await shop.inContext(() => shop.scope.runJobs());
    const newest = async () => (await shop.inContext(() => shop.scope.getJobs({ queue: 'compliance/scan_site' })))[0];
    let job = await newest();
    for (let attempt = 0; attempt < 300 && job?.state !== 'done'; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      job = await newest();
    }
    expect([job?.state, job?.progress, job?.total, await db('compliance_scans')]).toEqual([
      'done',
      1110,
      1110,
      [expect.anything(), expect.anything()],
    ]);
    expect((await owner.get(SCREEN)).text).toMatch(/1110 of 1110 products have complete details/);
  });
});
