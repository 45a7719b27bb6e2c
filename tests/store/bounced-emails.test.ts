import { defaultEngines } from '../kit/databases.js';
import { type MailServer, openMailServer } from '../kit/mail-server.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER } from './shopper.js';
import { assertDefined } from '../kit/assert-defined.js';

describe.each(defaultEngines)('email rejected by the mail server on %s', (engine) => {
  let server: MailServer;
  let shop: CommerceSite;
  let smtpReply: string;
  beforeEach(async () => {
    smtpReply = '550 5.1.1 No such user <anna>';
    server = await openMailServer({
      reply: (command) => (/^RCPT TO:<(anna|owner)@/.test(command) ? smtpReply : undefined),
    });
    shop = await bootCommerce(engine, { smtpUrl: server.url });
    await shop.put({ productId: 1, name: 'Lamp', price: 5000, stock: 3 });
  });
  afterEach(async () => {
    await shop.close();
    await server.close();
  });

  interface Email {
    readonly id: number;
    readonly kind: string;
    readonly recipient: string;
    readonly state: string;
    readonly refusal: string;
    readonly data: string;
  }
  const emails = (kind?: string): Promise<Email[]> =>
    shop.site
      .db()('store_emails')
      .where(kind === undefined ? {} : { kind })
      .orderBy('id')
      .select('*');
  const offered = (to: string): number => server.commands.filter((command) => command === `RCPT TO:<${to}>`).length;
  const jobs = (): Promise<{ state: string; attempts: number }[]> =>
    shop.site.db()('jobs').where({ queue: 'store/send_email' }).select('state', 'attempts');

  /** Lets pending asynchronous work run, several times. */
  async function later(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await shop.site.db()('jobs').where({ state: 'waiting' }).update({ run_at: '2001-01-01 00:00:00' });
      await shop.inContext(() => shop.site.cron.runJobs());
    }
  }

  async function buy(): Promise<number> {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    expect(
      (await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token')).path,
    ).toContain('/order/');
    return Number((await shop.orders())[0]?.id);
  }

  async function owner(): Promise<Browser> {
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    return admin;
  }

  const expectNoPluginErrors = async (): Promise<void> => {
    await shop.site.plugins.pluginErrors.flush();
    expect(await shop.inContext(() => shop.site.plugins.pluginErrors.list())).toEqual([]);
  };

  it('shows the rejection on the order and resends to a corrected address', async () => {
    const id = await buy();
    await later();
    const [refusedEmail] = await emails('received');
    expect(refusedEmail).toMatchObject({
      state: 'refused',
      recipient: 'anna@example.test',
      refusal: '550 5.1.1 No such user <anna>',
    });
    expect(offered('anna@example.test')).toBe(1);
    expect((await jobs()).filter(({ state }) => state !== 'done')).toEqual([]);
    await expectNoPluginErrors();

    const admin = await owner();
    const page = await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
    for (const text of [
      'Rejected by the mail server',
      '550 5.1.1 No such user &lt;anna&gt;',
      'value="anna@example.test"',
    ])
      expect(page.text).toContain(text);
    expect((await admin.submit({ action: 'resend_email' }, { email: 'no address' }, 'message')).text).toContain(
      'Enter a full email address',
    );
    expect((await admin.submit({ action: 'resend_email' }, { email: 'hanna@example.test' }, 'message')).text).toContain(
      'The email was sent again',
    );
    expect(await emails('received')).toEqual([
      expect.objectContaining({ id: refusedEmail?.id, state: 'sent', recipient: 'hanna@example.test', refusal: '' }),
    ]);
    expect(offered('hanna@example.test')).toBe(1);

    // Later emails use the corrected address too, and the order is found by it.
    await shop.inContext(() => shop.service().setStatus(id, 'processing'));
    expect(await emails('processing')).toEqual([
      expect.objectContaining({ state: 'sent', recipient: 'hanna@example.test' }),
    ]);
    expect((await admin.get('/wp-admin/admin.php?page=store-orders&s=hanna%40example')).text).toContain(
      'hanna@example.test',
    );
    expect((await shop.site.db()('audit_log').where({ action: 'orders.edited' }).select('*')).length).toBe(1);
    await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
    await admin.post(`/wp-admin/admin.php?page=store-order&id=${id}`, {
      ...admin.form().fields,
      id: String(id),
      message: String(refusedEmail?.id),
      email: 'anna@example.test',
      action: 'resend_email',
    });
    expect(offered('anna@example.test')).toBe(1);
  });

  it('retries after a temporary SMTP error', async () => {
    smtpReply = '451 4.3.0 Later';
    await buy();
    await later();
    expect(await emails('received')).toEqual([expect.objectContaining({ state: 'failed', refusal: '' })]);
    expect(offered('anna@example.test')).toBeGreaterThan(3);
    smtpReply = '250 welcome';
    await later();
    expect(await emails('received')).toEqual([expect.objectContaining({ state: 'sent' })]);
    await expectNoPluginErrors();
  });

  it('ends the retry job when a retry is rejected permanently', async () => {
    smtpReply = '451 4.3.0 Later';
    await buy();
    smtpReply = '550 5.1.1 No such user';
    const before = offered('anna@example.test');
    await later();
    expect(offered('anna@example.test')).toBe(before + 1);
    expect(await emails('received')).toEqual([
      expect.objectContaining({ state: 'refused', refusal: '550 5.1.1 No such user' }),
    ]);
    expect((await jobs()).filter(({ state }) => state === 'waiting')).toEqual([]);
    await expectNoPluginErrors();
  });

  it('lists a rejected contact email until it is resent or dropped', async () => {
    await shop.inContext(() => shop.site.options.updateOption('admin_email', 'owner@example.test'));
    const visitor = shop.shopper();
    const write = async (message: string): Promise<void> => {
      await visitor.get('/contact/');
      await visitor.submit(
        {},
        { contact_name: 'Ewa', contact_email: 'ewa@example.test', contact_message: message },
        'contact_email',
      );
    };
    await write('Is the lamp <green>?');
    await write('Forget it.');
    await later();
    expect(offered('owner@example.test')).toBe(2);
    await expectNoPluginErrors();
    const admin = await owner();
    const list = '/wp-admin/admin.php?page=store-bounced-emails';
    const page = await admin.get(list);
    for (const text of ['Is the lamp &lt;green&gt;?', 'Forget it.', 'Ewa, ewa@example.test', '550 5.1.1 No such user'])
      expect(page.text).toContain(text);
    const [first, second] = await emails('contact');
    const submitAction = (action: string, message: number, email: string): Promise<unknown> =>
      admin.post(list, { ...admin.form('message').fields, action, message: String(message), email });
    await submitAction('drop', assertDefined(second?.id), '');
    await submitAction('resend', assertDefined(first?.id), 'desk@example.test');
    expect(await emails('contact')).toEqual([
      expect.objectContaining({ id: first?.id, state: 'sent', recipient: 'desk@example.test', data: '' }),
    ]);
    expect(server.emails.some((email) => email.includes('Is the lamp <green>?'))).toBe(true);
    expect((await admin.get(list)).text).toContain('No undelivered emails.');
  });
});
