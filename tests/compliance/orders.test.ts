import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { Browser } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { assertDefined } from '../kit/assert-defined.js';

const PAGE = { company_name: 'Firma Próbna', company_address: 'Prosta 1, Warszawa', email: 'a@example.test' };

describe.each(defaultEngines)('checkout orders under the settings on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
  });
  afterEach(() => shop.close());

  const set = async (group: string, changes: object): Promise<void> =>
    expect((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status).toBe(200);
  const metaOf = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await shop.site.db()('store_order_meta').select('meta_key', 'meta_value')).map(
        (row: { meta_key: string; meta_value: string }) => [row.meta_key, row.meta_value],
      ),
    );
  const emails = (): string[] => {
    const folder = join(shop.site.config.dataDir, 'mail');
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, ''));
  };

  it('labels the order button as an obligation to pay, or with the owner’s text', async () => {
    expect((await shop.atCheckout(mug)).last?.text).toMatch(
      /name="place_order" value="1">Order with an obligation to pay</,
    );
    await set('checkout', { order_button_text: 'Kupuję i płacę' });
    expect((await shop.atCheckout(mug)).last?.text).toMatch(/name="place_order" value="1">Kupuję i płacę</);
  });

  it('refuses an order below the minimum value or quantity and accepts one at it', async () => {
    await set('checkout', { min_order_value: 200, min_order_quantity: 3 });
    const buyer = await shop.atCheckout(mug);
    const rejected = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('minimum order value is PLN\u00a0200.00; your products total PLN\u00a0100.00');
    expect(rejected.text).toContain('at least 3 items');
    const more = await shop.atCheckout(mug, '3');
    expect((await shop.order(more, checkedBoxes(more.last?.text ?? ''))).path).toMatch(/^\/order\//);
  });

  it('asks for a NIP with an invoice request, checks it and stores it', async () => {
    await set('compliance', { ksef_enabled: true });
    const buyer = await shop.atCheckout(mug);
    const boxes = checkedBoxes(buyer.last?.text ?? '');
    const rejected = await shop.order(buyer, { ...boxes, want_invoice: '1', billing_nip: '526-104-08-29' });
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('href="#billing_nip"');
    expect(rejected.text).toMatch(/id="billing_nip"[^>]*value="526-104-08-29"[^>]*aria-invalid="true"/);
    expect(
      (
        await shop.order(buyer, {
          ...boxes,
          want_invoice: '1',
          billing_nip: 'PL 526-104-08-28',
          invoice_company: 'Acme sp. z o.o.',
        })
      ).path,
    ).toMatch(/^\/order\//);
    expect(await metaOf()).toMatchObject({
      billing_nip: '5261040828',
      invoice_company: 'Acme sp. z o.o.',
      want_invoice: '1',
      ksef_status: 'pending',
    });
  });

  it('requires the NIP of companies only if so set and hides a disabled field', async () => {
    await set('checkout', { nip_display: 'company', nip_required: true });
    const buyer = await shop.atCheckout(mug);
    const boxes = checkedBoxes(buyer.last?.text ?? '');
    expect((await shop.order(buyer, { ...boxes, billing_company: 'Firma' })).text).toContain('Enter your NIP.');
    expect((await shop.order(buyer, { ...boxes, billing_company: '' })).path).toMatch(/^\/order\//);
    await set('checkout', { nip_field_enabled: false });
    expect((await shop.atCheckout(mug)).last?.text).not.toContain('billing_nip');
  });

  it('attaches published legal pages, and no drafts, to the order confirmation email', async () => {
    for (const type of ['terms', 'withdrawal']) {
      const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', { ...PAGE, type });
      if (type === 'terms') await shop.inContext(() => shop.site.content.wpPublishPost(body.page_id as number));
    }
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const email = emails().find((text) => /^To: anna@example\.test$/m.test(text)) ?? '';
    expect(email).toContain('filename=regulamin.html');
    expect(email).not.toContain('odstapienie-od-umowy.html');
    const encoded = /filename=regulamin\.html[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(email)?.[1] ?? '';
    expect(Buffer.from(encoded, 'base64').toString('utf8')).toContain('Firma Próbna');
  });

  it('links published legal pages in the footer, and no drafts', async () => {
    const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', { ...PAGE, type: 'terms' });
    const footer = async (): Promise<string> => (await shop.shopper().get('/shop/')).text.split('<footer')[1] ?? '';
    expect(await footer()).not.toContain('Regulamin sklepu');
    await shop.inContext(() => shop.site.content.wpPublishPost(body.page_id as number));
    expect(await footer()).toContain('Regulamin sklepu');
    await set('general', { legal_pages_enabled: false });
    expect(await footer()).not.toContain('Regulamin sklepu');
  });
});

describe('demo shop', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ demo: true });
  });
  afterAll(() => site.close());

  it('shows consent checkboxes on its forms and links published legal pages that open', async () => {
    const visitor = new Browser(site.url);
    for (const path of ['/register/', '/contact/'])
      expect((await visitor.get(path)).text).toContain('class="legal-box"');
    expect((await visitor.get('/register/')).text).toContain('commercial information from');
    const home = await (await fetch(site.url, { headers: { 'accept-language': 'pl' } })).text();
    const links = [
      ...(home.split('<footer')[1] ?? '').matchAll(
        /href="([^"]+)">(Regulamin sklepu|Polityka prywatności|Odstąpienie od umowy|Zgłoszenie[^<]*)</g,
      ),
    ].map(([, url]) => url);
    expect(links).toHaveLength(4);
    for (const url of links) {
      const page = await visitor.get(new URL(assertDefined(url)).pathname);
      expect([page.status, page.text.includes('Sklep demonstracyjny')]).toEqual([200, true]);
    }
  });

  it('changes neither pages nor the owner’s settings when loaded a second time', async () => {
    const before = (await site.site.db()('posts').where({ post_type: 'page' })).length;
    await site.site.db()('compliance_checkboxes').where({ slug: 'marketing' }).update({ enabled: 0 });
    await site.inContext(async () => site.site.hooks.doAction('plinth/load_demo'));
    expect((await site.site.db()('posts').where({ post_type: 'page' })).length).toBe(before);
    expect(await site.site.db()('compliance_checkboxes').where({ slug: 'marketing', enabled: 1 })).toEqual([]);
  });
});
