import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { bootSite } from 'plinth/testing';

const LIST = 'https://lockers.example/points.json';
const BUYER = {
  billing_first_name: 'Anna',
  billing_last_name: 'Próbna',
  billing_address_1: 'Prosta 1',
  billing_postcode: '00-001',
  billing_city: 'Warszawa',
  billing_country: 'PL',
  billing_email: 'anna@example.com',
  billing_phone: '+48 600 000 000',
};
const POINTS = [
  { code: 'GDA1', name: 'Harbor', city: 'Gdańsk', postcode: '80-001' },
  { code: 'WAW1', name: 'Station <b>', city: 'Warszawa', postcode: '00-010' },
  { code: 'no good', name: 'x', city: 'x', postcode: '00-000' },
  'nonsense',
];

let site;
let listResponse;
before(async () => {
  site = await bootSite({ plugins: ['.'], now: '2031-05-01T10:00:00Z' });
  await site.createProduct({ name: 'Mug', price: 5000, weight: 400 });
  await site.createProduct({ name: 'Stove', price: 90_000, weight: 12_000 });
  await site.run(async () => {
    const scope = site.scope();
    scope.addFilter(
      'pre_http_request',
      (preempted, _args, url) =>
        url === LIST
          ? {
              headers: {},
              cookies: [],
              body: listResponse.body,
              bytes: Buffer.from(listResponse.body),
              response: { code: listResponse.code, message: '' },
            }
          : preempted,
      10,
      3,
    );
    await scope.updateOption('locker_delivery_list', LIST);
    await scope.updateOption('store_payment_invoice', { enabled: true });
  });
});
after(() => site?.stop());
beforeEach(async () => {
  listResponse = { code: 200, body: JSON.stringify(POINTS) };
  await site.cli('lockers', 'refresh');
});

/** Puts a product into the cart and fills in the checkout form. */
async function atCheckout(guest, fields = {}, product = 'mug') {
  await guest.get(`/product/${product}/`);
  await guest.submitForm({ quantity: '1' });
  await guest.get('/checkout/');
  return guest.submitForm({ update: '1', ...BUYER, ...fields }, 'checkout');
}
const order = (guest, fields) => guest.submitForm({ place_order: '1', ...fields }, 'checkout');
const newest = () =>
  site.run(async () => (await site.scope('store').services.get('store.orders').list({ limit: 1, offset: 0 }))[0]);

test('imports the valid points of the carrier’s list and keeps the previous list when it fails', async () => {
  assert.deepEqual(await site.cli('lockers', 'refresh'), { code: 0, out: '2 points available.', error: '' });
  for (const broken of [
    { code: 500, body: 'x' },
    { code: 200, body: '<html>' },
    { code: 200, body: '[]' },
  ]) {
    listResponse = broken;
    const { code, error } = await site.cli('lockers', 'refresh');
    assert.equal(code, 1);
    assert.match(error, /The carrier’s list could not be read/);
  }
  await site.clock.advance(25 * 60 * 60 * 1000);
  assert.equal((await site.run(() => site.scope().getOption('locker_delivery_points'))).length, 2);
  assert.deepEqual(await site.pluginErrors(), []);
});

test('updates the list once a day', async () => {
  listResponse = { code: 200, body: JSON.stringify(POINTS.slice(0, 1)) };
  await site.clock.advance(25 * 60 * 60 * 1000);
  assert.deepEqual(
    (await site.run(() => site.scope().getOption('locker_delivery_points'))).map(({ code }) => code),
    ['GDA1'],
  );
});

