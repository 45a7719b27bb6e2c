import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone, type Break, filter, writeToDatabase, theme } from './breaking.js';
import type { Row } from './row.js';
import { setting } from './shop-breaks.js';

const cutAttachments = (change: (text: string) => string) =>
  filter('store/mail_attachments', (attachments: readonly { content: unknown }[]) =>
    attachments.map((attachment) => ({ ...attachment, content: change(String(attachment.content)) })),
  );
const DELIVERY_ROWS: readonly Row[] = [
  [
    '',
    'the attached terms end after the first section',
    'attachments',
    /missing: terms/,
    cutAttachments((text) => text.slice(0, 1500)),
  ],
  [
    '',
    'the attached withdrawal instructions state another period',
    'attachments',
    /missing: .*withdrawal/,
    cutAttachments((text) => text.replaceAll(/14(\s|&nbsp;)(dni|days)/g, '7 $2')),
  ],
  [
    '',
    'the terms are not attached',
    'attachments',
    /missing: terms/,
    alone(setting('checkout', 'attach_terms', false)),
  ],
  [
    '',
    'the withdrawal instructions are not attached',
    'attachments',
    /missing: withdrawal/,
    alone(setting('checkout', 'attach_withdrawal', false)),
  ],
  [
    '',
    'the confirmation email of an order cannot be sent',
    'attachments',
    /no confirmation email/,
    writeToDatabase('store_emails', { kind: 'received' }, () => ({ state: 'failed' })),
  ],
  [
    '',
    'a plugin replaces the customer with another recipient',
    'attachments',
    /removes the customer/,
    filter('store/mail_recipients', () => ['other@example.test']),
  ],
];

interface SentMail {
  readonly to: string | readonly string[];
  readonly html?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly { readonly content: unknown }[];
}

/** A plugin that changes all emails. */
const emails = (change: (mail: SentMail) => SentMail): Break => filter('wp_mail', change);
/** A theme with another template of the emails about orders. */
const orderEmail = (id: string, change: (html: string) => string): Break =>
  theme(id, {
    'plugins/store/mail/order.hbs': change(
      readFileSync(join(__dirname, '../../../plugins/store/views/mail/order.hbs'), 'utf8'),
    ),
  });
/** All attachments are those of the first email, in Polish. */
const samePolishAttachments: Break = (shop) => {
  let first: readonly unknown[] | undefined;
  return filter('store/mail_attachments', (attachments: readonly unknown[]) => (first ??= attachments))(shop);
};

const TEXT_ROWS: readonly Row[] = [
  [
    '',
    'the order email of a theme does not confirm the contract',
    'email_order',
    /doesn’t state: the conclusion of the contract/,
    orderEmail('terse', (html) => html.replace('{{{before}}}', '')),
  ],
  [
    '',
    'the order email of a theme lists no products',
    'email_order',
    /doesn’t state: .*the ordered products/,
    orderEmail('lineless', (html) => html.replace(/\{\{#each lines\}\}[\s\S]*?<\/tr>\n\{\{\/each\}\}/, '')),
  ],
  [
    '',
    'the order email of a theme has no total',
    'email_order',
    /doesn’t state: .*the total/,
    orderEmail('sumless', (html) =>
      html.replace(/<tr class="total">.*?<\/tr>/s, '').replace('<strong>{{total}}</strong>', ''),
    ),
  ],
  [
    '',
    'the order email of a theme does not mention the right of withdrawal',
    'email_order',
    /doesn’t state: information on the right of withdrawal/,
    orderEmail('afterless', (html) => html.replace('{{{after}}}', '')),
  ],
  [
    '',
    'a plugin hides the amounts of emails',
    'email_order',
    /doesn’t state: quantities and prices, the delivery cost/,
    emails((mail) => ({
      ...mail,
      html: mail.html?.replace('</head>', '<style>.amount { display: none }</style></head>'),
    })),
  ],
  [
    '',
    'a plugin replaces the text of emails',
    'email_order',
    /\(in English\) doesn’t state: the conclusion of the contract/,
    emails((mail) => ({ ...mail, html: '<p>Dziękujemy! Wkrótce wrócimy.</p>' })),
  ],
  [
    '',
    'emails do not name the seller',
    'email_order',
    /doesn’t state: .*the seller’s address/,
    filter('plinth/owner_details', () => []),
  ],
  [
    '',
    'replies to emails do not reach the shop',
    'email_order',
    /don’t reach the shop/,
    emails((mail) => ({ ...mail, replyTo: 'noreply@example.test' })),
  ],
  [
    '',
    'a plugin removes the attachments of all emails',
    'attachments',
    /missing: terms/,
    emails((mail) => ({ ...mail, attachments: [] })),
  ],
  [
    '',
    'English emails contain the Polish terms',
    'attachments',
    /\(in English\) is missing: terms/,
    samePolishAttachments,
  ],
  [
    '',
    'a plugin removes the attachment of receipts',
    'records',
    /is missing: .*the file with its content/,
    emails((mail) => ({ ...mail, attachments: [] })),
  ],
  [
    '',
    'a plugin sends receipts to another address',
    'records',
    /is missing: .*the customer as its recipient/,
    emails((mail) => ({ ...mail, to: [mail.to].flat().map((to) => to.replace('jan@example.com', 'x@example.test')) })),
  ],
  [
    '',
    'a plugin writes receipts in Polish only',
    'records',
    /\(in English\) is missing: .*what it confirms/,
    emails((mail) => ({ ...mail, html: mail.html?.replaceAll(/withdr\w+|reports?\b/gi, 'odstąpienie') })),
  ],
  [
    '',
    'the email with an invoice cannot be sent',
    'email_invoice',
    /has not been sent/,
    writeToDatabase('store_emails', { kind: 'invoice' }, () => ({ state: 'failed' })),
  ],
  [
    '',
    'a plugin removes the document from emails with invoices',
    'email_invoice',
    /doesn’t contain the document/,
    filter('store/mail_attachments', (attachments: readonly unknown[], kind: string) =>
      kind === 'invoice' ? [] : attachments,
    ),
  ],
];

/** Breaks of the emails that the law requires. */
export const EMAIL_ROWS: readonly Row[] = [...DELIVERY_ROWS, ...TEXT_ROWS];
