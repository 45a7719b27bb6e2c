import { createHmac } from 'node:crypto';
import { defaultEngines } from '../kit/databases.js';
import { bootCommerce, type CommerceSite } from '../store/selling-site.js';
import { BUYER } from '../store/shopper.js';
import { filesOf } from './guide.js';

const { 'plugin.json': manifest, ...files } = filesOf('payment-method.md');

describe.each(defaultEngines)('guide payment method on %s', (engine) => {
  let shop: CommerceSite;
  beforeEach(async () => {
    shop = await bootCommerce(engine);
    // The store's commerce modules run under a different plugin id here.
    const { requiresPlugins, ...rest } = JSON.parse(manifest ?? '{}') as Record<string, unknown>;
    expect(requiresPlugins).toEqual({ store: '>=0.1.0' });
    shop.addPlugin('piggy-bank', { ...files, 'plugin.json': JSON.stringify(rest) });
    expect(await shop.inContext(() => shop.site.plugins.activatePlugin('piggy-bank'))).toBeNull();
    await shop.put({ productId: 1, name: 'Mug', price: 2000, stock: 5 });
    await shop.inContext(async () => {
      await shop.site.options.updateOption('store_payment_piggy', { enabled: true });
      await shop.site.options.updateOption('store_payment_secrets_piggy', { secret: 'oink' });
    });
  });
  afterEach(() => shop.close());

  it('redirects with fee and amount and marks the order paid by signed notice', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'piggy' }, 'order_token');
    const visit = await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'piggy' }, 'order_token');
    const params = new URL(visit.headers.get('location') ?? '').searchParams;
    expect([params.get('amount'), params.get('currency')]).toEqual([String(2000 + 1500 + 100), 'PLN']);
    const body = JSON.stringify({
      session: params.get('session'),
      id: 'P1',
      amount: Number(params.get('amount')),
      currency: 'PLN',
    });
    const send = async (secret: string): Promise<number> =>
      (
        await fetch(params.get('webhook') ?? '', {
          method: 'POST',
          body,
          headers: {
            'Content-Type': 'application/json',
            'X-Piggy-Signature': createHmac('sha256', secret).update(body).digest('hex'),
          },
        })
      ).status;
    expect([await send('guessed'), (await shop.orders())[0]?.status]).toEqual([400, 'pending']);
    expect([await send('oink'), (await shop.orders())[0]?.status]).toEqual([200, 'processing']);
  });
});
