import type { RateCode } from './tax-rates.js';

/** By what a party is known to the tax office. */
export type TaxId =
  /** Ten digits. */
  | { readonly kind: 'nip'; readonly number: string }
  /** @param prefix as VAT numbers of the Union have it: `EL` for Greece */
  | { readonly kind: 'eu'; readonly prefix: string; readonly number: string }
  | { readonly kind: 'other'; readonly country: string; readonly number: string }
  /** A consumer. */
  | { readonly kind: 'none' };

/** Seller or buyer. */
export interface InvoiceParty {
  readonly taxId: TaxId;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly address1: string;
  /** Empty when all stands in the first line. */
  readonly address2: string;
  readonly email: string;
  readonly phone: string;
}

/** A line; amounts are minor units, tax included (VAT Act, art. 106e(7)). */
export interface InvoiceLine {
  readonly name: string;
  readonly sku: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPrice: number;
  /** Taken off the whole line; 0 or more. */
  readonly discount: number;
  /** What is paid for the line: quantity × price − discount. */
  readonly gross: number;
  /** Of `gross`. */
  readonly tax: number;
  readonly rate: RateCode;
}

/** How an order is paid, as far as the order tells. */
export interface InvoicePayment {
  readonly form: 'cash' | 'transfer' | 'other';
  /** Its name, for `other`. */
  readonly label: string;
  /** `YYYY-MM-DD`; empty while unpaid, or when it is not known. */
  readonly paidOn: string;
  /** Where transfers go to; empty for none. */
  readonly account: string;
}

/** What a correction goes back to. */
export interface CorrectedInvoice {
  readonly number: string;
  readonly issuedOn: string;
  /** Empty when it was not issued through KSeF. */
  readonly ksefNumber: string;
}

/** What a correction changes. */
export interface InvoiceCorrection {
  readonly reason: string;
  readonly original: CorrectedInvoice;
  /** The lines before, one for each line of the invoice. */
  readonly before: readonly InvoiceLine[];
}

/** All that an invoice says, as it was issued: later changes of shop and order do not reach it. */
export interface Invoice {
  readonly number: string;
  /** `YYYY-MM-DD` in the shop's zone. */
  readonly issuedOn: string;
  /** When the goods were handed over; equal to `issuedOn` when nothing else is known. */
  readonly soldOn: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly madeAt: string;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  /** After the correction, where it is one. */
  readonly lines: readonly InvoiceLine[];
  readonly orderNumber: string;
  readonly orderedOn: string;
  readonly payment: InvoicePayment;
  /** Why lines are free of tax; said where a line is `zw`. */
  readonly exemptBasis: string;
  /** Absent in an invoice. */
  readonly correction?: InvoiceCorrection;
}
