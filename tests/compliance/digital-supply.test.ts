import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createFileParts } from '../../plugins/store/downloads/boot.js';
import { defaultEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

describe.each(defaultEngines)('digital downloads and withdrawal right on %s', (engine) => {
  let shop: RealShop;
  let song: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    song = await shop.save({ name: 'Song', sku: 'SONG', kind: 'digital', fields: { withdrawal_exception: '13' } });
    await shop.inContext(async () => {
      const { fileStore, files } = createFileParts(shop.scope);
      const file = await fileStore.save('song.mp3', Buffer.from('la'));
      await files.save(song, [{ id: 0, fileId: file.id, variationId: 0, name: 'Song' }], { downloads: 0, days: 0 });
    });
    // The test plugin stored the file; the store serves it from its own folder.
    const folder = (id: string): string => join(shop.site.config.dataDir, 'plugin-data', id);
    cpSync(folder('probe'), folder('store'), { recursive: true });
  });
  afterAll(() => shop?.close());

  const link = (html: string): string => /\/download\/\d+\/[0-9a-f]{64}\//.exec(html)?.[0] ?? '';
  const get = (path: string) => fetch(shop.url + path);
  const mailed = (): Promise<unknown> => shop.inContext(() => shop.site.cron.runJobs());

  /** A paid order, with or without the digital content consent. */
  async function paid(agrees: boolean): Promise<{ path: string; id: number; page(): Promise<string> }> {
    const box = await shop.site.db()('compliance_checkboxes').where({ slug: 'digital_waiver' }).first<{
      id: number;
    }>('id');
    const buyer = await shop.atCheckout(song);
    const boxes = Object.entries(checkedBoxes(buyer.last?.text ?? '')).filter(
      ([name]) => agrees || !name.includes(String(box.id)),
    );
    const { path } = await shop.order(buyer, Object.fromEntries(boxes));
    expect(path).toMatch(/^\/order\//);
    await mailed();
    const { id } = await shop.site.db()('store_orders').orderBy('id', 'desc').first<{ id: number }>('id');
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(id, 'processing'));
    return { path, id, page: async () => (await shop.shopper().get(path)).text };
  }

  it('delivers downloads at once when no waiver of the withdrawal right is asked for', async () => {
    const order = await paid(false);
    expect((await get(link(await order.page()))).status).toBe(200);
  });

  it('holds downloads until the withdrawal period ends when the waiver was declined', async () => {
    await shop.rest('POST', '/shop/v1/settings/checkout', {
      digital_consent_mode: 'optional',
      digital_waiver_checkbox_enabled: true,
    });
    await shop.site.db()('compliance_checkboxes').where({ slug: 'digital_waiver' }).update({ enabled: 1 });
    const order = await paid(false);
    const text = await order.page();
    expect([link(text), text.includes('You didn’t agree to supply before the end of the withdrawal period')]).toEqual([
      '',
      true,
    ]);
    await shop.site.db()('store_orders').where({ id: order.id }).update({ created_at: '2020-01-01 10:00:00' });
    expect((await get(link(await order.page()))).status).toBe(200);
  });

  it('holds downloads until the email confirming the consent was sent', async () => {
    const order = await paid(true);
    const contract = () => shop.site.db()('compliance_contracts').where({ order_id: order.id });
    const { confirmed_at } = await contract().first<{ confirmed_at: string }>('confirmed_at');
    expect(confirmed_at).not.toBe('');
    const path = link(await order.page());
    expect((await get(path)).status).toBe(200);
    await contract().update({ confirmed_at: '' });
    const response = await get(path);
    expect([response.status, (await response.text()).includes('is on its way to you')]).toEqual([403, true]);
  });
});
