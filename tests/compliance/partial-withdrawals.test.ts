import { assertDefined } from '../kit/assert-defined.js';
import { allEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';
import type { Browser, Fields, Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

interface TestOrder {
  readonly id: number;
  readonly number: string;
  readonly path: string;
  readonly line: number;
  readonly buyer: Browser;
}

describe.each(allEngines)('withdrawals from parts of an order on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    owner = await shop.admin();
    mug = await shop.save({
      name: 'Mug',
      sku: 'MUG',
      price: { regular: 3000, sale: null, saleFrom: null, saleTo: null },
    });
  });
  afterAll(() => shop.close());

  async function placeOrder(quantity: string): Promise<TestOrder> {
    const buyer = await shop.atCheckout(mug, quantity);
    const { path } = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const { id, number } = assertDefined(await shop.site.db()('store_orders').orderBy('id', 'desc').first());
    const { id: line } = assertDefined(await shop.site.db()('store_order_lines').where({ order_id: id }).first());
    return { id, number, path, line, buyer };
  }
  const setStatus = (order: TestOrder, status: string): Promise<void> =>
    shop.inContext(() => shop.scope.services.get('store.orders').setStatus(order.id, status));
  const formPath = async ({ buyer, path }: TestOrder): Promise<string> =>
    /\/withdrawal\/\?contract=[0-9a-f]{40}/.exec((await buyer.get(path)).text.replaceAll('&#x3D;', '='))?.[0] ?? '';
  const openForm = async (order: TestOrder): Promise<Visit> => order.buyer.get(await formPath(order));
  const declare = async (order: TestOrder, quantity: number): Promise<Visit> => {
    await openForm(order);
    const field = `declaration_quantity_${order.line}`;
    const review = await order.buyer.submit({}, { [field]: String(quantity) }, 'declaration_name');
    return review.status === 200 ? order.buyer.submit({ confirm: '1' }, {}, 'declaration_name') : review;
  };
  const declarations = async (order: TestOrder): Promise<number[]> =>
    shop.site.db()('compliance_declarations').where({ order_id: order.id }).orderBy('id').pluck('id');
  const screen = (order: TestOrder): Promise<Visit> => owner.get(`/wp-admin/admin.php?page=store-order&id=${order.id}`);
  const box = async (order: TestOrder, marker: string, fields: Fields): Promise<Visit> => {
    await screen(order);
    return owner.submit({ action: 'box' }, fields, marker);
  };
  const accept = (order: TestOrder, id: number): Promise<Visit> =>
    box(order, `withdrawal_decide_${id}`, { [`withdrawal_decide_${id}`]: 'accepted' });
  const section = async ({ buyer, path }: TestOrder): Promise<string> =>
    /<section class="order-withdrawal"[\s\S]*?<\/section>/.exec((await buyer.get(path)).text)?.[0] ?? '';

  it('law 08 offers only what is left, shows each withdrawal on the order page, and refuses a piece twice', async () => {
    const order = await placeOrder('3');
    expect((await declare(order, 1)).text).toContain('You have withdrawn from the contract.');
    expect(await section(order)).toMatch(/Your withdrawals[\s\S]*1 × Mug \(MUG\)[\s\S]*\(received\)/);
    const form = await openForm(order);
    const input = readDom(form.text).one('input', { id: `declaration_quantity_${order.line}` });
    expect([input.attribute('max'), input.attribute('value')]).toEqual(['2', '2']);
    expect(form.text).toContain('(already withdrawn: 1)');
    const tooMany = await declare(order, 3);
    expect([tooMany.status, tooMany.text.includes('you can withdraw from at most 2.')]).toEqual([422, true]);
    await declare(order, 2);
    expect(await declarations(order)).toHaveLength(2);
    expect(await section(order)).not.toContain('contract=');
  });

  it('law 08 stores one of two declarations of the same pieces sent at the same time', async () => {
    const order = await placeOrder('2');
    const second = shop.shopper();
    await second.get(await formPath(order));
    await openForm(order);
    for (const browser of [order.buyer, second]) await browser.submit({}, {}, 'declaration_name');
    const responses = await Promise.all(
      [order.buyer, second].map((browser) => browser.submit({ confirm: '1' }, {}, 'declaration_name')),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.text).toContain('You have already withdrawn from all items');
    expect(await declarations(order)).toHaveLength(1);
  });

  it('law 08 proposes and refunds each withdrawal once, and delivery with the last one', async () => {
    const order = await placeOrder('3');
    await setStatus(order, 'processing');
    await declare(order, 1);
    await declare(order, 2);
    const [first = 0, last = 0] = await declarations(order);
    for (const id of [first, last]) await accept(order, id);
    const stored = await shop.inContext(() => shop.scope.services.get('store.orders').get(order.id));
    const price = (id: number): number =>
      Number(
        readDom(owner.last?.text ?? '')
          .one('input', { name: `withdrawal_amount_${id}` })
          .attribute('value'),
      );
    await screen(order);
    const unit = (stored?.lines[0]?.unitPrice ?? 0) / 100;
    expect(stored?.deliveryTotal).toBeGreaterThan(0);
    expect(price(first)).toBe(unit);
    expect(price(last)).toBe((stored?.total ?? 0) / 100 - unit);
    const payment = String((await shop.site.db()('store_payments').where({ order_id: order.id }).pluck('id'))[0]);
    const refund = (fields: Fields = {}): Promise<Visit> =>
      box(order, `withdrawal_refund_${first}`, { [`withdrawal_refund_${first}`]: payment, ...fields });
    expect((await refund({ [`withdrawal_amount_${first}`]: String(unit + 1) })).text).toContain('is due for this');
    expect(await shop.site.db()('store_refunds').where({ order_id: order.id })).toHaveLength(0);
    expect((await refund()).text).toContain('Refund recorded.');
    const after = (await screen(order)).text;
    expect(after).not.toContain(`name="withdrawal_refund_${first}"`);
    expect(after).toContain(`name="withdrawal_refund_${last}"`);
    expect(await section(order)).toMatch(/is being refunded/);
  });

  it('law 08 counts a refund made among the payments of the order, and offers no second one for the same pieces', async () => {
    const order = await placeOrder('3');
    await setStatus(order, 'processing');
    await declare(order, 1);
    await declare(order, 1);
    const [first = 0, second = 0] = await declarations(order);
    for (const id of [first, second]) await accept(order, id);
    const refund = async (amount: number, key: string): Promise<void> => {
      const [paymentId = 0] = await shop.site.db()('store_payments').where({ order_id: order.id }).pluck('id');
      const input = { orderId: order.id, paymentId, amount, reason: '', restock: false, account: '', part: '' };
      await shop.inContext(() => shop.scope.services.get('store.refunds').refund({ ...input, key: key.repeat(32) }));
    };
    await refund(3000, 'a');
    const { text } = await screen(order);
    expect(text).not.toContain(`name="withdrawal_refund_${first}"`);
    expect(text).toContain(`name="withdrawal_refund_${second}"`);
    expect(text).not.toContain(`Withdrawal ${first} is not refunded yet.`);
    expect(text).not.toContain('Other refunds of this order');
    await refund(500, 'b');
    expect((await screen(order)).text).toContain('Other refunds of this order: 5.00 PLN.');
  });

  it('law 08 takes a letter about the whole order as one about the rest, and offers the owner no more', async () => {
    const order = await placeOrder('2');
    await setStatus(order, 'processing');
    await declare(order, 1);
    const entry = { channel: 'post', declarer: 'Jan Listowy', declarer_email: '' };
    const field = `entry_quantity_${order.line}`;
    expect((await box(order, 'declarer', { ...entry, [field]: '2' })).text).toContain('at most 1.');
    await box(order, 'declarer', entry);
    expect(await declarations(order)).toHaveLength(2);
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    const fields = { declaration_name: 'Anna', declaration_order: order.number };
    await guest.submit({}, { ...fields, declaration_email: 'anna@example.test' }, 'declaration_name');
    await guest.submit({ confirm: '1' }, {}, 'declaration_name');
    const [, , third = 0] = await declarations(order);
    await accept(order, third);
    const { text } = await screen(order);
    expect(text).toContain('The customer has already withdrawn from all of these items: no refund is due.');
    expect(text).not.toContain(`name="withdrawal_refund_${third}"`);
  });
});
