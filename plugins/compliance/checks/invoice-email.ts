import type { PluginScope } from 'plinth';
import type { InvoiceStore } from '../invoices/invoice-store.js';
import { usesKsef } from '../invoices/invoice-draft.js';
import type { CheckI18n } from './check-i18n.js';
import { type Check, type CheckContext, goodFinding, problemFinding } from './check.js';
import { readAttachments } from './email-texts.js';

/** The email that brings an invoice. */
const EMAIL = 'invoice';
/** Days within which an invoice that was not sent is reported. */
const REPORTED_DAYS = 30;
/** Number of newest invoices among which one that customers get is sought. */
const MAX_INVOICES = 100;

/**
 * Checks that the email about the newest invoice brings the document, and that the last ones were sent (VAT Act, art.
 * 106g(1)).
 */
export function invoiceEmailCheck(
  i18n: CheckI18n & Pick<PluginScope, 'locale'>,
  services: PluginScope['services'],
  invoices: Pick<InvoiceStore, 'newest'>,
): Check {
  const { __, _n } = i18n;
  return {
    id: 'email_invoice',
    law: 'invoices',
    label: __('Emails with invoices'),
    fix: 'admin.php?page=store-emails',
    async run({ values }: CheckContext) {
      const newest = (await invoices.newest(MAX_INVOICES)).find(
        ({ state }) => state === 'sent' || (!usesKsef(values) && state !== 'refused'),
      );
      if (!newest || !services.has('store.emails')) return goodFinding(__('No invoices for customers.'));
      const shopEmails = services.get('store.emails');
      const { failed, filed } = await shopEmails.countUnconfirmed(REPORTED_DAYS, EMAIL);
      const { mail, customer } = await shopEmails.compose(EMAIL, i18n.locale(), { orderId: newest.orderId });
      const hasDocument = readAttachments(mail.attachments).some((text) => text.includes(newest.number));
      const unsent = failed + filed;
      const problems = [
        ...(unsent > 0
          ? [
              _n(
                'The email with the invoice of %d order of the last 30 days has not been sent.',
                'The emails with the invoices of %d orders of the last 30 days have not been sent.',
                unsent,
              ),
            ]
          : []),
        ...(hasDocument ? [] : [__('The email about %s doesn’t contain the document.', newest.number)]),
        ...([mail.to].flat().includes(customer)
          ? []
          : [__('A plugin removes the customer from the recipients of emails with invoices.')]),
      ];
      return problems.length === 0
        ? goodFinding(__('The email about the newest invoice contains it.'))
        : problemFinding(
            'missing',
            problems,
            __('Check the mail settings, the mail log, and which plugin changes the email.'),
            i18n,
          );
    },
  };
}
