/** `pending` until exported or sent; `exported` as a file; `sent` and `refused` as reported by KSeF. */
export type InvoiceState = 'pending' | 'exported' | 'sent' | 'refused';

/** A row of `compliance_invoices`. */
export interface InvoiceRow {
  readonly id: number;
  readonly invoice_key: string;
  readonly order_id: number;
  readonly number: string;
  readonly kind: 'VAT' | 'KOR';
  readonly issued_on: string;
  readonly state: InvoiceState;
  readonly ksef_number: string;
  readonly message: string;
  readonly email: string;
  /** JSON of `Invoice`. */
  readonly document: string;
  readonly xml: string;
  readonly created_at: string;
  readonly changed_at: string;
}

/** A row of `compliance_invoice_numbers`. */
export interface InvoiceNumberRow {
  readonly series: string;
  readonly last: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    compliance_invoices: InvoiceRow;
    compliance_invoice_numbers: InvoiceNumberRow;
  }
}
