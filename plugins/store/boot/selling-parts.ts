import type { PluginScope } from 'plinth';
import { createLetterBox, type LetterBox } from '../mails/letter-box.js';
import { createLetters, type Letters } from '../mails/letters.js';
import type { Sellables } from '../catalogue/sellables.js';
import { createMoney, type Money } from '../money/money.js';
import { createOrderStore, type OrderStore } from '../orders/order-store.js';
import { createOrdersService, type OrdersService } from '../orders/orders-service.js';
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
}

export function createSellingParts(scope: PluginScope, sellables: Sellables): SellingParts {
  const { db } = scope;
  const money = createMoney(scope);
  const selling = createSellingOptions(scope);
  const store = createOrderStore({ db });
  const box = createLetterBox({ db });
  const letters = createLetters({ scope, box, store, money, selling });
  return { sellables, money, selling, store, box, letters, orders: createOrdersService({ scope, store, selling, sellables, letters }) };
}
