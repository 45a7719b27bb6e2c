import type { OwnRegistry, PluginScope } from 'plinth';
import type { OrderStatusType, PaymentMethod } from '../contract/index.js';
import { createOutbox, type Outbox } from '../emails/outbox.js';
import { createEmailList, type EmailList } from '../emails/email-list.js';
import { createEmailWriter, type EmailWriter } from '../emails/email-writer.js';
import { createEmails, type Emails } from '../emails/emails.js';
import { createEmailOptions, type EmailOptions } from '../emails/custom-texts.js';
import { createShopEmail, type ShopEmail } from '../emails/shop-email.js';
import { createRegisteredEmails } from '../emails/registered-emails.js';
import type { Sellables } from '../catalog/sellables.js';
import { formatAmount, createMoney, type Money } from '../money/money.js';
import type { PaymentRecorder } from '../orders/payment-recorder.js';
import type { OrderNames } from '../orders/order-record.js';
import { createOrderStatuses, type OrderStatuses, statusError } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { createOrderStore } from '../orders/create-order-store.js';
import { createOrdersService, type OrdersService } from '../orders/orders-service.js';
import { createManualPayments } from '../payments/manual-payments.js';
import { createPaymentStore } from '../payments/payment-store.js';
import { createLineData, type LineData } from '../cart/line-data.js';
import { siteZone } from '../time/local-time.js';
import { createLineTax, type LineTax } from '../cart/line-tax.js';
import { settingsError } from '../registries/registry-checks.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { DEFAULT_COUNTRY } from '../orders/countries.js';
import { type DeliveryEstimates, createDeliveryEstimates } from '../commerce/delivery-estimates.js';
import { type EstimateOptions, createEstimateOptions } from '../commerce/estimate-settings.js';
import { type AdjustmentCalculator, createAdjustmentCalculator } from '../commerce/adjust.js';
import { createDeliveries, type Deliveries } from '../commerce/shipping-methods.js';
import { createMethodOptions, type MethodOptions } from '../commerce/method-settings.js';
import { createPaymentMethods, type PaymentMethods, validatePaymentMethod } from '../commerce/payment-methods.js';
import { createCommerceSettings, type CommerceSettings } from '../commerce/commerce-settings.js';

/** Services shared by the pages and screens of the selling part. */
export interface CommerceServices {
  readonly sellables: Sellables;
  readonly money: Money;
  /** Formats an amount in any currency. */
  readonly amount: (minor: number, currency: string) => string;
  readonly commerceSettings: CommerceSettings;
  readonly payOptions: MethodOptions;
  /** Registries where plugins add payment methods and order statuses. */
  readonly payRegistries: {
    readonly payments: OwnRegistry<PaymentMethod>;
    readonly statuses: OwnRegistry<OrderStatusType>;
  };
  readonly payMethods: PaymentMethods;
  readonly statuses: OrderStatuses;
  readonly names: OrderNames;
  readonly store: OrderStore;
  readonly box: Outbox;
  readonly emails: Emails;
  readonly emailList: EmailList;
  readonly emailOptions: EmailOptions;
  readonly writer: EmailWriter;
  readonly shopEmail: ShopEmail;
  readonly orders: OrdersService;
  /** Records payments that arrived outside of any payment provider. */
  readonly manualPayments: PaymentRecorder;
  readonly registries: StoreRegistries;
  readonly methods: MethodOptions;
  readonly deliveries: Deliveries;
  readonly estimateOptions: EstimateOptions;
  readonly estimates: DeliveryEstimates;
  readonly adjust: AdjustmentCalculator;
  readonly lineData: LineData;
  readonly lineTax: LineTax;
}

/** Timeout of a payment provider request that a customer waits for, in milliseconds. */
const PROVIDER_TIMEOUT_MS = 25_000;

