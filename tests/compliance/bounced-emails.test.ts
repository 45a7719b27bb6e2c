import { createKnownOrders } from '../../plugins/compliance/declarations/known-orders.js';
import { createPluginServices } from '../../plugins/compliance/services.js';
import { defaultEngines } from '../kit/databases.js';
import { type MailServer, openMailServer } from '../kit/mail-server.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const SCREEN = '/wp-admin/admin.php?page=compliance-declarations';

describe.each(defaultEngines)('rejected legally required emails on %s', (engine) => {
  let server: MailServer;
  let shop: RealShop;
  let smtpReply: string;
  beforeEach(async () => {
    smtpReply = '550 5.1.1 No such user <ewa>';
    server = await openMailServer({ reply: (command) => (/^RCPT TO:<ewa@/.test(command) ? smtpReply : undefined) });
    shop = await bootRealShop(engine, { smtpUrl: server.url });
  });
  afterEach(async () => {
    await shop.close();
    await server.close();
  });

  const offered = (): number => server.commands.filter((command) => command === 'RCPT TO:<ewa@example.test>').length;
  const jobs = (queue: string): Promise<{ id: number; state: string; attempts: number }[]> =>
    shop.site.db()('jobs').where({ queue }).orderBy('id').select('id', 'state', 'attempts');

  async function later(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await shop.inContext(() => shop.site.cron.runJobs());
      await shop.site.db()('jobs').where({ state: 'waiting' }).update({ run_at: '2001-01-01 00:00:00' });
    }
  }

  async function withdraw(): Promise<void> {
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    await guest.submit(
      {},
      { declaration_name: 'Ewa', declaration_order: 'unknown', declaration_email: 'ewa@example.test' },
      'declaration_name',
    );
    await guest.submit({ confirm: '1' }, {}, 'declaration_name');
  }

  const expectNoPluginErrors = async (): Promise<void> => {
    await shop.site.plugins.pluginErrors.flush();
    expect(await shop.inContext(() => shop.site.plugins.pluginErrors.list())).toEqual([]);
  };

  it('are tried once and shown with the declaration until resent or erased', async () => {
    await withdraw();
    await withdraw();
    await later();
    expect(offered()).toBe(2);
    await expectNoPluginErrors();
    const admin = await shop.admin();
    const page = await admin.get(SCREEN);
    expect(page.text.split('Confirmation of receipt was not delivered; the mail server rejected it:').length - 1).toBe(
      2,
    );
    expect(page.text).toContain('550 5.1.1 No such user &lt;ewa&gt;');

    smtpReply = '250 welcome';
    await admin.submit({ receipt: 'resend' }, {}, 'declaration');
    expect((await admin.get(SCREEN)).text.split('was not delivered').length - 1).toBe(1);
    await shop.inContext(() => createPluginServices(shop.scope).personalData.erase('ewa@example.test'));
    expect((await admin.get(SCREEN)).text).not.toContain('was not delivered');
    expect(await shop.site.db()('compliance_bounced_emails').select('*')).toEqual([]);
  });

  it('are retried and not shown while the rejection is temporary', async () => {
    smtpReply = '451 4.3.0 Later';
    await withdraw();
    await later();
    expect(offered()).toBe(3);
    expect((await (await shop.admin()).get(SCREEN)).text).not.toContain('was not delivered');
    await expectNoPluginErrors();
  });

  it('for account confirmation are shown while the account waits', async () => {
    await shop.rest('POST', '/shop/v1/settings/general', { double_opt_in_enabled: true });
    const person = shop.shopper();
    await person.get('/register/');
    await person.submit(
      {},
      {
        register_email: 'ewa@example.test',
        register_password: 'a long password',
        ...checkedBoxes(person.last?.text ?? ''),
      },
      'register_email',
    );
    await later();
    expect(offered()).toBe(1);
    expect(await jobs('compliance/confirm-account')).toEqual([expect.objectContaining({ state: 'dead', attempts: 1 })]);
    await expectNoPluginErrors();
    const admin = await shop.admin();
    const page = await admin.get(SCREEN);
    for (const text of [
      'Accounts with an undelivered confirmation email',
      '>ewa@example.test</a>',
      '550 5.1.1 No such user',
    ])
      expect(page.text).toContain(text);
    const { id } = await shop.site.db()('users').where({ user_email: 'ewa@example.test' }).first<{
      id: number;
    }>('id');
    await shop.inContext(() => shop.site.users.wpDeleteUser(id));
    expect((await admin.get(SCREEN)).text).not.toContain('undelivered confirmation email');
    expect(await shop.site.db()('compliance_bounced_emails').select('*')).toEqual([]);
  });

  it('lets a corrected email address of an order identify it instead of the old', async () => {
    const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, { ...checkedBoxes(buyer.last?.text ?? ''), billing_email: 'ewa@example.test' });
    const order = await shop.site.db()('store_orders').first<{ id: number; number: string }>('id', 'number');
    const admin = await shop.admin();
    await admin.get(`/wp-admin/admin.php?page=store-order&id=${order.id}`);
    await admin.submit({ action: 'resend_email' }, { email: 'eva@example.test' }, 'message');
    const known = createKnownOrders(shop.scope);
    expect([
      await known.find(order.number, 'eva@example.test'),
      await known.find(order.number, 'ewa@example.test'),
    ]).toEqual([order.id, 0]);
  });
});
