import type { PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderNames, OrderRecord } from '../orders/order-record.js';
import { orderView } from '../orders/order-view.js';
import { getTransferDetails } from '../orders/pending-payment.js';
import type { RefundEmailData, PaymentProblem } from '../payments/payment-emails.js';
import type { SellingOptions } from '../commerce/commerce-settings.js';
import type { ConfirmAlertData, ReviewRequestProduct, BackInStockData, PendingReview } from './product-emails.js';
import { isBuiltInEmail, emailSubject } from './email-kinds.js';
import { emailLanguage, type EmailText } from './custom-texts.js';
import { replacePlaceholders, paragraphsOf } from './placeholders.js';
import type { RegisteredEmails } from './registered-emails.js';

/** A visitor's message to the shop. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** Data of an email in addition to its order, stored in the outbox. */
export type EmailExtra = Partial<
  ContactMessage &
    PaymentProblem & {
      readonly refund: RefundEmailData;
      readonly review: PendingReview;
      readonly products: readonly ReviewRequestProduct[];
      readonly alert: ConfirmAlertData;
      readonly backInStock: BackInStockData;
    }
>;

/** What an email is about. */
export interface EmailSubject {
  readonly kind: string;
  readonly order: OrderRecord | null;
  readonly extra: EmailExtra;
  /** The owner's texts, by language. */
  readonly texts: Readonly<Record<ReturnType<typeof emailLanguage>, EmailText>>;
}

/** An email to be rendered in the language of the current request. */
export interface EmailContent {
  /** View relative to `mail/`. */
  readonly view: string;
  subject(): Promise<string>;
  data(): Promise<Readonly<Record<string, unknown>>>;
}

/** Defines subject, view and data of every email. */
export type EmailWriter = (email: EmailSubject) => EmailContent;

interface EmailWriterDeps {
  readonly scope: Pick<
    PluginScope,
    | 'applyFilters'
    | 'getOption'
    | 'siteName'
    | 'homeUrl'
    | 'wpLostpasswordUrl'
    | 'adminUrl'
    | 'wpDate'
    | '__'
    | 'locale'
  >;
  readonly money: Money;
  readonly sellingOptions: SellingOptions;
  readonly names: OrderNames;
  /** Formats an amount in a currency, which may differ from the shop's. */
  amount(minor: number, currency: string): string;
  readonly registered: RegisteredEmails;
}

