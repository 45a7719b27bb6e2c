import { join } from 'node:path';
import { createI18n } from '../../core/i18n/i18n.js';
import { createCorrection } from '../../plugins/compliance/invoices/correction.js';
import type { Invoice, InvoiceLine } from '../../plugins/compliance/invoices/invoice.js';
import { createInvoicePdf } from '../../plugins/compliance/invoices/pdf/invoice-pdf.js';
import { readPdf } from './read-pdf.js';

const LINE: InvoiceLine = {
  name: 'Kubek w żółte gęśle – „Źdźbło”',
  sku: 'MUG-1',
  unit: 'szt.',
  quantity: 2,
  unitPrice: 61_500,
  discount: 0,
  gross: 123_000,
  tax: 23_000,
  rate: '23',
};
const PARTY = { country: 'PL', address1: 'ul. Łąkowa 1', address2: '00-001 Łódź', email: '', phone: '' };
const INVOICE: Invoice = {
  number: 'FV/2026/11/1',
  issuedOn: '2026-11-23',
  soldOn: '2026-11-20',
  madeAt: '2026-11-23 15:00:00',
  seller: { ...PARTY, name: 'Sklep Próbny', taxId: { kind: 'nip', number: '5261040828' } },
  buyer: { ...PARTY, name: 'Firma Kupująca', taxId: { kind: 'nip', number: '5252248481' } },
  lines: [
    LINE,
    { ...LINE, name: 'Książka', sku: 'BOOK', quantity: 1, unitPrice: 2100, gross: 2100, tax: 100, rate: '5' },
    { ...LINE, name: 'Dostawa', sku: '', unit: 'usł.', quantity: 1, unitPrice: 1230, gross: 1230, tax: 230 },
  ],
  orderNumber: '2026-00001-1',
  orderedOn: '2026-11-19',
  payment: { form: 'transfer', label: '', paidOn: '2026-11-20', account: 'PL61109010140000071219812874' },
  exemptBasis: '',
};

/** The text of a document in a language, with ordinary spaces. */
async function textOf(invoice: Invoice, locale = 'pl_PL', ksefNumber = ''): Promise<readonly string[]> {
  const i18n = createI18n();
  i18n.load('compliance', join(__dirname, '../../plugins/compliance/languages'));
  i18n.setDefault(locale);
  const bytes = await createInvoicePdf(invoice, { ksefNumber }, i18n.domain('compliance'));
  return readPdf(bytes).map((line) => line.replaceAll('\u00a0', ' ').trim());
}

describe('the PDF of an invoice', () => {
  it('names parties, dates, lines, totals by rate and payment as selectable text with Polish letters', async () => {
    const text = await textOf(INVOICE);
    for (const part of [
      'Faktura FV/2026/11/1',
      '2026-11-23',
      '2026-11-20',
      '2026-00001-1 (2026-11-19)',
      'Sklep Próbny',
      'NIP 5261040828',
      'ul. Łąkowa 1',
      '00-001 Łódź',
      'Firma Kupująca',
      'NIP 5252248481',
      'Dostawa',
      '2 szt.',
      '615,00',
      'Płatność: Przelew · zapłacono 2026-11-20',
      'Rachunek bankowy: PL61 1090 1014 0000 0712 1981 2874',
      '1 263,30 PLN',
      'Faktura FV/2026/11/1 · Strona 1 z 1',
    ])
      expect(text).toContain(part);
    expect(text.join(' ')).toContain('Kubek w żółte gęśle – „Źdźbło”');
    // Totals by rate: rate, net, VAT and gross.
    expect(text.join('|')).toContain('23%|1 010,00|232,30|1 242,30|5%|20,00|1,00|21,00|Razem|1 030,00|233,30|1 263,30');
    expect(text).not.toContain('Numer KSeF');
  });

  it('is in the language of the reader, with the labels of the shop translated', async () => {
    const text = await textOf(INVOICE, 'en_US', '5261040828-20261123-0123456789AB-12');
    for (const part of [
      'Invoice FV/2026/11/1',
      'Delivery',
      '1 service',
      '2 pcs.',
      '1,263.30 PLN',
      'KSeF number',
      'Invoice FV/2026/11/1 · Page 1 of 1',
    ])
      expect(text).toContain(part);
  });

  it('states of a correction its invoice, reason, and the changed lines before and after', async () => {
    const correction = createCorrection(
      { ...INVOICE, ksefNumber: '' },
      INVOICE,
      { reason: 'Zwrot sztuki', quantities: [1, 1, 1] },
      { number: 'KOR/2026/11/1', issuedOn: '2026-11-25', madeAt: '2026-11-25 10:00:00' },
    );
    const text = await textOf(correction);
    for (const part of [
      'Faktura korygująca KOR/2026/11/1',
      'Koryguje fakturę FV/2026/11/1 z dnia 2026-11-23.',
      'Przyczyna: Zwrot sztuki',
      'Przed korektą',
      'Po korekcie',
      'Do zwrotu',
      '615,00 PLN',
      '-615,00',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Książka');
  });

  it('repeats the head of the lines on each page and counts the pages', async () => {
    const text = await textOf({ ...INVOICE, lines: Array.from({ length: 60 }, () => LINE) });
    const count = (part: string): number => text.filter((line) => line === part).length;
    const pages = Number(/Strona 1 z (\d+)/.exec(text.join('\n'))?.[1]);
    expect(pages).toBeGreaterThan(2);
    expect([count('Lp.'), count(`Faktura FV/2026/11/1 · Strona ${pages} z ${pages}`), count('MUG-1')]).toEqual([
      pages,
      1,
      60,
    ]);
  });
});
