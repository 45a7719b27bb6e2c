import type { StockStatus } from '../contract/index.js';

/** Where something counted can be had; what is not counted keeps what the owner said. */
export function countedStatus(quantity: number, backorders: boolean): StockStatus {
  if (quantity > 0) return 'instock';
  return backorders ? 'onbackorder' : 'outofstock';
}

/** A product is there when one of its variations is. */
export function bestStatus(statuses: readonly StockStatus[]): StockStatus {
  return (['instock', 'onbackorder'] as const).find((status) => statuses.includes(status)) ?? 'outofstock';
}
