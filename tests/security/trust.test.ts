import { defaultEngines } from '../kit/databases.js';
import { checkedBoxes } from '../compliance/real-shop.js';
import { Browser } from '../store/shopper.js';
import { type AttackedSite, bootAttacked } from './attacked-site.js';
import { formsOf } from './forms.js';
import { buy, checkOut, fillCart } from './shopping.js';

/** Fields that no form has, with names that careless code might read. */
const CLAIMS = {
  role: 'administrator',
  roles: 'administrator',
  'roles[]': 'administrator',
  user_role: 'administrator',
  wp_capabilities: 'a:1:{s:13:"administrator";b:1;}',
  'wp_capabilities[administrator]': '1',
  'meta[wp_capabilities][administrator]': '1',
  'meta_input[wp_capabilities]': 'administrator',
  user_id: '1',
  userId: '1',
  id: '1',
  customer_id: '1',
  user_login: 'admin',
  status: 'completed',
  order_status: 'completed',
  post_status: 'publish',
  price: '1',
  unit_price: '1',
  unitPrice: '1',
  total: '1',
  items_total: '0',
  itemsTotal: '0',
  discount: '100000',
  coupon: 'FREE',
  coupon_code: 'FREE',
  tax: '0',
  tax_rate: '0',
  currency: 'XXX',
  shipping_price: '0',
  delivery_total: '0',
  payment_fee: '0',
  'lines[0][unitPrice]': '1',
  number: '2026-00001-1',
  order_key: 'x',
  locale: 'xx',
  createdAt: '2000-01-01',
};
interface Order {
  readonly id: number;
  readonly user_id: number;
  readonly status: string;
  readonly total: number;
  readonly items_total: number;
  readonly currency: string;
  readonly order_key: string;
}

