import type { Invoice, InvoiceLine, InvoiceParty, InvoicePayment, TaxId } from '../invoice.js';
import { invoiceSums, isChanged, type RateSum, getTotal } from '../rate-sums.js';
import { RATE_GROUPS } from '../tax-rates.js';
import { element, textElement, type XmlNode } from '../xml.js';

const YES = '1';
const NO = '2';
const SYSTEM = 'Plinth';
const MAX_PHONE_LENGTH = 16;

/** Formats grosz in the structure's format for amounts. */
const formatAmount = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;

/** Returns a text as one line, truncated to a number of characters. */
const toSingleLine = (value: string, max = 256): string =>
  [...value.replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();

/** Creates the FA(3) document of an invoice or a correction. */
export function invoiceDocument(invoice: Invoice): XmlNode {
  return element(
    'Faktura',
    createHeader(invoice),
    createSeller(invoice.seller),
    createBuyer(invoice.buyer),
    createBody(invoice),
  );
}

function createHeader({ madeAt }: Invoice): XmlNode {
  return element(
    'Naglowek',
    { name: 'KodFormularza', attributes: { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }, text: 'FA' },
    textElement('WariantFormularza', '3'),
    textElement('DataWytworzeniaFa', `${madeAt.replace(' ', 'T')}Z`),
    textElement('SystemInfo', SYSTEM),
  );
}

function createSeller(party: InvoiceParty): XmlNode {
  const nip = party.taxId.kind === 'nip' ? party.taxId.number : '';
  return element(
    'Podmiot1',
    element('DaneIdentyfikacyjne', textElement('NIP', nip), textElement('Nazwa', toSingleLine(party.name, 512))),
    createAddress(party),
    createContact(party),
  );
}

function createBuyer(party: InvoiceParty): XmlNode {
  // A shop cannot know whether a buyer is a local government unit or a VAT group; such buyers inform the seller.
  return element(
    'Podmiot2',
    element('DaneIdentyfikacyjne', ...createTaxId(party.taxId), textElement('Nazwa', toSingleLine(party.name, 512))),
    createAddress(party),
    createContact(party),
    textElement('JST', NO),
    textElement('GV', NO),
  );
}

function createTaxId(id: TaxId): readonly (XmlNode | undefined)[] {
  switch (id.kind) {
    case 'nip':
      return [textElement('NIP', id.number)];
    case 'eu':
      return [textElement('KodUE', id.prefix), textElement('NrVatUE', id.number)];
    case 'other':
      return [textElement('KodKraju', id.country), textElement('NrID', id.number)];
    case 'none':
      return [textElement('BrakID', YES)];
  }
}

function createAddress({ country, address1, address2 }: InvoiceParty): XmlNode {
  return element(
    'Adres',
    textElement('KodKraju', country),
    textElement('AdresL1', toSingleLine(address1, 512)),
    textElement('AdresL2', toSingleLine(address2, 512)),
  );
}

function createContact({ email, phone }: InvoiceParty): XmlNode | undefined {
  const number = toSingleLine(phone, 256);
  const parts = [
    textElement('Email', email.length > 255 ? '' : email),
    textElement('Telefon', number.length > MAX_PHONE_LENGTH ? '' : number),
  ];
  return parts.some(Boolean) ? element('DaneKontaktowe', ...parts) : undefined;
}

function createBody(invoice: Invoice): XmlNode {
  const { number, issuedOn, soldOn, correction } = invoice;
  const sums = invoiceSums(invoice);
  return element(
    'Fa',
    textElement('KodWaluty', 'PLN'),
    textElement('P_1', issuedOn),
    textElement('P_2', number),
    soldOn === issuedOn ? undefined : textElement('P_6', soldOn),
    ...createSums(sums),
    textElement('P_15', formatAmount(getTotal(sums))),
    createRemarks(invoice),
    textElement('RodzajFaktury', correction ? 'KOR' : 'VAT'),
    ...createCorrection(invoice),
    ...createLines(invoice),
    correction ? undefined : createPayment(invoice.payment),
    element(
      'WarunkiTransakcji',
      element(
        'Zamowienia',
        textElement('DataZamowienia', invoice.orderedOn),
        textElement('NrZamowienia', toSingleLine(invoice.orderNumber)),
      ),
    ),
  );
}

function createSums(sums: readonly RateSum[]): readonly (XmlNode | undefined)[] {
  return RATE_GROUPS.flatMap(({ net, tax, codes }) => {
    const groupSums = sums.filter(({ rate }) => codes.includes(rate));
    if (groupSums.length === 0) return [];
    return [
      textElement(net, formatAmount(groupSums.reduce((all, sum) => all + sum.net, 0))),
      tax === undefined ? undefined : textElement(tax, formatAmount(groupSums.reduce((all, sum) => all + sum.tax, 0))),
    ];
  });
}

function createRemarks({ lines, exemptBasis }: Invoice): XmlNode {
  const exempt = lines.some(({ rate }) => rate === 'zw');
  return element(
    'Adnotacje',
    textElement('P_16', NO),
    textElement('P_17', NO),
    textElement('P_18', NO),
    textElement('P_18A', NO),
    exempt
      ? element('Zwolnienie', textElement('P_19', YES), textElement('P_19A', toSingleLine(exemptBasis)))
      : element('Zwolnienie', textElement('P_19N', YES)),
    element('NoweSrodkiTransportu', textElement('P_22N', YES)),
    textElement('P_23', NO),
    element('PMarzy', textElement('P_PMarzyN', YES)),
  );
}

function createCorrection({ correction }: Invoice): readonly (XmlNode | undefined)[] {
  if (!correction) return [];
  const {
    reason,
    original: { number, issuedOn, ksefNumber },
  } = correction;
  const ksefReference =
    ksefNumber === ''
      ? [textElement('NrKSeFN', YES)]
      : [textElement('NrKSeF', YES), textElement('NrKSeFFaKorygowanej', ksefNumber)];
  return [
    textElement('PrzyczynaKorekty', toSingleLine(reason)),
    element(
      'DaneFaKorygowanej',
      textElement('DataWystFaKorygowanej', issuedOn),
      textElement('NrFaKorygowanej', number),
      ...ksefReference,
    ),
  ];
}

/** Creates the elements of the lines; for a correction, those it changes, each before and after. */
function createLines({ lines, correction }: Invoice): readonly XmlNode[] {
  if (!correction) return lines.map((line, index) => createLine(line, index + 1, false));
  const changed = correction.before.flatMap((before, index) => {
    const after = lines[index];
    return after && isChanged(before, after) ? [[before, true] as const, [after, false] as const] : [];
  });
  return changed.map(([line, isBefore], index) => createLine(line, index + 1, isBefore));
}

function createLine(
  { name, sku, unit, quantity, unitPrice, discount, gross, tax, rate }: InvoiceLine,
  number: number,
  before: boolean,
): XmlNode {
  return element(
    'FaWiersz',
    textElement('NrWierszaFa', String(number)),
    textElement('P_7', toSingleLine(name, 512)),
    textElement('Indeks', toSingleLine(sku, 50)),
    textElement('P_8A', unit),
    textElement('P_8B', String(quantity)),
    textElement('P_9B', formatAmount(unitPrice)),
    discount === 0 ? undefined : textElement('P_10', formatAmount(discount)),
    textElement('P_11A', formatAmount(gross)),
    textElement('P_11Vat', formatAmount(tax)),
    textElement('P_12', rate),
    before ? textElement('StanPrzed', YES) : undefined,
  );
}

const PAYMENT_FORMS: Readonly<Record<Exclude<InvoicePayment['form'], 'other'>, string>> = { cash: '1', transfer: '6' };

function createPayment({ form, label, paidOn, account }: InvoicePayment): XmlNode {
  return element(
    'Platnosc',
    ...(paidOn === '' ? [] : [textElement('Zaplacono', YES), textElement('DataZaplaty', paidOn)]),
    ...(form === 'other'
      ? [textElement('PlatnoscInna', YES), textElement('OpisPlatnosci', toSingleLine(label))]
      : [textElement('FormaPlatnosci', PAYMENT_FORMS[form])]),
    account === '' ? undefined : element('RachunekBankowy', textElement('NrRB', account)),
  );
}
