import { assertDefined } from '../kit/assert-defined.js';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBuffer } from 'yauzl';
import { FA3_NAMESPACE } from '../../plugins/compliance/invoices/fa3/structure.js';
import { checkDocument } from '../../plugins/compliance/invoices/fa3/check-document.js';
import { defaultEngines } from '../kit/databases.js';
import type { Browser, Fields } from '../store/shopper.js';
import { readPdf } from './read-pdf.js';
import { readXml, textAt } from './read-xml.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { runPlinth } from './run-plinth.js';

const SENDER = `export default { boot(scope) {
  globalThis.sentInvoices = [];
  scope.addAction('compliance/booted', ({ invoiceSenders }) => invoiceSenders.register({ id: 'acme', label: 'Acme', send: (invoice) => { globalThis.sentInvoices.push(invoice); const answer = globalThis.ksefAnswer(invoice); if (answer instanceof Error) throw answer; return answer; } }));
} };`;
const KSEF = '5261040828-20261123-0123456789AB-12';
const NIP = { want_invoice: '1', billing_company: 'Firma Kupująca', billing_nip: '525-22-48-481' };

interface Sent {
  readonly key: string;
  readonly number: string;
  readonly xml: string;
}
const outside = globalThis as unknown as { sentInvoices: Sent[]; ksefAnswer: (invoice: Sent) => unknown };

interface StoredInvoice {
  readonly id: number;
  readonly order_id: number;
  readonly number: string;
  readonly issued_on: string;
  readonly state: string;
  readonly ksef_number: string;
  readonly xml: string;
}

/** The files of a ZIP archive by name. */
function unzip(bytes: Buffer): Promise<Record<string, string>> {
  return new Promise((done, fail) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return fail(error);
      const files: Record<string, string> = {};
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return fail(problem);
          const chunks: Buffer[] = [];
          stream
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => {
              files[entry.fileName] = Buffer.concat(chunks).toString('utf8');
              zip.readEntry();
            });
        }),
      );
      zip.on('end', () => done(files));
      zip.readEntry();
    });
  });
}