test('offers points by distance and stores the selected one with the order', async () => {
  const guest = site.visitor();
  const { html } = await atCheckout(guest, { shipping_method: 'locker' });
  assert.match(html, /Parcel locker[\s\S]*12\.99/);
  assert.ok(html.indexOf('value="WAW1"') < html.indexOf('value="GDA1"'));
  assert.doesNotMatch(html, /Station <b>/);

  const refused = await order(guest, { delivery_phone: '12' });
  assert.equal(refused.status, 422);
  assert.match(refused.html, /Fill in: Pickup point/);
  assert.match(refused.html, /Enter nine digits/);

  const placed = await order(guest, { delivery_point: 'WAW1', delivery_phone: '600 100 200' });
  assert.match(placed.location, /^\/order\//);
  const { meta, shippingMethod, shippingTotal } = await newest();
  assert.deepEqual(
    [shippingMethod, shippingTotal, meta.locker_point, meta.locker_phone],
    ['locker', 1299, 'WAW1', '600 100 200'],
  );
  assert.match((await guest.get(placed.location)).html, /Pickup point[\s\S]*Warszawa, Station/);
});

test('charges more for heavy parcels, and is not offered abroad or without points', async () => {
  assert.match((await atCheckout(site.visitor(), {}, 'stove')).html, /Parcel locker[\s\S]*19\.99/);
  assert.doesNotMatch((await atCheckout(site.visitor(), { billing_country: 'DE' })).html, /Parcel locker/);
  await site.run(() => site.scope().deleteOption('locker_delivery_points'));
  const { html } = await atCheckout(site.visitor());
  assert.doesNotMatch(html, /Parcel locker/);
  assert.match(html, /Courier/);
});

test('offers payment on invoice to trusted customers up to a limit, with a due date', async () => {
  const { id, login, password } = await site.createUser({ role: 'customer' });
  const customer = site.visitor();
  await customer.logIn(login, password);
  assert.doesNotMatch((await atCheckout(customer)).html, /value="invoice"/);
  // The owner sees the checkbox and ticks it; the customer does not see it.
  const owner = site.visitor();
  await owner.logIn(site.admin.login, site.admin.password);
  assert.match((await owner.get(`/wp-admin/user-edit.php?user_id=${id}`)).html, /May pay on invoice/);
  assert.doesNotMatch((await customer.get('/wp-admin/profile.php')).html, /May pay on invoice/);
  await customer.submitForm({ email: 'customer@example.com' });
  await customer.post('/wp-admin/profile.php', { email: 'customer@example.com', 'fields[pays_on_invoice]': '1' });
  assert.doesNotMatch((await atCheckout(customer)).html, /value="invoice"/);

  await site.run(() => site.scope().updateUserMeta(id, 'pays_on_invoice', true));
  await customer.get('/checkout/');
  const { html } = await customer.submitForm(
    { update: '1', ...BUYER, shipping_method: 'courier', payment_method: 'invoice' },
    'checkout',
  );
  assert.match(html, /<input id="invoice_reference"/);
  const placed = await order(customer, { payment_method: 'invoice', invoice_reference: 'PO <7>' });
  assert.match(placed.location, /^\/order\//);
  const placedOrder = await newest();
  const due = new Date(site.clock.now().getTime() + 14 * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(
    [placedOrder.status, placedOrder.paymentMethod, placedOrder.meta.invoice_due],
    ['processing', 'invoice', due],
  );
  assert.match((await customer.get(placed.location)).html, new RegExp(`Due date[\\s\\S]*${due}`));

  await site.run(() => site.scope().updateOption('locker_delivery_limit', 4000));
  assert.doesNotMatch((await atCheckout(customer)).html, /value="invoice"/);
  assert.deepEqual(await site.pluginErrors(), []);
});

test('stores the parcel number, which consists of digits', async () => {
  const guest = site.visitor();
  await atCheckout(guest, { shipping_method: 'locker' });
  await order(guest, { delivery_point: 'GDA1', delivery_phone: '600100200' });
  const { id } = await newest();
  const owner = site.visitor();
  await owner.logIn(site.admin.login, site.admin.password);
  assert.match((await owner.get('/wp-admin/admin.php?page=store-orders')).html, /GDA1/);
  const screen = `/wp-admin/admin.php?page=store-order&id=${id}`;
  const save = async (number) => {
    await owner.get(screen);
    await owner.submitForm({ locker_parcel: number });
    return (await newest()).meta.locker_parcel;
  };
  assert.equal(await save('12 ab'), undefined);
  assert.match((await owner.get(screen)).html, /A parcel number has 10 to 24 digits/);
  assert.equal(await save('1234 5678 9012'), '123456789012');
});
