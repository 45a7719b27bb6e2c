import { PlinthError, type PluginScope, toUtcString } from 'plinth';
import type { ComposedEmail } from '../contract/index.js';
import type { OrderStore } from '../orders/order-store.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import type { EmailSettings } from './custom-texts.js';
import type { EmailDelivery } from './email-delivery.js';
import { EMAILS_WITHOUT_ORDER, isBuiltInEmail } from './email-kinds.js';
import type { EmailWriter } from './email-writer.js';
import { sampleExtraData, sampleOrder } from './sample-order.js';

/** Emails about a sample order, which show what customers receive. */
export interface SampleEmails {
  /**
   * Renders an email about an order without sending it.
   * @param about the order; a sample order when absent
   * @throws PlinthError `store_email_template_not_found`
   */
  compose(kind: string, locale: string, about?: { readonly orderId: number }): Promise<ComposedEmail>;
  /**
   * Sends an email about a sample order with the given texts, saved or not, and waits for the result.
   * @throws PlinthError `mail_refused` or `mail_not_sent`
   */
  sendTest(
    kind: string,
    texts: EmailSettings['texts'],
    to: { readonly recipient: string; readonly locale: string },
  ): Promise<void>;
}

interface SampleEmailDeps {
  readonly scope: Pick<PluginScope, '__' | 'mail' | 'composeMail'>;
  readonly store: Pick<OrderStore, 'find'>;
  readonly registries: Pick<StoreRegistries, 'emails'>;
  readonly writer: EmailWriter;
  readonly compose: EmailDelivery['compose'];
  currency(): string;
  shopEmail(): Promise<string>;
}

export function createSampleEmails({
  scope,
  store,
  registries,
  writer,
  compose,
  currency,
  shopEmail,
}: SampleEmailDeps): SampleEmails {
  return {
    async compose(kind, locale, about) {
      const order = about ? await store.find({ id: about.orderId }) : sampleOrder(locale, currency(), toUtcString());
      if (!order || !(isBuiltInEmail(kind) || registries.emails.find(kind)))
        throw emailNotFoundError(kind, order ? undefined : about?.orderId);
      const email = { kind, order, locale, recipient: order.billing.email, extraData: sampleExtraData(kind, order) };
      return { mail: await scope.composeMail(await compose(email)), customer: order.billing.email, order };
    },
    async sendTest(kind, texts, { recipient, locale }) {
      const order = sampleOrder(locale, currency(), toUtcString());
      const email = writer({
        kind,
        order: EMAILS_WITHOUT_ORDER.includes(kind) ? null : order,
        extraData: sampleExtraData(kind, order),
        texts,
      });
      await scope.mail({
        to: recipient,
        required: true,
        replyTo: await shopEmail(),
        locale,
        ...email,
        subject: async () => scope.__('Test: %s', await email.subject()),
      });
    },
  };
}

/** @param orderId ID of the order that does not exist; undefined when the email does not */
export function emailNotFoundError(kind: string, orderId: number | undefined): PlinthError {
  return new PlinthError(
    'store_email_template_not_found',
    orderId === undefined
      ? `The email template "${kind}" is not registered.`
      : `There is no order with the ID ${orderId}.`,
    { status: 404, hint: 'Register the email in the action store/booted, and pass the ID of an existing order.' },
  );
}