describe.each(defaultEngines)('invoices on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  let book: number;
  let owner: Browser;
  beforeAll(async () => {
    shop = await bootRealShop(engine, {}, { 'acme-ksef': SENDER });
    mug = await shop.save({ name: 'Mug & „co”', sku: 'MUG', stockQuantity: 500 });
    book = await shop.save({ name: 'Book', sku: 'BOOK', taxRate: 5, stockQuantity: 500 });
    await set('compliance', { ksef_enabled: true });
    await set('general', {
      company_name: 'Sklep Próbny sp. z o.o.',
      company_address: 'Prosta 1\n00-001 Warszawa',
      company_nip: '526-104-08-28',
      company_email: 'sklep@example.test',
    });
    owner = await shop.admin();
  });
  afterAll(() => shop.close());

  const set = async (group: string, changes: object): Promise<void> =>
    expect((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status).toBe(200);
  const storedInvoices = async (): Promise<StoredInvoice[]> =>
    shop.site.db()<StoredInvoice>('compliance_invoices').orderBy('id').select();
  const counts = async (): Promise<number[]> =>
    (await shop.site.db()('compliance_invoice_numbers').orderBy('series').pluck('last')).map(Number);
  const metaOf = async (id: number): Promise<Record<string, string>> =>
    (await shop.inContext(() => shop.scope.services.get('store.orders').get(id)))?.meta ?? {};

  /** Places an order. @returns its id */
  async function ordered(fields: Fields = NIP, product = mug, quantity = '2'): Promise<number> {
    const buyer = await shop.atCheckout(product, quantity);
    const { path, text } = await shop.order(buyer, { ...checkedBoxes(buyer.last?.text ?? ''), ...fields });
    if (!path.startsWith('/order/')) throw new Error(text);
    return Number((await shop.site.db()('store_orders').orderBy('id', 'desc').first<{ id: number }>('id')).id);
  }
  async function issue(orderId: number): Promise<StoredInvoice> {
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${orderId}`);
    await owner.submit({ do: 'issue' }, {}, 'order');
    return (await storedInvoices()).find(
      (invoice) => invoice.order_id === orderId && invoice.state === 'pending',
    ) as StoredInvoice;
  }
  /** Totals of an order. */
  const totalsOf = async (id: number): Promise<[string, string]> => {
    const row = await shop.site.db()('store_orders').where({ id }).first<{
      total: number;
      tax_total: number;
    }>('total', 'tax_total');
    return [(row.total / 100).toFixed(2), (row.tax_total / 100).toFixed(2)];
  };

  it('law 20 issues one numbered FA(3) document per NIP order, matching its total', async () => {
    const order = await ordered(NIP, book, '3');
    const preview = await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${order}`);
    expect(preview.text).toContain('Invoice preview.');
    expect([await storedInvoices(), preview.text.includes('NIP 5252248481')]).toEqual([[], true]);
    const invoice = await issue(order);
    expect(invoice.number).toMatch(/^FV\/\d{4}\/\d\d\/1$/);
    const root = readXml(invoice.xml);
    expect([root.attributes?.xmlns, checkDocument(root)]).toEqual([FA3_NAMESPACE, []]);
    const [total, tax] = await totalsOf(order);
    const xmlText = (path: string): string => textAt(root, path);
    expect([
      xmlText('Fa/P_15'),
      (Number(xmlText('Fa/P_14_1') || '0') + Number(xmlText('Fa/P_14_3'))).toFixed(2),
    ]).toEqual([total, tax]);
    expect([
      xmlText('Podmiot1/DaneIdentyfikacyjne/NIP'),
      xmlText('Podmiot1/Adres/AdresL1'),
      xmlText('Podmiot1/Adres/AdresL2'),
    ]).toEqual(['5261040828', 'Prosta 1', '00-001 Warszawa']);
    expect([
      xmlText('Podmiot2/DaneIdentyfikacyjne/NIP'),
      xmlText('Podmiot2/DaneIdentyfikacyjne/Nazwa'),
      xmlText('Fa/RodzajFaktury'),
      xmlText('Fa/FaWiersz/P_12'),
      xmlText('Fa/Platnosc/FormaPlatnosci'),
    ]).toEqual(['5252248481', 'Firma Kupująca', 'VAT', '5', '6']);
    expect(await metaOf(order)).toMatchObject({ ksef_status: 'pending', invoice_number: invoice.number });
    // Issuing it again returns the same invoice.
    await owner.post('/wp-admin/admin.php?page=compliance-invoice', { order: String(order), do: 'issue' });
    expect(await storedInvoices()).toHaveLength(1);
  });

  it('law 20 shows and emails an invoice to its customer, and returns 404 elsewhere', async () => {
    const order = await ordered();
    const path = await shop.inContext(() => shop.scope.services.get('store.orders').linkOf(order));
    const visitor = shop.shopper();
    expect((await visitor.get(path)).text).not.toContain('order-invoices');
    const invoice = await issue(order);
    const page = await visitor.get(path);
    expect(page.text).toContain(`href="${shop.url}${path}invoice/${invoice.id}/"`);
    expect((await visitor.get(`${path}invoice/${invoice.id}/`)).text).toContain(invoice.number);
    const file = await fetch(`${shop.url}${path}invoice/${invoice.id}/?file=xml`);
    expect([file.headers.get('content-type'), file.headers.get('cache-control'), await file.text()]).toEqual([
      'application/xml; charset=utf-8',
      'no-store',
      invoice.xml,
    ]);
    // An invoice opens only under the URL of its own order.
    const other = await shop.inContext(async () => shop.scope.services.get('store.orders').linkOf(await ordered()));
    const number = (await shop.site.db()('store_orders').where({ id: order }).first<{ number: string }>('number'))
      .number;
    for (const wrongPath of [
      `${other}invoice/${invoice.id}/`,
      `/order/${'0'.repeat(48)}/invoice/${invoice.id}/`,
      `${path}invoice/999999/`,
    ])
      expect([wrongPath, (await visitor.get(wrongPath)).status]).toEqual([wrongPath, 404]);
    expect((await visitor.get(`/account/orders/${number}/invoice/${invoice.id}/`)).path).toContain('/account/log-in/');
    expect((await owner.get(`/account/orders/${number}/invoice/${invoice.id}/`)).status).toBe(404);
    await shop.site.db()('store_orders').where({ id: order }).update({ user_id: 1 });
    expect((await owner.get(`/account/orders/${number}/invoice/${invoice.id}/`)).text).toContain(invoice.number);
    const emails = (await shop.site.db()('store_emails').where({ order_id: order, kind: 'invoice' })) as {
      state: string;
    }[];
    expect(emails.map(({ state }) => state)).toEqual(['filed']);
    const [email] = (await shop.site.db()('mail_log').where('subject', `Your invoice for order ${number}`)) as {
      file: string;
    }[];
    const source = readFileSync(join(shop.site.config.dataDir, 'mail', email?.file ?? ''), 'utf8');
    for (const name of ['.pdf', '.xml'])
      expect(source).toContain(`${invoice.number.replace(/[^A-Za-z0-9-]+/g, '-')}${name}`);
  });

  it('offers each document as a PDF in the language of its order, to the owner and its customer only', async () => {
    const order = await ordered();
    const invoice = await issue(order);
    const path = await shop.inContext(() => shop.scope.services.get('store.orders').linkOf(order));
    const other = await shop.inContext(async () => shop.scope.services.get('store.orders').linkOf(await ordered()));
    const read = async (url: string): Promise<string[]> => {
      const response = await fetch(`${shop.url}${url}`);
      const headers = ['content-type', 'cache-control', 'content-disposition'].map((name) =>
        response.headers.get(name),
      );
      expect([response.status, ...headers]).toEqual([
        200,
        'application/pdf',
        'no-store',
        `attachment; filename="${invoice.number.replaceAll('/', '-')}.pdf"`,
      ]);
      return [...readPdf(Buffer.from(await response.arrayBuffer()))];
    };
    expect(await read(`${path}invoice/${invoice.id}/?file=pdf`)).toContain(`Invoice ${invoice.number}`);
    await shop.site.db()('store_orders').where({ id: order }).update({ locale: 'pl_PL' });
    expect(await read(`${path}invoice/${invoice.id}/?file=pdf`)).toContain(`Faktura ${invoice.number}`);
    expect((await shop.shopper().get(path)).text).toContain(`${path}invoice/${invoice.id}/?file=pdf"`);
    for (const wrongPath of [
      `${other}invoice/${invoice.id}/?file=pdf`,
      `/order/${'0'.repeat(48)}/invoice/${invoice.id}/?file=pdf`,
    ])
      expect([wrongPath, (await fetch(`${shop.url}${wrongPath}`)).status]).toEqual([wrongPath, 404]);
    const screen = `/wp-admin/admin.php?page=compliance-invoice&id=${invoice.id}`;
    expect((await owner.get(screen)).text.replaceAll('&#x3D;', '=')).toContain(`id=${invoice.id}&amp;file=pdf"`);
    expect((await owner.get(`${screen}&file=pdf`)).text.startsWith('%PDF-')).toBe(true);
    expect((await owner.get(`/wp-admin/admin.php?page=store-order&id=${order}`)).text).toContain('file=pdf"');
    // The structured document is for shops with KSeF.
    await set('compliance', { ksef_enabled: false });
    const page = await shop.shopper().get(`${path}invoice/${invoice.id}/`);
    expect([page.text.includes('?file=pdf'), page.text.includes('?file=xml')]).toEqual([true, false]);
    expect((await fetch(`${shop.url}${path}invoice/${invoice.id}/?file=xml`)).headers.get('content-type')).toContain(
      'html',
    );
    expect((await owner.get(screen)).text).not.toMatch(/KSeF|XML/);
    await set('compliance', { ksef_enabled: true });
  });

  it('law 20 issues consumer invoices only on request and when the setting allows it', async () => {
    const order = await ordered({ want_invoice: '1' });
    const silent = await ordered({});
    expect((await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${order}`)).text).toContain(
      'No invoice can be issued for this order',
    );
    await set('checkout', { invoice_consumers: true });
    expect((await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${silent}`)).text).toContain(
      'No invoice can be issued for this order',
    );
    const invoice = await issue(order);
    expect([
      textAt(readXml(invoice.xml), 'Podmiot2/DaneIdentyfikacyjne/BrakID'),
      checkDocument(readXml(invoice.xml)),
    ]).toEqual(['1', []]);
    await set('checkout', { invoice_consumers: false });
  });

  it('law 20 numbers invoices without gaps or duplicates, despite concurrent and failing issues', async () => {
    await set('checkout', { invoice_number_pattern: 'P/{n}' });
    const ids: number[] = [];
    for (let round = 0; round < 6; round++) ids.push(await ordered());
    // This one cannot be issued: its tax does not match any rate.
    const brokenId = ids[2] as number;
    await shop.site.db()('store_orders').where({ id: brokenId }).increment('tax_total', 77);
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${ids[0]}`);
    const { fields } = owner.form('order');
    // Each is issued twice, as by concurrent requests.
    await Promise.all(
      [...ids, ...ids].map((id) =>
        owner.post('/wp-admin/admin.php?page=compliance-invoice', { ...fields, order: String(id), do: 'issue' }),
      ),
    );
    const numbers = (await storedInvoices())
      .filter(({ number }) => number.startsWith('P/'))
      .map(({ number }) => Number(number.slice(2)))
      .sort((a, b) => a - b);
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect((await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${brokenId}`)).text).toContain(
      'can’t be split exactly by rate',
    );
    expect(await counts()).toContain(5);
    // A document that fails to be issued does not use up a number.
    await shop.site.db()('store_orders').where({ id: brokenId }).decrement('tax_total', 77);
    const { billing } = await shop.site.db()('store_orders').where({ id: brokenId }).first<{
      billing: string;
    }>('billing');
    await shop.site
      .db()('store_orders')
      .where({ id: brokenId })
      .update({ billing: JSON.stringify({ ...(JSON.parse(billing) as object), country: '??' }) });
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${brokenId}`);
    expect((await owner.submit({ do: 'issue' }, {}, 'order')).text).toMatch(
      /does not conform to FA\(3\): .*Faktura\/Podmiot2\/Adres\/KodKraju/,
    );
    expect((await counts()).filter((last) => last === 6)).toEqual([]);
    await shop.site.db()('store_orders').where({ id: brokenId }).update({ billing });
    expect((await issue(brokenId)).number).toBe('P/6');
    await set('checkout', { invoice_number_pattern: 'FV/{year}/{month}/{n}' });
  });

  it('law 20 issues corrections naming the original and the difference, from the newest document', async () => {
    const order = await ordered(NIP, mug, '3');
    const invoice = await issue(order);
    const screen = `/wp-admin/admin.php?page=compliance-invoice&id=${invoice.id}`;
    await owner.get(screen);
    expect((await owner.submit({ do: 'number' }, { ksef_number: 'nonsense' }, 'ksef_number')).text).toContain(
      'Enter a valid KSeF number exactly as shown in KSeF.',
    );
    await owner.submit({ do: 'number' }, { ksef_number: KSEF.toLowerCase() }, 'ksef_number');
    expect(await metaOf(order)).toMatchObject({ ksef_status: 'sent' });
    await owner.get(screen);
    expect((await owner.submit({ do: 'correct' }, { reason: 'Zwrot' }, 'reason')).text).toContain(
      'a lower quantity for at least one line',
    );
    await owner.get(screen);
    const corrected = await owner.submit({ do: 'correct' }, { quantity_0: '1', reason: 'Zwrot dwóch sztuk' }, 'reason');
    const first = (await storedInvoices()).at(-1) as StoredInvoice;
    expect([first.number.startsWith('KOR/'), corrected.text.includes(first.number)]).toEqual([true, true]);
    const root = readXml(first.xml);
    expect(checkDocument(root)).toEqual([]);
    const xmlText = (path: string): string => textAt(root, path);
    expect([
      xmlText('Fa/RodzajFaktury'),
      xmlText('Fa/PrzyczynaKorekty'),
      xmlText('Fa/DaneFaKorygowanej/NrFaKorygowanej'),
      xmlText('Fa/DaneFaKorygowanej/NrKSeFFaKorygowanej'),
    ]).toEqual(['KOR', 'Zwrot dwóch sztuk', invoice.number, KSEF]);
    expect(xmlText('Fa/P_15')).toBe('-200.00');
    const rows =
      root.children?.find(({ name }) => name === 'Fa')?.children?.filter(({ name }) => name === 'FaWiersz') ?? [];
    expect(rows.map((row) => [textAt(row, 'P_8B'), textAt(row, 'StanPrzed')])).toEqual([
      ['3', '1'],
      ['1', ''],
    ]);
    // The older document can no longer be corrected; the newest can, even to zero.
    expect((await owner.get(screen)).text).not.toContain('name="reason"');
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&id=${first.id}`);
    const [total] = await totalsOf(order);
    const lines = Object.keys(owner.form('reason').fields).filter((name) => name.startsWith('quantity_'));
    await owner.submit(
      { do: 'correct' },
      { ...Object.fromEntries(lines.map((name) => [name, '0'])), reason: 'Reszta' },
      'reason',
    );
    const second = readXml(((await storedInvoices()).at(-1) as StoredInvoice).xml);
    expect([
      textAt(second, 'Fa/DaneFaKorygowanej/NrFaKorygowanej'),
      (Number(textAt(second, 'Fa/P_15')) - 200).toFixed(2),
    ]).toEqual([invoice.number, `-${total}`]);
  });

  it('sends pending invoices once, only after a sender is chosen, and stores the result', async () => {
    const order = await ordered();
    const invoice = await issue(order);
    const state = async (): Promise<string> =>
      (await storedInvoices()).find(({ id }) => id === invoice.id)?.state ?? '';
    await shop.inContext(async () => shop.site.hooks.doAction('compliance/send_invoices'));
    expect(outside.sentInvoices).toEqual([]);
    await set('checkout', { invoice_sender: 'acme' });
    const replies: unknown[] = [new Error('The gate is down.'), { kind: 'sent', ksefNumber: 'x' }, { kind: 'waiting' }];
    for (const reply of replies) {
      outside.ksefAnswer = () => reply;
      await shop.inContext(async () => shop.site.hooks.doAction('compliance/send_invoices'));
      expect(await state()).toBe('pending');
    }
    outside.ksefAnswer = () => ({ kind: 'refused', message: 'NIP nabywcy nie istnieje' });
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&id=${invoice.id}`);
    expect((await owner.submit({ do: 'send' }, {}, 'id')).text).toContain('NIP nabywcy nie istnieje');
    expect([await state(), (await metaOf(order)).ksef_status]).toEqual(['refused', 'refused']);
    expect((await owner.submit({ do: 'correct' }, { quantity_0: '0', reason: 'Zwrot' }, 'reason')).text).toContain(
      'This invoice isn’t in KSeF yet.',
    );
    // Once corrected, it is sent under its number.
    await owner.submit({ do: 'renew' }, {}, 'id');
    outside.ksefAnswer = ({ number }) => ({
      kind: 'sent',
      ksefNumber: number === invoice.number ? KSEF : '5261040828-20261123-FFFFFFFFFFFF-00',
    });
    outside.sentInvoices.length = 0;
    await shop.inContext(async () => shop.site.hooks.doAction('compliance/send_invoices'));
    await shop.inContext(async () => shop.site.hooks.doAction('compliance/send_invoices'));
    expect(outside.sentInvoices.filter(({ number }) => number === invoice.number)).toHaveLength(1);
    expect((await storedInvoices()).find(({ id }) => id === invoice.id)).toMatchObject({
      state: 'sent',
      ksef_number: KSEF,
      number: invoice.number,
    });
    expect((await storedInvoices()).every((any) => any.state === 'sent')).toBe(true);
    await set('checkout', { invoice_sender: '' });
  });

  it('exports selected orders as a zip, lists omitted ones and shows the state', async () => {
    const [due, consumer] = [await ordered(), await ordered({})];
    const list = await owner.get('/wp-admin/admin.php?page=store-orders');
    expect(list.text).toContain('Issue and export invoices (FA(3))');
    const { fields } = owner.form('order_action');
    const body = new FormData();
    for (const [name, value] of [
      ...Object.entries(fields),
      ['order_action', 'invoices'],
      ['orders[]', String(due)],
      ['orders[]', String(consumer)],
    ] as const)
      body.append(name, value);
    const zip = await shop.inContext(async () => {
      const orders = shop.scope.services.get('store.orders');
      return [(await orders.get(due))?.number ?? '', (await orders.get(consumer))?.number ?? ''];
    });
    const response = await owner.download('/wp-admin/admin.php?page=store-orders', body);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = await unzip(response.bytes);
    const invoice = (await storedInvoices()).at(-1) as StoredInvoice;
    expect(Object.keys(files).sort()).toEqual(
      [`${invoice.number.replaceAll('/', '-')}.xml`, 'not-exported.txt'].sort(),
    );
    expect(files[`${invoice.number.replaceAll('/', '-')}.xml`]).toBe(invoice.xml);
    expect([files['not-exported.txt']?.startsWith(zip[1] ?? '?'), invoice.order_id, invoice.state]).toEqual([
      true,
      due,
      'exported',
    ]);
    expect((await owner.get('/wp-admin/admin.php?page=store-orders')).text).toContain(`${invoice.number} · Exported`);
    expect((await owner.submit({}, { order_action: 'invoices' }, 'order_action')).text).toContain(
      'Select orders, then choose an action.',
    );
    await set('checkout', { invoices_enabled: false });
    expect((await owner.get('/wp-admin/admin.php?page=store-orders')).text).not.toMatch(/value="invoices"|>Invoice</);
    expect((await owner.get(`/wp-admin/admin.php?page=store-order&id=${due}`)).text).not.toContain(
      invoice.number.concat('</a>'),
    );
    await set('checkout', { invoices_enabled: true });
  });

  it('lists the documents of a month without KSeF, and exports them by tax rate', async () => {
    await set('compliance', { ksef_enabled: false });
    const newest = (await storedInvoices()).at(-1) as StoredInvoice;
    const path = `/wp-admin/admin.php?page=compliance-invoices&month=${newest.issued_on.slice(0, 7)}`;
    const list = (await owner.get(path)).text;
    expect(list).toContain(`>${newest.number}</a>`);
    expect(list).toContain(`name="month" value="${newest.issued_on.slice(0, 7)}"`);
    expect((await owner.get('/wp-admin/admin.php?page=compliance-invoices&month=2020-01')).text).toContain(
      'No invoices were issued in this month.',
    );
    const csv = (await owner.get(`${path}&export=csv`)).text;
    expect(csv).toContain('Number,Corrected invoice,Issued on,Sold on,Order,Buyer,NIP,VAT rate,Net (PLN),VAT (PLN)');
    expect(csv).toMatch(new RegExp(`^${newest.number},,${newest.issued_on},.*,(?:23|8|5|0)%,\\d+\\.\\d\\d,`, 'm'));
    await set('compliance', { ksef_enabled: true });
  });

  it('warns on the order about refunds that no correction states', async () => {
    const { order_id: orderId, number } = assertDefined(
      await shop.site.db()('compliance_invoices').where({ kind: 'VAT' }).orderBy('id', 'desc').first(),
    );
    const refund = { order_id: orderId, payment_id: 0, reason: '', message: '', restock: 0, account: null, part: '' };
    const times = { created_at: '2026-11-20 10:00:00', updated_at: '2026-11-20 10:00:00' };
    const add = (state: 'requested' | 'done'): Promise<unknown> =>
      shop.site
        .db()('store_refunds')
        .insert({ ...refund, ...times, state, amount: 150, refund_key: `${state}-key` });
    const screen = async (): Promise<string> =>
      (await owner.get(`/wp-admin/admin.php?page=store-order&id=${orderId}`)).text;
    await add('requested');
    expect(await screen()).not.toMatch(/Refunds exceed|doesn’t state refunds/);
    await add('done');
    expect(await screen()).toMatch(new RegExp(`Invoice ${number} doesn’t state refunds of PLN.1\\.50 yet`));
    await set('compliance', { ksef_enabled: false });
    expect(await screen()).toMatch(new RegExp(`Refunds exceed the corrections of invoice ${number} by [^.]*1[.,]50`));
    await shop.site.db()('store_refunds').where({ order_id: orderId }).delete();
    await set('compliance', { ksef_enabled: true });
  });

  it('includes invoices in personal data exports, and retains them on erasure', async () => {
    type Tools = Record<
      string,
      {
        callback(
          email: string,
          page: number,
        ): Promise<{
          data?: { data: { name: string; value: string }[] }[];
          items_retained?: boolean;
          messages?: string[];
        }>;
      }
    >;
    const callPrivacyTool = async (kind: string, email: string) =>
      shop.inContext(async () =>
        ((await shop.site.hooks.applyFilters(`wp_privacy_personal_data_${kind}`, {})) as Tools)[
          'compliance-invoices'
        ]?.callback(email, 1),
      );
    const exported = (await callPrivacyTool('exporters', 'Anna@example.test'))?.data ?? [];
    expect([exported.length, exported[0]?.data.map(({ value }) => value)[0]]).toEqual([
      (await storedInvoices()).length,
      (await storedInvoices())[0]?.number,
    ]);
    expect((await callPrivacyTool('exporters', 'jan@example.test'))?.data).toEqual([]);
    expect(await callPrivacyTool('erasers', 'anna@example.test')).toMatchObject({
      items_retained: true,
      messages: [expect.stringContaining('tax law')],
    });
  });

  it('shows the printable invoice in Polish and English', async () => {
    const invoice = (await storedInvoices()).find(({ number }) => number.startsWith('KOR/')) as StoredInvoice;
    const polish = await owner.get(`/wp-admin/admin.php?page=compliance-invoice&id=${invoice.id}&lang=pl`);
    for (const text of [
      'Faktura korygująca',
      'Sprzedawca',
      'Nabywca',
      'Zwrot dwóch sztuk',
      'Stawka',
      'Nazwa towaru lub usługi',
    ])
      expect(polish.text).toContain(text);
    const english = await owner.get(`/wp-admin/admin.php?page=compliance-invoice&id=${invoice.id}&lang=en`);
    for (const text of ['Correction KOR/', 'Seller', 'Buyer', 'Mug &amp; „co”']) expect(english.text).toContain(text);
  });

  it('exports unexported invoices by command, issuing pending ones with --issue', async () => {
    const waiting = await ordered();
    const folder = mkdtempSync(join(tmpdir(), 'plinth-invoices-'));
    try {
      const output = join(folder, 'out.zip');
      expect((await runPlinth(shop, ['compliance', 'invoices', 'export', '--from=tomorrow'])).code).toBe(1);
      const { code, out } = await runPlinth(shop, [
        'compliance',
        'invoices',
        'export',
        '--issue',
        `--output=${output}`,
      ]);
      expect([code, out]).toEqual([0, expect.stringContaining('out.zip')]);
      const invoice = (await storedInvoices()).find(({ order_id: id }) => id === waiting) as StoredInvoice;
      expect([
        invoice.state,
        (await unzip(readFileSync(output)))[`${invoice.number.replaceAll('/', '-')}.xml`],
      ]).toEqual(['exported', invoice.xml]);
      expect((await runPlinth(shop, ['compliance', 'invoices', 'export', `--output=${output}`])).out).toContain(
        'Nothing to export.',
      );
      const rows = JSON.parse((await runPlinth(shop, ['compliance', 'invoices', 'list', '--format=json'])).out) as {
        number: string;
      }[];
      expect(rows.map(({ number }) => number)).toContain(invoice.number);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
