import { receiptStatus } from '../../plugins/compliance/database/declaration-tables.js';
import { createPluginServices } from '../../plugins/compliance/services.js';
import type { CheckResult } from '../../plugins/compliance/checks/check.js';
import { SEND_QUEUED_RECEIPTS } from '../../plugins/compliance/declarations/receipt-delivery.js';
import type { ReceiptStatus } from '../../plugins/compliance/declarations/tables.js';
import { allEngines } from '../kit/databases.js';
import { type MailServer, openMailServer } from '../kit/mail-server.js';
import { assertDefined } from '../kit/assert-defined.js';
import { ADMIN } from '../kit/site.js';
import { Browser, type Fields, type Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const SCREEN = '/wp-admin/admin.php?page=compliance-declarations';
const CUSTOMER = 'anna@example.test';
const DAY_MS = 86_400_000;
const SENT = 'We have sent a confirmation with the date and time to';
const WILL_SEND = 'We will send a confirmation with the date and time to';
const NOT_YET = 'We could not send the confirmation to';

interface Row {
  readonly id: number;
  readonly order_id: number;
  readonly flag: string;
  readonly receipt_status: ReceiptStatus;
  readonly receipt_sent_at: string | null;
  readonly receipt_attempts: number;
}

describe.each(allEngines)('receipts of declarations on %s', (engine) => {
  let server: MailServer;
  let shop: RealShop;
  let order: { readonly id: number; readonly number: string };
  let smtpReply: string | undefined;
  /** Milliseconds by which the clock is ahead. */
  let ahead: number;

  beforeEach(async () => {
    [smtpReply, ahead] = [undefined, 0];
    const now = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    server = await openMailServer({ reply: (command) => (/^RCPT/.test(command) ? smtpReply : undefined) });
    shop = await bootRealShop(engine, { smtpUrl: server.url });
    await shop.rest('POST', '/shop/v1/settings/general', { company_email: 'shop@example.test' });
    const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    const buyer = await shop.atCheckout(mug, '5');
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    order = await shop.site.db()('store_orders').first<{ id: number; number: string }>('id', 'number');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.close();
    await server.close();
  });

  const rows = (): Promise<Row[]> => shop.site.db()<Row>('compliance_declarations').orderBy('id').select();
  const statuses = async (): Promise<string[]> => (await rows()).map(({ receipt_status: status }) => status);
  /** Number of receipts that the mail server received for an email address. */
  const receiptsTo = (address: string): number =>
    server.emails.filter(
      (email) => email.includes(`To: ${address}\r\n`) && /^Subject: We have received your withdrawal/m.test(email),
    ).length;
  const runJobs = (): Promise<unknown> => shop.inContext(() => shop.site.cron.runJobs());
  /** Runs all jobs, including those scheduled for later. */
  async function runLaterJobs(): Promise<void> {
    await shop.site.db()('jobs').where({ state: 'waiting' }).update({ run_at: '2001-01-01 00:00:00' });
    await runJobs();
  }
  async function sendQueued(): Promise<void> {
    await shop.inContext(() => shop.scope.doAction(SEND_QUEUED_RECEIPTS));
    await runJobs();
  }

  /** Withdraws as an API client does, without the first step. */
  async function withdraw(fields: Fields = {}, guest = shop.shopper(), path = '/withdrawal/'): Promise<Visit> {
    await guest.get(path);
    const { fields: form } = guest.form('declaration_name');
    return guest.post('/withdrawal/', {
      ...form,
      declaration_name: 'Anna',
      declaration_order: 'unknown',
      declaration_email: CUSTOMER,
      confirm: '1',
      ...fields,
    });
  }
  const withdrawFromOrder = (fields: Fields = {}, guest?: Browser): Promise<Visit> =>
    withdraw({ declaration_order: order.number, ...fields }, guest);

  async function findChecks(...ids: string[]): Promise<Record<string, readonly string[]>> {
    const { text } = await (await shop.admin()).get('/wp-admin/admin.php?page=compliance&export=json');
    const { checks: results } = JSON.parse(text) as { checks: readonly CheckResult[] };
    return Object.fromEntries(
      results
        .filter(({ id }) => ids.includes(id))
        .map(({ id, state, description, recommendation }) => [id, [state, description, recommendation]]),
    );
  }

  it('law 07 are sent at once for each withdrawal with an order’s number and email', async () => {
    const pages: string[] = [];
    for (let count = 0; count < 6; count++) pages.push((await withdrawFromOrder()).text);
    expect(receiptsTo(CUSTOMER)).toBe(6);
    for (const page of pages) expect(page).toContain(`${SENT} ${CUSTOMER}`);
    for (const row of await rows())
      expect(row).toMatchObject({ receipt_status: 'sent', receipt_attempts: 1, receipt_sent_at: expect.any(String) });
    // Their jobs find nothing to send.
    await runLaterJobs();
    expect(receiptsTo(CUSTOMER)).toBe(6);
  });

  it('law 07 are sent at once for each withdrawal through an order’s link', async () => {
    const token = await shop.inContext(() => createPluginServices(shop.scope).contracts.tokenOf(order.id));
    const [line = 0] = await shop.site.db()('store_order_lines').where({ order_id: order.id }).pluck('id');
    const onePiece = { declaration_email: 'home@example.test', [`declaration_quantity_${line}`]: '1' };
    for (let count = 0; count < 5; count++) await withdraw(onePiece, shop.shopper(), `/withdrawal/?contract=${token}`);
    expect([receiptsTo('home@example.test'), await statuses()]).toEqual([5, Array<string>(5).fill('sent')]);
  });

  it('law 07 are sent at once to a logged-in customer who owns the order', async () => {
    await shop.site.db()('store_orders').where({ id: order.id }).update({ user_id: 1 });
    const customer = shop.shopper();
    await customer.logIn(ADMIN.login, ADMIN.password);
    for (let count = 0; count < 5; count++)
      await withdrawFromOrder({ declaration_email: 'home@example.test' }, customer);
    expect(receiptsTo('home@example.test')).toBe(5);
    expect((await rows()).map(({ order_id: id }) => id)).toEqual(Array<number>(5).fill(order.id));
  });

  it('are limited once an order was used for many emails to other addresses', async () => {
    await shop.site.db()('store_orders').where({ id: order.id }).update({ user_id: 1 });
    const customer = shop.shopper();
    await customer.logIn(ADMIN.login, ADMIN.password);
    for (let count = 0; count < 25; count++)
      await withdrawFromOrder({ declaration_email: 'someone@example.test' }, customer);
    expect(receiptsTo('someone@example.test')).toBe(23);
    await withdrawFromOrder();
    expect(receiptsTo(CUSTOMER)).toBe(1);
  });

  it('law 07 of an order are sent when its network has reached the limits, and are not flagged', async () => {
    for (let number = 1; number <= 32; number++) {
      const page = await withdraw({ declaration_email: `net${number}@example.test` });
      expect(page.text).toContain(`${number > 30 ? WILL_SEND : SENT} net${number}@example.test`);
    }
    const page = await withdrawFromOrder();
    expect([page.text.includes(`${SENT} ${CUSTOMER}`), receiptsTo(CUSTOMER)]).toEqual([true, 1]);
    expect((await rows()).at(-1)).toMatchObject({ flag: '', receipt_status: 'sent' });
    for (let round = 0; round < 3; round++) await runJobs();
    // The shop is notified too.
    const notes = server.emails.filter((email) => /^Subject: A customer withdraws/m.test(email));
    expect(notes.filter((email) => /^Reply-To: anna@example\.test/m.test(email))).toHaveLength(1);
  });

  it('law 07 that exceed the limits wait and are sent later, oldest first', async () => {
    for (let count = 0; count < 8; count++) await withdraw();
    const queued = (await rows()).filter(({ receipt_status: status }) => status === 'queued').map(({ id }) => id);
    expect([queued.length, receiptsTo(CUSTOMER)]).toEqual([5, 3]);
    await sendQueued();
    expect(receiptsTo(CUSTOMER)).toBe(3);

    ahead = DAY_MS + 60_000;
    await sendQueued();
    expect(receiptsTo(CUSTOMER)).toBe(6);
    expect((await rows()).filter(({ receipt_status: status }) => status === 'queued').map(({ id }) => id)).toEqual(
      queued.slice(3),
    );
    // A new receipt does not overtake the ones that are waiting.
    await withdraw();
    expect(await statuses()).toEqual([...Array<string>(6).fill('sent'), 'queued', 'queued', 'queued']);

    ahead = 2 * DAY_MS + 120_000;
    await sendQueued();
    expect(await statuses()).toEqual(Array<string>(9).fill('sent'));
    ahead = 4 * DAY_MS;
    await sendQueued();
    expect(await shop.site.db()('compliance_declarations').pluck('receipt_network')).toEqual(Array<string>(9).fill(''));
  });

  it('law 07 are neither switched off by a stranger’s declarations nor use up the limits', async () => {
    for (let count = 0; count < 4; count++) await withdrawFromOrder();
    for (let count = 0; count < 3; count++) await withdraw();
    expect(await statuses()).toEqual(Array<string>(7).fill('sent'));
    await withdraw();
    expect((await statuses()).at(-1)).toBe('queued');
    await withdrawFromOrder();
    expect([(await statuses()).at(-1), receiptsTo(CUSTOMER)]).toEqual(['sent', 8]);
  });

  it('law 07 are sent when the shop owner assigns a waiting withdrawal to its order', async () => {
    for (let count = 0; count < 4; count++) await withdraw();
    expect((await statuses()).at(-1)).toBe('queued');
    const admin = await shop.admin();
    await admin.get(SCREEN);
    await admin.submit({ match: '1' }, { order_number: order.number }, 'order_number');
    expect([await statuses(), receiptsTo(CUSTOMER)]).toEqual([Array<string>(4).fill('sent'), 4]);
  });

  it.each([
    ['en_US', NOT_YET, 'We keep trying; please print or save this page.'],
    ['pl_PL', 'Nie udało się jeszcze wysłać potwierdzenia na adres', 'Próbujemy dalej. Wydrukuj lub zapisz tę stronę.'],
  ])('law 07 are retried and reported while the mail server fails, in %s', async (locale, notYet, keepPage) => {
    smtpReply = '451 4.3.0 Later';
    const guest = shop.shopper();
    await guest.get(`/?wp_lang=${locale}`);
    const { text } = await withdrawFromOrder({}, guest);
    expect(text).toContain(`${notYet} ${CUSTOMER}`);
    expect(text).toContain(keepPage);
    expect(text).not.toContain(locale === 'pl_PL' ? 'wysłaliśmy' : SENT);
    await runLaterJobs();
    expect((await rows())[0]).toMatchObject({ receipt_status: 'failed', receipt_attempts: 2, receipt_sent_at: null });
    // Still retried after hours.
    for (let round = 0; round < 10; round++) await runLaterJobs();
    expect((await rows())[0]).toMatchObject({ receipt_status: 'failed', receipt_attempts: 12 });
    const admin = await shop.admin();
    expect((await admin.get(`${SCREEN}&kind=unconfirmed`)).text).toContain('Not sent yet: 12 attempts failed');

    smtpReply = undefined;
    await runLaterJobs();
    expect((await rows())[0]).toMatchObject({ receipt_status: 'sent', receipt_attempts: 13 });
    expect((await admin.get(`${SCREEN}&kind=unconfirmed`)).text).toContain('No submissions yet.');
  });

  it('law 07 that were not sent fail the checks of withdrawals and records, also in site health', async () => {
    const ids = ['form_withdrawal', 'records'];
    const good = await findChecks(...ids);
    expect(good).toEqual({
      form_withdrawal: ['good', expect.any(String), ''],
      records: ['good', expect.any(String), ''],
    });
    smtpReply = '451 4.3.0 Later';
    await withdrawFromOrder();
    expect(await findChecks(...ids)).toEqual({
      form_withdrawal: [
        'missing',
        '1 confirmation of a withdrawal has not been sent.',
        expect.stringContaining('Check the mail settings'),
      ],
      records: [
        'missing',
        '1 confirmation of a declaration has not been sent.',
        expect.stringContaining('Check the mail settings'),
      ],
    });
    expect((await (await shop.admin()).get('/wp-admin/site-health.php')).text).toContain(
      '1 confirmation of a withdrawal has not been sent.',
    );
    smtpReply = undefined;
    await runLaterJobs();
    const mended = await findChecks(...ids);
    expect(mended).toEqual(good);
  });

  it('law 07 that the mail server rejects can be sent again or marked as confirmed another way', async () => {
    smtpReply = '550 5.1.1 No such user';
    for (let count = 0; count < 2; count++)
      expect((await withdrawFromOrder()).text).toContain(`${NOT_YET} ${CUSTOMER}. Please print or save this page.`);
    await runLaterJobs();
    expect(await statuses()).toEqual(['refused', 'refused']);
    const admin = await shop.admin();
    expect((await admin.get(SCREEN)).text).toContain('Rejected by the mail server');
    await admin.submit({ receipt: 'elsewhere' }, {}, 'declaration');
    expect(await statuses()).toEqual(['refused', 'none']);
    smtpReply = undefined;
    await admin.get(`${SCREEN}&kind=unconfirmed`);
    expect((await admin.submit({ receipt: 'resend' }, {}, 'declaration')).text).toContain('The confirmation was sent.');
    expect([await statuses(), receiptsTo(CUSTOMER)]).toEqual([['sent', 'none'], 1]);
    const actions = (await shop.site.db()('audit_log').orderBy('id').pluck('action')) as string[];
    expect(actions.filter((action) => action.startsWith('compliance.receipt'))).toEqual([
      'compliance.receipt_confirmed_elsewhere',
      'compliance.receipt_resent',
    ]);
  });

  it('take their state from earlier jobs when the shop is updated', async () => {
    for (let count = 0; count < 4; count++) await withdraw();
    await shop.site.db()('jobs').where({ queue: 'compliance/receipt' }).delete();
    await shop.site.db()('compliance_declarations').update({ receipt_status: 'none', receipt_sent_at: null });
    const ids = (await rows()).map(({ id }) => id);
    const time = '2026-01-02 03:04:05';
    for (const [index, state] of (['done', 'dead', 'waiting'] as const).entries())
      await shop.site
        .db()('jobs')
        .insert({
          queue: 'compliance/receipt',
          payload: JSON.stringify({ id: ids[index], message: 'receipt' }),
          state,
          attempts: 1,
          run_at: time,
          progress: 0,
          total: 0,
          error: '',
          locked_until: null,
          created_at: time,
          updated_at: time,
        });
    await receiptStatus.up(shop.site.db);
    expect(await statuses()).toEqual(['sent', 'failed', 'pending', 'none']);
    expect(assertDefined((await rows())[0]).receipt_sent_at).toBe(time);
  });
});
