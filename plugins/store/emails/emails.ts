import type { PluginScope } from 'plinth';
import type { CustomerEmails } from '../orders/customer-email.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';
import type { BuyerEmails, OwnerEmails } from '../payments/payment-emails.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import type { Outbox } from './outbox.js';
import type { ShopEmail } from './shop-email.js';
import { createEmailDelivery, type EmailDeliveryDeps } from './email-delivery.js';
import type { EmailRow } from './tables.js';
import { isBuiltInEmail, emailLabel } from './email-kinds.js';
import type { EmailList } from './email-list.js';
import type { AlertEmails, ReviewEmails } from './product-emails.js';
import type { ContactMessage, EmailWriter } from './email-writer.js';
import type { EmailOptions } from './custom-texts.js';
import type { RegisteredEmails } from './registered-emails.js';
import { createSampleEmails, emailNotFoundError, type SampleEmails } from './sample-emails.js';

/** Emails of the store. They are stored in the outbox, sent after the commit, and retried by a job. */
export interface Emails extends CustomerEmails, OwnerEmails, BuyerEmails, ReviewEmails, AlertEmails, SampleEmails {
  /** Notifies the shop of a new order. */
  newOrder(order: OrderRecord): Promise<void>;
  newAccount(email: string, locale: string): Promise<void>;
  /** Tells the owner of an email address that somebody tried to register it although it already has an account. */
  existingAccount(email: string, locale: string): Promise<void>;
  contact(message: ContactMessage): Promise<void>;
  /** Sends a registered email about an order. */
  send(id: string, orderId: number): Promise<void>;
  /** Returns the label of an email in the admin. */
  label(kind: string): Promise<string>;
  /** Resends an email that a mail server rejected; returns false when the order has no such email. */
  resend(email: Pick<EmailRow, 'id' | 'order_id'>, recipient: string): Promise<boolean>;
}

interface EmailDeps {
  readonly scope: EmailDeliveryDeps['scope'] & Pick<PluginScope, '__' | 'adminUrl' | 'locale' | 'getOption'>;
  readonly box: Outbox;
  readonly store: Pick<OrderStore, 'find'>;
  readonly shopEmail: Pick<ShopEmail, 'read'>;
  readonly registries: Pick<StoreRegistries, 'emails'>;
  readonly registered: RegisteredEmails;
  readonly emailOptions: Pick<EmailOptions, 'read'>;
  readonly list: Pick<EmailList, 'required'>;
  readonly writer: EmailWriter;
  currency(): string;
}

export function createEmails({
  scope,
  box,
  store,
  shopEmail: address,
  registries,
  registered,
  emailOptions,
  list,
  writer,
  currency,
}: EmailDeps): Emails {
  const { sendAfterCommit, compose } = createEmailDelivery({
    scope,
    box,
    store,
    shopEmail: address,
    emailOptions,
    writer,
  });

  /**
   * Adds an email to the outbox inside the open transaction and sends it after the commit. An email disabled by the
   * owner is not added.
   * @param options `bounded`: an anonymous visitor may have triggered the email, so it is sent a day later if its
   * mailbox has reached the daily limit
   */
  async function queue(
    email: { orderId: number; kind: string; recipient: string; locale: string; data?: object },
    { bounded = false } = {},
  ): Promise<void> {
    if (!(await emailOptions.read(email.kind)).enabled && (await list.required(email.kind)) === '') return;
    await sendAfterCommit(await box.enqueue(email), bounded ? email.recipient : undefined);
  }

  const shopEmail = (): Promise<string> => address.read();
  const samples = createSampleEmails({ scope, store, registries, writer, compose, currency, shopEmail });
  const shopLocale = async (): Promise<string> => (await scope.getOption<string>('WPLANG', '')) || 'en_US';

  async function queueRegistered(id: string, order: OrderRecord): Promise<void> {
    const isToShop = registered.isToShop(id);
    await queue({
      orderId: order.id,
      kind: id,
      recipient: isToShop ? await shopEmail() : order.billing.email,
      locale: isToShop ? await shopLocale() : order.locale,
    });
  }

  return {
    async sendExtensionEmails(moment, order) {
      for (const id of registered.listByEvent(moment)) await queueRegistered(id, order);
    },
    async send(id, orderId) {
      const order = await store.find({ id: orderId });
      if (!order || !registries.emails.find(id)) throw emailNotFoundError(id, order ? undefined : orderId);
      await queueRegistered(id, order);
    },
    compose: samples.compose,
    label: async (kind) => (isBuiltInEmail(kind) ? emailLabel(kind, scope) : registered.label(kind)),
    sendToCustomer: (kind, order) =>
      queue({ orderId: order.id, kind, recipient: order.billing.email, locale: order.locale }),
    newOrder: async (order) =>
      queue({ orderId: order.id, kind: 'new_order', recipient: await shopEmail(), locale: await shopLocale() }),
    paymentProblem: async (order, problem) =>
      queue({
        orderId: order.id,
        kind: 'payment_failed',
        recipient: await shopEmail(),
        locale: await shopLocale(),
        data: problem,
      }),
    sendRefund: (order, refund) =>
      queue({
        orderId: order.id,
        kind: 'refund',
        recipient: order.billing.email,
        locale: order.locale,
        data: { refund },
      }),
    newAccount: (email, locale) =>
      queue({ orderId: 0, kind: 'new_account', recipient: email, locale }, { bounded: true }),
    existingAccount: (email, locale) =>
      queue({ orderId: 0, kind: 'existing_account', recipient: email, locale }, { bounded: true }),
    newReview: async (review) =>
      queue({
        orderId: 0,
        kind: 'new_review',
        recipient: await shopEmail(),
        locale: await shopLocale(),
        data: { review },
      }),
    requestReviews: (order, products) =>
      queue({
        orderId: order.id,
        kind: 'review_request',
        recipient: order.billing.email,
        locale: order.locale,
        data: { products },
      }),
    confirmBackInStock: (recipient, locale, backInStockConfirmation) =>
      queue(
        { orderId: 0, kind: 'confirm_back_in_stock', recipient, locale, data: { backInStockConfirmation } },
        { bounded: true },
      ),
    backInStock: (email, locale, backInStock) =>
      queue({ orderId: 0, kind: 'back_in_stock', recipient: email, locale, data: { backInStock } }),
    contact: async (message) =>
      queue({ orderId: 0, kind: 'contact', recipient: await shopEmail(), locale: await shopLocale(), data: message }),
    sendTest: samples.sendTest,
    resend: async (email, recipient) =>
      scope.db.transaction(async () => {
        const found = await box.requeue(email, recipient);
        if (found) await sendAfterCommit(email.id);
        return found;
      }),
  };
}
