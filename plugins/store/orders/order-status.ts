import type { TranslationApi } from 'plinth';
import type { OrderStatus } from '../contract/index.js';

export const ORDER_STATUSES: readonly OrderStatus[] = ['pending', 'on-hold', 'processing', 'completed', 'cancelled', 'refunded'];

/** The steps an order may take. What is cancelled has given its stock back, so nothing leads out of there. */
const STEPS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['on-hold', 'processing', 'cancelled'],
  'on-hold': ['pending', 'processing', 'cancelled'],
  processing: ['on-hold', 'completed', 'cancelled', 'refunded'],
  completed: ['processing', 'refunded'],
  cancelled: [],
  refunded: [],
};

export function isOrderStatus(text: string): text is OrderStatus {
  return (ORDER_STATUSES as readonly string[]).includes(text);
}

export function nextStatuses(status: OrderStatus): readonly OrderStatus[] {
  return STEPS[status];
}

export function mayStep(from: OrderStatus, to: OrderStatus): boolean {
  return STEPS[from].includes(to);
}

/** What people call a status. */
export function statusLabel(status: string, { __ }: Pick<TranslationApi, '__'>): string {
  switch (status) {
    case 'pending':
      return __('Waiting for payment');
    case 'on-hold':
      return __('Waiting for the transfer');
    case 'processing':
      return __('Being prepared');
    case 'completed':
      return __('Completed');
    case 'cancelled':
      return __('Cancelled');
    case 'refunded':
      return __('Refunded');
    default:
      return status;
  }
}
