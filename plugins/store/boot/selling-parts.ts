import type { OwnRegistry, PluginScope } from 'plinth';
import type { OrderStatusType, PaymentMethod } from '../contract/index.js';
import { createLetterBox, type LetterBox } from '../mails/letter-box.js';
import { createLetterList, type LetterList } from '../mails/letter-list.js';
import { createLetterWriter, type LetterWriter } from '../mails/letter-writer.js';
import { createLetters, type Letters } from '../mails/letters.js';
import { createLetterOptions, type LetterOptions } from '../mails/own-texts.js';
import { createRegisteredLetters } from '../mails/registered-letters.js';
import type { Sellables } from '../catalogue/sellables.js';
import { amountIn, createMoney, type Money } from '../money/money.js';
import type { PaymentRecorder } from '../orders/payment-recorder.js';
import type { OrderNames } from '../orders/order-record.js';
import { createOrderStatuses, type OrderStatuses, wrongStatus } from '../orders/order-status.js';
import type { OrderStore } from '../orders/order-store.js';
import { createOrderStore } from '../orders/create-order-store.js';
import { createOrdersService, type OrdersService } from '../orders/orders-service.js';
import { createManualPayments } from '../payments/manual-payments.js';
import { createPaymentStore } from '../payments/payment-store.js';
import { createLineData, type LineData } from '../cart/line-data.js';
import { siteZone } from '../time/local-time.js';
import { createLineTax, type LineTax } from '../cart/line-tax.js';
import { settingsFault } from '../registries/registry-checks.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { DEFAULT_COUNTRY } from '../orders/countries.js';
import { type Arrivals, createArrivals } from '../selling/arrivals.js';
import { type ArrivalOptions, createArrivalOptions } from '../selling/arrival-settings.js';
import { type Adjust, createAdjust } from '../selling/adjust.js';
import { createDeliveries, type Deliveries } from '../selling/deliveries.js';
import { createMethodOptions, type MethodOptions } from '../selling/method-settings.js';
import { createPaymentMethods, type PaymentMethods, wrongMethod } from '../selling/payment-methods.js';
import { createSellingOptions, type SellingOptions } from '../selling/selling-settings.js';

/** What pages and screens of the selling half work with. */
export interface SellingParts {
  readonly sellables: Sellables;
  readonly money: Money;
  /** Amounts of any currency. */
  readonly amount: (minor: number, currency: string) => string;
  readonly selling: SellingOptions;
  readonly payOptions: MethodOptions;
  /** Where plugins add ways to pay, and statuses of orders. */
  readonly payRegistries: {
    readonly payments: OwnRegistry<PaymentMethod>;
    readonly statuses: OwnRegistry<OrderStatusType>;
  };
  readonly payMethods: PaymentMethods;
  readonly statuses: OrderStatuses;
  readonly names: OrderNames;
  readonly store: OrderStore;
  readonly box: LetterBox;
  readonly letters: Letters;
  readonly letterList: LetterList;
  readonly letterOptions: LetterOptions;
  readonly writer: LetterWriter;
  readonly orders: OrdersService;
  /** Notes what came for orders past all providers. */
  readonly manualPayments: PaymentRecorder;
  readonly registries: StoreRegistries;
  readonly methods: MethodOptions;
  readonly deliveries: Deliveries;
  readonly arrivalOptions: ArrivalOptions;
  readonly arrivals: Arrivals;
  readonly adjust: Adjust;
  readonly lineData: LineData;
  readonly lineTax: LineTax;
}

/** Milliseconds that a provider may take which a customer waits for. */
const PROVIDER_MS = 25_000;

export function createSellingParts(
  scope: PluginScope,
  sellables: Sellables,
  registries: StoreRegistries,
): SellingParts {
  const money = createMoney(scope);
  const amount = (minor: number, currency: string): string => amountIn(minor, currency, scope.locale());
  const selling = createSellingOptions(scope);
  const store = createOrderStore({ db: scope.db, zone: () => siteZone(scope.getOption) });
  const paymentParts = createPaymentParts(scope);
  const { statuses, names } = paymentParts;
  const manualPayments = createManualPayments({ payments: createPaymentStore(scope), statuses });
  const letterParts = createLetterParts(scope, { registries, money, amount, selling, names, store });
  return {
    registries,
    amount,
    sellables,
    money,
    selling,
    store,
    ...paymentParts,
    ...letterParts,
    ...createDeliveryParts(scope, registries),
    adjust: createAdjust(registries, scope),
    lineData: createLineData({ registry: registries.cartData, words: scope }),
    lineTax: createLineTax(registries.tax),
    manualPayments,
    orders: createOrdersService({
      scope,
      store,
      statuses,
      selling,
      sellables,
      letters: letterParts.letters,
      money: manualPayments,
    }),
  };
}

/** Ways to pay, and the statuses of orders. */
function createPaymentParts(
  scope: PluginScope,
): Pick<SellingParts, 'payOptions' | 'payRegistries' | 'payMethods' | 'statuses' | 'names'> {
  const payOptions = createMethodOptions('payment', scope, false);
  const payRegistries = {
    payments: scope.createRegistry<PaymentMethod>({
      name: 'payment method',
      check: (method) => wrongMethod(method) || settingsFault(scope, method.settings),
      budgetMs: PROVIDER_MS,
    }),
    statuses: scope.createRegistry<OrderStatusType>({ name: 'order status', check: wrongStatus }),
  };
  const payMethods = createPaymentMethods({
    registry: payRegistries.payments,
    options: payOptions,
    scope,
    keeper: scope.plugin.id,
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

/** Letters: what they say, the box they wait in, and sending them. */
function createLetterParts(
  scope: PluginScope,
  {
    registries,
    money,
    amount,
    selling,
    names,
    store,
  }: Pick<SellingParts, 'registries' | 'money' | 'amount' | 'selling' | 'names' | 'store'>,
): Pick<SellingParts, 'box' | 'letters' | 'letterList' | 'letterOptions' | 'writer'> {
  const box = createLetterBox({ db: scope.db });
  const registered = createRegisteredLetters(registries);
  const letterOptions = createLetterOptions(scope);
  const letterList = createLetterList(registries, scope);
  const writer = createLetterWriter({ scope, money, selling, names, amount, registered });
  const letters = createLetters({
    scope,
    box,
    store,
    selling,
    registries,
    registered,
    choices: letterOptions,
    list: letterList,
    writer,
    currency: money.currency,
  });
  return { box, letters, letterList, letterOptions, writer };
}

function createDeliveryParts(
  scope: PluginScope,
  registries: StoreRegistries,
): Pick<SellingParts, 'methods' | 'deliveries' | 'arrivalOptions' | 'arrivals'> {
  const methods = createMethodOptions('delivery', scope, true);
  const arrivalOptions = createArrivalOptions(scope);
  return {
    methods,
    deliveries: createDeliveries({ registry: registries.deliveries, options: methods, words: scope, hooks: scope }),
    arrivalOptions,
    arrivals: createArrivals({ settings: arrivalOptions, scope, home: DEFAULT_COUNTRY }),
  };
}
