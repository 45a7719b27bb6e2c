import type { PluginScope } from 'plinth';
import { createLetterBox, type LetterBox } from '../mails/letter-box.js';
import { createLetters, type Letters } from '../mails/letters.js';
import type { Sellables } from '../catalogue/sellables.js';
import { createMoney, type Money } from '../money/money.js';
import { createOrderStore, type OrderStore } from '../orders/order-store.js';
import { createOrdersService, type OrdersService } from '../orders/orders-service.js';
import { createLineData, type LineData } from '../cart/line-data.js';
import { createLineTax, type LineTax } from '../cart/line-tax.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { type Adjust, createAdjust } from '../selling/adjust.js';
import { createDeliveries, type Deliveries } from '../selling/deliveries.js';
import { createMethodOptions, type MethodOptions } from '../selling/method-settings.js';
import { createSellingOptions, type SellingOptions } from '../selling/selling-settings.js';

/** What pages and screens of the selling half work with. */
export interface SellingParts {
  readonly sellables: Sellables;
  readonly money: Money;
  readonly selling: SellingOptions;
  readonly store: OrderStore;
  readonly box: LetterBox;
  readonly letters: Letters;
  readonly orders: OrdersService;
  readonly registries: StoreRegistries;
  readonly methods: MethodOptions;
  readonly deliveries: Deliveries;
  readonly adjust: Adjust;
  readonly lineData: LineData;
  readonly lineTax: LineTax;
}

export function createSellingParts(scope: PluginScope, sellables: Sellables, registries: StoreRegistries): SellingParts {
  const { db } = scope;
  const money = createMoney(scope);
  const selling = createSellingOptions(scope);
  const store = createOrderStore({ db });
  const box = createLetterBox({ db });
  const letters = createLetters({ scope, box, store, money, selling, registries });
  const methods = createMethodOptions(scope);
  return {
    registries, methods, deliveries: createDeliveries({ registry: registries.deliveries, options: methods, words: scope, hooks: scope }), adjust: createAdjust(registries, scope),
    lineData: createLineData({ registry: registries.cartData, words: scope }), lineTax: createLineTax(registries.tax),
    sellables, money, selling, store, box, letters, orders: createOrdersService({ scope, store, selling, sellables, letters }),
  };
}
