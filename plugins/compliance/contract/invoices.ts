import type { MaybePromise } from 'plinth';

/** An invoice on its way out. @since 0.2.0 */
export interface OutgoingInvoice {
  /** Ours: the same when it is sent again, so that it arrives once. */
  readonly key: string;
  readonly number: string;
  /** An invoice, or a correction of one. */
  readonly kind: 'VAT' | 'KOR';
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string;
  /** The NIP of the seller, ten digits. */
  readonly sellerNip: string;
  /** The document, FA(3) in UTF-8. */
  readonly xml: string;
  /** SHA-256 of the document's bytes, hexadecimal. */
  readonly hash: string;
}

/** What became of an invoice that was sent. @since 0.2.0 */
export type SendAnswer =
  /** It was taken. @param ksefNumber as KSeF gave it */
  | { readonly kind: 'sent'; readonly ksefNumber: string }
  /** It is being looked at: it will be asked again. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * A way to KSeF. Add one in the action `compliance/booted`: `scope.addAction('compliance/booted', ({ invoiceSenders }) => invoiceSenders.register({ id: 'acme', … }))`.
 * None is used before the owner chooses it.
 * @since 0.2.0
 */
export interface InvoiceSender {
  readonly id: string;
  readonly label: string | (() => string);
  /** Sends an invoice; what throws is tried again. Asked again with the same `key`, it answers about the same invoice. */
  send(invoice: OutgoingInvoice): MaybePromise<SendAnswer>;
}
