import type { RateCode } from './tax-rates.js';

/** Tax identification of a party. */
export type TaxId =
  /** Ten digits. */
  | { readonly kind: 'nip'; readonly number: string }
  /** @param prefix country prefix of EU VAT numbers: `EL` for Greece */
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
  /** Empty when the first line contains everything. */
  readonly address2: string;
  readonly email: string;
  readonly phone: string;
}

/** An invoice line; amounts are minor units, tax included (VAT Act, art. 106e(7)). */
export interface InvoiceLine {
  /** ID of the order's line; absent for delivery and fees, and in old documents. */
  readonly orderLineId?: number;
  readonly name: string;
  readonly sku: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPrice: number;
  /** Discount on the whole line; 0 or more. */
  readonly discount: number;
  /** Amount payable for the line: quantity × price − discount. */
  readonly gross: number;
  /** Tax included in `gross`. */
  readonly tax: number;
  readonly rate: RateCode;
}

/** Payment details of an order, as far as the order has them. */
export interface InvoicePayment {
  readonly form: 'cash' | 'transfer' | 'other';
  /** Name of the payment method, for `other`. */
  readonly label: string;
  /** `YYYY-MM-DD`; empty while unpaid or when unknown. */
  readonly paidOn: string;
  /** Account for bank transfers; empty for none. */
  readonly account: string;
}

/** Invoice that a correction refers to. */
export interface CorrectedInvoice {
  readonly number: string;
  readonly issuedOn: string;
  /** Empty when it was not issued through KSeF. */
  readonly ksefNumber: string;
}

/** A refund that an invoice takes into account, because the money came back before it was issued. */
export interface DeductedRefund {
  readonly id: number;
  /** Minor units by which it reduced the invoice. */
  readonly amount: number;
}

/** Content of a correction. */
export interface InvoiceCorrection {
  readonly reason: string;
  /** Refund because of which it was issued; absent when the shop owner issued it. */
  readonly refundId?: number;
  readonly original: CorrectedInvoice;
  /** Lines before the correction, one for each line of the invoice. */
  readonly before: readonly InvoiceLine[];
}

/** Complete content of an invoice as issued: later changes to the shop or the order do not affect it. */
export interface Invoice {
  readonly number: string;
  /** `YYYY-MM-DD` in the shop's time zone. */
  readonly issuedOn: string;
  /** Date on which the goods were handed over; equal to `issuedOn` when unknown. */
  readonly soldOn: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly madeAt: string;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  /** For a correction, the lines after it. */
  readonly lines: readonly InvoiceLine[];
  readonly orderNumber: string;
  readonly orderedOn: string;
  readonly payment: InvoicePayment;
  /** Legal basis of a tax exemption; required when a line is `zw`. */
  readonly exemptBasis: string;
  /** Absent when there were none. */
  readonly deductedRefunds?: readonly DeductedRefund[];
  /** Absent for an invoice. */
  readonly correction?: InvoiceCorrection;
}
