import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { BUYER } from './shopper.js';

const PACKED = `export default { boot(scope) {
  scope.addAction('store/booted', ({ statuses }) => {
    statuses.register({ id: 'packed', label: () => 'Packed', kind: 'working', from: ['processing'], to: ['completed', 'cancelled'] });
    statuses.register({ id: 'deposit', label: 'Waits for the deposit', kind: 'waiting', from: ['on-hold'], to: ['processing', 'cancelled'], awaitsPayment: true });
  });
} };`;

describe.each(defaultEngines)('order status of a plugin on %s', (engine) => {
  let shop: CommerceSite;
  let id: number;
  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 5 });
    await shop.extend('packing', PACKED);
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    id = (await shop.orders())[0]?.id as number;
  });
  afterEach(() => shop.close());
  const move = (status: string): Promise<void> => shop.inContext(() => shop.service().setStatus(id, status));
  const status = async (): Promise<unknown> => (await shop.orders())[0]?.status;

  it('follows its declared transitions and appears in list, counts and filter', async () => {
    await expect(move('packed')).rejects.toMatchObject({ code: 'order_status_refused' });
    await move('processing');
    await move('packed');
    await expect(move('on-hold')).rejects.toMatchObject({ code: 'order_status_refused' });
    const owner = shop.shopper();
    await owner.logIn(ADMIN.login, ADMIN.password);
    const list = (await owner.get('/wp-admin/admin.php?page=store-orders&status=packed')).text;
    expect(list).toContain('Packed <span class="muted">1</span>');
    expect(list).toContain('order-status--working">Packed');
    const screen = (await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text;
    for (const option of ['<option value="completed">', '<option value="cancelled">']) expect(screen).toContain(option);
    expect(screen).toContain('Processing → Packed');
    await move('cancelled');
    expect([await status(), await shop.stockOf(1)]).toEqual(['cancelled', 5]);
  });

  it('allows payment while awaiting it and never expires', async () => {
    await move('deposit');
    expect((await shop.orders())[0]).toMatchObject({ status: 'deposit', pay_until: null });
    const page = (await shop.shopper().get(`/order/${String((await shop.orders())[0]?.order_key)}/pay/`)).text;
    expect(page).toContain('value="cod"');
  });

  it('shows its id after plugin deactivation and can still be left', async () => {
    await move('processing');
    await move('packed');
    await shop.inContext(() => shop.site.plugins.deactivatePlugins('packing'));
    const owner = shop.shopper();
    await owner.logIn(ADMIN.login, ADMIN.password);
    expect((await owner.get('/wp-admin/admin.php?page=store-orders')).text).toContain('>packed</span>');
    expect((await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text).toContain(
      '<option value="completed">',
    );
    await expect(move('packed')).rejects.toMatchObject({ code: 'order_status_refused' });
    await move('completed');
    expect(await status()).toBe('completed');
  });

  it('refuses to follow a canceled order or to replace a built-in status', async () => {
    await shop.extend(
      'undead',
      `export default { boot(scope) { scope.addAction('store/booted', ({ statuses }) => statuses.register({ id: 'undead', label: 'Undead', kind: 'working', from: ['cancelled'], to: ['processing'] })); } };`,
    );
    await shop.extend(
      'other',
      `export default { boot(scope) { scope.addAction('store/booted', ({ statuses }) => statuses.register({ id: 'cancelled', label: 'Mine', kind: 'done', from: [], to: ['processing'] })); } };`,
    );
    await move('cancelled');
    for (const to of ['undead', 'processing'])
      await expect(move(to)).rejects.toMatchObject({ code: 'order_status_refused' });
    expect(JSON.stringify(await shop.inContext(() => shop.site.plugins.pluginErrors.list()))).toContain(
      'is a built-in order status',
    );
  });
});
