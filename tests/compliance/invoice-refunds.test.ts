import { createRefundCorrection } from '../../plugins/compliance/invoices/correction.js';
import { checkDocument } from '../../plugins/compliance/invoices/fa3/check-document.js';
import { invoiceDocument } from '../../plugins/compliance/invoices/fa3/document.js';
import type { Invoice, InvoiceLine } from '../../plugins/compliance/invoices/invoice.js';
import { getTotal, sumByRate } from '../../plugins/compliance/invoices/rate-sums.js';
import { reduceLines, type RefundTarget } from '../../plugins/compliance/invoices/reduce-lines.js';
import { assertDefined } from '../kit/assert-defined.js';
import { defaultEngines } from '../kit/databases.js';
import { seeded, type Seeded } from '../kit/seeded.js';
import type { Browser } from '../store/shopper.js';
import { readXml, textAt } from './read-xml.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const NIP = { want_invoice: '1', billing_company: 'Firma Kupująca', billing_nip: '525-22-48-481' };
const KSEF = '5261040828-20261123-0123456789AB-12';

const createLine = (name: string, quantity: number, unitPrice: number, rate: InvoiceLine['rate']): InvoiceLine => {
  const gross = quantity * unitPrice;
  const percent = Number(rate);
  return {
    name,
    sku: name === 'Dostawa' ? '' : name,
    unit: name === 'Dostawa' ? 'usł.' : 'szt.',
    quantity,
    unitPrice,
    discount: 0,
    gross,
    tax: Math.round((gross * percent) / (100 + percent)),
    rate,
  };
};
const totalOf = (lines: readonly InvoiceLine[]): number => getTotal(sumByRate(lines));

function randomLines(random: Seeded): InvoiceLine[] {
  const lines = Array.from({ length: random.whole(1, 5) }, (_, index) =>
    createLine(`P${index}`, random.whole(1, 6), random.whole(1, 30_000), random.pick(['23', '8', '5'])),
  );
  return random.chance(70) ? [...lines, createLine('Dostawa', 1, random.whole(1, 2500), '23')] : lines;
}

const PARTY = { name: 'A', country: 'PL', address1: 'Prosta 1', address2: '', email: '', phone: '' };
const invoiceOf = (lines: readonly InvoiceLine[]): Invoice & { ksefNumber: string } => ({
  number: 'FV/1',
  issuedOn: '2026-11-23',
  soldOn: '2026-11-23',
  madeAt: '2026-11-23 15:00:00',
  seller: { ...PARTY, taxId: { kind: 'nip', number: '5261040828' } },
  buyer: { ...PARTY, taxId: { kind: 'nip', number: '5252248481' } },
  lines,
  orderNumber: '1',
  orderedOn: '2026-11-19',
  payment: { form: 'transfer', label: '', paidOn: '', account: '' },
  exemptBasis: '',
  ksefNumber: '',
});

