import { checkDocument } from '../../plugins/compliance/invoices/fa3/check-document.js';
import { invoiceDocument } from '../../plugins/compliance/invoices/fa3/document.js';
import { FA3_NAMESPACE } from '../../plugins/compliance/invoices/fa3/structure.js';
import { correctLines, createCorrection } from '../../plugins/compliance/invoices/correction.js';
import type { Invoice } from '../../plugins/compliance/invoices/invoice.js';
import { orderLines, type InvoicedOrder } from '../../plugins/compliance/invoices/order-lines.js';
import { createBuyerParty, parseTaxId } from '../../plugins/compliance/invoices/parties.js';
import { invoiceSums, sumByRate, getTotal } from '../../plugins/compliance/invoices/rate-sums.js';
import { writeXml, type XmlNode } from '../../plugins/compliance/invoices/xml.js';
import { isNip, isNumberPattern } from '../../plugins/compliance/settings/identifiers.js';
import type { Adjustment, CartItem, Reduction } from '../../plugins/store/contract/index.js';
import { taxShare, includedTax } from '../../plugins/store/money/tax.js';
import { oldOrderTaxes } from '../../plugins/store/orders/old-order-taxes.js';
import { taxByRate } from '../../plugins/store/orders/order-taxes.js';
import { createDiscounts } from '../../plugins/store/commerce/discounts.js';
import { calculateTotals } from '../../plugins/store/commerce/totals.js';
import { type Seeded, seeded } from '../kit/seeded.js';
import { readXml, textAt } from './read-xml.js';

const RULES = { zeroRate: '0 KR', delivery: 'Dostawa', paymentFee: 'Opłata' } as const;
const RATES = [23, 8, 5, 0];

/** An order with discounts and totals calculated by the store. */
async function randomOrder(random: Seeded): Promise<InvoicedOrder> {
  const items = Array.from({ length: random.whole(1, 6) }, (_, index) => {
    const [unitPrice, quantity, taxRate] = [
      random.whole(1, random.chance(20) ? 2_000_000 : 20_000),
      random.whole(1, 9),
      random.pick(RATES),
    ];
    return {
      productId: index + 1,
      variationId: 0,
      name: `Thing ${index} & "co" <ż>`,
      sku: `S-${index}`,
      quantity,
      unitPrice,
      taxRate,
      total: unitPrice * quantity,
      tax: includedTax(unitPrice * quantity, taxRate),
    };
  });
  const delivery = random.chance(80)
    ? { price: random.whole(0, 3000), taxRate: random.pick([23, 23, 8]) }
    : { price: 0, taxRate: 23 };
  const payment = { price: random.chance(30) ? random.whole(1, 900) : 0, taxRate: 23 };
  const productIds = random.chance(40)
    ? items.filter(() => random.chance(50)).map(({ productId }) => productId)
    : undefined;
  const reduction = random.pick<() => Reduction>([
    () => ({ kind: 'percent', percent: random.whole(1, 100), ...(productIds?.length ? { productIds } : {}) }),
    () => ({ kind: 'fixed', amount: random.whole(1, 5000), ...(productIds?.length ? { productIds } : {}) }),
    () => ({ kind: 'free_delivery' }),
  ]);
  const values = random.chance(60) ? [reduction()] : [];
  if (values.length > 0 && random.chance(25)) values.push({ kind: 'percent', percent: random.whole(1, 50) });
  const registry = {
    entries: () =>
      values.map((value, index) => ({
        id: `d${index}`,
        owner: 'test',
        value: { id: `d${index}`, label: 'Rabat', calculate: () => value },
      })),
    call: async (entry: { value: unknown }, work: (value: unknown) => unknown) => work(entry.value),
  };
  const { adjustments: discounts } = await createDiscounts(registry as never, { __: (text: string) => text })(
    { items: items as unknown as CartItem[], deliveryPrice: delivery.price } as never,
    [],
    delivery.taxRate,
  );
  const fee = random.whole(1, 2000);
  const adjustments: Adjustment[] = [
    ...discounts,
    ...(random.chance(20)
      ? [
          {
            kind: 'fee' as const,
            id: 'fee',
            label: 'Pakowanie',
            amount: fee,
            tax: includedTax(fee, 23),
            code: '',
            taxes: [taxShare(fee, 23)],
          },
        ]
      : []),
  ];
  const totals = calculateTotals(items, delivery, payment, adjustments);
  return {
    number: '2026-00001-1',
    lines: items.map((item, index) => ({ ...item, id: index + 1, details: [], data: {} })),
    adjustments,
    deliveryTotal: totals.delivery,
    deliveryTax: totals.delivery > 0 ? taxShare(totals.delivery, delivery.taxRate) : null,
    paymentFee: totals.paymentFee,
    paymentFeeTax: totals.paymentFee > 0 ? taxShare(totals.paymentFee, 23) : null,
    taxTotal: totals.tax,
    total: totals.total,
  };
}

