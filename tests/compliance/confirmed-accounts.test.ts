import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import type { Browser, Visit } from '../store/shopper.js';
import { BUYER } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { readDom } from '../kit/dom.js';

const PASSWORD = 'a long password';
const WRONG_CREDENTIALS = 'The username or password is incorrect.';
const NOT_CONFIRMED = 'This account isn’t confirmed yet.';

interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly key: string;
}

describe.each(defaultEngines)('accounts confirmed by email on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  let emailCount = 0;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await set({ double_opt_in_enabled: true, double_opt_in_link_hours: 48, double_opt_in_cleanup_days: 7 });
    await shop.site.db()('store_attempts').delete();
    await shop.site.db()('rate_limits').delete();
  });

  const set = async (changes: object): Promise<void> =>
    expect((await shop.rest('POST', '/shop/v1/settings/general', changes)).status).toBe(200);
  const rows = () =>
    shop.site.db()<{ user_id: number; token_hash: string; expires_at: string; created_at: string }>(
      'compliance_confirmations',
    );
  const idOf = async (email: string): Promise<number> =>
    (await shop.site.db()('users').where({ user_email: email }).first<{ id: number } | undefined>('id'))?.id ?? 0;
  const newEmail = (): string => `ewa${++emailCount}@example.test`;
  const prune = () => shop.inContext(async () => shop.site.hooks.doAction('compliance/prune_accounts'));

  async function emails(to: string): Promise<Email[]> {
    await shop.inContext(async () => shop.site.cron.runJobs());
    const folder = join(shop.site.config.dataDir, 'mail');
    return readdirSync(folder)
      .sort()
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replace(/=3D/g, '='),
      )
      .map((text) => ({
        to: /^To: (.*)$/m.exec(text)?.[1]?.trim() ?? '',
        subject: /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '',
        text,
        key: /[?]key=([\w-]{43})/.exec(text)?.[1] ?? '',
      }))
      .filter((email) => email.to === to);
  }

  async function register(email: string, language = 'en_US'): Promise<Browser> {
    const person = shop.shopper();
    await person.get(`/register/?wp_lang=${language}`);
    await person.submit(
      {},
      { register_email: email, register_password: PASSWORD, ...checkedBoxes(person.last?.text ?? '') },
      'register_email',
    );
    return person;
  }

  async function logIn(email: string, password = PASSWORD): Promise<Visit> {
    const person = shop.shopper();
    await person.get('/wp-login.php');
    return person.post('/wp-login.php', { log: email, pwd: password });
  }

  async function open(key: string): Promise<Browser> {
    const person = shop.shopper();
    await person.get(`/confirm-account/?key=${key}`);
    return person;
  }

  it('changes nothing while the setting is off', async () => {
    await set({ double_opt_in_enabled: false });
    const email = newEmail();
    expect(readDom((await register(email)).last?.text ?? '').headings(1)).toContain('Check your inbox');
    expect((await emails(email)).map(({ subject }) => subject)).toEqual(['Your account at Plinth']);
    expect((await logIn(email)).path).toBe('/account/');
    expect((await shop.shopper().get('/confirm-account/')).status).toBe(404);
    expect(await rows()).toEqual([]);
  });

  it('allows login only after the confirmation button was pressed, once', async () => {
    const email = newEmail();
    const person = await register(email);
    expect(person.last?.path).toBe('/confirm-account/?sent=new');
    expect(readDom(person.last?.text ?? '').headings(1)).toContain('Check your email to finish creating your account');
    const [message, ...others] = await emails(email);
    expect([message?.subject, others]).toEqual(['Confirm your account at Plinth', []]);
    expect(message?.text.match(/[?]key(?:=|&#x3D;)[\w-]{43}/g)).toHaveLength(2);
    expect(message?.text).toContain('expires in 48 hours');
    expect((await logIn(email)).text).toContain(NOT_CONFIRMED);

    const key = message?.key ?? '';
    expect(key).toHaveLength(43);
    const [row] = await rows().where({ user_id: await idOf(email) });
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await shop.site.db()('jobs').select())).not.toContain(key);
    for (let visit = 0; visit < 2; visit++) await open(key);
    const html = (await logIn(email)).text;
    expect(html).toContain(NOT_CONFIRMED);
    expect(html).toContain(`<a href="${shop.url}/confirm-account/">Resend email</a>`);

    const reader = await open(key);
    expect(reader.last?.text).toContain(email);
    const { action, fields } = reader.form('key');
    expect((await reader.post(action, { ...fields, _wpnonce: 'no' })).status).toBe(403);
    expect((await logIn(email)).text).toContain(NOT_CONFIRMED);
    const pressed = await reader.post(action, fields);
    expect(pressed.path).toBe('/confirm-account/?done=1');
    expect(pressed.headers.get('cache-control')).toContain('no-store');
    expect((await logIn(email)).path).toBe('/account/');
    expect((await reader.post(action, fields)).status).toBe(410);
    expect((await open(key)).last?.status).toBe(410);
  });

  it('reveals unconfirmed accounts only to those with the password', async () => {
    const email = newEmail();
    await register(email);
    expect((await logIn(email, 'another password')).text).toContain(WRONG_CREDENTIALS);
    expect((await logIn('nobody@example.test')).text).toContain(WRONG_CREDENTIALS);
    const login = await logIn(email);
    expect(login.text).toContain(NOT_CONFIRMED);
    expect(login.text).toContain(`${shop.url}/confirm-account/`);
  });

  it('expires the link after the configured hours, and accepts only the newest one', async () => {
    const email = newEmail();
    await set({ double_opt_in_link_hours: 1 });
    const person = await register(email);
    const [first] = await emails(email);
    const [row] = await rows().where({ user_id: await idOf(email) });
    expect(Math.abs(new Date(`${row?.expires_at}Z`).getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await person.submit({}, { email }, 'email');
    const second = (await emails(email)).at(-1);
    expect(second?.key).not.toBe(first?.key);
    expect((await open(first?.key ?? '')).last?.status).toBe(410);
    expect((await open(second?.key ?? '')).last?.status).toBe(200);
    await rows()
      .where({ user_id: await idOf(email) })
      .update({ expires_at: '2020-01-01 00:00:00' });
    const late = await open(second?.key ?? '');
    expect(late.last?.text).toContain('This link no longer works');
    await late.submit({}, { email }, 'email');
    expect((await open((await emails(email)).at(-1)?.key ?? '')).last?.status).toBe(200);
  });

  it('resends the email without revealing which addresses exist, and with a limit', async () => {
    const [waiting, known] = [newEmail(), newEmail()];
    await register(waiting);
    await register(known);
    await rows()
      .where({ user_id: await idOf(known) })
      .delete();
    const before = (await emails(waiting)).length;
    const knownBefore = (await emails(known)).length;
    const responses = [];
    for (const email of [waiting, known, 'nobody@example.test']) {
      const person = shop.shopper();
      await person.get('/confirm-account/');
      const response = await person.submit({}, { email }, 'email');
      responses.push([response.status, response.path, response.text.replace(/value="[^"]*"/g, '')]);
    }
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
    expect([
      (await emails(waiting)).length - before,
      (await emails(known)).length - knownBefore,
      (await emails('nobody@example.test')).length,
    ]).toEqual([1, 0, 0]);

    let status = 0;
    for (let more = 0; more < 8; more++) {
      const person = shop.shopper();
      await person.get('/confirm-account/');
      status = (await person.submit({}, { email: waiting }, 'email')).status;
    }
    expect(status).toBe(429);
    expect((await emails(waiting)).length - before).toBe(3);
  });

  it('sends the email in Polish to those who registered in Polish', async () => {
    const email = newEmail();
    expect((await register(email, 'pl_PL')).last?.text).toContain('<html lang="pl">');
    const [message] = await emails(email);
    expect(message?.text).toContain('Link dzia=C5=82a raz');
    expect((await open(message?.key ?? '')).last?.text).toContain('Confirm account');
  });

  it('keeps orders and account made at checkout when the confirmation expires', async () => {
    const email = newEmail();
    const buyer = await shop.atCheckout(mug);
    const thanks = await shop.order(buyer, {
      ...checkedBoxes(buyer.last?.text ?? ''),
      ...BUYER,
      billing_email: email,
      create_account: '1',
      account_password: PASSWORD,
    });
    expect(thanks.path).toMatch(/^\/order\//);
    expect(thanks.text).toContain('We will send you an email with a link.');
    expect((await emails(email)).map(({ subject }) => subject).sort()).toEqual([
      'Confirm your account at Plinth',
      expect.stringMatching(/^Confirmation of your order/),
    ]);
    expect((await logIn(email)).text).toContain(NOT_CONFIRMED);
    await rows().update({ created_at: '2020-01-01 00:00:00', expires_at: '2020-01-02 00:00:00' });
    await prune();
    const id = await idOf(email);
    expect(id).toBeGreaterThan(0);
    expect(await shop.site.db()('store_orders').where({ user_id: id })).toHaveLength(1);
  });

  it('deletes accounts unconfirmed after the configured days, with their consent data', async () => {
    const [idle, writer, late, recent, owner] = [newEmail(), newEmail(), newEmail(), newEmail(), newEmail()];
    for (const email of [idle, writer, late, recent]) await register(email);
    const byAdmin = await shop.inContext(() =>
      shop.site.users.wpInsertUser({ user_login: owner, user_email: owner, user_pass: PASSWORD, role: 'customer' }),
    );
    await shop.inContext(async () =>
      shop.site.content.wpInsertPost({ post_title: 'Words', post_author: await idOf(writer), post_status: 'draft' }),
    );
    const idleId = await idOf(idle);
    expect(await shop.site.db()('compliance_consents').where({ user_id: idleId })).toHaveLength(1);
    for (const email of [idle, writer])
      await rows()
        .where({ user_id: await idOf(email) })
        .update({ created_at: '2020-01-01 00:00:00', expires_at: '2020-01-02 00:00:00' });
    await rows()
      .where({ user_id: await idOf(late) })
      .update({ created_at: '2020-01-01 00:00:00', expires_at: '2999-01-01 00:00:00' });
    await rows()
      .where({ user_id: await idOf(recent) })
      .update({ expires_at: '2020-01-02 00:00:00' });

    await set({ double_opt_in_enabled: false });
    await prune();
    expect(await idOf(idle)).toBe(idleId);
    await set({ double_opt_in_enabled: true });
    await prune();
    expect(await idOf(idle)).toBe(0);
    for (const email of [writer, late, recent, owner]) expect([email, await idOf(email)]).not.toEqual([email, 0]);
    expect(await shop.site.db()('compliance_consents').where({ user_id: idleId }).orWhere({ email: idle })).toEqual([]);
    expect(typeof byAdmin).toBe('number');
    expect((await logIn(owner)).path).toBe('/account/');
    expect((await register(idle)).last?.path).toBe('/confirm-account/?sent=new');
  });

  it('treats a password reset or a login meanwhile as confirmation', async () => {
    const [reset, meanwhile] = [newEmail(), newEmail()];
    await register(reset);
    await register(meanwhile);
    await shop.inContext(async () => {
      const user = await shop.site.users.getUserBy('email', reset);
      if (user) await shop.site.hooks.doAction('after_password_reset', user, PASSWORD);
    });
    expect((await logIn(reset)).path).toBe('/account/');
    await set({ double_opt_in_enabled: false });
    expect((await logIn(meanwhile)).path).toBe('/account/');
    await set({ double_opt_in_enabled: true });
    expect((await logIn(meanwhile)).path).toBe('/account/');
  });
});
