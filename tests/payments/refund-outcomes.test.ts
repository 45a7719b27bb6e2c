import { allEngines } from '../kit/databases.js';
import { decodeEmail } from '../store/selling-site.js';
import { BUYER, type Browser, type Fields, type Visit } from '../store/shopper.js';
import { bootPayingShop, type PayingShop } from './paying-shop.js';
import { assertDefined } from '../kit/assert-defined.js';

const DUE = 4999 + 1500;
const ACCOUNT = 'PL61109010140000071219812874';

describe.each(allEngines)('refund outcomes on %s', (engine) => {
  let shop: PayingShop;
  let owner: Browser;
  let screen: string;
  beforeAll(async () => {
    shop = await bootPayingShop(engine);
    owner = await shop.admin();
  });
  afterAll(() => shop.close());

  const toScreen = async (): Promise<void> =>
    void (screen = `/wp-admin/admin.php?page=store-order&id=${String((await shop.order()).id)}`);
  async function orderedBy(method: string): Promise<void> {
    const buyer = shop.shopper();
    await buyer.get('/product/mug/');
    await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
    await buyer.get('/checkout/');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: method }, 'order_token');
    await toScreen();
  }
  async function refund(fields: Fields): Promise<Visit> {
    await owner.get(screen);
    return owner.post(screen, { ...owner.form('refund_key').fields, action: 'refund', ...fields });
  }
  async function submitAction(action: string): Promise<Visit> {
    await owner.get(screen);
    return owner.post(screen, { ...owner.form('refund').fields, action });
  }
  const refunds = async (): Promise<unknown[]> =>
    (await shop.refunds()).slice(-1).map(({ state, amount, account, part }) => [state, Number(amount), account, part]);
  const newest = (subject: string): string =>
    shop
      .emails()
      .filter((email) => email.includes(subject))
      .at(-1) ?? '';

  it('notify the customer of a manual refund only once it is marked as sent', async () => {
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', {
        accountNumber: ACCOUNT,
        ordersPerEmail: 1000,
        ordersPerNetwork: 1000,
        ordersPerSession: 1000,
      }),
    );
    await orderedBy('transfer');
    expect((await owner.get(screen)).text).not.toContain('Issue a refund');
    await owner.submit({}, { status: 'processing' }, 'tracking');
    await owner.submit({}, {}, 'confirmed');
    expect((await refund({ amount: '10', account: '123' })).text).toContain('Check the account number');
    const emails = shop.emails().length;
    await refund({ amount: '10', account: '61 1090 1014 0000 0712 1981 2874', reason: 'A scratch', part: '0' });
    expect([await refunds(), (await shop.order()).status, shop.emails().length]).toEqual([
      [['requested', 1000, ACCOUNT, '1 × Mug']],
      'processing',
      emails,
    ]);
    await shop.minutesLater();
    expect(await refunds()).toEqual([['requested', 1000, ACCOUNT, '1 × Mug']]);
    expect((await submitAction('refund_sent')).text).toContain('The customer has been notified.');
    expect([await refunds(), (await shop.order()).status]).toEqual([
      [['done', 1000, ACCOUNT, '1 × Mug']],
      'processing',
    ]);
    const email = newest('Refund for your order');
    for (const text of [
      'We have refunded part of your payment',
      'PLN 10.00',
      '1 × Mug',
      'PL61 1090 1014 0000 0712 1981 2874',
      'A scratch',
      'Refunded so far',
    ])
      expect(email.replaceAll('\u00a0', ' ').replaceAll('=C2=A0', ' ').replaceAll('=C3=97', '×')).toContain(text);
    expect((await shop.events()).at(-1)).toContain(
      'Refunded PLN 10.00 to account PL61 1090 1014 0000 0712 1981 2874. A scratch'.replace('PLN ', 'PLN\u00a0'),
    );

    expect((await refund({ amount: '55' })).text).toContain('You can refund up to');
    await refund({ amount: '54.99', account: '', restock: '1' });
    expect((await submitAction('refund_dropped')).text).toContain('Refund canceled.');
    expect((await shop.payments()).at(-1)).toMatchObject({ state: 'paid' });
    await refund({ amount: '54.99', account: '', restock: '1' });
    const before = await shop.stock();
    await submitAction('refund_sent');
    expect([(await shop.order()).status, (await shop.payments()).at(-1)?.state, await shop.stock()]).toEqual([
      'refunded',
      'refunded',
      before + 1,
    ]);
    expect(newest('Refund for your order')).toContain('We have refunded your payment for this order in full.');
    expect(shop.emails().filter((candidate) => candidate.includes('was refunded'))).toEqual([]);
    expect((await owner.get(screen)).text).not.toContain('Issue a refund');
  });

  it('notify the customer of a provider refund in their language once it is confirmed', async () => {
    const { sessionId } = await shop.buy();
    await toScreen();
    shop.double.pay(sessionId);
    await shop.send(shop.double.notice(sessionId));
    await shop.site
      .db()('store_orders')
      .where({ id: (await shop.order()).id })
      .update({ locale: 'pl_PL' });
    const before = shop.emails().length;
    await refund({ amount: '64.99', reason: 'Zwrot' });
    expect(shop.emails()).toHaveLength(before);
    await shop.send(shop.double.refundNotice(assertDefined(shop.double.refunds[0]), 0));
    const [email = ''] = shop.emails().slice(before);
    expect(shop.emails()).toHaveLength(before + 1);
    for (const text of ['Metoda użyta do zapłaty: Przelewy24', '64,99', 'Powód', 'Zwrot'])
      expect(decodeEmail(email)).toContain(text);
    expect(Number((await shop.refunds()).at(-1)?.amount)).toBe(DUE);
    expect(await refunds()).toEqual([['done', DUE, null, '']]);
  });
});
