import type { OwnRegistry, PluginScope } from 'plinth';
import type { OrderStatusType, PaymentMethod } from '../contract/index.js';
import { createLetterBox, type LetterBox } from '../mails/letter-box.js';
import { createLetters, type Letters } from '../mails/letters.js';
import type { Sellables } from '../catalogue/sellables.js';
import { amountIn } from '../money/amount-in.js';
import { createMoney, type Money } from '../money/money.js';
import type { OrderNames } from '../orders/order-names.js';
import { createOrderStatuses, type OrderStatuses, wrongStatus } from '../orders/order-status.js';
import { createOrderStore, type OrderStore } from '../orders/order-store.js';
import { createOrdersService, type OrdersService } from '../orders/orders-service.js';
import { createMethodOptions, type MethodOptions } from '../selling/method-options.js';
import { createPaymentMethods, type PaymentMethods, wrongMethod } from '../selling/payment-methods.js';
import { createSellingOptions, type SellingOptions } from '../selling/selling-settings.js';

/** What pages and screens of the selling half work with. */
export interface SellingParts {
  readonly sellables: Sellables;
  readonly money: Money;
  /** Amounts of any currency. */
  readonly amount: (minor: number, currency: string) => string;
  readonly selling: SellingOptions;
  readonly methodOptions: MethodOptions;
  /** Where plugins add theirs. */
  readonly registries: { readonly payments: OwnRegistry<PaymentMethod>; readonly statuses: OwnRegistry<OrderStatusType> };
  readonly methods: PaymentMethods;
  readonly statuses: OrderStatuses;
  readonly names: OrderNames;
  readonly store: OrderStore;
  readonly box: LetterBox;
  readonly letters: Letters;
  readonly orders: OrdersService;
}

/** Milliseconds that a provider may take which a customer waits for. */
const PROVIDER_MS = 25_000;

export function createSellingParts(scope: PluginScope, sellables: Sellables): SellingParts {
  const { db } = scope;
  const money = createMoney(scope);
  const amount = (minor: number, currency: string): string => amountIn(minor, currency, scope.locale());
  const selling = createSellingOptions(scope);
  const methodOptions = createMethodOptions(scope);
  const registries = {
    payments: scope.createRegistry<PaymentMethod>({ name: 'payment method', check: wrongMethod, budgetMs: PROVIDER_MS }),
    statuses: scope.createRegistry<OrderStatusType>({ name: 'order status', check: wrongStatus }),
  };
  const methods = createPaymentMethods({ registry: registries.payments, options: methodOptions, scope, keeper: scope.plugin.id });
  const statuses = createOrderStatuses(registries.statuses, scope);
  const names: OrderNames = { status: statuses.label, payment: methods.label };
  const store = createOrderStore({ db });
  const box = createLetterBox({ db });
  const letters = createLetters({ scope, box, store, money, selling, names, amount });
  const orders = createOrdersService({ scope, store, statuses, selling, sellables, letters });
  return { sellables, money, amount, selling, methodOptions, registries, methods, statuses, names, store, box, letters, orders };
}
