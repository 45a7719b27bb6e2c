import type { PluginScope } from 'plinth';
import type { Money } from '../money/money.js';
import type { OrderNames, OrderRecord } from '../orders/order-record.js';
import { orderView } from '../orders/order-view.js';
import { getTransferDetails } from '../orders/pending-payment.js';
import type { RefundEmailData, PaymentProblem } from '../payments/payment-emails.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import type {
  BackInStockConfirmationData,
  ReviewRequestProduct,
  BackInStockData,
  PendingReview,
} from './product-emails.js';
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
export type EmailExtraData = Partial<
  ContactMessage &
    PaymentProblem & {
      readonly refund: RefundEmailData;
      readonly review: PendingReview;
      readonly products: readonly ReviewRequestProduct[];
      readonly backInStockConfirmation: BackInStockConfirmationData;
      readonly backInStock: BackInStockData;
    }
>;

/** The data that an email is written from. */
export interface EmailInput {
  readonly kind: string;
  readonly order: OrderRecord | null;
  readonly extraData: EmailExtraData;
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
export type EmailWriter = (email: EmailInput) => EmailContent;

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
  readonly commerceSettings: CommerceSettings;
  readonly names: OrderNames;
  /** Formats an amount in a currency, which may differ from the shop's. */
  amount(minorUnits: number, currency: string): string;
  readonly registered: RegisteredEmails;
}

export function createEmailWriter({
  scope,
  money,
  commerceSettings,
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
        ? await getTransferDetails(order, commerceSettings)
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

  return ({ kind, order, extraData, texts }) => {
    const customTexts = (): EmailText => texts[emailLanguage(scope.locale())];

    async function subject(): Promise<string> {
      const customSubject = customTexts().subject;
      const placeholders = await placeholderValues(order, kind);
      if (customSubject !== '') return replacePlaceholders(customSubject, placeholders);
      if (isBuiltInEmail(kind))
        return emailSubject(
          kind,
          {
            number: order?.number ?? '',
            name: extraData.name ?? '',
            site: placeholders.site ?? '',
            product:
              extraData.review?.product ??
              extraData.backInStockConfirmation?.product ??
              extraData.backInStock?.product ??
              '',
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
        const placeholders = await placeholderValues(order, kind);
        const { opening, closing } = customTexts();
        return {
          ...extraData,
          paragraphs: extraData.message?.split(/\n+/),
          kind,
          site: placeholders.site,
          heading: await filteredSubject(),
          opening: paragraphsOf(replacePlaceholders(opening, placeholders)),
          closing: paragraphsOf(replacePlaceholders(closing, placeholders)),
          ...paymentProblemData({ amount, names }, extraData),
          ...(extraData.refund && order ? refundData({ amount, names }, extraData.refund, order) : {}),
          ...(extraData.products && order ? reviewLinks(extraData.products, order) : {}),
          ...(extraData.review
            ? { reviewUrl: scope.adminUrl(`admin.php?page=store-reviews&review=${extraData.review.id}`) }
            : {}),
          ...(order ? await orderData(order, kind) : {}),
          ...backInStockLinks(scope, extraData),
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
  { amount: minorUnits, currency, method, totalRefunded, ...refund }: RefundEmailData,
  { total }: OrderRecord,
): object {
  return {
    refund: {
      ...refund,
      isManual: refund.account !== null,
      isFullRefund: totalRefunded >= total,
      amount: amount(minorUnits, currency),
      totalRefunded: amount(totalRefunded, currency),
      method: names.payment(method),
    },
  };
}

function backInStockLinks(
  { homeUrl }: Pick<PluginScope, 'homeUrl'>,
  { backInStockConfirmation, backInStock }: EmailExtraData,
): object {
  const unsubscribeKey = backInStockConfirmation?.unsubscribeKey ?? backInStock?.unsubscribeKey ?? '';
  return {
    ...(backInStockConfirmation
      ? { confirmUrl: homeUrl(`/back-in-stock/${backInStockConfirmation.confirmKey}/`) }
      : {}),
    ...(unsubscribeKey === '' ? {} : { unsubscribeUrl: homeUrl(`/back-in-stock/${unsubscribeKey}/stop/`) }),
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
