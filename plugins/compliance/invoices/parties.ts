import { PlinthError } from 'plinth';
import { EU_COUNTRIES } from '../safety/contact.js';
import { isNip, nipDigits } from '../settings/identifiers.js';
import type { SettingValues } from '../settings/settings.js';
import type { Order } from '../store/shop.js';
import type { InvoiceParty, TaxId } from './invoice.js';

/** Metadata key of the tax number entered for the invoice. */
export const NIP_META = 'billing_nip';
/** Metadata key of the company name entered with it. */
export const COMPANY_META = 'invoice_company';

/** VAT number prefixes of the other EU countries, by ISO code. */
const EU_VAT_PREFIXES: Readonly<Record<string, string>> = Object.fromEntries(
  EU_COUNTRIES.filter((code) => code !== 'PL').map((code) => [code, code === 'GR' ? 'EL' : code]),
);

/**
 * Returns the tax identification of a buyer.
 * @param number number as entered; empty for a consumer
 * @param country ISO code of the billing address
 */
export function parseTaxId(number: string, country: string): TaxId {
  const compact = number.toUpperCase().replace(/[\s.-]/g, '');
  if (compact === '') return { kind: 'none' };
  if (isNip(compact) && (country === 'PL' || country === '' || compact.startsWith('PL')))
    return { kind: 'nip', number: nipDigits(compact) };
  const prefix = EU_VAT_PREFIXES[country];
  const numberPart = prefix !== undefined && compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
  if (prefix !== undefined && /^[\dA-Z+*]{1,12}$/.test(numberPart)) return { kind: 'eu', prefix, number: numberPart };
  return { kind: 'other', country, number: compact };
}

/** @throws PlinthError `invoice_seller_incomplete` while name, address or NIP are missing */
export function createSellerParty(values: SettingValues): InvoiceParty {
  const trimmedText = (key: string): string => values.text(key).trim();
  const lines = trimmedText('company_address')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const nip = nipDigits(trimmedText('company_nip'));
  if (trimmedText('company_name') === '' || lines.length === 0 || !isNip(nip)) {
    throw new PlinthError(
      'invoice_seller_incomplete',
      'The seller’s name, address or NIP is missing, so no invoice can be issued.',
      { status: 409, hint: 'Fill them in under Compliance → Settings → General settings.' },
    );
  }
  return {
    taxId: { kind: 'nip', number: nip },
    name: trimmedText('company_name'),
    country: 'PL',
    address1: lines[0] ?? '',
    address2: lines.slice(1).join(', '),
    email: trimmedText('company_email'),
    phone: trimmedText('company_phone'),
  };
}

export function createBuyerParty({ billing, meta }: Pick<Order, 'billing' | 'meta'>): InvoiceParty {
  const person = `${billing.firstName} ${billing.lastName}`.trim();
  return {
    taxId: parseTaxId(meta[NIP_META] ?? '', billing.country),
    name: (meta[COMPANY_META] ?? '').trim() || billing.company.trim() || person,
    country: billing.country || 'PL',
    address1: [billing.address1, billing.address2]
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join(', '),
    address2: `${billing.postcode} ${billing.city}`.trim(),
    email: billing.email,
    phone: billing.phone.trim(),
  };
}
