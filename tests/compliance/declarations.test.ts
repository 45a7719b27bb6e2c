import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationEnd } from '../../plugins/compliance/database/declaration-tables.js';
import { createDeclarations, hashOf } from '../../plugins/compliance/declarations/declarations.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { defaultEngines } from '../kit/databases.js';
import type { Browser, Fields, Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { assertDefined } from '../kit/assert-defined.js';

interface Row {
  id: number;
  kind: string;
  order_id: number;
  statement: string;
  hash: string;
  previous_hash: string;
  created_at: string;
}

const decoded = (email: string): string =>
  email
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replace(/=/g, ''), 'hex').toString('utf8'));
/** The creation date as displayed, to the second. */
const formatDate = ({ created_at }: Row, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Warsaw' }).format(
    new Date(`${created_at.replace(' ', 'T')}Z`),
  );

describe.each(defaultEngines)('declarations on %s', (engine) => {
  let shop: RealShop;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
  });
  afterEach(() => shop.close());

  const rows = async (): Promise<Row[]> => shop.site.db()<Row>('compliance_declarations').orderBy('id').select();
  const emails = async (): Promise<string[]> => {
    await shop.inContext(() => shop.site.cron.runJobs());
    const folder = join(shop.site.config.dataDir, 'mail');
    return readdirSync(folder)
      .sort()
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replace(/=3D/g, '='),
      );
  };
  const GUEST: Fields = {
    declaration_name: 'Ewa Próbna',
    declaration_order: 'unknown',
    declaration_email: 'ewa@example.test',
  };

  async function withdraw(fields: Fields = {}, guest: Browser = shop.shopper()): Promise<Visit> {
    await guest.get('/withdrawal/');
    const review = await guest.submit({}, { ...GUEST, ...fields }, 'declaration_name');
    expect(review.text).toContain('Confirm withdrawal');
    return guest.submit({ confirm: '1' }, {}, 'declaration_name');
  }

  it('law 07 takes a guest’s withdrawal in two steps and emails a timed receipt', async () => {
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    await guest.submit({}, GUEST, 'declaration_name');
    expect(await rows()).toEqual([]);
    const done = await guest.submit({ confirm: '1' }, {}, 'declaration_name');
    expect(done.text).toContain('You have withdrawn from the contract.');
    const [row] = await rows();
    expect(done.text).toContain(row?.hash);
    const receipt = (await emails()).find((email) => /^To: ewa@example\.test$/m.test(email)) ?? '';
    expect(decoded(receipt)).toContain(`${formatDate(assertDefined(row), 'en-US')} (Europe/Warsaw)`);
    expect(receipt).toContain('ewa@example.test');
    expect(receipt).toContain(row?.hash);
  });

  it('law 07 writes the receipt’s time in the recipient’s language with the zone', async () => {
    await withdraw();
    await shop.site.db()('compliance_declarations').update({ locale: 'pl_PL' });
    const [row] = await rows();
    await shop.inContext(() =>
      shop.site.cron.enqueueJob('compliance/receipt', { id: assertDefined(row).id, message: 'receipt' }),
    );
    const receipt = decoded((await emails()).filter((email) => /^To: ewa@example\.test$/m.test(email)).at(-1) ?? '');
    expect(receipt).toContain('Otrzymano');
    expect(receipt).toContain(`${formatDate(assertDefined(row), 'pl-PL')} (Europe/Warsaw)`);
  });

  it('law 08 marks unknown orders unverified, and links matching ones to the order', async () => {
    const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const order = await shop.site.db()('store_orders').first<{ id: number; number: string }>('id', 'number');
    await withdraw();
    await withdraw({ declaration_order: order.number, declaration_email: 'ANNA@example.test' });
    await withdraw({ declaration_order: order.number, declaration_email: 'someone@example.test' });
    expect((await rows()).map(({ order_id }) => order_id)).toEqual([0, order.id, 0]);
  });

  it('law 09 chains the declarations by SHA-256 and detects a changed byte', async () => {
    await withdraw();
    await withdraw({ declaration_name: 'Jan' });
    const [first, second] = await rows();
    expect(first?.hash).toBe(hashOf('', assertDefined(first?.statement)));
    expect(second?.hash).toBe(hashOf(assertDefined(first?.hash), assertDefined(second?.statement)));
    const admin = await shop.admin();
    expect((await admin.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      'Declaration records verified.',
    );
    await shop.site
      .db()('compliance_declarations')
      .where({ id: first?.id })
      .update({ statement: first?.statement.replace('Ewa', 'Eva') });
    expect((await admin.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      `Declaration ${first?.id} or an earlier one was changed`,
    );
  });

  it('law 09 reports a deleted newest declaration, also after another follows', async () => {
    await withdraw();
    await withdraw({ declaration_name: 'Jan' });
    const [, newest] = await rows();
    await shop.site.db()('compliance_declarations').where({ id: newest?.id }).delete();
    const admin = await shop.admin();
    expect((await admin.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      `Declaration ${newest?.id} or an earlier one was changed`,
    );
    await withdraw({ declaration_name: 'Ola' });
    expect((await admin.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      `Declaration ${(await rows())[1]?.id} or an earlier one was changed`,
    );
    await shop.site.db()('compliance_declarations').delete();
    expect((await admin.get('/wp-admin/admin.php?page=compliance-declarations')).text).not.toContain(
      'Declaration records verified.',
    );
  });

  it('law 09 continues the chain of a shop without a stored end', async () => {
    await withdraw();
    await shop.site.db().schema.dropTable('compliance_declaration_end');
    await declarationEnd.up(shop.site.db);
    await withdraw({ declaration_name: 'Jan' });
    const [first, second] = await rows();
    expect(second?.previous_hash).toBe(first?.hash);
    expect((await (await shop.admin()).get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      'Declaration records verified.',
    );
  });

  it('law 09 detects a changed time, also of an erased declaration', async () => {
    await withdraw();
    await withdraw({ declaration_name: 'Jan', declaration_email: 'jan@example.test' });
    const [, second] = await rows();
    const admin = await shop.admin();
    const chain = async (): Promise<string> =>
      (await admin.get('/wp-admin/admin.php?page=compliance-declarations')).text;
    const addAt = (created_at: string): Promise<number> =>
      shop.site.db()('compliance_declarations').where({ id: second?.id }).update({ created_at });
    for (const erased of [false, true]) {
      if (erased)
        await shop.inContext(() =>
          createDeclarations({ db: shop.site.db, clock: createClock(shop.site.options), audit: shop.site.audit }).erase(
            'jan@example.test',
          ),
        );
      await addAt('2026-01-02 03:04:05');
      expect([erased, (await chain()).includes(`Declaration ${second?.id} or an earlier one was changed`)]).toEqual([
        erased,
        true,
      ]);
      await addAt(assertDefined(second?.created_at));
      expect([erased, (await chain()).includes('Declaration records verified.')]).toEqual([erased, true]);
    }
  });

  it('law 10 links the withdrawal once per page, and law 27 removes it when disabled', async () => {
    for (const path of ['/', '/shop/', '/cart/', '/contact/']) {
      const { text } = await shop.shopper().get(path);
      expect([path, text.match(/>Withdraw from the contract here</g)?.length]).toEqual([path, 1]);
    }
    await shop.rest('POST', '/shop/v1/settings/compliance', { withdrawal_enabled: false, dsa_enabled: false });
    const { text } = await shop.shopper().get('/shop/');
    expect(text).not.toMatch(/withdrawal|\/report\//);
    for (const path of ['/withdrawal/', '/report/']) expect((await shop.shopper().get(path)).status).toBe(404);
  });

  it('names incomplete fields, keeps the typed values and stores nothing', async () => {
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    const rejected = await guest.submit(
      {},
      { ...GUEST, declaration_email: 'nobody', declaration_name: '' },
      'declaration_name',
    );
    expect(rejected.status).toBe(422);
    for (const field of ['declaration_email', 'declaration_name']) expect(rejected.text).toContain(`href="#${field}"`);
    expect(rejected.text).toContain('value="nobody"');
    expect(await rows()).toEqual([]);
  });

  it('law 18 requires good faith in a report, confirms it and emails the decision', async () => {
    const guest = shop.shopper();
    await guest.get('/report/');
    const report = {
      declaration_url: 'https://example.test/product/x/',
      declaration_reason: 'Counterfeit',
      declaration_email: 'r@example.test',
    };
    expect((await guest.submit({}, report, 'declaration_url')).text).toContain('href="#declaration_good_faith"');
    await guest.submit({}, { ...report, declaration_good_faith: '1' }, 'declaration_url');
    expect((await guest.submit({ confirm: '1' }, {}, 'declaration_url')).text).toContain(
      'We have received your report.',
    );
    expect((await emails()).some((email) => /^To: r@example\.test$/m.test(email))).toBe(true);

    const admin = await shop.admin();
    await admin.get('/wp-admin/admin.php?page=compliance-declarations');
    await admin.submit({ decide: 'accepted' }, { decision: 'The content was removed.' }, 'declaration');
    expect((await emails()).filter((email) => /^To: r@example\.test$/m.test(email)).at(-1)).toContain(
      'The content was removed.',
    );
  });

  /** A confirmed withdrawal sent by an API client, without the first step. */
  async function confirmed(guest: Browser, fields: Fields = {}): Promise<Visit> {
    const { fields: form } = guest.form('declaration_name');
    return guest.post('/withdrawal/', { ...form, ...GUEST, confirm: '1', ...fields });
  }
  const flags = async (): Promise<string[]> =>
    (await shop.site.db()<{ flag: string }>('compliance_declarations').orderBy('id')).map(({ flag }) => flag);
  const to = async (address: string): Promise<number> =>
    (await emails()).filter((email) => new RegExp(`^To: ${address}$`, 'm').test(email)).length;

  it('law 07 stores and marks excess declarations of a network, notifying the shop once', async () => {
    await shop.rest('POST', '/shop/v1/settings/general', { company_email: 'shop@example.test' });
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    for (let number = 1; number <= 13; number++) {
      const visit = await confirmed(guest, { declaration_email: `person${number}@example.test` });
      expect([number, visit.status]).toEqual([number, 200]);
      await guest.get('/withdrawal/');
    }
    expect(await flags()).toEqual([...Array<string>(10).fill(''), 'flood', 'flood', 'flood']);
    expect([
      await to('person1@example.test'),
      await to('person13@example.test'),
      await to('shop@example.test'),
    ]).toEqual([1, 1, 11]);
    const { text } = await (await shop.admin()).get('/wp-admin/admin.php?page=compliance-declarations');
    expect(text.match(/Suspicious: many submissions from one network in a short time/g)).toHaveLength(3);
    expect(text).toContain('Declaration records verified.');
  });

  it('law 07 stores and marks a declaration with the honeypot field filled in', async () => {
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    const done = await confirmed(guest, { declaration_website: 'https://spam.example' });
    expect(done.text).toContain('You have withdrawn from the contract.');
    await guest.get('/withdrawal/');
    await guest.submit({}, { ...GUEST, declaration_website: 'x' }, 'declaration_name');
    expect((await guest.submit({ confirm: '1' }, {}, 'declaration_name')).text).toContain(
      'You have withdrawn from the contract.',
    );
    expect(await flags()).toEqual(['honeypot', 'honeypot']);
    expect((await (await shop.admin()).get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      'Suspicious: the hidden field was filled in',
    );
  });

  it('law 07 limits receipts without an order to three per address and day, and sends the others later', async () => {
    const guest = shop.shopper();
    const pages: string[] = [];
    for (let number = 0; number < 5; number++) {
      await guest.get('/withdrawal/');
      pages.push((await confirmed(guest, { declaration_items: `Mug ${number}` })).text);
    }
    expect(await rows()).toHaveLength(5);
    expect(await to('ewa@example.test')).toBe(3);
    // Without a mail server, no page says that an email was sent.
    for (const page of pages) expect(page).not.toContain('We have sent');
    expect(
      pages.map((page) => page.includes('We will send a confirmation with the date and time to ewa@example.test')),
    ).toEqual([false, false, false, true, true]);
    expect(pages[0]).toContain(
      'We could not send the confirmation to ewa@example.test. Please print or save this page.',
    );
    for (const page of pages)
      expect(page).toMatch(
        /<dt>Received<\/dt><dd>[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d:\d\d\s[AP]M \(Europe\/Warsaw\)/,
      );
  });

  it('law 07 stores and marks 500 declarations of one network with three receipts', async () => {
    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    const { fields: form } = guest.form('declaration_name');
    const outcomeCounts = new Map<string, number>();
    for (let number = 0; number < 500; number++) {
      const { status, text } = await guest.post('/withdrawal/', {
        ...form,
        ...GUEST,
        confirm: '1',
        declaration_items: `Mug ${number}`,
      });
      const outcome = `${status} ${text.includes('You have withdrawn from the contract.')}`;
      outcomeCounts.set(outcome, (outcomeCounts.get(outcome) ?? 0) + 1);
    }
    expect([...outcomeCounts]).toEqual([['200 true', 500]]);
    expect(await rows()).toHaveLength(500);
    const flags = (await shop.site.db()('compliance_declarations').orderBy('id').pluck('flag')) as string[];
    expect(flags.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => ''));
    expect(new Set(flags.slice(10))).toEqual(new Set(['flood']));
    expect(await to('ewa@example.test')).toBe(3);
    expect(
      await shop.inContext(() =>
        createDeclarations({
          db: shop.site.db,
          clock: createClock(shop.site.options),
          audit: shop.site.audit,
        }).findBroken(),
      ),
    ).toBeUndefined();
  });
});