describe.each(defaultEngines)('protection against forged form fields (%s)', (engine) => {
  let site: AttackedSite;
  beforeAll(async () => {
    site = await bootAttacked(engine, { demo: true });
    await site.inContext(() => site.site.options.updateOption('users_can_register', 1));
  });
  afterAll(() => site.close());
  afterEach(() => expect(site.failures).toEqual([]));

  const orders = (): Promise<Order[]> => site.site.db()('store_orders').orderBy('id').select('*');
  const lastOrder = async (): Promise<Order> => (await orders()).at(-1) as Order;
  const rolesOf = async (id: number): Promise<string[]> =>
    site.inContext(async () => (await site.site.roles.userCapabilities(id)).roles);
  const idOf = async (email: string): Promise<number> =>
    Number(
      (await site.site.db()('users').where({ user_email: email }).first<{ id: number } | undefined>('id'))?.id ?? 0,
    );

  test('orders at the shop’s prices, for the logged-in customer, with the initial status', async () => {
    const honest = await lastAfter(() => buy(site, new Browser(site.url)));
    const claimed = await lastAfter(async () => {
      const buyer = new Browser(site.url);
      await buyer.logIn('customer', site.users.customer.password);
      await buy(site, buyer, CLAIMS);
    });
    expect([claimed.total, claimed.items_total, claimed.currency, claimed.status]).toEqual([
      honest.total,
      honest.items_total,
      honest.currency,
      'on-hold',
    ]);
    expect(claimed.user_id).toBe(site.users.customer.id);
    expect(claimed.order_key).toMatch(/^[0-9a-f]{48}$/);
  });

  async function lastAfter(work: () => Promise<unknown>): Promise<Order> {
    await work();
    return lastOrder();
  }

  test('refuses an order with another total or an unknown shipping or payment method', async () => {
    const before = (await orders()).length;
    for (const shown_total of ['0', '1', '-1', 'NaN', '1e1', '', '99999999999999']) {
      const buyer = new Browser(site.url);
      await fillCart(site, buyer);
      expect((await checkOut(buyer, { shown_total })).status).toBe(422);
    }
    for (const fields of [
      { shipping_method: 'free' },
      { payment_method: 'paid' },
      { payment_method: '__proto__' },
      { shipping_method: 'constructor' },
    ] as Record<string, string>[]) {
      const buyer = new Browser(site.url);
      await fillCart(site, buyer);
      expect((await checkOut(buyer, fields)).status).toBe(422);
    }
    expect((await orders()).length).toBe(before);
  });

  test('refuses an order at a price that changed since it was shown', async () => {
    const before = (await orders()).length;
    const buyer = new Browser(site.url);
    await fillCart(site, buyer);
    const { text } = await buyer.get('/checkout/');
    const form = buyer.form('order_token');
    await site.site
      .db()('store_products')
      .update({ regular_price: site.site.db().raw('regular_price + 100'), price: site.site.db().raw('price + 100') });
    const { status } = await buyer.post(form.action, {
      ...form.fields,
      ...checkedBoxes(text),
      place_order: '1',
      payment_method: 'transfer',
      billing_first_name: 'A',
      billing_last_name: 'B',
      billing_address_1: 'x',
      billing_postcode: '00-001',
      billing_city: 'x',
      billing_email: 'a@example.test',
    });
    await site.site
      .db()('store_products')
      .update({ regular_price: site.site.db().raw('regular_price - 100'), price: site.site.db().raw('price - 100') });
    expect([status, (await orders()).length]).toEqual([422, before]);
  });

  test.each([
    '-1',
    '0',
    '1.5',
    '1e3',
    'NaN',
    'Infinity',
    '99999999999999999999',
    '0x10',
    '+5',
    '１',
    '1;2',
    "1' OR '1'='1",
    ' ',
    '-0',
    '1000',
  ])('refuses %j as a cart quantity', async (quantity) => {
    const { customer } = site.users;
    const row = await site.site
      .db()('store_products')
      .where({ status: 'publish', stock: 'instock', type: 'simple', kind: 'physical' })
      .orderBy('id')
      .first<{ slug: string; id: number }>('slug', 'id');
    await customer.get(`/product/${row.slug}/`);
    const { status } = await customer.post('/cart/', { add_to_cart: String(row.id), quantity });
    expect(status).toBe(422);
    await customer.get(`/product/${row.slug}/`);
    await customer.post('/cart/', { add_to_cart: String(row.id), quantity: '2' });
    await customer.get('/cart/');
    await customer.post('/cart/', {
      [`quantity[${row.id}-0]`]: quantity,
      'quantity[][]': '5',
      [`quantity[${row.id}-0][x]`]: '1',
    });
    const counts = [...(await customer.get('/cart/')).html.matchAll(/name="quantity\[[^"]*\]" value="([^"]*)"/g)].map(
      ([, count]) => Number(count),
    );
    for (const count of counts) expect(Number.isInteger(count) && count >= 1 && count <= 999).toBe(true);
    await customer.post('/cart/', { remove: `${row.id}-0` });
  });

  test.each(['-1', '0', '1.0', '1e0', '99999999999', "1'", '1 OR 1=1', '__proto__'])(
    'refuses %j as a product id in the cart',
    async (id) => {
      const { visitor } = site.users;
      await visitor.get('/cart/');
      expect(
        (await visitor.post('/cart/', { add_to_cart: id, variation_id: id, quantity: '1', price: '1' })).status,
      ).toBeGreaterThanOrEqual(400);
    },
  );

  test('registers accounts as customer or subscriber only', async () => {
    const shopper = new Browser(site.url);
    const { text } = await shopper.get('/register/');
    await shopper.submit(
      {},
      {
        ...checkedBoxes(text),
        ...CLAIMS,
        register_email: 'climber@example.test',
        register_password: 'a long password',
      },
      'register_email',
    );
    expect(await rolesOf(await idOf('climber@example.test'))).toEqual(['customer']);
    await shopper.get('/wp-login.php?action=register');
    await shopper.submit({}, { ...CLAIMS, user_login: 'climber2', user_email: 'climber2@example.test' }, 'user_email');
    await site.inContext(() => site.site.cron.runJobs());
    expect(await rolesOf(await idOf('climber2@example.test'))).toEqual(['subscriber']);
    await fillCart(site, shopper);
    await checkOut(shopper, {
      ...CLAIMS,
      billing_email: 'climber3@example.test',
      create_account: '1',
      account_password: 'a long password',
    });
    expect(await rolesOf(await idOf('climber3@example.test'))).toEqual(['customer']);
  });

  test('changes no user’s role, capabilities, login name or id', async () => {
    for (const role of ['subscriber', 'customer', 'contributor', 'editor', 'shop_manager'] as const) {
      const person = site.users[role];
      for (const body of [
        { roles: ['administrator'] },
        { roles: 'administrator' },
        { roles: ['shop_manager'] },
      ] as object[])
        expect([role, (await person.rest('POST', '/wp/v2/users/me', body)).status]).toEqual([role, 403]);
      await person.rest('POST', '/wp/v2/users/me', { roles: [] });
      await person.rest('POST', '/wp/v2/users/me', {
        id: 1,
        username: 'other',
        capabilities: { administrator: true },
        extra_capabilities: { administrator: true },
        meta: { wp_capabilities: { administrator: true }, wp_user_level: 10 },
        user_pass: 'x',
        description: 'Mine',
      });
      const { html } = await person.get('/wp-admin/profile.php');
      const form = formsOf(html, '/wp-admin/profile.php').find(({ texts }) => 'display_name' in texts);
      await person.post('/wp-admin/profile.php', {
        ...form?.typed,
        ...CLAIMS,
        action: 'update',
        email: `${role}@example.test`,
      });
      await person.get('/account/addresses/');
      await person.post('/account/addresses/', {
        ...CLAIMS,
        store_billing: '{}',
        billing_role: 'administrator',
        billing_wp_capabilities: 'x',
        billing_first_name: 'A',
        billing_last_name: 'B',
        billing_address_1: 'x',
        billing_postcode: '00-001',
        billing_city: 'x',
        billing_country: 'PL',
        billing_email: 'x@example.test',
      });
      expect([role, await rolesOf(person.id)]).toEqual([role, [role]]);
      const billing =
        (
          await site.site
            .db()('usermeta')
            .where({ user_id: person.id, meta_key: 'store_billing' })
            .first<{ meta_value: string } | undefined>('meta_value')
        )?.meta_value ?? '';
      expect(billing).not.toContain('capabilities');
      const stored = await site.site.db()('users').where({ id: person.id }).first<{
        user_login: string;
      }>('user_login');
      expect(stored.user_login).toBe(role);
    }
    expect(await rolesOf(1)).toEqual(['administrator']);
  });

  test('refuses to publish without the capability or in another user’s name', async () => {
    const { contributor, author, editor } = site.users;
    const own = (await contributor.rest('POST', '/wp/v2/posts', { title: 'Mine', content: 'x', status: 'draft' }))
      .body as { id: number };
    for (const body of [
      { status: 'publish' },
      { status: 'private' },
      { status: 'future', date: '2030-01-01T00:00:00' },
      { author: 1 },
      { sticky: true },
    ]) {
      expect([body, (await contributor.rest('POST', `/wp/v2/posts/${own.id}`, body)).status]).toEqual([body, 403]);
      expect([
        body,
        (await contributor.rest('POST', '/wp/v2/posts', { title: 'x', content: 'x', ...body })).status,
      ]).toEqual([body, 403]);
    }
    for (const action of ['publish', 'save', 'draft', 'future', 'private']) {
      await contributor.get('/wp-admin/post-new.php');
      await contributor.post('/wp-admin/post-new.php', {
        action,
        post_title: `By form ${action}`,
        content: 'x',
        post_status: 'publish',
        visibility: 'private',
        post_author: '1',
        post_type: 'post',
        id: '1',
        'meta[_x]': '1',
        post_date: '2020-01-01T00:00',
      });
    }
    const written = await site.site
      .db()('posts')
      .where('post_title', 'like', 'By form%')
      .whereNot({ post_type: 'revision' })
      .select<{ post_status: string; post_author: number }[]>('post_status', 'post_author');
    expect(written.length).toBeGreaterThan(0);
    for (const post of written)
      expect([['draft', 'pending'].includes(post.post_status), post.post_author]).toEqual([true, contributor.id]);
    expect((await author.rest('POST', '/wp/v2/posts', { title: 'x', content: 'x', author: editor.id })).status).toBe(
      403,
    );
    expect(
      (
        await author.rest('POST', '/wp/v2/posts', {
          title: 'x',
          content: 'x',
          meta: { _wp_page_template: 'x', _edit_last: '1', secret: 'x' },
          type: 'page',
          id: undefined,
        })
      ).body,
    ).toMatchObject({ type: 'post', author: author.id });
  });

  test('ignores a decision or status sent with a declaration', async () => {
    const shopper = new Browser(site.url);
    await shopper.get('/withdrawal/');
    await shopper.submit(
      {},
      {
        ...CLAIMS,
        status: 'accepted',
        decision: 'Refund',
        order_id: '1',
        declaration_name: 'A',
        declaration_order: 'x',
        declaration_email: 'a@example.test',
      },
      'declaration_name',
    );
    await shopper.submit(
      { confirm: '1' },
      { status: 'accepted', decision: 'Refund', order_id: '1', orderId: '1' },
      'declaration_name',
    );
    expect(
      await site.site.db()('compliance_declarations').orderBy('id', 'desc').first('status', 'decision', 'order_id'),
    ).toEqual({ status: 'recorded', decision: '', order_id: 0 });
  });

  test('ignores a chosen application password, its UUID and its user id', async () => {
    const { author } = site.users;
    const { body } = await author.rest('POST', '/wp/v2/users/me/application-passwords', {
      name: 'Chosen',
      password: 'chosen',
      uuid: '00000000-0000-4000-8000-000000000000',
      user_id: 1,
      created: '2000-01-01',
    });
    expect(body).not.toMatchObject({ password: 'chosen' });
    expect(body).not.toMatchObject({ uuid: '00000000-0000-4000-8000-000000000000' });
    expect(await site.site.db()('application_passwords').where({ user_id: 1 }).select('id')).toEqual([]);
  });

  test('ignores method override parameters and headers in REST requests', async () => {
    const { administrator, visitor } = site.users;
    const before = await site.stored();
    for (const path of [
      '/wp/v2/pages/1?_method=DELETE&force=true',
      '/wp/v2/settings?_method=POST&title=Taken',
      '/shop/v1/settings/general?_method=POST&company_name=x',
    ]) {
      const response = await fetch(`${site.url}/wp-json${path}`, {
        headers: { cookie: administrator.cookies(), 'x-http-method-override': 'DELETE' },
      });
      expect([path, [400, 401, 403, 404].includes(response.status)]).toEqual([path, true]);
      expect([path, (await visitor.rest('POST', path, {})).status >= 400]).toEqual([path, true]);
    }
    expect(await site.stored()).toBe(before);
  });
});
