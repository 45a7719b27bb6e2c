import { engines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { bootPayingShop, type PayingShop } from './paying-shop.js';
import { P24 } from './przelewy24-double.js';

const SCREEN = '/wp-admin/admin.php?page=store-selling';

describe.each(engines)('what the owner sets for a payment method on %s', (engine) => {
  let shop: PayingShop;
  let owner: Browser;
  beforeEach(async () => {
    shop = await bootPayingShop(engine);
    owner = await shop.admin();
    await owner.get(SCREEN);
  });
  afterEach(() => shop.close());
  const option = (name: string): Promise<unknown> => shop.inContext(() => shop.site.options.getOption(name));

  it('stands on the screen of delivery and payment, without the secrets, which stay when nothing is typed', async () => {
    const page = owner.last?.text ?? '';
    for (const words of ['Przelewy24: transfer, BLIK, card', 'Merchant ID', `value="${P24.merchantId}"`, 'It is set; leave this empty to keep it.']) expect(page).toContain(words);
    for (const secret of [P24.crc, P24.apiKey]) expect(page).not.toContain(secret);
    await owner.submit({}, { payment_przelewy24_merchant_id: '777' }, 'courierPrice');
    expect(owner.last?.text).toContain('The settings are saved.');
    expect([await option('store_payment_przelewy24'), await option('store_payment_secrets_przelewy24')]).toEqual([{ enabled: true, merchant_id: '777', pos_id: '', sandbox: true }, { crc: P24.crc, api_key: P24.apiKey }]);
  });

  it('changes with what is typed, and no secret reaches the audit log', async () => {
    await owner.submit({}, { payment_przelewy24_crc: 'other-crc-key-0001' }, 'courierPrice');
    expect(await option('store_payment_secrets_przelewy24')).toEqual({ crc: 'other-crc-key-0001', api_key: P24.apiKey });
    const log = JSON.stringify(await shop.site.audit.list({ limit: 100 }));
    expect(log).toContain('store_payment_secrets_przelewy24');
    for (const secret of ['other-crc-key-0001', P24.crc, P24.apiKey]) expect(log).not.toContain(secret);
  });

  it('is refused where it is wrong or missing, and typed texts are shown again', async () => {
    const wrong = await owner.submit({}, { payment_przelewy24_merchant_id: 'many' }, 'courierPrice');
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('<a href="#payment_przelewy24_merchant_id">');
    expect(wrong.text).toContain('value="many"');
    const missing = await owner.submit({}, { payment_przelewy24_merchant_id: '' }, 'courierPrice');
    expect([missing.status, await option('store_payment_przelewy24')]).toEqual([422, expect.objectContaining({ merchant_id: String(P24.merchantId) })]);
  });

  it('switches it off, and offers it nowhere until all of it is set', async () => {
    await owner.submit({}, { payment_przelewy24_enabled: '' }, 'courierPrice');
    const offered = async (): Promise<boolean> => {
      const buyer = shop.shopper();
      await buyer.get('/product/mug/');
      await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
      return (await buyer.get('/checkout/')).text.includes('value="przelewy24"');
    };
    expect(await offered()).toBe(false);
    await owner.get(SCREEN);
    await owner.submit({}, { payment_przelewy24_enabled: '1' }, 'courierPrice');
    expect(await offered()).toBe(true);
    await shop.inContext(() => shop.site.options.updateOption('store_payment_secrets_przelewy24', {}));
    expect(await offered()).toBe(false);
  });
});