const PARTY = {
  name: 'Firma & Syn',
  country: 'PL',
  address1: 'Prosta 1',
  address2: '00-001 Warszawa',
  email: 'a@example.test',
  phone: '+48 600 000 000',
};
const invoiceOf = (lines: Invoice['lines'], more: Partial<Invoice> = {}): Invoice => ({
  number: 'FV/2026/11/1',
  issuedOn: '2026-11-23',
  soldOn: '2026-11-20',
  madeAt: '2026-11-23 15:00:00',
  seller: { ...PARTY, taxId: { kind: 'nip', number: '5261040828' } },
  buyer: { ...PARTY, taxId: { kind: 'nip', number: '5252248481' } },
  lines,
  orderNumber: '2026-00001-1',
  orderedOn: '2026-11-19',
  payment: { form: 'transfer', label: '', paidOn: '2026-11-20', account: 'PL61109010140000071219812874' },
  exemptBasis: 'art. 113 ust. 1 i 9 ustawy o VAT',
  ...more,
});
const minor = (text: string): number => Math.round(Number(text) * 100);
const sumAt = (root: XmlNode, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + minor(textAt(root, `Fa/${name}`) || '0'), 0);
const NETS = ['P_13_1', 'P_13_2', 'P_13_3', 'P_13_6_1', 'P_13_7'];
const TAXES = ['P_14_1', 'P_14_2', 'P_14_3'];

