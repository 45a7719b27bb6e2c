import { ADMIN } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { Browser } from '../store/shopper.js';
import { type AttackedSite, bootAttacked } from './attacked-site.js';
import { adminPages } from './crawl.js';
import { type Form, formsOf } from './forms.js';
import { buy, fillCart } from './shopping.js';
import { assertDefined } from '../kit/assert-defined.js';
import { inTurn } from '../kit/sweep.js';

const MADE_ELSEWHERE = 'https://evil.example';
/** Nonce field of the forms; screen options and notices use different names. */
const NONCE = '_wpnonce';
const OTHER_NONCES = ['screenoptionnonce', '_put_away_nonce'];
const nonceField = (fields: Readonly<Record<string, string>>): string =>
  OTHER_NONCES.find((name) => name in fields) ?? NONCE;

// Input is rejected before it is stored, so the database does not matter.
describe('cross-site request forgery', () => {
  let site: AttackedSite;
  let admin: Visitor;

  beforeAll(async () => {
    site = await bootAttacked('sqlite', { demo: true });
    admin = site.users.administrator;
    await buy(site, new Browser(site.url));
  });
  afterAll(() => site.close());

  async function send(
    sender: Visitor,
    { action, fields }: Pick<Form, 'action' | 'fields'>,
    nonce: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; location: string }> {
    const body = new URLSearchParams({ ...fields, ...(nonce === '' ? {} : { [nonceField(fields)]: nonce }) });
    if (nonce === '') body.delete(nonceField(fields));
    const response = await fetch(site.url + action, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: sender.cookies(), ...headers },
      body,
    });
    await response.arrayBuffer();
    return { status: response.status, location: response.headers.get('location') ?? '' };
  }

  test('refuses admin forms whose nonce is missing or of another screen, account or session', async () => {
    const secondSession = visitor(site.url);
    await secondSession.logIn(ADMIN.login, ADMIN.password);
    const colleague = await site.another('administrator', 'colleague');
    const found = await adminPages(site.url, admin);
    const forms = [...found].flatMap(([path, html]) => formsOf(html, path).map((form) => ({ form, address: path })));
    expect(forms.length).toBeGreaterThan(80);
    const otherSite =
      formsOf(found.get('/wp-admin/options-general.php') ?? '', '/').find(({ fields }) => NONCE in fields)?.fields[
        NONCE
      ] ?? '';
    const violations: string[] = [];
    const before = await site.stored();
    const checkedKinds = new Set<string>();
    for (const { form, address: path } of forms) {
      const kind = form.action.replace(/=\d+/g, '=') + Object.keys(form.fields).join();
      if (checkedKinds.has(kind)) continue;
      checkedKinds.add(kind);
      const field = nonceField(form.fields);
      const nonceOf = async (sender: Visitor): Promise<string> =>
        formsOf((await sender.get(path)).html, path).find(({ fields }) => field in fields)?.fields[field] ?? 'none';
      const nonces = [
        ['screen', async () => (path.includes('options-general') ? '0123456789' : otherSite)],
        ['account', () => nonceOf(colleague)],
        ['session', () => nonceOf(secondSession)],
        ['none', async () => ''],
      ] as const;
      for (const [name, nonce] of inTurn(nonces, checkedKinds.size)) {
        const { status } = await send(admin, form, await nonce());
        if (status !== 403)
          violations.push(`${form.action} (${Object.keys(form.fields).join()}) with a nonce of ${name}: ${status}`);
      }
    }
    expect(violations).toEqual([]);
    expect(await site.stored()).toBe(before);
  });

  test('changes nothing on GET requests to form addresses, even with the right nonce', async () => {
    const found = await adminPages(site.url, admin);
    const before = await site.stored();
    for (const [path, html] of found) {
      for (const { action, fields } of formsOf(html, path)) {
        const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value.length < 500));
        // Even with a valid nonce, a GET request must not perform the form's action.
        await admin.get(`${action}${action.includes('?') ? '&' : '?'}${query.toString()}`.replace('export=', 'x='));
      }
    }
    expect(await site.stored()).toBe(before);
  });

  test('refuses shop forms without their own nonce or sent from another site', async () => {
    const customer = site.users.customer;
    const guest = site.users.visitor;
    const product = (
      await site.site.db()('store_products').where({ type: 'simple', stock: 'instock' }).first<{
        slug: string;
      }>('slug')
    ).slug;
    const shopper = new Browser(site.url);
    await fillCart(site, shopper);
    const forms = [
      ...['/contact/', '/register/', '/withdrawal/', '/report/', `/product/${product}/`].map((path) => ({
        who: guest,
        address: path,
      })),
      ...['/account/addresses/', '/account/password/', '/contact/', `/product/${product}/`, '/withdrawal/'].map(
        (path) => ({ who: customer, address: path }),
      ),
    ];
    const formValues = {
      contact_name: 'Eve',
      contact_email: 'eve@example.test',
      contact_message: 'Hello',
      register_email: 'eve@example.test',
      register_password: 'a long password',
      old_password: customer.password,
      new_password: 'another password',
      declaration_name: 'Eve',
      declaration_order: '1',
      declaration_email: 'eve@example.test',
      declaration_url: 'https://example.test/',
      declaration_reason: 'x',
      declaration_good_faith: '1',
      confirm: '1',
      quantity: '1',
      contact_website: '',
      declaration_website: '',
      billing_first_name: 'Eve',
      billing_last_name: 'E',
      billing_address_1: 'x',
      billing_postcode: '00-001',
      billing_city: 'x',
      billing_email: 'eve@example.test',
      billing_country: 'PL',
    };
    const before = await site.stored();
    const violations: string[] = [];
    for (const { who: sender, address: path } of forms) {
      const html = (await sender.get(path)).html;
      for (const form of formsOf(html, path).filter(({ fields }) => NONCE in fields)) {
        const full = {
          action: form.action,
          fields: {
            ...form.fields,
            ...Object.fromEntries(Object.entries(formValues).filter(([name]) => name in form.fields)),
          },
        };
        const others =
          formsOf((await sender.get(path === '/contact/' ? '/withdrawal/' : '/contact/')).html, '/').find(
            ({ fields }) => NONCE in fields,
          )?.fields[NONCE] ?? '';
        const attempts = [
          ['no nonce', '', {}],
          ['another form’s', others, {}],
          ...(sender === guest
            ? ([
                ['another site', form.fields[NONCE], { 'sec-fetch-site': 'cross-site' }],
                ['another origin', form.fields[NONCE], { origin: MADE_ELSEWHERE }],
                ['no origin to tell', form.fields[NONCE], { origin: 'null' }],
              ] as const)
            : ([
                [
                  'a visitor’s',
                  formsOf((await guest.get(path)).html, path).find(({ fields }) => NONCE in fields)?.fields[NONCE] ??
                    'none',
                  {},
                ],
              ] as const)),
        ] as const;
        for (const [name, nonce, headers] of attempts) {
          const { status } = await send(sender, full, assertDefined(nonce), headers);
          if (status < 400) violations.push(`${path} as ${sender.role} with ${name}: ${status}`);
        }
      }
    }
    expect(violations).toEqual([]);
    // The numbers of rejected forms are counted.
    const uncounted = (text: string): string => text.replace(/^compliance_(?:checkbox_counts|forms) .*\n/gm, '');
    expect(uncounted(await site.stored())).toBe(uncounted(before));
  });

  test('refuses orders and cart changes without a nonce or by GET', async () => {
    const shopper = new Browser(site.url);
    await fillCart(site, shopper);
    const { fields } = (await shopper.get('/checkout/'), shopper.form('order_token'));
    const orders = async (): Promise<number> => (await site.site.db()('store_orders').select('id')).length;
    const before = await orders();
    expect((await shopper.post('/checkout/', { ...fields, place_order: '1', _wpnonce: '' })).status).toBe(403);
    expect((await shopper.post('/checkout/', { ...fields, place_order: '1', _wpnonce: '0123456789' })).status).toBe(
      403,
    );
    for (const path of [
      '/checkout/?place_order=1',
      '/cart/?remove=1-0',
      '/cart/?add_to_cart=1',
      '/cart/?empty=1',
      '/logout/',
    ])
      await shopper.get(path);
    expect((await shopper.post('/cart/', { remove: '1-0', 'quantity[1-0]': '0' })).status).toBe(403);
    expect(await orders()).toBe(before);
    expect((await shopper.get('/cart/')).text).toMatch(/name="quantity\[\d+-0\]" value="1"/);
  });

  test('refuses to log out without the user’s own logout nonce', async () => {
    const customer = await site.another('customer', 'staying');
    for (const path of [
      '/wp-login.php?action=logout',
      `/wp-login.php?action=logout&_wpnonce=${(await (await site.another('customer', 'leaving')).get('/account/')).html.match(/_wpnonce=([0-9a-f]{10})/)?.[1]}`,
    ]) {
      expect((await customer.get(path)).status).toBe(403);
      expect((await send(customer, { action: path, fields: {} }, '')).status).toBe(403);
      expect((await customer.get('/account/')).status).toBe(200);
    }
  });

  test('refuses REST requests by session cookie without the session’s nonce', async () => {
    const { cookies } = admin;
    const otherAdmin = await site.another('administrator', 'third');
    const before = await site.stored();
    for (const headers of [{}, { 'x-wp-nonce': '0123456789' }, { 'x-wp-nonce': otherAdmin.nonce }]) {
      for (const [method, path, body] of [
        ['POST', '/wp/v2/settings', { title: 'Taken over' }],
        ['POST', '/wp/v2/users/me', { name: 'Taken' }],
        ['POST', '/shop/v1/settings/general', { company_name: 'Taken' }],
        ['GET', '/wp/v2/settings', undefined],
      ] as const) {
        const asForm = body ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
        const response = await fetch(`${site.url}/wp-json${path}`, {
          method,
          headers: { cookie: cookies(), ...headers, ...asForm } as Record<string, string>,
          ...(body ? { body: new URLSearchParams(body).toString() } : {}),
        });
        expect(response.status).toBeGreaterThanOrEqual(400);
      }
    }
    expect(await site.stored()).toBe(before);
  });
});