export function createCommerceServices(
  scope: PluginScope,
  sellables: Sellables,
  registries: StoreRegistries,
): CommerceServices {
  const money = createMoney(scope);
  const amount = (minor: number, currency: string): string => formatAmount(minor, currency, scope.locale());
  const commerceSettings = createCommerceSettings(scope);
  const store = createOrderStore({ db: scope.db, timeZone: () => siteZone(scope.getOption) });
  const paymentParts = createPaymentParts(scope);
  const { statuses, names } = paymentParts;
  const manualPayments = createManualPayments({ payments: createPaymentStore(scope), statuses });
  const emailParts = createEmailParts(scope, { registries, money, amount, commerceSettings, names, store });
  return {
    registries,
    amount,
    sellables,
    money,
    commerceSettings,
    store,
    ...paymentParts,
    ...emailParts,
    ...createDeliveryParts(scope, registries),
    adjust: createAdjustmentCalculator(registries, scope),
    lineData: createLineData({ registry: registries.cartData, i18n: scope }),
    lineTax: createLineTax(registries.tax),
    manualPayments,
    orders: createOrdersService({
      scope,
      store,
      statuses,
      commerceSettings,
      sellables,
      emails: emailParts.emails,
      money: manualPayments,
    }),
  };
}

/** Creates the payment methods and order statuses. */
function createPaymentParts(
  scope: PluginScope,
): Pick<CommerceServices, 'payOptions' | 'payRegistries' | 'payMethods' | 'statuses' | 'names'> {
  const payOptions = createMethodOptions('payment', scope, false);
  const payRegistries = {
    payments: scope.createRegistry<PaymentMethod>({
      name: 'payment method',
      check: (method) => validatePaymentMethod(method) || settingsError(scope, method.settings),
      timeoutMs: PROVIDER_TIMEOUT_MS,
    }),
    statuses: scope.createRegistry<OrderStatusType>({ name: 'order status', check: statusError }),
  };
  const payMethods = createPaymentMethods({
    registry: payRegistries.payments,
    options: payOptions,
    scope,
    owner: scope.plugin.id,
  });
  const statuses = createOrderStatuses(payRegistries.statuses, scope);
  return {
    payOptions,
    payRegistries,
    payMethods,
    statuses,
    names: { status: statuses.label, payment: payMethods.label },
  };
}

/** Creates the email parts: templates, outbox and sending. */
function createEmailParts(
  scope: PluginScope,
  {
    registries,
    money,
    amount,
    commerceSettings,
    names,
    store,
  }: Pick<CommerceServices, 'registries' | 'money' | 'amount' | 'commerceSettings' | 'names' | 'store'>,
): Pick<CommerceServices, 'box' | 'emails' | 'emailList' | 'emailOptions' | 'writer' | 'shopEmail'> {
  const box = createOutbox({ db: scope.db });
  const registered = createRegisteredEmails(registries);
  const emailOptions = createEmailOptions(scope);
  const emailList = createEmailList(registries, scope);
  const writer = createEmailWriter({ scope, money, commerceSettings, names, amount, registered });
  const shopEmail = createShopEmail(scope, commerceSettings);
  const emails = createEmails({
    scope,
    box,
    store,
    shopEmail,
    registries,
    registered,
    emailOptions,
    list: emailList,
    writer,
    currency: money.currency,
  });
  return { box, emails, emailList, emailOptions, writer, shopEmail };
}

function createDeliveryParts(
  scope: PluginScope,
  registries: StoreRegistries,
): Pick<CommerceServices, 'methods' | 'deliveries' | 'estimateOptions' | 'estimates'> {
  const methods = createMethodOptions('delivery', scope, true);
  const estimateOptions = createEstimateOptions(scope);
  return {
    methods,
    deliveries: createDeliveries({ registry: registries.deliveries, options: methods, i18n: scope, hooks: scope }),
    estimateOptions,
    estimates: createDeliveryEstimates({ settings: estimateOptions, scope, home: DEFAULT_COUNTRY }),
  };
}
