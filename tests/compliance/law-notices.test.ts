import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { defaultEngines } from '../kit/databases.js';
import { image } from './small-image.js';
import { confirmRequirement } from './lawful-shop.js';
import { bootRealShop, type RealShop } from './real-shop.js';

describe.each(defaultEngines)('official notices on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  let ebook: number;
  const bytes = image();
  const SCREEN = '/wp-admin/admin.php?page=compliance-notices';

  beforeAll(async () => {
    shop = await bootRealShop(engine);
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    ebook = await shop.save({ name: 'Ebook', sku: 'EBOOK', kind: 'digital' });
  });
  afterAll(() => shop.close());

  /** The dashboard's result for the notice. */
  async function notice(): Promise<string | undefined> {
    const { text } = await (await shop.admin()).get('/wp-admin/admin.php?page=compliance&export=json');
    return (JSON.parse(text) as { checks: { id: string; state: string }[] }).checks.find(
      ({ id }) => id === 'guarantee_notice',
    )?.state;
  }
  const atCheckout = async (product: number): Promise<string> => (await shop.atCheckout(product)).last?.text ?? '';

  async function upload(locale: string, file: Buffer, name: string): Promise<string> {
    const admin = await shop.admin();
    await admin.get(SCREEN);
    const form = new FormData();
    for (const [field, value] of Object.entries(admin.form('locale').fields))
      if (field !== 'notice') form.set(field, value);
    form.set('locale', locale);
    form.set('action', 'keep');
    form.set('notice', new Blob([new Uint8Array(file)]), name);
    return (await admin.upload(SCREEN, form)).text;
  }

  it('law 22 reports a missing notice and shows nothing instead', async () => {
    expect((await (await shop.admin()).get(SCREEN)).text).toContain('Upload the official file.');
    expect(await notice()).toBe('missing');
    expect(await atCheckout(mug)).not.toContain('official-notice');
  });

  it('law 22 rejects a file that is no image, and stores nothing', async () => {
    for (const file of [Buffer.from('not a picture'), Buffer.from('%PDF-1.4\n%%EOF')])
      await upload('pl_PL', file, 'notice.png');
    expect(await shop.site.db()('compliance_notices')).toEqual([]);
  });

  it('law 22 shows the uploaded notice unchanged before ordering goods, not for digital products', async () => {
    const uploadResult = await upload('pl_PL', bytes, 'GARAN pl.png');
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(uploadResult).toContain(`SHA-256 ${hash}`);
    expect(await notice()).toBe('advice');
    const checkout = await atCheckout(mug);
    const url = /class="official-notice"[\s\S]*?<img src="([^"]*)"/.exec(checkout)?.[1] ?? '';
    expect(checkout.indexOf('official-notice')).toBeLessThan(checkout.indexOf('name="place_order"'));
    const downloadedImage = Buffer.from(
      await (await fetch(url.startsWith('http') ? url : `${shop.url}${url}`)).arrayBuffer(),
    );
    expect(createHash('sha256').update(downloadedImage).digest('hex')).toBe(hash);
    expect(await atCheckout(ebook)).not.toContain('official-notice');
    await upload('en_US', bytes, 'GARAN en.png');
    expect(await notice()).toBe('unconfirmed');
    await confirmRequirement(await shop.admin(), 'guarantee_notice');
    expect(await notice()).toBe('confirmed');
  });

  it('law 22 reports the notice missing when its file on disk was changed', async () => {
    const { file } = await shop.site.db()('compliance_notices').where({ locale: 'pl_PL' }).first<{
      file: string;
    }>('file');
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]));
    expect(await notice()).toBe('missing');
    writeFileSync(file, bytes);
    expect(await notice()).toBe('confirmed');
  });

  it('law 22 shows the producer’s label on its product, only from the site’s files', async () => {
    const { url } = await shop.site.db()('compliance_notices').where({ locale: 'pl_PL' }).first<{
      url: string;
    }>('url');
    const page = async (sku: string, fields: Record<string, string>): Promise<string> => {
      const id = await shop.save({ name: sku, sku, fields });
      const row = await shop.site.db()('store_products').where({ id }).first<{ slug: string }>('slug');
      return (await shop.shopper().get(`/product/${row.slug}/`)).text;
    };
    expect(await page('A', { durability_years: '5', durability_label: url })).toMatch(
      /official-notice--label"><img src="[^"]*" alt="Official label: the producer guarantees durability for 5 years"/,
    );
    expect(await page('B', { durability_years: '2', durability_label: url })).not.toContain('official-notice');
    expect(
      await page('C', {
        durability_years: '5',
        durability_label: 'https://elsewhere.example/wp-content/uploads/a.png',
      }),
    ).not.toContain('official-notice');
  });
});
