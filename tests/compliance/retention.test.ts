import { type PersonalDataErasers, PlinthError, type PluginScope } from '../../core/api/index.js';
import { createPluginServices } from '../../plugins/compliance/services.js';
import { createOldRecords } from '../../plugins/compliance/retention/old-records.js';
import { getPeriodEnd } from '../../plugins/compliance/retention/retention.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { allEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const SCREEN = '/wp-admin/admin.php?page=compliance-retention';
const TICKETS = `export default { boot(scope) { scope.addAction('compliance/booted', ({ retentionRules }) => {
  retentionRules.register({ id: 'tickets', label: 'Tickets', reason: 'They are answered.', legalBasis: 'GDPR, art. 5(1)(e)', period: () => ({ days: 30 }), remove: ({ before }) => { globalThis.ticketsBefore = before; return 7; } });
  retentionRules.register({ id: 'broken', label: 'Broken things', reason: 'Because.', legalBasis: 'None', period: () => ({ days: 1 }), remove: () => { throw new Error('no table'); } });
}); } };`;

it.each([
  [{ days: 30 }, '2026-11-23 10:00:00', 'UTC', '2026-10-24 10:00:00'],
  [{ years: 6 }, '2026-12-31 23:59:59', 'UTC', '2020-01-01 00:00:00'],
  [{ years: 6 }, '2027-01-01 00:00:00', 'UTC', '2021-01-01 00:00:00'],
  [{ years: 6 }, '2026-12-31 22:59:59', 'Europe/Warsaw', '2019-12-31 23:00:00'],
  [{ years: 6 }, '2026-12-31 23:00:00', 'Europe/Warsaw', '2020-12-31 23:00:00'],
])('ends a retention period of %j at %s in %s for records before %s', (span, now, zone, before) => {
  expect(getPeriodEnd(span, now, zone)).toBe(before);
});

