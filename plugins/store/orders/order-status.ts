import type { OwnRegistry, TranslationApi } from 'plinth';
import type { OrderStatus, OrderStatusType } from '../contract/index.js';

type Translator = Pick<TranslationApi, '__'>;

/** Order statuses: the built-in ones and those registered by plugins. */
export interface OrderStatuses {
  /** Returns all statuses in display order. */
  readonly all: () => readonly OrderStatus[];
  has(id: string): boolean;
  /** Returns the label; the ID if the plugin of the status is not active. */
  label(id: OrderStatus): string;
  kind(id: OrderStatus): OrderStatusType['kind'];
  /** Returns the statuses that an order in a status may change to. */
  next(from: OrderStatus): readonly OrderStatus[];
  canTransition(from: OrderStatus, to: OrderStatus): boolean;
  /** Whether an order in this status waits for payment. */
  awaitsPayment(id: OrderStatus): boolean;
}

/** The registry methods that order statuses use. */
export type StatusRegistry = Pick<OwnRegistry<OrderStatusType>, 'entries' | 'find' | 'callSync'>;

/** A built-in status. Statuses of plugins declare their transitions in both directions. */
interface BuiltInStatus {
  readonly id: OrderStatus;
  readonly kind: OrderStatusType['kind'];
  readonly to: readonly OrderStatus[];
  readonly awaitsPayment?: boolean;
}

/** Built-in statuses. A canceled order has no transitions, because its items have been restocked. */
const BUILT_IN_STATUSES: readonly BuiltInStatus[] = [
  { id: 'pending', kind: 'waiting', to: ['on-hold', 'processing', 'cancelled'], awaitsPayment: true },
  { id: 'on-hold', kind: 'waiting', to: ['pending', 'processing', 'cancelled'], awaitsPayment: true },
  { id: 'processing', kind: 'working', to: ['on-hold', 'completed', 'cancelled', 'refunded'] },
  { id: 'completed', kind: 'done', to: ['processing', 'refunded'] },
  { id: 'cancelled', kind: 'closed', to: [] },
  { id: 'refunded', kind: 'closed', to: [] },
];
/** Statuses to which an order can be moved manually when its own status is no longer registered. */
const FALLBACK_TRANSITIONS: readonly OrderStatus[] = ['on-hold', 'processing', 'completed', 'cancelled'];

const findBuiltIn = (id: string): BuiltInStatus | undefined => BUILT_IN_STATUSES.find((status) => status.id === id);

/** Returns the error of a status registered by a plugin; empty when it is valid. */
export function statusError({ id, label, kind, from, to }: OrderStatusType): string {
  if (findBuiltIn(id)) return `"${id}" is a built-in order status.`;
  if (id.length > 20) return 'its ID must not exceed 20 characters.';
  if (typeof label !== 'function' && (typeof label !== 'string' || label === ''))
    return '"label" must be a non-empty string or a function.';
  if (!['waiting', 'working', 'done', 'closed'].includes(kind))
    return '"kind" must be one of waiting, working, done, closed.';
  if (!Array.isArray(from) || !Array.isArray(to)) return '"from" and "to" must be lists of statuses.';
  if (from.some((source) => source === 'cancelled' || source === 'refunded'))
    return '"from" must not contain "cancelled" or "refunded", because their items have been restocked.';
  return '';
}

export function createOrderStatuses(registry: StatusRegistry, labels: Translator): OrderStatuses {
  const has = (id: string): boolean => findBuiltIn(id) !== undefined || registry.find(id) !== undefined;
  const all = (): readonly OrderStatus[] => [...BUILT_IN_STATUSES, ...registry.entries()].map(({ id }) => id);

  function next(from: OrderStatus): readonly OrderStatus[] {
    const nextStatuses = findBuiltIn(from)?.to ?? registry.find(from)?.value.to.filter(has) ?? FALLBACK_TRANSITIONS;
    const pluginStatuses = registry
      .entries()
      .filter(({ id, value }) => value.from.includes(from) && !nextStatuses.includes(id));
    return [...nextStatuses, ...pluginStatuses.map(({ id }) => id)];
  }

  return {
    all,
    has,
    label(id) {
      const entry = registry.find(id);
      return entry
        ? registry.callSync(entry, ({ label }) => (typeof label === 'function' ? label() : label), id)
        : builtInLabel(id, labels);
    },
    kind: (id) => findBuiltIn(id)?.kind ?? registry.find(id)?.value.kind ?? 'waiting',
    next,
    canTransition: (from, to) => next(from).includes(to),
    awaitsPayment: (id) => findBuiltIn(id)?.awaitsPayment ?? registry.find(id)?.value.awaitsPayment ?? false,
  };
}

function builtInLabel(id: string, { __ }: Translator): string {
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
