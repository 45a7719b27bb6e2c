import { defaultEngines } from '../kit/databases.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';

describe.each(defaultEngines)('cart on %s', (engine) => {
  let shop: CommerceSite;

  beforeAll(async () => {
    shop = await bootCommerce(engine);
  });
  beforeEach(async () => {
    await shop.put({ productId: 1, name: 'Mug <i>x</i>', price: 4999, stock: 5 });
    await shop.put({ productId: 2, name: 'Teapot', price: 12300, stock: null });
  });
  afterAll(() => shop.close());

  it('adds a product for a visitor without a session and escapes its name', async () => {
    const buyer = shop.shopper();
    const visit = await shop.add(buyer, '1', '2');
    expect(visit.path).toBe('/cart/');
    expect(visit.text).toContain('Mug &lt;i&gt;x&lt;/i&gt; was added to your cart.');
    expect(visit.text).not.toContain('<i>x</i>');
    expect(visit.text).toContain('99.98');
    expect(visit.text).toContain('Cart (2)');
    expect(visit.headers.get('cache-control')).toBe('private, no-store');
    expect((await shop.shopper().get('/cart/')).text).toContain('Your cart is empty');
  });

  it('updates quantities, removes lines and merges the same product into one line', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    await shop.add(buyer, '1', '2');
    await shop.add(buyer, '2', '1');
    await buyer.get('/cart/');
    expect(buyer.form().fields).toMatchObject({ 'quantity[1-0]': '3', 'quantity[2-0]': '1' });
    const changed = await buyer.submit({ update: '1' }, { 'quantity[1-0]': '5', 'quantity[2-0]': '0' });
    expect(buyer.form().fields).toMatchObject({ 'quantity[1-0]': '5' });
    expect(buyer.form().fields).not.toHaveProperty('quantity[2-0]');
    expect(changed.text).toContain('Teapot was removed.');
    expect((await buyer.submit({ remove: '1-0' })).text).toContain('Your cart is empty');
  });

  it.each(['0', '-1', '1000', '1e3', '2.5', 'many', '99999999999'])('rejects the quantity %s', async (quantity) => {
    const buyer = shop.shopper();
    const visit = await shop.add(buyer, '2', quantity);
    expect(visit.status).toBe(422);
    expect(visit.text).toContain('Choose a quantity from 1 to 999.');
    expect((await buyer.get('/cart/')).text).toContain('Your cart is empty');
  });

  it('caps quantities at the stock and at 999 with a message', async () => {
    const buyer = shop.shopper();
    const visit = await shop.add(buyer, '1', '9');
    expect(visit.text).toContain('Only 5 items of Mug &lt;i&gt;x&lt;/i&gt; are left');
    expect((await shop.add(buyer, '1', '1')).status).toBe(409);
    await shop.add(buyer, '2', '999');
    await shop.add(buyer, '2', '999');
    await buyer.get('/cart/');
    expect(buyer.form().fields).toMatchObject({ 'quantity[1-0]': '5', 'quantity[2-0]': '999' });
  });

  it('shows the remaining stock for an invalid quantity and keeps other inputs', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await shop.add(buyer, '2', '1');
    await buyer.get('/cart/');
    const visit = await buyer.submit({ update: '1' }, { 'quantity[1-0]': '5000', 'quantity[2-0]': '7' });
    expect(visit.status).toBe(422);
    expect(visit.text).toContain('Only 5 items of Mug &lt;i&gt;x&lt;/i&gt; are left. Choose the quantity again.');
    expect(buyer.form().fields).toMatchObject({ 'quantity[1-0]': '2', 'quantity[2-0]': '7' });
    expect((await shop.add(buyer, '1', '5000')).text).toContain(
      'Only 5 items of Mug &lt;i&gt;x&lt;/i&gt; are left. Choose the quantity again.',
    );
  });

  it('goes to the checkout with the typed quantities', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    await shop.add(buyer, '2', '1');
    const cart = await buyer.get('/cart/');
    expect(cart.text).toMatch(/<button [^>]*name="checkout"[^>]*>Proceed to checkout</);
    const checkout = await buyer.submit({ checkout: '1' }, { 'quantity[1-0]': '3', 'quantity[2-0]': '0' });
    expect(checkout.path).toBe('/checkout/');
    expect(checkout.text).toContain('149.97');
    expect(checkout.text).not.toContain('Teapot');
    await buyer.get('/cart/');
    expect(buyer.form().fields).toMatchObject({ 'quantity[1-0]': '3' });
  });

  it.each([
    ['5000', 422, 'Only 5 items of Mug &lt;i&gt;x&lt;/i&gt; are left. Choose the quantity again.'],
    ['9', 200, 'Only 5 items of Mug &lt;i&gt;x&lt;/i&gt; are left'],
  ])('stays in the cart with a message when %s pieces exceed the stock', async (quantity, status, text) => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await shop.add(buyer, '2', '1');
    await buyer.get('/cart/');
    const visit = await buyer.submit({ checkout: '1' }, { 'quantity[1-0]': quantity, 'quantity[2-0]': '7' });
    expect([visit.status, visit.path]).toEqual([status, '/cart/']);
    expect(visit.text).toContain(text);
    expect(buyer.form().fields).toMatchObject({ 'quantity[2-0]': '7' });
  });

  it('refuses unknown and sold-out products and forms without a valid nonce', async () => {
    const buyer = shop.shopper();
    expect((await shop.add(buyer, '77', '1')).status).toBe(404);
    await shop.put({ productId: 3, name: 'Gone', price: 100, stock: 0 });
    const out = await shop.add(buyer, '3', '1');
    expect(out.status).toBe(409);
    expect(out.text).toContain('Gone is out of stock.');
    expect((await buyer.post('/cart/', { add_to_cart: '1', _wpnonce: 'forged' })).status).toBe(403);
    expect((await buyer.post('/cart/', { add_to_cart: '1' })).status).toBe(403);
    expect((await buyer.get('/cart/')).text).toContain('Your cart is empty');
  });

  it('restores a removed line once, at its position and with its quantity', async () => {
    const buyer = shop.shopper();
    await shop.put({ productId: 51, name: 'First bowl', price: 100, stock: null });
    await shop.put({ productId: 52, name: 'Second bowl', price: 100, stock: null });
    await shop.put({ productId: 53, name: 'Third bowl', price: 100, stock: null });
    for (const id of ['51', '52', '53']) await shop.add(buyer, id, '2');
    const removed = await buyer.submit({ remove: '52-0' }, { 'quantity[51-0]': '4' });
    expect(removed.text).toContain('Second bowl was removed.');
    expect((await buyer.get('/cart/')).text).not.toContain('was removed');
    await buyer.submit({ remove: '51-0' });
    await buyer.post('/cart/', { _wpnonce: buyer.form('quantity[53-0]').fields._wpnonce ?? '', undo: '51-0' });
    const order = [...(await buyer.get('/cart/')).text.matchAll(/id="quantity-(\d+)-0"[^>]*value="(\d+)"/g)].map(
      ([, id, quantity]) => [id, quantity],
    );
    expect(order).toEqual([
      ['51', '4'],
      ['53', '2'],
    ]);
    // An item cannot be restored twice.
    await buyer.post('/cart/', { _wpnonce: buyer.form('quantity[53-0]').fields._wpnonce ?? '', undo: '51-0' });
    expect((await buyer.get('/cart/')).text).toMatch(/id="quantity-51-0"[^>]*value="4"/);
  });

  it('offers undo in a cart that became empty', async () => {
    const buyer = shop.shopper();
    await shop.put({ productId: 54, name: 'Only bowl', price: 100, stock: null });
    await shop.add(buyer, '54', '1');
    const empty = await buyer.submit({ remove: '54-0' });
    expect(empty.text).toContain('Your cart is empty');
    expect((await buyer.submit({ undo: '54-0' }, {}, '_wpnonce')).text).toContain('Only bowl');
  });

  it('shows shipping costs and the amount missing for free shipping, except for downloads', async () => {
    await shop.put({ productId: 55, name: 'Cheap bowl', price: 5000, stock: null });
    await shop.put({ productId: 56, name: 'Pattern', price: 5000, stock: null, kind: 'digital' });
    const cartOf = async (id: string, quantity: string) => {
      const buyer = shop.shopper();
      return (await shop.add(buyer, id, quantity)).text.replace(/<footer[^]*/, '').replace(/\u00a0/g, ' ');
    };
    const smallCart = await cartOf('55', '3');
    expect(smallCart).toMatch(/<span>Courier<\/span> <span>PLN 15\.00<\/span>/);
    expect(smallCart).toContain('Add PLN 50.00 more for free shipping');
    expect(smallCart).toMatch(/<progress id="free-delivery" max="100" value="75">/);
    const many = await cartOf('55', '4');
    expect(many).toMatch(/<span>Courier<\/span> <span>free<\/span>/);
    expect(many).not.toContain('more for free shipping');
    expect(await cartOf('56', '1')).not.toMatch(/Courier|free shipping/);
  });

  it('holds at most 100 lines', async () => {
    const buyer = shop.shopper();
    for (let id = 100; id <= 200; id++) await shop.put({ productId: id, name: `P${id}`, price: 100, stock: null });
    await buyer.get('/product/100/');
    const { fields } = buyer.form('add_to_cart');
    let last = buyer.last;
    for (let id = 100; id <= 200; id++)
      last = await buyer.post('/cart/', { ...fields, add_to_cart: String(id), quantity: '1' });
    expect(last?.status).toBe(409);
    expect(last?.text).toContain('A cart can hold up to 100 different products.');
  });

  it('reports changed prices, lower stock and removed products', async () => {
    const buyer = shop.shopper();
    await shop.put({ productId: 5, name: 'Lamp', price: 1000, stock: 4 });
    await shop.put({ productId: 6, name: 'Chair', price: 2000, stock: 4 });
    for (const id of ['1', '5', '6']) await shop.add(buyer, id, '3');
    await shop.put({ productId: 1, name: 'Mug', price: 3999, stock: 5 });
    await shop.put({ productId: 5, name: 'Lamp', price: 1000, stock: 2 });
    await shop.site.db()('test_products').where({ productId: 6 }).delete();
    const visit = await buyer.get('/cart/');
    expect(visit.text).toMatch(/The price of Mug changed from .*49\.99.* to .*39\.99/);
    expect(visit.text).toContain('Only 2 items of Lamp are left');
    expect(visit.text).toContain('no longer available and was removed');
    expect((await buyer.get('/cart/')).text).not.toContain('Changes since your last visit');
    await shop.put({ productId: 5, name: 'Lamp', price: 1000, stock: 0 });
    const out = await buyer.get('/cart/');
    expect(out.text).toContain('Lamp is out of stock. Remove it to continue.');
    expect(out.text).not.toContain('Proceed to checkout');
  });

  it('ignores malformed cart data in the session', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    const [row] = (await shop.site
      .db()('sessions')
      .orderBy('expired', 'desc')
      .where('sess', 'like', '%store_cart%')
      .select('*')) as { sid: string; sess: string }[];
    const session = JSON.parse(row?.sess ?? '') as { values: Record<string, unknown> };
    session.values.store_cart = [
      { productId: 'x' },
      null,
      5,
      { productId: 1, variationId: 0, quantity: -4, seenPrice: 1 },
    ];
    await shop.site
      .db()('sessions')
      .update({ sess: JSON.stringify(session) })
      .where({ sid: row?.sid });
    expect((await buyer.get('/cart/')).status).toBe(200);
  });
});
