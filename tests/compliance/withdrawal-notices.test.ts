import { assertDefined } from '../kit/assert-defined.js';
import { defaultEngines } from '../kit/databases.js';
import { readDom } from '../kit/dom.js';
import type { Browser, Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

interface TestOrder {
  readonly id: number;
  readonly path: string;
  readonly buyer: Browser;
}

describe.each(defaultEngines)('notices about withdrawals on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    owner = await shop.admin();
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
  });
  afterAll(() => shop.close());

  async function placeOrder(): Promise<TestOrder> {
    const buyer = await shop.atCheckout(mug, '1');
    const { path } = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const { id } = assertDefined(await shop.site.db()('store_orders').orderBy('id', 'desc').first());
    return { id, path, buyer };
  }
  const setStatus = (order: TestOrder, status: string): Promise<void> =>
    shop.inContext(() => shop.scope.services.get('store.orders').setStatus(order.id, status));
  async function withdraw({ buyer, path }: TestOrder): Promise<Visit> {
    const { text } = await buyer.get(path);
    await buyer.get(/\/withdrawal\/\?contract=[0-9a-f]{40}/.exec(text.replaceAll('&#x3D;', '='))?.[0] ?? '');
    await buyer.submit({}, {}, 'declaration_name');
    return buyer.submit({ confirm: '1' }, {}, 'declaration_name');
  }
  const warnings = ({ text }: Visit): readonly string[] =>
    readDom(text)
      .all('p', { class: /notice--warning/ })
      .map((notice) => notice.text);

  it('shows a withdrawal on the dashboard, in the menu, in the list, on the order, and before it is sent', async () => {
    const order = await placeOrder();
    await setStatus(order, 'processing');
    expect((await owner.get('/wp-admin/')).text).not.toContain('Withdrawals without a decision');
    await withdraw(order);
    const dashboard = await owner.get('/wp-admin/');
    expect(dashboard.text).toMatch(/Withdrawals without a decision<\/a> \(1\)/);
    const menu = (await owner.get('/wp-admin/admin.php?page=compliance')).text;
    expect(
      readDom(menu)
        .texts('a')
        .filter((text) => /^(?:Compliance|Withdrawals and reports) 1/.test(text)),
    ).toHaveLength(2);
    const list = await owner.get('/wp-admin/admin.php?page=store-orders');
    expect(readDom(list.text).all('td', { 'data-label': 'Withdrawal' })[0]?.text).toBe('New');
    expect((await owner.get('/wp-admin/admin.php?page=compliance-declarations&kind=undecided')).text).toContain(
      'anna@example.test',
    );
    const withdrawn = /^The customer withdrew from this order on .*: 1 × Mug \(MUG\)\. The refund is due by /;
    const path = `/wp-admin/admin.php?page=store-order&id=${order.id}`;
    expect(warnings(await owner.get(path)).some((text) => withdrawn.test(text))).toBe(true);
    expect(warnings(await owner.submit({ action: 'status' }, { status: 'completed' }, 'status'))[0]).toMatch(withdrawn);
    await owner.get(path);
    expect(warnings(await owner.submit({ action: 'status' }, { status: 'cancelled' }, 'status'))).toEqual([]);

    const { id } = assertDefined(await shop.site.db()('compliance_declarations').orderBy('id', 'desc').first());
    await owner.get(path);
    const decide = `withdrawal_decide_${id}`;
    await owner.submit({ action: 'box' }, { [decide]: 'accepted' }, decide);
    expect(
      warnings(await owner.get(path)).some((text) => text.startsWith(`Withdrawal ${id} is not refunded yet.`)),
    ).toBe(true);
    expect((await owner.get('/wp-admin/')).text).not.toContain('Withdrawals without a decision');
  });

  it('asks for no return of goods that were not sent, and promises no refund of what was not paid', async () => {
    const unpaid = await withdraw(await placeOrder());
    expect(unpaid.text).toContain('the goods have not been sent yet, so you don’t need to return anything');
    expect(unpaid.text).toContain('We have not received a payment for this order, so there is nothing to refund.');
    expect(unpaid.text).not.toMatch(/Send the goods by|We may withhold/);
    const sent = await placeOrder();
    for (const status of ['processing', 'completed']) await setStatus(sent, status);
    const { text } = await withdraw(sent);
    expect(text).toMatch(/Send the goods by [\s\S]*We will refund you by/);
    expect(text).not.toContain('not been sent yet');
  });
});
