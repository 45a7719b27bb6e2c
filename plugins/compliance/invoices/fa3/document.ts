import type { Invoice, InvoiceLine, InvoiceParty, InvoicePayment, TaxId } from '../invoice.js';
import { invoiceSums, isChanged, type RateSum, totalOf } from '../rate-sums.js';
import { RATE_GROUPS } from '../tax-rates.js';
import { element, leaf, type XmlNode } from '../xml.js';

const YES = '1';
const NO = '2';
const SYSTEM = 'Plinth';
const MAX_PHONE = 16;

/** Formats grosz in the structure's format for amounts. */
const amount = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;

/** Returns a text as one line, truncated to a number of characters. */
const text = (value: string, max = 256): string => [...value.replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();

/** Creates the FA(3) document of an invoice or a correction. */
export function invoiceDocument(invoice: Invoice): XmlNode {
  return element('Faktura', headerOf(invoice), sellerOf(invoice.seller), buyerOf(invoice.buyer), bodyOf(invoice));
}

function headerOf({ madeAt }: Invoice): XmlNode {
  return element(
    'Naglowek',
    { name: 'KodFormularza', attributes: { kodSystemowy: 'FA (3)', wersjaSchemy: '1-0E' }, text: 'FA' },
    leaf('WariantFormularza', '3'),
    leaf('DataWytworzeniaFa', `${madeAt.replace(' ', 'T')}Z`),
    leaf('SystemInfo', SYSTEM),
  );
}

function sellerOf(party: InvoiceParty): XmlNode {
  const nip = party.taxId.kind === 'nip' ? party.taxId.number : '';
  return element(
    'Podmiot1',
    element('DaneIdentyfikacyjne', leaf('NIP', nip), leaf('Nazwa', text(party.name, 512))),
    addressOf(party),
    contactOf(party),
  );
}

function buyerOf(party: InvoiceParty): XmlNode {
  // A shop cannot know whether a buyer is a local government unit or a VAT group; such buyers inform the seller.
  return element(
    'Podmiot2',
    element('DaneIdentyfikacyjne', ...idOf(party.taxId), leaf('Nazwa', text(party.name, 512))),
    addressOf(party),
    contactOf(party),
    leaf('JST', NO),
    leaf('GV', NO),
  );
}

function idOf(id: TaxId): readonly (XmlNode | undefined)[] {
  switch (id.kind) {
    case 'nip':
      return [leaf('NIP', id.number)];
    case 'eu':
      return [leaf('KodUE', id.prefix), leaf('NrVatUE', id.number)];
    case 'other':
      return [leaf('KodKraju', id.country), leaf('NrID', id.number)];
    case 'none':
      return [leaf('BrakID', YES)];
  }
}

function addressOf({ country, address1, address2 }: InvoiceParty): XmlNode {
  return element(
    'Adres',
    leaf('KodKraju', country),
    leaf('AdresL1', text(address1, 512)),
    leaf('AdresL2', text(address2, 512)),
  );
}

function contactOf({ email, phone }: InvoiceParty): XmlNode | undefined {
  const number = text(phone, 256);
  const parts = [
    leaf('Email', email.length > 255 ? '' : email),
    leaf('Telefon', number.length > MAX_PHONE ? '' : number),
  ];
  return parts.some(Boolean) ? element('DaneKontaktowe', ...parts) : undefined;
}

function bodyOf(invoice: Invoice): XmlNode {
  const { number, issuedOn, soldOn, correction } = invoice;
  const sums = invoiceSums(invoice);
  return element(
    'Fa',
    leaf('KodWaluty', 'PLN'),
    leaf('P_1', issuedOn),
    leaf('P_2', number),
    soldOn === issuedOn ? undefined : leaf('P_6', soldOn),
    ...sumsOf(sums),
    leaf('P_15', amount(totalOf(sums))),
    remarksOf(invoice),
    leaf('RodzajFaktury', correction ? 'KOR' : 'VAT'),
    ...correctionOf(invoice),
    ...linesOf(invoice),
    correction ? undefined : paymentOf(invoice.payment),
    element(
      'WarunkiTransakcji',
      element('Zamowienia', leaf('DataZamowienia', invoice.orderedOn), leaf('NrZamowienia', text(invoice.orderNumber))),
    ),
  );
}

function sumsOf(sums: readonly RateSum[]): readonly (XmlNode | undefined)[] {
  return RATE_GROUPS.flatMap(({ net, tax, codes }) => {
    const own = sums.filter(({ rate }) => codes.includes(rate));
    if (own.length === 0) return [];
    return [
      leaf(net, amount(own.reduce((all, sum) => all + sum.net, 0))),
      tax === undefined ? undefined : leaf(tax, amount(own.reduce((all, sum) => all + sum.tax, 0))),
    ];
  });
}

function remarksOf({ lines, exemptBasis }: Invoice): XmlNode {
  const exempt = lines.some(({ rate }) => rate === 'zw');
  return element(
    'Adnotacje',
    leaf('P_16', NO),
    leaf('P_17', NO),
    leaf('P_18', NO),
    leaf('P_18A', NO),
    exempt
      ? element('Zwolnienie', leaf('P_19', YES), leaf('P_19A', text(exemptBasis)))
      : element('Zwolnienie', leaf('P_19N', YES)),
    element('NoweSrodkiTransportu', leaf('P_22N', YES)),
    leaf('P_23', NO),
    element('PMarzy', leaf('P_PMarzyN', YES)),
  );
}

function correctionOf({ correction }: Invoice): readonly (XmlNode | undefined)[] {
  if (!correction) return [];
  const {
    reason,
    original: { number, issuedOn, ksefNumber },
  } = correction;
  const known =
    ksefNumber === '' ? [leaf('NrKSeFN', YES)] : [leaf('NrKSeF', YES), leaf('NrKSeFFaKorygowanej', ksefNumber)];
  return [
    leaf('PrzyczynaKorekty', text(reason)),
    element('DaneFaKorygowanej', leaf('DataWystFaKorygowanej', issuedOn), leaf('NrFaKorygowanej', number), ...known),
  ];
}

/** Creates the elements of the lines; for a correction, those it changes, each before and after. */
function linesOf({ lines, correction }: Invoice): readonly XmlNode[] {
  if (!correction) return lines.map((line, index) => lineOf(line, index + 1, false));
  const changed = correction.before.flatMap((before, index) => {
    const after = lines[index];
    return after && isChanged(before, after) ? [[before, true] as const, [after, false] as const] : [];
  });
  return changed.map(([line, was], index) => lineOf(line, index + 1, was));
}

function lineOf(
  { name, sku, unit, quantity, unitPrice, discount, gross, tax, rate }: InvoiceLine,
  number: number,
  before: boolean,
): XmlNode {
  return element(
    'FaWiersz',
    leaf('NrWierszaFa', String(number)),
    leaf('P_7', text(name, 512)),
    leaf('Indeks', text(sku, 50)),
    leaf('P_8A', unit),
    leaf('P_8B', String(quantity)),
    leaf('P_9B', amount(unitPrice)),
    discount === 0 ? undefined : leaf('P_10', amount(discount)),
    leaf('P_11A', amount(gross)),
    leaf('P_11Vat', amount(tax)),
    leaf('P_12', rate),
    before ? leaf('StanPrzed', YES) : undefined,
  );
}

const FORMS: Readonly<Record<Exclude<InvoicePayment['form'], 'other'>, string>> = { cash: '1', transfer: '6' };

function paymentOf({ form, label, paidOn, account }: InvoicePayment): XmlNode {
  return element(
    'Platnosc',
    ...(paidOn === '' ? [] : [leaf('Zaplacono', YES), leaf('DataZaplaty', paidOn)]),
    ...(form === 'other'
      ? [leaf('PlatnoscInna', YES), leaf('OpisPlatnosci', text(label))]
      : [leaf('FormaPlatnosci', FORMS[form])]),
    account === '' ? undefined : element('RachunekBankowy', leaf('NrRB', account)),
  );
}