describe.each(allEngines)('retention (%s)', (engine) => {
  let shop: RealShop;
  let scope: PluginScope;
  beforeAll(async () => {
    shop = await bootRealShop(engine, {}, { tickets: TICKETS });
    scope = shop.scope;
  });
  afterAll(() => shop?.close());

  const run = (): Promise<void> => shop.inContext(async () => shop.site.hooks.doAction('compliance/retention'));
  const age = (table: string, years: number, where: object = {}): Promise<number> =>
    shop.site
      .db()(table)
      .where(where)
      .update({ created_at: `${new Date().getUTCFullYear() - years}-05-05 10:00:00` });
  const parts = (): ReturnType<typeof createPluginServices> => createPluginServices(scope);

  it('anonymizes old consents and decided declarations, keeps current ones and the hash chain intact', async () => {
    await shop.inContext(async () => {
      const consent = {
        checkboxId: 1,
        location: 'checkout',
        orderId: 0,
        userId: 0,
        accepted: true,
        labelVersion: 'x'.repeat(64),
        pageVersion: null,
        ip: '192.0.2.0',
      };
      const { consents, declarations } = parts();
      await consents.add([
        { ...consent, purpose: 'terms', email: 'old@example.test' },
        { ...consent, purpose: 'marketing', email: 'reader@example.test' },
        { ...consent, purpose: 'marketing', email: 'gone@example.test' },
      ]);
      await consents.add([
        { ...consent, purpose: 'marketing', email: 'gone@example.test', location: 'email', accepted: false },
      ]);
      await age('compliance_consents', 8);
      await consents.add([{ ...consent, purpose: 'terms', email: 'young@example.test' }]);
      const declare = (kind: 'withdrawal' | 'report', email: string) =>
        declarations.add(
          { kind, email, orderId: 0, fields: { name: 'Ewa', email }, locale: 'en_US', flag: '' },
          async () => {},
        );
      for (const [kind, email] of [
        ['withdrawal', 'decided@example.test'],
        ['withdrawal', 'open@example.test'],
        ['report', 'told@example.test'],
      ] as const)
        await declare(kind, email);
      for (const id of [1, 3]) await declarations.decide(id, 'rejected', 'No.');
    });
    await run();
    expect(await shop.site.db()('compliance_consents').orderBy('id').pluck('email')).toEqual([
      '',
      'reader@example.test',
      '',
      '',
      'young@example.test',
    ]);
    expect(await shop.site.db()('compliance_declarations').orderBy('id').pluck('email')).toEqual([
      'decided@example.test',
      'open@example.test',
      'told@example.test',
    ]);

    const before = `${new Date().getUTCFullYear() + 1}-01-01 00:00:00`;
    const changed = await shop.inContext(async () => {
      const old = createOldRecords({ db: shop.site.db, declarations: parts().declarations });
      return [
        await old.declarations(['withdrawal'], before),
        await old.declarations(['withdrawal'], before),
        await old.declarations(['report', 'appeal'], before),
      ];
    });
    expect(changed).toEqual([1, 0, 1]);
    expect(await shop.site.db()('compliance_declarations').orderBy('id').pluck('email')).toEqual([
      '',
      'open@example.test',
      '',
    ]);
    expect(await shop.inContext(() => parts().declarations.findBroken())).toBeUndefined();
  });

  const createUser = (login: string, role = 'customer'): Promise<number> =>
    shop.inContext(async () =>
      Number(
        await shop.site.users.wpInsertUser({
          user_login: login,
          user_pass: 'a long password',
          user_email: `${login}@example.test`,
          role,
          user_registered: '2012-03-03 10:00:00',
        }),
      ),
    );
  const remainingIds = (...ids: number[]): Promise<number[]> =>
    shop.site.db()('users').whereIn('id', ids).orderBy('id').pluck('id');
  /** Texts of the rule's emails by recipient. */
  async function emailsOf(work: () => Promise<unknown>): Promise<Map<string, string>> {
    const emails = new Map<string, string>();
    const undo = shop.site.hooks.addFilter(
      'pre_wp_mail',
      (_none, email) => {
        const { to, subject, html } = email as { to: string; subject: string; html: string };
        return emails.set(to, `${subject} ${html}`).size > 0;
      },
      10,
      2,
    );
    try {
      await work();
      await shop.inContext(() => shop.site.cron.runJobs());
    } finally {
      undo();
    }
    return emails;
  }
  const daysAgo = (key: string, days: number, userId: number): Promise<unknown> =>
    shop.inContext(() =>
      shop.scope.updateUserMeta(
        userId,
        key,
        new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
      ),
    );

  it('deletes unused customer accounts only if so set and a month after a warning', async () => {
    const [idle, used, worker, returning] = [
      await createUser('idle'),
      await createUser('used'),
      await createUser('worker', 'editor'),
      await createUser('back'),
    ];
    expect([...(await emailsOf(run)).keys()]).toEqual([]);
    await shop.rest('POST', '/shop/v1/settings/general', { unused_account_years: 3 });
    await emailsOf(run);
    // The period starts with the first run of the rule, since earlier logins were not recorded.
    await shop.site
      .db()('compliance_retention')
      .where({ rule: 'unused-accounts' })
      .update({ since: '2013-01-01 00:00:00' });
    await shop.shopper().logIn('used', 'a long password');
    await shop.inContext(() => shop.scope.updateUserMeta(idle, 'locale', 'pl_PL'));

    const emails = await emailsOf(run);
    expect([...emails.keys()].sort()).toEqual(['back@example.test', 'idle@example.test']);
    // Thirty days after the warning, in the shop's time zone.
    const written = String(
      await shop.inContext(() => shop.scope.getUserMeta(returning, 'compliance_unused_warned', true)),
    );
    const zone = await createClock(shop.scope).zone();
    const day = (locale: string): string =>
      new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', timeZone: zone }).format(
        Date.parse(`${written.replace(' ', 'T')}Z`) + 30 * 86_400_000,
      );
    expect(emails.get('back@example.test')).toMatch(
      new RegExp(`will be removed[\\s\\S]*after ${day('en-US')}[\\s\\S]*/account/`),
    );
    expect(emails.get('idle@example.test')).toMatch(new RegExp(`zostanie usunięte[\\s\\S]*po dniu ${day('pl-PL')}`));
    expect([[...(await emailsOf(run)).keys()], await remainingIds(idle, used, worker, returning)]).toEqual([
      [],
      [idle, used, worker, returning],
    ]);

    for (const id of [idle, returning]) await daysAgo('compliance_unused_warned', 29, id);
    await emailsOf(run);
    expect(await remainingIds(idle, returning)).toEqual([idle, returning]);
    for (const id of [idle, returning]) await daysAgo('compliance_unused_warned', 31, id);
    await shop.shopper().logIn('back', 'a long password');
    expect([...(await emailsOf(run)).keys()]).toEqual([]);
    expect(await remainingIds(idle, used, worker, returning)).toEqual([used, worker, returning]);
  });

  it('resends an unsent warning and counts a finally refused email as sent', async () => {
    const old = await createUser('old');
    await shop.rest('POST', '/shop/v1/settings/general', { unused_account_years: 3 });
    await shop.site
      .db()('compliance_retention')
      .where({ rule: 'unused-accounts' })
      .update({ since: '2013-01-01 00:00:00' });
    await run();
    await shop.site.db()('jobs').where({ queue: 'compliance/unused-account' }).delete();
    expect([...(await emailsOf(run)).keys()]).toEqual([]);
    await daysAgo('compliance_unused_queued', 8, old);
    expect([...(await emailsOf(run)).keys()]).toEqual(['old@example.test']);
    for (const key of ['queued', 'warned']) await daysAgo(`compliance_unused_${key}`, 91, old);
    expect([[...(await emailsOf(run)).keys()], await remainingIds(old)]).toEqual([['old@example.test'], [old]]);

    for (const key of ['queued', 'warned']) await daysAgo(`compliance_unused_${key}`, 91, old);
    const stopRefusing = shop.site.hooks.addFilter(
      'pre_wp_mail',
      () => {
        throw new PlinthError('mail_refused', 'The mail server refuses it.', {
          hint: 'Mend the address.',
          final: true,
        });
      },
      5,
      2,
    );
    await run();
    await shop.inContext(() => shop.site.cron.runJobs());
    stopRefusing();
    await daysAgo('compliance_unused_warned', 31, old);
    await run();
    expect(await remainingIds(old)).toEqual([]);
  });

  it('lists every rule with its last run; a failing rule stops no other', async () => {
    await shop.inContext(async () => shop.site.hooks.doAction('compliance/prune'));
    const admin = await shop.admin();
    await admin.get(SCREEN);
    const { text } = await admin.submit({}, {}, '_wpnonce');
    for (const phrase of [
      '6 years after the end of the calendar year',
      'Civil Code, art. 118',
      'Carts and sessions',
      'required by law',
      'Tickets',
      'Plugin: tickets',
      '7 deleted',
      'failed, will retry tomorrow',
      'Retention rules have run',
    ])
      expect([phrase, text.includes(phrase)]).toEqual([phrase, true]);
    expect((globalThis as { ticketsBefore?: string }).ticketsBefore).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const ran = await shop.site.db()<{ rule: string; last_at: string | null; failed: number }>('compliance_retention');
    expect(
      Object.fromEntries(ran.map(({ rule, last_at, failed }) => [rule, last_at !== null && failed === 0])),
    ).toMatchObject({ consents: true, prices: true, tickets: true, broken: false });
  });

  it('keeps the email that matches withdrawals unless the order is cancelled', async () => {
    const mug = await shop.save({ name: 'Mug', sku: 'MUG-R' });
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const known = async (): Promise<{ email: string }[]> => shop.site.db()('compliance_orders').select('email');
    const erase = (): Promise<string[]> =>
      shop.inContext(async () => {
        const erasers = await shop.site.hooks.applyFilters<PersonalDataErasers>('wp_privacy_personal_data_erasers', {});
        const messages: string[] = [];
        for (const eraser of Object.values(erasers))
          messages.push(...(await eraser.callback('ANNA@example.test', 1)).messages);
        return messages;
      });
    expect((await erase()).join(' ')).toMatch(
      /1 order stays unchanged[\s\S]*The address used to match withdrawals to an order is kept/,
    );
    expect(await known()).toEqual([{ email: 'anna@example.test' }]);
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    const { number } = await shop.site.db()('store_orders').first<{ number: string }>('number');
    await guest.submit(
      {},
      { declaration_name: 'Anna', declaration_order: number, declaration_email: 'anna@example.test' },
      'declaration_name',
    );
    await guest.submit({ confirm: '1' }, {}, 'declaration_name');
    expect(
      (
        await shop.site.db()('compliance_declarations').orderBy('id', 'desc').first<{
          order_id: number;
        }>('order_id')
      ).order_id,
    ).toBeGreaterThan(0);
    const declared = async (): Promise<string> =>
      (await shop.site.db()('compliance_declarations').orderBy('id', 'desc').first<{ statement: string }>('statement'))
        .statement;
    expect((await erase()).join(' ')).toContain('1 withdrawal is kept as long as its order');
    expect(await declared()).toContain('anna@example.test');
    await shop.site.db()('store_orders').update({ status: 'cancelled' });
    const messages = (await erase()).join(' ');
    expect(messages).not.toContain('stays unchanged');
    expect(messages).not.toContain('withdrawal is kept');
    expect(await declared()).not.toContain('anna@example.test');
    expect(await known()).toEqual([{ email: '' }]);
  });
});
