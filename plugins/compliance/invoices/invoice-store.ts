import type { Database } from 'plinth';
import type { Clock } from '../time/clock.js';
import type { Invoice } from './invoice.js';
import type { InvoiceRow, InvoiceState } from './tables.js';

/** An invoice or a correction, as stored. */
export interface StoredInvoice extends Invoice {
  readonly id: number;
  readonly key: string;
  readonly orderId: number;
  readonly kind: 'VAT' | 'KOR';
  readonly state: InvoiceState;
  readonly ksefNumber: string;
  /** Reason for the rejection, or the last error. */
  readonly message: string;
  readonly xml: string;
}

/** Filters for invoices. */
export interface InvoiceQuery {
  readonly states?: readonly InvoiceState[];
  /** `YYYY-MM-DD`, inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly after: number;
  readonly limit: number;
}

/** Access to the table of invoices; none is ever deleted. */
export interface InvoiceStore {
  /** Violates a unique key when the invoice already exists. */
  insert(invoice: {
    readonly key: string;
    readonly orderId: number;
    readonly invoice: Invoice;
    readonly xml: string;
  }): Promise<StoredInvoice>;
  /** Replaces the document of a rejected invoice, keeping its number; returns false when it is no longer rejected. */
  replace(id: number, invoice: Invoice, xml: string): Promise<boolean>;
  get(id: number): Promise<StoredInvoice | undefined>;
  find(key: string): Promise<StoredInvoice | undefined>;
  /** The invoice of an order and its corrections, oldest first. */
  listByOrder(orderId: number): Promise<readonly StoredInvoice[]>;
  /** Invoices with an email address, as stored in orders. */
  listByEmail(email: string): Promise<readonly StoredInvoice[]>;
  /** Ordered by ID, oldest first. */
  list(query: InvoiceQuery): Promise<readonly StoredInvoice[]>;
  /** Newest first. */
  newest(limit: number): Promise<readonly StoredInvoice[]>;
  /** Changes the state of an invoice; returns false when it is in none of the states `from`. */
  updateState(
    id: number,
    from: readonly InvoiceState[],
    to: InvoiceState,
    change?: { readonly ksefNumber?: string; readonly message?: string },
  ): Promise<boolean>;
}

const TABLE = 'compliance_invoices';
const MAX_MESSAGE_LENGTH = 500;

function toStoredInvoice(row: InvoiceRow): StoredInvoice {
  return {
    ...(JSON.parse(row.document) as Invoice),
    id: row.id,
    key: row.invoice_key,
    orderId: row.order_id,
    kind: row.kind,
    state: row.state,
    ksefNumber: row.ksef_number,
    message: row.message,
    xml: row.xml,
  };
}

export function createInvoiceStore({ db, clock }: { db: Database; clock: Clock }): InvoiceStore {
  const table = () => db()(TABLE);
  const findFirst = async (conditions: Partial<InvoiceRow>): Promise<StoredInvoice | undefined> => {
    const row = await table().where(conditions).first();
    return row && toStoredInvoice(row);
  };
  return {
    async insert({ key, orderId, invoice, xml }) {
      const time = clock.now();
      await table().insert({
        invoice_key: key,
        order_id: orderId,
        number: invoice.number,
        kind: invoice.correction ? 'KOR' : 'VAT',
        issued_on: invoice.issuedOn,
        state: 'pending',
        ksef_number: '',
        message: '',
        email: invoice.buyer.email.toLowerCase(),
        document: JSON.stringify(invoice),
        xml,
        created_at: time,
        changed_at: time,
      });
      const stored = await findFirst({ invoice_key: key });
      if (!stored) throw new Error('An invoice was not stored.');
      return stored;
    },
    replace: async (id, invoice, xml) =>
      (await table()
        .where({ id, state: 'refused' })
        .update({
          issued_on: invoice.issuedOn,
          state: 'pending',
          message: '',
          document: JSON.stringify(invoice),
          xml,
          changed_at: clock.now(),
        })) > 0,
    get: (id) => findFirst({ id }),
    find: (key) => findFirst({ invoice_key: key }),
    async listByOrder(orderId) {
      const rows = await table().where({ order_id: orderId }).orderBy('id').select();
      return rows.map(toStoredInvoice);
    },
    async listByEmail(email) {
      const rows = await table().where({ email: email.trim().toLowerCase() }).orderBy('id').select();
      return rows.map(toStoredInvoice);
    },
    async list({ states, from, to, after, limit }) {
      const query = table().where('id', '>', after).orderBy('id').limit(limit).select();
      if (states) void query.whereIn('state', [...states]);
      if (from) void query.where('issued_on', '>=', from);
      if (to) void query.where('issued_on', '<=', to);
      const rows = await query;
      return rows.map(toStoredInvoice);
    },
    async newest(limit) {
      const rows = await table().orderBy('id', 'desc').limit(limit).select();
      return rows.map(toStoredInvoice);
    },
    async updateState(id, from, to, { ksefNumber, message } = {}) {
      const change = {
        state: to,
        changed_at: clock.now(),
        ...(ksefNumber === undefined ? {} : { ksef_number: ksefNumber }),
        ...(message === undefined ? {} : { message: message.slice(0, MAX_MESSAGE_LENGTH) }),
      };
      return (
        (await table()
          .where({ id })
          .whereIn('state', [...from])
          .update(change)) > 0
      );
    },
  };
}