export function createEmailWriter({
  scope,
  money,
  sellingOptions,
  names,
  amount,
  registered,
}: EmailWriterDeps): EmailWriter {
  const orderUrl = (order: OrderRecord, kind: string): string =>
    kind === 'new_order' || kind === 'payment_failed' || registered.isToShop(kind)
      ? scope.adminUrl(`admin.php?page=store-order&id=${order.id}`)
      : scope.homeUrl(`/order/${order.key}/`);

  async function orderData(order: OrderRecord, kind: string): Promise<object> {
    return {
      order: orderView(order, { money, labels: scope, names }),
      ...(await registered.sections(kind, order)),
      ...(isBuiltInEmail(kind) ? {} : { body: await registered.body(kind, order) }),
      transfer: ['received', 'on-hold', 'pending'].includes(kind)
        ? await getTransferDetails(order, sellingOptions)
        : null,
      shopUrl: scope.homeUrl('/shop/'),
      orderUrl: orderUrl(order, kind),
    };
  }

  /** The order key in the link lets customers review without an account. */
  const reviewLinks = (products: readonly ReviewRequestProduct[], { key }: OrderRecord): object => ({
    products: products.map(({ name, slug }) => ({ name, url: scope.homeUrl(`/product/${slug}/review/?order=${key}`) })),
  });

  async function placeholderValues(order: OrderRecord | null, kind: string): Promise<Readonly<Record<string, string>>> {
    const site = await scope.siteName();
    if (!order) return { site };
    const { firstName, lastName } = order.billing;
    return {
      site,
      number: order.number,
      date: String(
        await scope.wpDate(
          await scope.getOption<string>('date_format', 'Y-m-d'),
          Date.parse(`${order.createdAt.replace(' ', 'T')}Z`) / 1000,
        ),
      ),
      total: amount(order.total, order.currency),
      first_name: firstName,
      customer: `${firstName} ${lastName}`.trim(),
      order_url: orderUrl(order, kind),
    };
  }

  return ({ kind, order, extra, texts }) => {
    const own = (): EmailText => texts[emailLanguage(scope.locale())];

    async function subject(): Promise<string> {
      const customSubject = own().subject;
      const known = await placeholderValues(order, kind);
      if (customSubject !== '') return replacePlaceholders(customSubject, known);
      if (isBuiltInEmail(kind))
        return emailSubject(
          kind,
          {
            number: order?.number ?? '',
            name: extra.name ?? '',
            site: known.site ?? '',
            product: extra.review?.product ?? extra.alert?.product ?? extra.backInStock?.product ?? '',
          },
          scope,
        );
      return order ? registered.subject(kind, order) : '';
    }
    const filteredSubject = async (): Promise<string> => {
      const text = await subject();
      return order ? scope.applyFilters<string>('store/mail_subject', text, kind, order) : text;
    };

    return {
      view: viewOf(kind),
      subject: filteredSubject,
      async data() {
        const known = await placeholderValues(order, kind);
        const { opening, closing } = own();
        return {
          ...extra,
          paragraphs: extra.message?.split(/\n+/),
          kind,
          site: known.site,
          heading: await filteredSubject(),
          opening: paragraphsOf(replacePlaceholders(opening, known)),
          closing: paragraphsOf(replacePlaceholders(closing, known)),
          ...paymentProblemData({ amount, names }, extra),
          ...(extra.refund && order ? refundData({ amount, names }, extra.refund, order) : {}),
          ...(extra.products && order ? reviewLinks(extra.products, order) : {}),
          ...(extra.review
            ? { reviewUrl: scope.adminUrl(`admin.php?page=store-reviews&review=${extra.review.id}`) }
            : {}),
          ...(order ? await orderData(order, kind) : {}),
          ...backInStockLinks(scope, extra),
          accountUrl: scope.homeUrl('/account/'),
          lostPasswordUrl: scope.wpLostpasswordUrl(scope.homeUrl('/account/')),
        };
      },
    };
  };
}

function paymentProblemData(
  { amount, names }: Pick<EmailWriterDeps, 'amount' | 'names'>,
  { paid, currency, due, method }: Partial<PaymentProblem>,
): object {
  if (paid === undefined || currency === undefined || due === undefined || method === undefined) return {};
  return { paid: amount(paid, currency), due: amount(due, currency), method: names.payment(method) };
}

function refundData(
  { amount, names }: Pick<EmailWriterDeps, 'amount' | 'names'>,
  { amount: minor, currency, method, totalRefunded, ...refund }: RefundEmailData,
  { total }: OrderRecord,
): object {
  return {
    refund: {
      ...refund,
      isByHand: refund.account !== null,
      isAll: totalRefunded >= total,
      amount: amount(minor, currency),
      totalRefunded: amount(totalRefunded, currency),
      method: names.payment(method),
    },
  };
}

function backInStockLinks({ homeUrl }: Pick<PluginScope, 'homeUrl'>, { alert, backInStock }: EmailExtra): object {
  const stop = alert?.stop ?? backInStock?.stop ?? '';
  return {
    ...(alert ? { alertConfirmUrl: homeUrl(`/back-in-stock/${alert.confirm}/`) } : {}),
    ...(stop === '' ? {} : { alertStopUrl: homeUrl(`/back-in-stock/${stop}/stop/`) }),
  };
}

function viewOf(kind: string): string {
  if (!isBuiltInEmail(kind)) return 'registered';
  switch (kind) {
    case 'new_order':
    case 'new_account':
    case 'existing_account':
    case 'contact':
    case 'payment_failed':
    case 'refund':
    case 'new_review':
    case 'review_request':
    case 'confirm_back_in_stock':
    case 'back_in_stock':
      return kind.replaceAll('_', '-');
    default:
      return 'order';
  }
}
