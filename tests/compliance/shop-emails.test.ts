import type { CheckResult } from '../../plugins/compliance/checks/check.js';
import { allEngines } from '../kit/databases.js';
import { type MailServer, openMailServer } from '../kit/mail-server.js';
import type { Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const COMPANY = 'shop@example.test';
const STORE = 'orders@example.test';
const CUSTOMER = 'anna@example.test';
/** Removes all recipients of order confirmations while an option is set. */
const SILENCER = `
module.exports.default = { boot(scope) {
  scope.addFilter('store/mail_recipients', async (recipients, kind) =>
    kind === 'received' && (await scope.getOption('silencer', '')) !== '' ? [] : recipients, 10, 2);
} };`;

const decoded = (email: string): string =>
  email
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replace(/=/g, ''), 'hex').toString('utf8'));

describe.each(allEngines)('emails of the shop on %s', (engine) => {
  let server: MailServer;
  let shop: RealShop;
  let smtpReply: string | undefined;

  beforeEach(async () => {
    smtpReply = undefined;
    server = await openMailServer({ reply: (command) => (/^RCPT/.test(command) ? smtpReply : undefined) });
    shop = await bootRealShop(engine, { smtpUrl: server.url }, { silencer: SILENCER });
    await shop.save({ name: 'Mug', sku: 'MUG' });
  });
  afterEach(async () => {
    await shop.close();
    await server.close();
  });

  const setCompany = (values: Record<string, string>): Promise<unknown> =>
    shop.rest('POST', '/shop/v1/settings/general', values);
  async function order(locale = 'en_US'): Promise<Visit> {
    const { id } = await shop.site.db()('store_products').first<{ id: number }>('id');
    const buyer = await shop.atCheckout(id);
    await buyer.get(`/checkout/?wp_lang=${locale}`);
    await buyer.get('/checkout/');
    return shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
  }
  async function runJobs(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await shop.site.db()('jobs').where({ state: 'waiting' }).update({ run_at: '2001-01-01 00:00:00' });
      await shop.inContext(() => shop.site.cron.runJobs());
    }
  }
  const replyTo = (subject: RegExp): string => {
    const email = server.emails.find((text) => subject.test(/^Subject: (.*)$/m.exec(text)?.[1] ?? '')) ?? '';
    return /^Reply-To: (.*?)\r?$/m.exec(email)?.[1] ?? '';
  };
  async function withdraw(): Promise<void> {
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    await guest.submit(
      {},
      { declaration_name: 'Anna', declaration_order: 'unknown', declaration_email: CUSTOMER },
      'declaration_name',
    );
    await guest.submit({ confirm: '1' }, {}, 'declaration_name');
  }
  async function report(): Promise<void> {
    const guest = shop.shopper();
    await guest.get('/report/');
    await guest.submit(
      {},
      {
        declaration_url: 'https://example.test/product/x/',
        declaration_reason: 'Counterfeit',
        declaration_email: CUSTOMER,
        declaration_good_faith: '1',
      },
      'declaration_url',
    );
    await guest.submit({ confirm: '1' }, {}, 'declaration_url');
    const admin = await shop.admin();
    await admin.get('/wp-admin/admin.php?page=compliance-declarations&kind=report');
    await admin.submit(
      { decide: 'accepted' },
      { decision: 'Removed.', author_email: 'author@example.test' },
      'decision',
    );
  }
  async function findAttachments(): Promise<CheckResult | undefined> {
    const { text } = await (await shop.admin()).get('/wp-admin/admin.php?page=compliance&export=json');
    return (JSON.parse(text) as { checks: readonly CheckResult[] }).checks.find(({ id }) => id === 'attachments');
  }

  it('all have the seller’s address for replies, and the store’s while that is empty', async () => {
    await shop.inContext(async () =>
      shop.scope.updateOption('store_commerce_settings', {
        ...(await shop.scope.getOption<object>('store_commerce_settings', {})),
        shopEmail: STORE,
      }),
    );
    await withdraw();
    expect(replyTo(/^We have received your withdrawal/)).toBe(STORE);

    await setCompany({ company_email: COMPANY });
    await order();
    await report();
    await runJobs();
    expect({
      order: replyTo(/^Confirmation of your order/),
      report: replyTo(/^We have received your report/),
      decision: replyTo(/^Our decision on your report/),
      author: replyTo(/^Why we restricted your content/),
      toShop: replyTo(/^New order/),
    }).toEqual({ order: COMPANY, report: COMPANY, decision: COMPANY, author: COMPANY, toShop: CUSTOMER });
    const recipients = server.emails
      .filter((email) => /^Subject: (?:New order|Illegal content)/m.test(email))
      .map((email) => /^To: (.*?)\r?$/m.exec(email)?.[1]);
    expect(recipients).toEqual([COMPANY, COMPANY]);
    const screen = await (await shop.admin()).get('/wp-admin/admin.php?page=store-commerce');
    expect(screen.text).toMatch(new RegExp(`value="${COMPANY}"[^>]* readonly`));
  });

  it.each([
    [
      'en_US',
      'We accept your order. This email confirms the conclusion of the contract (Consumer Rights Act, art. 21; Directive 2011/83/EU, art. 8(7)).',
      'The seller is Firma Próbna.',
    ],
    [
      'pl_PL',
      'Przyjmujemy Twoje zamówienie. Ta wiadomość jest potwierdzeniem zawarcia umowy (art. 21 ustawy o prawach konsumenta).',
      'Sprzedawca: Firma Próbna.',
    ],
  ])('law 24 confirm the contract with an order, in %s', async (locale, confirmation, seller) => {
    await setCompany({ company_name: 'Firma Próbna' });
    await order(locale);
    const email = decoded(server.emails.find((text) => text.includes(`To: ${CUSTOMER}\r\n`)) ?? '');
    expect(email).toContain(confirmation);
    expect(email).toContain(seller);
    expect(email).not.toMatch(/We have received it|Otrzymaliśmy je/);
  });

  it('law 24 that fail are retried, never called sent, and fail the check of order confirmations', async () => {
    expect((await order()).text).toContain(`We have sent a confirmation to ${CUSTOMER}.`);
    smtpReply = '451 4.3.0 Later';
    const { path, text } = await order();
    expect(text).toContain(`We could not send the confirmation to ${CUSTOMER} yet.`);
    for (let round = 0; round < 3; round++) await runJobs();
    expect(await findAttachments()).toMatchObject({
      state: 'missing',
      description: expect.stringContaining(
        '1 order of the last 30 days has no confirmation email: it was not sent or has no recipient.',
      ),
    });
    smtpReply = undefined;
    await runJobs();
    expect((await shop.shopper().get(path)).text).toContain(`We have sent a confirmation to ${CUSTOMER}.`);
    expect((await findAttachments())?.description).not.toContain('no confirmation email');
  });

  it('law 24 without a recipient fail the check of order confirmations', async () => {
    await shop.inContext(() => shop.scope.updateOption('silencer', 'on'));
    expect((await order()).text).toContain(`We could not send the confirmation to ${CUSTOMER}. Please print`);
    const found = await findAttachments();
    expect(found?.state).toBe('missing');
    for (const problem of [
      'A plugin removes the customer from the recipients of the order confirmation email.',
      '1 order of the last 30 days has no confirmation email',
    ])
      expect(found?.description).toContain(problem);
  });
});
