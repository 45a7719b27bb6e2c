import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { inFullTime } from '../kit/quick-pad-duration.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER } from './shopper.js';
import { readDom } from '../kit/dom.js';

const PERSON = { register_email: 'ewa@example.test', register_password: 'a long password' };

describe.each(defaultEngines)('customer account on %s', (engine) => {
  let shop: CommerceSite;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 50 });
  });
  afterEach(() => shop.close());

  async function registered(): Promise<Browser> {
    const person = shop.shopper();
    await person.get('/register/');
    await person.submit({}, PERSON, 'register_email');
    expect(readDom(person.last?.text ?? '').headings(1)).toContain('Check your inbox');
    // The login form opens in the shop's layout with the email address filled in.
    expect(person.last?.text).toMatch(/<header[^]*<input id="user_login"[^>]*value="ewa@example\.test"/);
    await person.logIn(PERSON.register_email, PERSON.register_password);
    return person;
  }

  it('registers a customer by email address and password and sends a welcome email', async () => {
    const person = await registered();
    expect(person.last?.path).toBe('/account/');
    expect(person.last?.text).toContain('You have no orders yet.');
    const user = await shop.inContext(() => shop.site.users.getUserBy('email', 'ewa@example.test'));
    expect(user).toMatchObject({ roles: ['customer'] });
    expect(shop.emails()[0]).toMatch(/Subject: Your account at Plinth/);
    expect((await person.get('/register/')).path).toBe('/account/');
    expect((await person.get('/wp-admin/')).path).toBe('/account/');
    expect((await person.get('/wp-admin/plugins.php')).status).toBe(403);
    expect((await person.get('/wp-admin/profile.php')).status).toBe(200);
  });

  it('assigns earlier guest orders whose link was opened in the same browser', async () => {
    const person = shop.shopper();
    await shop.add(person, '1', '1');
    await person.get('/checkout/');
    const guest = { ...BUYER, billing_email: 'Ewa@Example.test', payment_method: 'cod' };
    await person.submit({ place_order: '1' }, guest, 'order_token');
    expect(person.last?.text).toContain('/register/');
    const [order] = await shop.orders();
    // A user with a different email address who only received the link.
    const owner = shop.shopper();
    await owner.get(`/order/${String(order?.order_key)}/`);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await owner.get(`/order/${String(order?.order_key)}/`);
    expect((await owner.get('/account/')).text).not.toContain(String(order?.number));
    expect((await shop.orders())[0]?.user_id).toBe(0);
    await person.get('/register/');
    await person.submit({}, PERSON, 'register_email');
    await person.logIn(PERSON.register_email, PERSON.register_password);
    expect((await person.get('/account/')).text).toContain(String(order?.number));
    expect((await shop.orders())[0]?.user_id).not.toBe(0);
  });

  it('responds alike for a known address and emails its owner', async () => {
    const register = async (): Promise<unknown> => {
      const person = shop.shopper();
      await person.get('/register/');
      const { status, path, text } = await person.submit({}, PERSON, 'register_email');
      return [status, path, text.replaceAll(/nonce="[^"]*"|value="[0-9a-f]{10,}"|_wpnonce=\w+/g, '')];
    };
    const fresh = await register();
    const before = await shop.inContext(() => shop.site.users.getUserBy('email', PERSON.register_email));
    expect(await register()).toEqual(fresh);
    expect(await shop.inContext(() => shop.site.users.getUserBy('email', PERSON.register_email))).toEqual(before);
    expect(
      shop.emails().filter((email) => email.includes('Subject: You already have an account at Plinth')),
    ).toHaveLength(1);
    for (let index = 0; index < 5; index++) await register();
    expect(
      shop.emails().filter((email) => email.includes('Subject: You already have an account at Plinth')),
    ).toHaveLength(3);
  });

  it('responds to a registration after at least one second, for known and new addresses', async () => {
    for (let round = 0; round < 2; round++) {
      const person = shop.shopper();
      await person.get('/register/');
      const started = performance.now();
      await inFullTime(() => person.submit({}, PERSON, 'register_email'));
      // Timers can fire a millisecond early.
      expect(performance.now() - started).toBeGreaterThan(995);
      expect(person.last?.path).toBe('/register/?done=1');
    }
  });

  it('refuses a weak password, an invalid email address and a wrong nonce', async () => {
    await registered();
    const person = shop.shopper();
    await person.get('/register/');
    const response = await person.submit(
      {},
      { register_email: 'no "address"', register_password: 'short' },
      'register_email',
    );
    expect(response.status).toBe(422);
    expect(response.text).toContain('href="#register_email"');
    expect(response.text).toContain('href="#register_password"');
    expect(response.text).toContain('value="no &quot;address&quot;"');
    expect(
      (
        await person.submit(
          {},
          { register_email: 'x@example.test', register_password: 'a long password', _wpnonce: 'no' },
          'register_email',
        )
      ).status,
    ).toBe(422);
    expect(await shop.inContext(() => shop.site.users.getUserBy('email', 'x@example.test'))).toBe(false);
  });

  it('fires the hooks of the registration form and creates no account if one throws', async () => {
    await shop.extend(
      'boxes',
      `export default { boot(scope) { globalThis.subjects = [];
      scope.addFilter('store/form_fields', (html, c) => html + '<input type="checkbox" id="news" name="news" value="1" data-location="' + c.location + '">', 10, 2);
      scope.addFilter('store/form_errors', (errors, c) => c.request.field('news') === '1' ? errors : [...errors, { field: 'news', message: 'Tick it' }], 10, 2);
      scope.addAction('store/form_submitted', async (c, subject) => { globalThis.subjects.push([c.location, subject]); if (c.request.field('fail') === '1') throw new Error('no'); }, 10, 2);
    } };`,
    );
    const person = shop.shopper();
    await person.get('/register/');
    expect(person.last?.text).toContain('data-location="registration"');
    expect((await person.submit({}, PERSON, 'register_email')).text).toContain('<a href="#news">Tick it</a>');
    await person.submit({}, { ...PERSON, news: '1', fail: '1' }, 'register_email');
    expect(await shop.inContext(() => shop.site.users.getUserBy('email', PERSON.register_email))).toBe(false);
    await person.submit({}, { ...PERSON, news: '1' }, 'register_email');
    const user = await shop.inContext(() => shop.site.users.getUserBy('email', PERSON.register_email));
    expect((globalThis as unknown as { subjects: unknown[] }).subjects.at(-1)).toEqual([
      'registration',
      { orderId: 0, userId: user ? user.id : -1, email: PERSON.register_email },
    ]);
  });

  it('redirects to an extension’s confirmation page and creates no account if it fails', async () => {
    await shop.extend(
      'confirm',
      `export default { boot(scope) { globalThis.accounts = [];
      scope.addFilter('store/account_confirmation', (path, { context, ...account }) => {
        globalThis.accounts.push({ ...account, location: context.location });
        if (account.email.startsWith('fail')) throw new Error('no');
        return account.email.startsWith('away') ? '//elsewhere.example/' : '/contact/';
      }, 10, 2);
    } };`,
    );
    const person = shop.shopper();
    await person.get('/register/');
    expect((await person.submit({}, PERSON, 'register_email')).path).toBe('/contact/');
    const user = await shop.inContext(() => shop.site.users.getUserBy('email', PERSON.register_email));
    expect((globalThis as unknown as { accounts: unknown[] }).accounts).toEqual([
      { userId: user ? user.id : -1, email: PERSON.register_email, locale: 'en_US', location: 'registration' },
    ]);
    expect(shop.emails()).toEqual([]);
    for (const email of ['fail@example.test', 'away@example.test']) {
      await person.get('/register/');
      expect((await person.submit({}, { ...PERSON, register_email: email }, 'register_email')).text).toContain(
        'could not be fully checked',
      );
      expect(await shop.inContext(() => shop.site.users.getUserBy('email', email))).toBe(false);
    }
  });

  it('limits registrations from one IP address', async () => {
    let last = 0;
    for (let index = 0; index < 12; index++) {
      const person = shop.shopper();
      await person.get('/register/');
      last = (
        await person.submit(
          {},
          { register_email: `p${index}@example.test`, register_password: 'a long password' },
          'register_email',
        )
      ).status;
    }
    expect(last).toBe(422);
    expect(await shop.inContext(() => shop.site.users.getUserBy('email', 'p11@example.test'))).toBe(false);
  });

  it('shows orders, saves addresses and changes the password', async () => {
    const person = await registered();
    await shop.add(person, '1', '1');
    await person.get('/checkout/');
    await person.submit(
      { place_order: '1' },
      { ...BUYER, billing_email: 'ewa@example.test', payment_method: 'cod' },
      'order_token',
    );
    const [stored] = await shop.orders();
    expect((await person.get('/account/')).text).toContain(String(stored?.number));
    expect((await person.get(`/account/orders/${String(stored?.number)}/`)).text).toContain('Prosta 1');

    await person.get('/account/addresses/');
    expect(person.form('billing_city').fields.billing_city).toBe('Warszawa');
    expect((await person.submit({}, { billing_postcode: 'x' }, 'billing_city')).status).toBe(422);
    await person.submit({}, { billing_city: 'Gdańsk', billing_postcode: '80-001' }, 'billing_city');
    expect(person.form('billing_city').fields.billing_city).toBe('Gdańsk');

    await person.get('/account/password/');
    expect(
      (await person.submit({}, { old_password: 'wrong', new_password: 'another password' }, 'old_password')).text,
    ).toContain('Incorrect password.');
    const changed = await person.submit(
      {},
      { old_password: PERSON.register_password, new_password: 'another password' },
      'old_password',
    );
    expect(changed.path).toBe('/account/log-in/?password=changed');
    expect((await person.get('/account/')).text).toContain('name="pwd"');
    await person.logIn('ewa@example.test', 'another password');
    expect((await person.get('/account/')).status).toBe(200);
  });

  it('shows visitors a login form that leads back to the page', async () => {
    for (const path of ['/account/', '/account/addresses/', '/account/password/', '/account/orders/2026-00001-0/']) {
      const visit = await shop.shopper().get(path);
      expect(visit.path).toBe(path);
      // Logging in returns to it, from a page with the shop's header, footer and language.
      expect(visit.text).toMatch(
        new RegExp(`<header[^]*name="redirect_to" value="[^"]*${path}"[^]*<footer[^]*lang="pl"`),
      );
      expect(visit.text).toContain('/register/');
    }
  });

  it('sends the lost-password email in the shop’s layout and the reader’s language', async () => {
    await registered();
    const person = shop.shopper();
    await person.get('/wp-login.php?action=lostpassword&wp_lang=pl_PL');
    await person.submit({}, { user_login: PERSON.register_email }, 'user_login');
    await shop.inContext(() => shop.site.cron.runJobs());
    const email = shop.emails().at(-1) ?? '';
    const owner = await shop.inContext(() => shop.site.options.getOption<string>('admin_email', ''));
    expect(email).toContain(`Reply-To: ${owner}`);
    expect(email).toContain('Content-Type: text/plain');
    expect(email).toMatch(/<html lang="pl[^]*class="email-layout"[^]*Ustaw hasło<\/a>/);
    const link =
      /href="[^"]*(\/wp-login\.php\?action(?:=|&#x3D;)rp[^"]*)"/
        .exec(email)?.[1]
        ?.replaceAll('&#x3D;', '=')
        .replaceAll('&amp;', '&') ?? '';
    expect((await person.get(link)).text).toContain('id="pass1" minlength="8"');
  });

  it('requires a password of at least 8 characters', async () => {
    const person = shop.shopper();
    expect((await person.get('/register/')).text).toContain('At least 8 characters.');
    await person.submit({}, { ...PERSON, register_password: 'sevenly' }, 'register_email');
    expect(person.last?.text).toContain('The password must have at least 8 characters.');
    await person.submit({}, { ...PERSON, register_password: 'eightly!' }, 'register_email');
    expect(person.last?.status).toBe(200);
  });
});
