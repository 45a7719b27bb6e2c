import { allEngines } from '../kit/databases.js';
import type { Browser, Fields, Visit } from '../store/shopper.js';
import { bootPayingShop, type PayingShop } from './paying-shop.js';
import { assertDefined } from '../kit/assert-defined.js';

const DUE = 4999 + 1500;

describe.each(allEngines)('Przelewy24 refund on %s', (engine) => {
  let shop: PayingShop;
  let owner: Browser;
  let sessionId: string;
  let screen: string;
  beforeEach(async () => {
    shop = await bootPayingShop(engine);
    ({ sessionId } = await shop.buy());
    shop.double.pay(sessionId);
    expect(await shop.send(shop.double.notice(sessionId))).toBe(200);
    owner = await shop.admin();
    screen = `/wp-admin/admin.php?page=store-order&id=${String((await shop.order()).id)}`;
  });
  afterEach(() => shop.close());

  async function refund(amount: string, fields: Fields = {}): Promise<Visit> {
    await owner.get(screen);
    return owner.post(screen, { ...owner.form('refund_key').fields, action: 'refund', amount, ...fields });
  }
  const states = async (): Promise<unknown[]> =>
    (await shop.refunds()).map(({ state, amount }) => [state, Number(amount)]);
  const left = async (): Promise<unknown[]> =>
    (await shop.payments()).map(({ state, refunded }) => [state, Number(refunded)]);

  it('refunds the order once the provider confirms, without restocking unless asked', async () => {
    expect((await refund('64.99')).text).toContain('The payment provider accepted the refund');
    expect([await states(), (await shop.order()).status]).toEqual([[['waiting', DUE]], 'processing']);
    expect(await shop.send(shop.double.refundNotice(assertDefined(shop.double.refunds[0]), 0))).toBe(200);
    expect([await states(), await left(), (await shop.order()).status, await shop.stock()]).toEqual([
      [['done', DUE]],
      [['refunded', DUE]],
      'refunded',
      9,
    ]);
    expect(shop.recordedPayments().filter(([kind]) => kind === 'refunded')).toEqual([
      ['refunded', (await shop.order()).number, 'refunded', DUE],
    ]);
    expect((await owner.get(screen)).text).not.toContain('Issue a refund');
  });

  it('restocks the products once when asked to', async () => {
    await refund('64.99', { restock: '1' });
    const notice = shop.double.refundNotice(assertDefined(shop.double.refunds[0]), 0);
    await Promise.all([shop.send(notice), shop.send(notice)]);
    expect([(await shop.order()).status, await shop.stock()]).toEqual(['refunded', 10]);
  });

  it('in parts refunds the order with the last part, never beyond the payment', async () => {
    await refund('10', { restock: '1' });
    await shop.send(shop.double.refundNotice(assertDefined(shop.double.refunds[0]), 0));
    expect([(await shop.order()).status, await shop.stock(), await left()]).toEqual([
      'processing',
      9,
      [['paid', 1000]],
    ]);
    expect((await refund('54.99')).text).toContain('The payment provider accepted the refund');
    expect((await owner.get(screen)).text).not.toContain('Issue a refund');
    await shop.send(shop.double.refundNotice(assertDefined(shop.double.refunds[1]), 0));
    expect([(await shop.order()).status, await left()]).toEqual(['refunded', [['refunded', DUE]]]);
    expect((await shop.events()).filter((event) => event.includes('Refunded:'))).toHaveLength(2);
  });

  it.each(['65.00', '0', 'a lot', '-5'])('rejects the amount %s', async (amount) => {
    const response = await refund(amount);
    expect(response.text).toMatch(/You can refund up to|Enter an amount/);
    expect([await states(), shop.double.refunds, await left()]).toEqual([[], [], [['paid', 0]]]);
  });

  it('reaches the provider once for repeated forms, never beyond the payment', async () => {
    await owner.get(screen);
    const form = owner.form('refund_key').fields;
    const send = (fields: Fields): Promise<Visit> =>
      owner.post(screen, { ...form, action: 'refund', amount: '40.00', ...fields });
    await Promise.all([send({}), send({})]);
    await send({});
    expect([await states(), shop.double.refunds.length]).toEqual([[['waiting', 4000]], 1]);
    await Promise.all([send({ refund_key: 'a'.repeat(32) }), send({ refund_key: 'b'.repeat(32) })]);
    expect([await states(), await left()]).toEqual([[['waiting', 4000]], [['paid', 4000]]]);
  });

  it('can be requested again after the provider refuses it', async () => {
    shop.double.refuses = 'Insufficient funds available';
    expect((await refund('64.99')).text).toContain('Insufficient funds available');
    expect([await states(), await left()]).toEqual([[['refused', DUE]], [['paid', 0]]]);
    shop.double.refuses = '';
    await refund('64.99');
    await shop.send(shop.double.refundNotice(assertDefined(shop.double.refunds[0]), 1));
    expect([await states(), await left(), (await shop.order()).status]).toEqual([
      [
        ['refused', DUE],
        ['refused', DUE],
      ],
      [['paid', 0]],
      'processing',
    ]);
    expect((await owner.get(screen)).text).toContain('Issue a refund');
  });

  it('completes once by polling when the provider’s response is lost', async () => {
    shop.double.dropsResponseTo = 'POST transaction/refund';
    expect((await refund('64.99')).text).toContain('The provider did not respond');
    expect(await states()).toEqual([['requested', DUE]]);
    assertDefined(shop.double.refunds[0]).status = 1;
    await shop.minutesLater();
    expect([await states(), shop.double.refunds.length, (await shop.order()).status]).toEqual([
      [['done', DUE]],
      1,
      'refunded',
    ]);
  });

  it('repeats with the same key when it never reached the provider', async () => {
    shop.double.down = true;
    await refund('64.99');
    expect([await states(), shop.double.refunds]).toEqual([[['requested', DUE]], []]);
    shop.double.down = false;
    await shop.minutesLater();
    expect(shop.double.refunds.map(({ requestId }) => requestId)).toEqual(
      (await shop.refunds()).map(({ refund_key: key }) => key),
    );
    expect(await states()).toEqual([['waiting', DUE]]);
  });

  it('rejects a notification with a wrong signature', async () => {
    await refund('64.99');
    expect(await shop.send({ ...shop.double.refundNotice(assertDefined(shop.double.refunds[0]), 0), status: 1 })).toBe(
      400,
    );
    expect(await states()).toEqual([['waiting', DUE]]);
  });
});