describe('lines after a refund', () => {
  it('law 20 are lower by exactly the refund, and their correction fits FA(3), for random refunds', () => {
    const random = seeded('refunds');
    for (let round = 0; round < 500; round++) {
      const branch = random.branch(round);
      let lines: readonly InvoiceLine[] = randomLines(branch);
      for (let step = 0; step < 3 && totalOf(lines) > 0; step++) {
        const before = lines;
        const amount = branch.whole(1, totalOf(before) + 100);
        const targets: RefundTarget[] = branch.chance(60)
          ? [
              {
                index: branch.whole(0, before.length - 1),
                ...(branch.chance(50) ? { quantity: branch.whole(1, 3) } : {}),
              },
            ]
          : [];
        lines = reduceLines(before, amount, targets);
        const taken = Math.min(amount, totalOf(before));
        expect([round, step, totalOf(before) - totalOf(lines)]).toEqual([round, step, taken]);
        for (const { quantity, unitPrice, discount, gross, tax } of lines)
          expect([round, quantity * unitPrice - discount, gross >= 0, tax >= 0 && tax <= gross]).toEqual([
            round,
            gross,
            true,
            true,
          ]);
        const correction = createRefundCorrection(
          invoiceOf(before),
          invoiceOf(before),
          { refundId: 1, reason: 'Zwrot', amount, targets },
          { number: 'KOR/1', issuedOn: '2026-11-24', madeAt: '2026-11-24 10:00:00' },
        );
        const root = invoiceDocument(correction);
        expect([round, checkDocument(root)]).toEqual([round, []]);
        expect([round, Math.round(Number(textAt(root, 'Fa/P_15')) * 100)]).toEqual([round, -taken]);
      }
    }
  });

  const lines = [
    createLine('Mug', 3, 10_000, '23'),
    createLine('Book', 1, 5000, '5'),
    createLine('Dostawa', 1, 1500, '23'),
  ];
  const reduced = (amount: number, ...targets: RefundTarget[]): string[] =>
    reduceLines(lines, amount, targets).map(({ quantity, gross, discount }) => `${quantity}: ${gross} (-${discount})`);

  it('lose the returned pieces when the refund is their price', () => {
    expect(reduced(20_000, { index: 0, quantity: 2 })).toEqual(['1: 10000 (-0)', '1: 5000 (-0)', '1: 1500 (-0)']);
    expect(reduced(5000, { index: 1 })).toEqual(['3: 30000 (-0)', '0: 0 (-0)', '1: 1500 (-0)']);
    // The refund is for a line of three pieces, and comes to two.
    expect(reduced(20_000, { index: 0 })).toEqual(['1: 10000 (-0)', '1: 5000 (-0)', '1: 1500 (-0)']);
  });

  it('include the delivery that came back with the goods', () => {
    expect(reduced(31_500, { index: 0, quantity: 3 })).toEqual(['0: 0 (-0)', '1: 5000 (-0)', '0: 0 (-0)']);
    expect(reduced(30_700, { index: 0, quantity: 3 })).toEqual(['0: 0 (-0)', '1: 5000 (-0)', '1: 800 (-700)']);
  });

  it('have a lower price when less came back than the goods cost, or for the order as a whole', () => {
    expect(reduced(3000, { index: 0 })).toEqual(['3: 27000 (-3000)', '1: 5000 (-0)', '1: 1500 (-0)']);
    expect(reduced(3650)).toEqual(['3: 27000 (-3000)', '1: 4500 (-500)', '1: 1350 (-150)']);
    expect(reduced(36_500)).toEqual(['0: 0 (-0)', '0: 0 (-0)', '0: 0 (-0)']);
  });
});