describe('invoice documents', () => {
  it('law 20 match the order total exactly by rate and fit FA(3), for random carts', async () => {
    const random = seeded('invoices');
    let rejectedCount = 0;
    for (let round = 0; round < 600; round++) {
      const order = await randomOrder(random.branch(round));
      const lines = orderLines(order, RULES);
      const root = readXml(writeXml(invoiceDocument(invoiceOf(lines)), FA3_NAMESPACE));
      expect([round, checkDocument(root)]).toEqual([round, []]);
      expect([round, minor(textAt(root, 'Fa/P_15')), sumAt(root, [...NETS, ...TAXES]), sumAt(root, TAXES)]).toEqual([
        round,
        order.total,
        order.total,
        order.taxTotal,
      ]);
      for (const line of lines) {
        if (line.unitPrice * line.quantity - line.discount !== line.gross || line.discount < 0 || line.gross < 0)
          rejectedCount += 1;
        // A discount on several lines is rounded per line, so each line's tax is the tax included in its own total.
        expect([round, line.tax]).toEqual([
          round,
          includedTax(line.gross, line.rate === 'zw' || line.rate === '0 KR' ? 0 : Number(line.rate)),
        ]);
      }
    }
    expect(rejectedCount).toBe(0);
  });

  it('law 20 derive rates for old orders without stored rates from their tax', async () => {
    const random = seeded('old invoices');
    for (let round = 0; round < 200; round++) {
      const order = await randomOrder(random.branch(round));
      const byRate = taxByRate(order);
      expect([
        round,
        byRate?.reduce((sum, { gross }) => sum + gross, 0),
        byRate?.reduce((sum, { tax }) => sum + tax, 0),
      ]).toEqual([round, order.total, order.taxTotal]);
      const taxes = oldOrderTaxes(order);
      if (!taxes) throw new Error(`round ${round}: nobody can tell`);
      const old = {
        ...order,
        deliveryTax: taxes.delivery,
        paymentFeeTax: taxes.paymentFee,
        adjustments: order.adjustments.map((adjustment, index) => ({
          ...adjustment,
          taxes: taxes.adjustments[index] ?? [],
        })),
      };
      expect([round, getTotal(sumByRate(orderLines(old, RULES)))]).toEqual([round, order.total]);
      expect([round, taxByRate(old)?.reduce((sum, { tax }) => sum + tax, 0)]).toEqual([round, order.taxTotal]);
    }
  });

  it('law 20 correct by the difference, down to zero, referring to the original', async () => {
    const random = seeded('corrections');
    for (let round = 0; round < 200; round++) {
      const branch = random.branch(round);
      const lines = orderLines(await randomOrder(branch), RULES);
      const original = { ...invoiceOf(lines), ksefNumber: '' };
      const quantities = lines.map(({ quantity }) => branch.whole(0, quantity));
      if (
        quantities.every((quantity, index) => quantity === lines[index]?.quantity) ||
        lines.every(({ gross }) => gross === 0)
      )
        continue;
      const first = createCorrection(
        original,
        original,
        { reason: 'Zwrot', quantities },
        { number: 'KOR/1', issuedOn: '2026-11-24', madeAt: '2026-11-24 10:00:00' },
      );
      const root = readXml(writeXml(invoiceDocument(first), FA3_NAMESPACE));
      expect([round, checkDocument(root)]).toEqual([round, []]);
      const difference = getTotal(sumByRate(first.lines)) - getTotal(sumByRate(lines));
      expect([round, minor(textAt(root, 'Fa/P_15')), sumAt(root, [...NETS, ...TAXES])]).toEqual([
        round,
        difference,
        difference,
      ]);
      expect(textAt(root, 'Fa/DaneFaKorygowanej/NrFaKorygowanej')).toBe('FV/2026/11/1');
      const left = first.lines.some(({ quantity }) => quantity > 0);
      if (!left) continue;
      const rest = createCorrection(
        original,
        first,
        { reason: 'Reszta', quantities: lines.map(() => 0) },
        { number: 'KOR/2', issuedOn: '2026-11-25', madeAt: '2026-11-25 10:00:00' },
      );
      expect([round, getTotal(invoiceSums(first)) + getTotal(invoiceSums(rest))]).toEqual([
        round,
        -getTotal(sumByRate(lines)),
      ]);
    }
  });

  const line = {
    name: 'Kubek',
    sku: 'K-1',
    unit: 'szt.',
    quantity: 2,
    unitPrice: 1230,
    discount: 0,
    gross: 2460,
    tax: 460,
    rate: '23',
  } as const;
  const documentOf = (more: Partial<Invoice> = {}): XmlNode => invoiceDocument(invoiceOf([line], more));
  const problemsOf = (more: Partial<Invoice>): string[] =>
    checkDocument(documentOf(more)).map(({ path, message }) => `${path} ${message}`);

  it('law 20 name seller, buyer by tax ID and the exemption', () => {
    const xmlText = (more: Partial<Invoice>, path: string): string => textAt(documentOf(more), path);
    const buyer = (number: string, country: string): Partial<Invoice> => ({
      buyer: { ...PARTY, country, taxId: parseTaxId(number, country) },
    });
    const id = 'Podmiot2/DaneIdentyfikacyjne';
    expect(xmlText(buyer('525-22-48-481', 'PL'), `${id}/NIP`)).toBe('5252248481');
    expect([
      xmlText(buyer('DE 123 456 789', 'DE'), `${id}/KodUE`),
      xmlText(buyer('DE 123 456 789', 'DE'), `${id}/NrVatUE`),
    ]).toEqual(['DE', '123456789']);
    expect([
      xmlText(buyer('EL123456789', 'GR'), `${id}/KodUE`),
      xmlText(buyer('123456789', 'GR'), `${id}/NrVatUE`),
    ]).toEqual(['EL', '123456789']);
    expect([
      xmlText(buyer('CHE-123.456.789', 'CH'), `${id}/KodKraju`),
      xmlText(buyer('CHE-123.456.789', 'CH'), `${id}/NrID`),
    ]).toEqual(['CH', 'CHE123456789']);
    expect(xmlText(buyer('', 'PL'), `${id}/BrakID`)).toBe('1');
    for (const [number, country] of [
      ['525-22-48-481', 'PL'],
      ['DE123456789', 'DE'],
      ['CHE-123', 'CH'],
      ['', 'PL'],
    ] as const)
      expect(problemsOf(buyer(number, country))).toEqual([]);
    const exempt = { lines: [{ ...line, rate: 'zw' as const, tax: 0 }] };
    expect([
      xmlText(exempt, 'Fa/P_13_7'),
      xmlText(exempt, 'Fa/Adnotacje/Zwolnienie/P_19A'),
      xmlText({}, 'Fa/Adnotacje/Zwolnienie/P_19N'),
      problemsOf(exempt),
    ]).toEqual(['24.60', 'art. 113 ust. 1 i 9 ustawy o VAT', '1', []]);
    expect(xmlText({}, 'Fa/Platnosc/DataZaplaty')).toBe('2026-11-20');
    expect(textAt(readXml(writeXml(documentOf(), FA3_NAMESPACE)), 'Podmiot1/DaneIdentyfikacyjne/Nazwa')).toBe(
      'Firma & Syn',
    );
  });

  it('law 20 report missing, misplaced, oversized and malformed elements', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ seller: { ...PARTY, taxId: { kind: 'none' } } })).toEqual([
      'Faktura/Podmiot1/DaneIdentyfikacyjne/NIP is missing',
    ]);
    expect(problemsOf({ number: 'x'.repeat(257) })).toEqual(['Faktura/Fa/P_2 has more than 256 characters']);
    expect(problemsOf({ issuedOn: '2026-02-30' })).toContain('Faktura/Fa/P_1 is not a valid calendar date');
    expect(problemsOf({ madeAt: '2024-01-01 10:00:00' })).toEqual([
      'Faktura/Naglowek/DataWytworzeniaFa is not between 2025-09-01T00:00:00Z and 2050-01-01T23:59:59Z',
    ]);
    expect(problemsOf({ seller: { ...PARTY, taxId: { kind: 'nip', number: '0261040828' } } })).toEqual([
      'Faktura/Podmiot1/DaneIdentyfikacyjne/NIP does not match the format of TNrNIP',
    ]);
    const validDocument = documentOf();
    const [header, seller, buyer, body] = validDocument.children as [XmlNode, XmlNode, XmlNode, XmlNode];
    const documentProblems = (...children: XmlNode[]): string[] =>
      checkDocument({ name: 'Faktura', children }).map(({ path, message }) => `${path} ${message}`);
    expect(documentProblems(header, buyer, seller, body)).toContain('Faktura/Podmiot1 is missing');
    expect(documentProblems(header, seller, buyer, body, { name: 'Uwaga', text: 'x' })).toEqual([
      'Faktura/Uwaga is not allowed here',
    ]);
    const part = (name: string): XmlNode => body.children?.find((child) => child.name === name) as XmlNode;
    const without = (name: string): XmlNode => ({
      ...body,
      children: body.children?.filter((child) => child.name !== name) ?? [],
    });
    expect(documentProblems(header, seller, buyer, without('P_15'))).toEqual(['Faktura/Fa/P_15 is missing']);
    expect(documentProblems(header, seller, buyer, without('P_14_1'))).toContain('Faktura/Fa/P_14_1 is missing');
    expect(
      documentProblems(header, seller, buyer, { ...body, children: [...(body.children ?? []), part('P_15')] }),
    ).toEqual(['Faktura/Fa/P_15 is not allowed here']);
    expect(
      documentProblems(
        { ...header, children: [{ name: 'KodFormularza', text: 'FA' }, ...(header.children ?? []).slice(1)] },
        seller,
        buyer,
        body,
      ),
    ).toContain('Faktura/Naglowek/KodFormularza@kodSystemowy is not "FA (3)"');
    expect(checkDocument({ name: 'Invoice' })).toHaveLength(1);
  });

  it('law 20 reject non-Polish rates and taxes that no rate explains', async () => {
    const order = await randomOrder(seeded(1));
    const german = { ...order, lines: order.lines.map((orderLine) => ({ ...orderLine, taxRate: 19 })) };
    expect(() => orderLines(german, RULES)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^invoice_(rate_not_found|sums_differ)$/) }),
    );
    expect(() => orderLines({ ...order, taxTotal: order.taxTotal + 500_000 }, RULES)).toThrow(
      expect.objectContaining({ code: 'invoice_sums_differ' }),
    );
  });

  it('require a reason, valid quantities and a change for corrections', () => {
    const correction = (reason: string, quantities: number[]) => () => correctLines([line], { reason, quantities });
    for (const [reason, quantities] of [
      ['', [1]],
      ['x', []],
      ['x', [3]],
      ['x', [-1]],
      ['x', [0.5]],
      ['x', [2]],
    ] as const)
      expect(correction(reason, [...quantities])).toThrow(
        expect.objectContaining({ code: 'invoice_correction_invalid' }),
      );
    expect(correctLines([line], { reason: 'x', quantities: [1] })[0]).toMatchObject({
      quantity: 1,
      gross: 1230,
      tax: 230,
    });
  });

  it('drop characters that XML does not allow', () => {
    const text = writeXml(
      { name: 'a', attributes: { b: '"\n' }, text: 'x\u0000\u001f\ud800 <&> ż\u{1f600}' },
      FA3_NAMESPACE,
    );
    expect(text).toContain('b="&quot;&#10;">x &lt;&amp;&gt; ż\u{1f600}</a>');
  });

  it('validate NIP numbers and invoice number patterns', () => {
    for (const good of ['5261040828', '526-104-08-28', 'PL 526 104 08 28', 'PL5252248481'])
      expect([good, isNip(good)]).toEqual([good, true]);
    for (const bad of ['', '0000000000', '5261040829', '526104082', '52610408281', 'DE5261040828', '0123456789'])
      expect([bad, isNip(bad)]).toEqual([bad, false]);
    for (const good of ['{n}', 'FV/{n}/{month}/{year}', 'A {n}'])
      expect([good, isNumberPattern(good)]).toEqual([good, true]);
    for (const bad of ['', 'FV', '{n}{n}', 'FV/{n}/{day}', '{n', ' {n}'])
      expect([bad, isNumberPattern(bad)]).toEqual([bad, false]);
  });

  it('name the buyer as entered with the NIP, then as in the billing address', () => {
    const billing = { firstName: 'Jan', lastName: 'Kowalski', company: 'Address Ltd' };
    const address = { address1: '', address2: '', postcode: '', city: '', country: 'PL', phone: '', email: '' };
    const nameOf = (company: string, meta: Record<string, string>): string =>
      createBuyerParty({ billing: { ...address, ...billing, company }, meta }).name;
    expect([
      nameOf('Address Ltd', { invoice_company: 'Acme sp. z o.o.' }),
      nameOf('Address Ltd', {}),
      nameOf('', { billing_nip: '5261040828' }),
    ]).toEqual(['Acme sp. z o.o.', 'Address Ltd', 'Jan Kowalski']);
  });
});
