import type { OwnRegistry, TranslationApi } from 'plinth';
import type { OrderStatus, OrderStatusType } from '../contract/index.js';

type Words = Pick<TranslationApi, '__'>;

/** The statuses that orders can be in: the store's own, and those that plugins registered. */
export interface OrderStatuses {
  /** In the order that the owner sees them. */
  readonly all: () => readonly OrderStatus[];
  has(id: string): boolean;
  /** What people call it; of one whose plugin is gone its id. */
  label(id: OrderStatus): string;
  kind(id: OrderStatus): OrderStatusType['kind'];
  /** The steps that an order may take from it. */
  next(from: OrderStatus): readonly OrderStatus[];
  mayStep(from: OrderStatus, to: OrderStatus): boolean;
  /** Whether an order waits for its money in it. */
  awaitsPayment(id: OrderStatus): boolean;
}

/** The registry as the statuses need it. */
export type StatusRegistry = Pick<OwnRegistry<OrderStatusType>, 'entries' | 'find' | 'askNow'>;

/** A status of the store's own; the others lead to and from it as they say. */
interface OwnStatus {
  readonly id: OrderStatus;
  readonly kind: OrderStatusType['kind'];
  readonly to: readonly OrderStatus[];
  readonly awaitsPayment?: boolean;
}

/** What is cancelled has given its stock back, so nothing leads out of there. */
const OWN: readonly OwnStatus[] = [
  { id: 'pending', kind: 'waiting', to: ['on-hold', 'processing', 'cancelled'], awaitsPayment: true },
  { id: 'on-hold', kind: 'waiting', to: ['pending', 'processing', 'cancelled'], awaitsPayment: true },
  { id: 'processing', kind: 'working', to: ['on-hold', 'completed', 'cancelled', 'refunded'] },
  { id: 'completed', kind: 'done', to: ['processing', 'refunded'] },
  { id: 'cancelled', kind: 'closed', to: [] },
  { id: 'refunded', kind: 'closed', to: [] },
];
/** Where an order goes on by hand whose status nobody knows any more. */
const WAYS_OUT: readonly OrderStatus[] = ['on-hold', 'processing', 'completed', 'cancelled'];

const own = (id: string): OwnStatus | undefined => OWN.find((status) => status.id === id);

/** Says what is wrong with a status that a plugin registers; empty when nothing is. */
export function wrongStatus({ id, label, kind, from, to }: OrderStatusType): string {
  if (own(id)) return `"${id}" is a status of the store itself.`;
  if (id.length > 20) return 'its id has more than 20 characters.';
  if (typeof label !== 'function' && (typeof label !== 'string' || label === ''))
    return '"label" is neither a text nor a function.';
  if (!['waiting', 'working', 'done', 'closed'].includes(kind))
    return '"kind" is none of waiting, working, done, closed.';
  if (!Array.isArray(from) || !Array.isArray(to)) return '"from" and "to" are no lists of statuses.';
  if (from.some((one) => one === 'cancelled' || one === 'refunded'))
    return 'nothing leads out of "cancelled" and "refunded", whose goods are back in stock.';
  return '';
}

export function createOrderStatuses(registry: StatusRegistry, labels: Words): OrderStatuses {
  const has = (id: string): boolean => own(id) !== undefined || registry.find(id) !== undefined;
  const all = (): readonly OrderStatus[] => [...OWN, ...registry.entries()].map(({ id }) => id);

  function next(from: OrderStatus): readonly OrderStatus[] {
    const given = own(from)?.to ?? registry.find(from)?.value.to.filter(has) ?? WAYS_OUT;
    const added = registry.entries().filter(({ id, value }) => value.from.includes(from) && !given.includes(id));
    return [...given, ...added.map(({ id }) => id)];
  }

  return {
    all,
    has,
    label(id) {
      const entry = registry.find(id);
      return entry
        ? registry.askNow(entry, ({ label }) => (typeof label === 'function' ? label() : label), id)
        : ownLabel(id, labels);
    },
    kind: (id) => own(id)?.kind ?? registry.find(id)?.value.kind ?? 'waiting',
    next,
    mayStep: (from, to) => next(from).includes(to),
    awaitsPayment: (id) => own(id)?.awaitsPayment ?? registry.find(id)?.value.awaitsPayment ?? false,
  };
}

function ownLabel(id: string, { __ }: Words): string {
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
