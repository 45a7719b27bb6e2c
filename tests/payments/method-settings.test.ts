import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { bootPayingShop, type PayingShop } from './paying-shop.js';
import { P24 } from './przelewy24-double.js';

const SCREEN = '/wp-admin/admin.php?page=store-method&kind=payment&method=przelewy24';
const LIST = '/wp-admin/admin.php?page=store-commerce';
/** Name of a field that the form contains. */
const ANY = 'fields[merchant_id]';

describe.each(defaultEngines)('payment method settings on %s', (engine) => {
  let shop: PayingShop;
  let owner: Browser;
  beforeEach(async () => {
    shop = await bootPayingShop(engine);
    owner = await shop.admin();
    await owner.get(SCREEN);
  });
  afterEach(() => shop.close());
  const option = (name: string): Promise<unknown> => shop.inContext(() => shop.site.options.getOption(name));

  it('show all fields but the secrets and keep secrets left empty', async () => {
    const page = owner.last?.text ?? '';
    for (const text of [
      'Przelewy24: transfer, BLIK, card',
      'Merchant ID',
      `value="${P24.merchantId}"`,
      'A value is saved. Leave this empty to keep it.',
    ])
      expect(page).toContain(text);
    for (const secret of [P24.crc, P24.apiKey]) expect(page).not.toContain(secret);
    await owner.submit({}, { 'fields[merchant_id]': '777' }, ANY);
    expect(owner.last?.text).toContain('Settings saved.');
    expect([await option('store_payment_przelewy24'), await option('store_payment_secrets_przelewy24')]).toEqual([
      { enabled: true, merchant_id: '777', pos_id: '', sandbox: true },
      { crc: P24.crc, api_key: P24.apiKey },
    ]);
    expect((await owner.get(LIST)).text.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')).toContain(
      `${SCREEN}">Przelewy24: transfer, BLIK, card</a>`,
    );
    expect((await owner.get('/wp-admin/admin.php?page=store-method&kind=payment&method=cod')).text).toContain(
      'This method doesn’t exist.',
    );
  });

  it('save new secrets without revealing them in the audit log or on pages', async () => {
    const saved = await owner.submit({}, { 'fields[crc]': 'other-crc-key-0001' }, ANY);
    expect(await option('store_payment_secrets_przelewy24')).toEqual({
      crc: 'other-crc-key-0001',
      api_key: P24.apiKey,
    });
    const response = await owner.submit(
      {},
      { 'fields[crc]': 'other-crc-key-0002', 'fields[merchant_id]': 'many' },
      ANY,
    );
    const log = JSON.stringify(await shop.site.audit.list({ limit: 100 }));
    expect(log).toContain('store_payment_secrets_przelewy24');
    for (const secret of ['other-crc-key-0001', 'other-crc-key-0002', P24.crc, P24.apiKey])
      for (const text of [log, saved.text, response.text]) expect(text).not.toContain(secret);
  });

  it('reject invalid or missing values and show the entered text again', async () => {
    const response = await owner.submit({}, { 'fields[merchant_id]': 'many' }, ANY);
    expect(response.status).toBe(422);
    expect(response.text).toContain('<a href="#field-merchant_id">');
    expect(response.text).toContain('Enter the number assigned to you by Przelewy24.');
    expect(response.text).toContain('value="many"');
    const missing = await owner.submit({}, { 'fields[merchant_id]': '' }, ANY);
    expect([missing.status, await option('store_payment_przelewy24')]).toEqual([
      422,
      expect.objectContaining({ merchant_id: String(P24.merchantId) }),
    ]);
    // Disabled methods can be saved incomplete.
    await owner.submit({}, { 'fields[merchant_id]': '', 'fields[enabled]': '' }, ANY);
    expect(await option('store_payment_przelewy24')).toEqual(
      expect.objectContaining({ merchant_id: '', enabled: false }),
    );
  });

  it('refuse to disable the only payment method', async () => {
    await shop.inContext(async () =>
      shop.site.options.updateOption('store_commerce_settings', { cod: false, transfer: false }),
    );
    const response = await owner.submit({}, { 'fields[enabled]': '' }, ANY);
    expect([response.status, response.text.includes('Enable at least one payment method.')]).toEqual([422, true]);
    expect(await option('store_payment_przelewy24')).toEqual(expect.objectContaining({ enabled: true }));
  });

  it('hide a disabled or incompletely configured method at checkout', async () => {
    await owner.submit({}, { 'fields[enabled]': '' }, ANY);
    const offered = async (): Promise<boolean> => {
      const buyer = shop.shopper();
      await buyer.get('/product/mug/');
      await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
      return (await buyer.get('/checkout/')).text.includes('value="przelewy24"');
    };
    expect(await offered()).toBe(false);
    await owner.get(SCREEN);
    await owner.submit({}, { 'fields[enabled]': '1' }, ANY);
    expect(await offered()).toBe(true);
    await shop.inContext(() => shop.site.options.updateOption('store_payment_secrets_przelewy24', {}));
    expect(await offered()).toBe(false);
  });
});
