import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER } from './shopper.js';

const GIFTS = `export default { boot(scope) {
  globalThis.heardStatuses = [];
  scope.addAction('store/order_status_changed', (order, before) => void globalThis.heardStatuses.push([before, order.status]), 10, 2);
  scope.addAction('store/booted', ({ discounts }) => discounts.register({ id: 'gift', label: 'Gift', byCode: true, calculate: (context, code) => ({ ALL: { kind: 'percent', percent: 100 }, HALF: { kind: 'percent', percent: 50 } })[code] ?? null }));
} };`;

describe.each(defaultEngines)('free order on %s', (engine) => {
  let shop: CommerceSite;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 2000, stock: 5 });
    await shop.extend('gifts', GIFTS);
    await shop.inContext(async () =>
      shop.site.options.updateOption('store_commerce_settings', {
        ...(await shop.site.options.getOption<object>('store_commerce_settings', {})),
        courier: false,
        pickup: true,
      }),
    );
    buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
  });
  afterAll(() => shop.close());

  const emails = (): string[] =>
    readdirSync(join(shop.site.config.dataDir, 'mail')).map(
      (file) => /^Subject: (.*)$/m.exec(readFileSync(join(shop.site.config.dataDir, 'mail', file), 'utf8'))?.[1] ?? '',
    );

  it('asks for no payment and starts as processing', async () => {
    await buyer.get('/checkout/');
    expect(buyer.last?.text).toContain('name="payment_method"');
    const free = await buyer.submit({ apply_code: '1' }, { ...BUYER, discount_code: 'ALL' }, 'order_token');
    expect(free.text).toContain('No payment is needed for this order.');
    expect(free.text).not.toContain('name="payment_method"');
    expect(free.text).not.toContain('No payment method is available for this order');
    const thanks = await buyer.submit({ place_order: '1' }, BUYER, 'order_token');
    expect(thanks.path).toMatch(/^\/order\//);
    expect(thanks.text).toContain('Processing');
    expect(thanks.text).toContain('No payment needed');
    expect(thanks.text).not.toMatch(/Pay now|Use another payment method|We are holding your items/);
    expect(await shop.orders()).toMatchObject([
      { status: 'processing', payment_method: 'none', payment_fee: 0, pay_until: null },
    ]);
    expect(Number((await shop.orders())[0]?.total)).toBe(0);
    expect((globalThis as unknown as { heardStatuses: unknown[] }).heardStatuses).toEqual([['pending', 'processing']]);
    expect(emails().some((subject) => subject.includes('awaiting'))).toBe(false);
    expect(emails().filter((subject) => subject.includes('Confirmation of your order'))).toHaveLength(1);
    expect((await buyer.get(`${thanks.path}pay/`)).path).toBe(thanks.path);
  });

  it('reports the fee or discount whose callback returns nothing as a plugin error', async () => {
    const forgotten = "id: 'forgotten', label: 'x', calculate: () => undefined";
    await shop.extend(
      'forgetful',
      `export default { boot(scope) { scope.addAction('store/booted', ({ discounts, fees }) => {
        discounts.register({ ${forgotten} }); fees.register({ ${forgotten} }); }); } };`,
    );
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    const errors = await shop.inContext(() => shop.site.plugins.pluginErrors.list());
    const messages = errors.filter(({ plugin }) => plugin === 'forgetful').map(({ message }) => message);
    for (const kind of ['discount', 'fee'])
      expect(messages).toContain(
        `The ${kind} "forgotten" returned an invalid value: it returned undefined; a "return" may be missing. Return null for none.`,
      );
    await shop.inContext(() => shop.site.plugins.deactivatePlugins('forgetful'));
  });

  it('asks for payment when the code covers only a part or is removed', async () => {
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    for (const [fields, code, isFree] of [
      [{ apply_code: '1' }, 'HALF', false],
      [{ apply_code: '1' }, 'ALL', true],
      [{ remove_code: 'ALL' }, '', false],
    ] as const) {
      const { text } = await buyer.submit(fields, { ...BUYER, discount_code: code }, 'order_token');
      expect([code, text.includes('No payment is needed'), text.includes('name="payment_method"')]).toEqual([
        code,
        isFree,
        !isFree,
      ]);
    }
  });
});
