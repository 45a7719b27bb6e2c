import type { OwnRegistry, TranslationApi } from 'plinth';
import type { OrderStatus, OrderStatusType } from '../contract/index.js';

type Translator = Pick<TranslationApi, '__'>;

/** Order statuses: the store's own and those registered by plugins. */
export interface OrderStatuses {
  /** In the order shown to the shop owner. */
  readonly all: () => readonly OrderStatus[];
  has(id: string): boolean;
  /** Display label; the ID for a status whose plugin is gone. */
  label(id: OrderStatus): string;
  kind(id: OrderStatus): OrderStatusType['kind'];
  /** Statuses that an order in this status may change to. */
  next(from: OrderStatus): readonly OrderStatus[];
  canTransition(from: OrderStatus, to: OrderStatus): boolean;
  /** Whether an order in this status waits for payment. */
  awaitsPayment(id: OrderStatus): boolean;
}

/** The part of the registry that order statuses use. */
export type StatusRegistry = Pick<OwnRegistry<OrderStatusType>, 'entries' | 'find' | 'callSync'>;

/** A built-in status; statuses of plugins declare which statuses lead to and from them. */
interface OwnStatus {
  readonly id: OrderStatus;
  readonly kind: OrderStatusType['kind'];
  readonly to: readonly OrderStatus[];
  readonly awaitsPayment?: boolean;
}

/** A canceled order has released its stock, so no transition leads out of it. */
const OWN: readonly OwnStatus[] = [
  { id: 'pending', kind: 'waiting', to: ['on-hold', 'processing', 'cancelled'], awaitsPayment: true },
  { id: 'on-hold', kind: 'waiting', to: ['pending', 'processing', 'cancelled'], awaitsPayment: true },
  { id: 'processing', kind: 'working', to: ['on-hold', 'completed', 'cancelled', 'refunded'] },
  { id: 'completed', kind: 'done', to: ['processing', 'refunded'] },
  { id: 'cancelled', kind: 'closed', to: [] },
  { id: 'refunded', kind: 'closed', to: [] },
];
/** Statuses to which an order can be moved manually when its own status is no longer registered. */
const WAYS_OUT: readonly OrderStatus[] = ['on-hold', 'processing', 'completed', 'cancelled'];

const own = (id: string): OwnStatus | undefined => OWN.find((status) => status.id === id);

/** Returns what is wrong with a status registered by a plugin; empty when it is valid. */
export function wrongStatus({ id, label, kind, from, to }: OrderStatusType): string {
  if (own(id)) return `"${id}" is a built-in order status.`;
  if (id.length > 20) return 'its ID must not exceed 20 characters.';
  if (typeof label !== 'function' && (typeof label !== 'string' || label === ''))
    return '"label" must be a non-empty string or a function.';
  if (!['waiting', 'working', 'done', 'closed'].includes(kind))
    return '"kind" must be one of waiting, working, done, closed.';
  if (!Array.isArray(from) || !Array.isArray(to)) return '"from" and "to" must be lists of statuses.';
  if (from.some((one) => one === 'cancelled' || one === 'refunded'))
    return '"from" must not contain "cancelled" or "refunded", because their items have been restocked.';
  return '';
}

export function createOrderStatuses(registry: StatusRegistry, labels: Translator): OrderStatuses {
  const has = (id: string): boolean => own(id) !== undefined || registry.find(id) !== undefined;
  const all = (): readonly OrderStatus[] => [...OWN, ...registry.entries()].map(({ id }) => id);

  function next(from: OrderStatus): readonly OrderStatus[] {
    const nextStatuses = own(from)?.to ?? registry.find(from)?.value.to.filter(has) ?? WAYS_OUT;
    const added = registry.entries().filter(({ id, value }) => value.from.includes(from) && !nextStatuses.includes(id));
    return [...nextStatuses, ...added.map(({ id }) => id)];
  }

  return {
    all,
    has,
    label(id) {
      const entry = registry.find(id);
      return entry
        ? registry.callSync(entry, ({ label }) => (typeof label === 'function' ? label() : label), id)
        : ownLabel(id, labels);
    },
    kind: (id) => own(id)?.kind ?? registry.find(id)?.value.kind ?? 'waiting',
    next,
    canTransition: (from, to) => next(from).includes(to),
    awaitsPayment: (id) => own(id)?.awaitsPayment ?? registry.find(id)?.value.awaitsPayment ?? false,
  };
}

function ownLabel(id: string, { __ }: Translator): string {
  switch (id) {
    case 'pending':
      return __('Pending payment');
    case 'on-hold':
      return __('Awaiting bank transfer');
    case 'processing':
      return __('Processing');
    case 'completed':
      return __('Completed');
    case 'cancelled':
      return __('Canceled');
    case 'refunded':
      return __('Refunded');
    default:
      return id;
  }
}
