import type { FieldValue } from 'plinth';
import type { StockStatus, Supply } from '../contract/index.js';
import { expectedDay } from './expected-day.js';
import { handlingDays } from './handling-days.js';

/** When something can leave the shop. @param fields of its product @param now UTC, `YYYY-MM-DD HH:MM:SS` */
export function supplyOf(
  one: { readonly stock: StockStatus; readonly expected_on: string },
  fields: Readonly<Record<string, FieldValue>>,
  now: string,
): Supply {
  return {
    handlingDays: handlingDays(fields),
    expectedOn: one.stock === 'instock' ? '' : expectedDay(one, now) || null,
    fields,
  };
}
