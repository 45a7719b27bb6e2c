import { createHash } from 'node:crypto';
import type { OwnRegistry, PluginScope } from 'plinth';
import type { InvoiceSender, SendResult } from '../contract/index.js';
import type { Settings } from '../settings/settings.js';
import type { InvoiceStore, StoredInvoice } from './invoice-store.js';
import type { Invoices } from './invoices.js';
import { parseKsefNumber } from './numbering.js';

interface SendersDeps {
  readonly scope: Pick<PluginScope, 'createRegistry'>;
  readonly settings: Settings;
  readonly store: InvoiceStore;
  readonly invoices: Invoices;
}

/** Sends invoices through the connection selected by the shop owner; sends nothing when none is selected. */
export interface Senders {
  /** Registry for connections provided by extensions. */
  readonly registry: OwnRegistry<InvoiceSender>;
  /** Label of the selected connection; empty when none is selected. */
  selectedLabel(): Promise<string>;
  /**
   * Sends an invoice that was not sent yet.
   * @returns the result; undefined when no connection is selected, or it failed
   */
  send(invoice: StoredInvoice): Promise<SendResult | undefined>;
  /**
   * Sends pending invoices, oldest first.
   * @returns number of invoices sent
   */
  sendPending(): Promise<number>;
}

/** Timeout of a connection to KSeF, in milliseconds. */
const TIMEOUT_MS = 25_000;
const BATCH_SIZE = 50;

export function createSenders({ scope, settings, store, invoices }: SendersDeps): Senders {
  const registry: OwnRegistry<InvoiceSender> = scope.createRegistry<InvoiceSender>({
    name: 'invoice sender',
    timeoutMs: TIMEOUT_MS,
    check({ label, send }) {
      if (typeof send !== 'function') return '"send" must be a function.';
      return ['string', 'function'].includes(typeof label) ? '' : '"label" must be a string or a function.';
    },
  });

  const findSelected = async () => registry.find((await settings.values()).text('invoice_sender'));

  async function send(invoice: StoredInvoice): Promise<SendResult | undefined> {
    const entry = await findSelected();
    if (!entry || invoice.state === 'sent') return undefined;
    const outgoing = {
      key: invoice.key,
      number: invoice.number,
      kind: invoice.kind,
      issuedOn: invoice.issuedOn,
      sellerNip: invoice.seller.taxId.kind === 'nip' ? invoice.seller.taxId.number : '',
      xml: invoice.xml,
      hash: createHash('sha256').update(invoice.xml, 'utf8').digest('hex'),
    };
    const sendResult = await registry.call<SendResult | undefined>(
      entry,
      (sender) => sender.send(outgoing),
      undefined,
      validateResult,
    );
    if (sendResult?.kind === 'sent') await invoices.markSent(invoice, sendResult.ksefNumber);
    if (sendResult?.kind === 'refused') await invoices.markRefused(invoice, sendResult.message);
    return sendResult;
  }

  return {
    registry,
    async selectedLabel() {
      const entry = await findSelected();
      return entry
        ? registry.call(entry, ({ label }) => (typeof label === 'function' ? label() : label), entry.id)
        : '';
    },
    send,
    async sendPending() {
      if (!(await findSelected())) return 0;
      let sent = 0;
      for (const invoice of await store.list({ states: ['pending', 'exported'], after: 0, limit: BATCH_SIZE })) {
        const sendResult = await send(invoice);
        // Stops after a failure, since the connection is probably down.
        if (!sendResult) break;
        if (sendResult.kind === 'sent') sent += 1;
      }
      return sent;
    },
  };
}

function validateResult(sendResult: SendResult | undefined): string {
  switch (sendResult?.kind) {
    case 'sent':
      return typeof sendResult.ksefNumber === 'string' && parseKsefNumber(sendResult.ksefNumber)
        ? ''
        : '"ksefNumber" must be a valid KSeF number.';
    case 'refused':
      return typeof sendResult.message === 'string' ? '' : 'a refusal must have a message.';
    case 'waiting':
      return '';
    default:
      return 'its kind is unknown.';
  }
}