describe.each(defaultEngines)('invoices of refunded orders on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    owner = await shop.admin();
    mug = await shop.save({
      name: 'Kubek',
      sku: 'MUG',
      price: { regular: 3000, sale: null, saleFrom: null, saleTo: null },
      stockQuantity: 500,
    });
    await set('general', {
      company_name: 'Sklep Próbny',
      company_address: 'Prosta 1\n00-001 Warszawa',
      company_nip: '526-104-08-28',
    });
  });
  afterAll(() => shop.close());

  const set = async (group: string, changes: object): Promise<void> =>
    expect((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status).toBe(200);

  /** Places an order of three mugs and marks it as paid. @returns its ID */
  async function placePaidOrder(): Promise<number> {
    const buyer = await shop.atCheckout(mug, '3');
    await shop.order(buyer, { ...checkedBoxes(buyer.last?.text ?? ''), ...NIP });
    const { id } = assertDefined(await shop.site.db()('store_orders').orderBy('id', 'desc').first());
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(id, 'processing'));
    return id;
  }
  async function issueInvoice(orderId: number): Promise<void> {
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${orderId}`);
    await owner.submit({ do: 'issue' }, {}, 'order');
  }
  /** Refunds an amount as the owner does, and marks it as sent. */
  async function refund(orderId: number, amount: string, fields: Record<string, string> = {}): Promise<void> {
    const screen = `/wp-admin/admin.php?page=store-order&id=${orderId}`;
    await owner.get(screen);
    await owner.submit({ action: 'refund' }, { amount, account: '', ...fields }, 'refund_key');
    await owner.get(screen);
    await owner.submit({ action: 'refund_sent' }, {}, 'refund');
  }
  const documents = async (orderId: number) =>
    (await shop.site.db()('compliance_invoices').where({ order_id: orderId }).orderBy('id').select()).map((row) => ({
      ...row,
      document: JSON.parse(row.document) as Invoice,
      root: readXml(row.xml),
    }));
  const readOrder = async (orderId: number) =>
    assertDefined((await shop.inContext(() => shop.scope.services.get('store.orders').get(orderId))) ?? undefined);
  /** Type, total and reason of each document of an order. */
  const summary = async (orderId: number): Promise<string[]> =>
    (await documents(orderId)).map(({ kind, root, document }) =>
      `${kind} ${textAt(root, 'Fa/P_15')} ${document.correction?.reason ?? ''}`.trim(),
    );
  const quantities = (lines: readonly InvoiceLine[]): number[] => lines.map(({ quantity }) => quantity);
  const runJobs = (): Promise<unknown> => shop.inContext(() => shop.scope.runJobs());
  const warning = async (orderId: number): Promise<boolean> =>
    /doesn’t state refunds|Refunds exceed/.test(
      (await owner.get(`/wp-admin/admin.php?page=store-order&id=${orderId}`)).text,
    );

  it('law 20 corrects an invoice once for each refund, as the refund says, and informs the customer', async () => {
    const order = await placePaidOrder();
    await issueInvoice(order);
    const { number: invoiceNumber } = assertDefined((await documents(order))[0]);
    await refund(order, '30', { part: '0', reason: 'Zwrot jednej sztuki' });
    await refund(order, '10');
    expect(await summary(order)).toEqual(['VAT 105.00', 'KOR -30.00 Zwrot jednej sztuki', 'KOR -10.00 Refund']);
    const [, first, second] = await documents(order);
    expect([quantities(assertDefined(first).document.lines), quantities(assertDefined(second).document.lines)]).toEqual(
      [
        [2, 1],
        [2, 1],
      ],
    );
    for (const item of [first, second]) {
      const { root, number } = assertDefined(item);
      expect([checkDocument(root), textAt(root, 'Fa/DaneFaKorygowanej/NrFaKorygowanej')]).toEqual([[], invoiceNumber]);
      expect(number).toMatch(/^KOR\//);
    }
    const jobs = await shop.inContext(() => shop.scope.getJobs({ queue: 'compliance/correct_invoice' }));
    expect(jobs.map(({ payload }) => payload)).toEqual([{ orderId: order }, { orderId: order }]);
    // Neither the job nor another call corrects a refund again.
    await Promise.all([runJobs(), runJobs()]);
    const stored = await readOrder(order);
    const [lastRefund] = (
      await shop.inContext(() => shop.scope.services.get('store.refunds').listByOrder(order))
    ).slice(-1);
    await shop.inContext(async () => shop.scope.doAction('store/order_refunded', stored, assertDefined(lastRefund)));
    expect(await documents(order)).toHaveLength(3);
    expect(await shop.site.db()('store_emails').where({ order_id: order, kind: 'invoice' })).toHaveLength(3);
    expect(await warning(order)).toBe(false);
    // The order names its invoice, not the correction.
    expect(stored.meta.invoice_number).toBe(invoiceNumber);
  });

  it('law 20 corrects an invoice to zero when all money came back', async () => {
    const order = await placePaidOrder();
    await issueInvoice(order);
    await refund(order, '105');
    expect(await summary(order)).toEqual(['VAT 105.00', 'KOR -105.00 Refund']);
    expect(quantities(assertDefined((await documents(order))[1]).document.lines)).toEqual([0, 0]);
  });

  it('law 20 issues an invoice after a partial refund for what remains, and corrects it after the next one', async () => {
    const order = await placePaidOrder();
    await refund(order, '30', { part: '0' });
    await issueInvoice(order);
    expect(await summary(order)).toEqual(['VAT 75.00']);
    const [invoice] = await documents(order);
    expect(assertDefined(invoice).document).toMatchObject({ deductedRefunds: [{ amount: 3000 }] });
    expect(await warning(order)).toBe(false);
    await refund(order, '15');
    expect(await summary(order)).toEqual(['VAT 75.00', 'KOR -15.00 Refund']);
  });

  it('corrects no invoice for a refund that the shop owner has corrected, nor for money paid by mistake', async () => {
    const order = await placePaidOrder();
    await issueInvoice(order);
    const [invoice] = await documents(order);
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&id=${assertDefined(invoice).id}`);
    await owner.submit({ do: 'correct' }, { quantity_0: '2', reason: 'Uszkodzona sztuka' }, 'reason');
    await refund(order, '30');
    expect(await summary(order)).toEqual(['VAT 105.00', 'KOR -30.00 Uszkodzona sztuka']);
    // The customer pays 20 again, and gets it back.
    await owner.get(`/wp-admin/admin.php?page=store-order&id=${order}`);
    await owner.submit({ action: 'payment' }, { paid_amount: '20' }, 'paid_amount');
    await refund(order, '20');
    expect(await shop.site.db()('store_refunds').where({ order_id: order, state: 'done' })).toHaveLength(2);
    expect([(await documents(order)).length, await warning(order)]).toEqual([2, false]);
  });

  it('law 20 corrects the quantities of a withdrawal with the delivery that is due with it', async () => {
    const order = await placePaidOrder();
    await issueInvoice(order);
    const { id: line } = assertDefined(await shop.site.db()('store_order_lines').where({ order_id: order }).first());
    const screen = `/wp-admin/admin.php?page=store-order&id=${order}`;
    const box = async (marker: string, fields: Record<string, string>): Promise<void> => {
      await owner.get(screen);
      await owner.submit({ action: 'box' }, fields, marker);
    };
    await box('declarer', { channel: 'post', [`entry_quantity_${line}`]: '2' });
    const [id] = await shop.site.db()('compliance_declarations').where({ order_id: order }).pluck<number[]>('id');
    await box(`withdrawal_decide_${id}`, { [`withdrawal_decide_${id}`]: 'accepted' });
    const [payment] = await shop.site.db()('store_payments').where({ order_id: order }).pluck<number[]>('id');
    await box(`withdrawal_refund_${id}`, { [`withdrawal_refund_${id}`]: String(payment) });
    expect(await documents(order)).toHaveLength(1);
    await owner.get(screen);
    await owner.submit({ action: 'refund_sent' }, {}, 'refund');
    expect(await summary(order)).toEqual(['VAT 105.00', `KOR -60.00 Withdrawal ${id}`]);
    expect(quantities(assertDefined((await documents(order))[1]).document.lines)).toEqual([1, 1]);
  });

  it('law 20 waits with the correction for the KSeF number of the invoice, and states it', async () => {
    await set('compliance', { ksef_enabled: true });
    const order = await placePaidOrder();
    await issueInvoice(order);
    await refund(order, '30');
    await runJobs();
    expect([await summary(order), await warning(order)]).toEqual([['VAT 105.00'], true]);
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&id=${assertDefined((await documents(order))[0]).id}`);
    await owner.submit({ do: 'number' }, { ksef_number: KSEF }, 'ksef_number');
    await runJobs();
    expect(await summary(order)).toEqual(['VAT 105.00', 'KOR -30.00 Refund']);
    expect(textAt(assertDefined((await documents(order))[1]).root, 'Fa/DaneFaKorygowanej/NrKSeFFaKorygowanej')).toBe(
      KSEF,
    );
    expect(await warning(order)).toBe(false);
    await set('compliance', { ksef_enabled: false });
  });

  it('corrects an invoice by the job of the refund if the process ends before it could', async () => {
    const order = await placePaidOrder();
    await issueInvoice(order);
    const stored = await readOrder(order);
    await shop.site
      .db()('store_refunds')
      .insert({
        ...{ order_id: order, payment_id: 0, refund_key: 'lost', amount: 1500, reason: 'Rabat', state: 'done' },
        ...{ message: '', restock: 0, account: '', part: '' },
        ...{ created_at: '2026-11-20 10:00:00', updated_at: '2026-11-20 10:00:00' },
      });
    const [lost] = (await shop.inContext(() => shop.scope.services.get('store.refunds').listByOrder(order))).slice(-1);
    await shop.inContext(async () => shop.scope.doAction('store/refund_recorded', stored, assertDefined(lost)));
    expect(await documents(order)).toHaveLength(1);
    await runJobs();
    expect(await summary(order)).toEqual(['VAT 105.00', 'KOR -15.00 Rabat']);
  });
});
