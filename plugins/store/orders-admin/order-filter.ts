import { isCalendarDay, type PageRequest, type PluginScope } from 'plinth';
import type { OrderStatuses } from '../orders/order-status.js';
import type { OrderQuery } from '../orders/order-store.js';

/** Filters of the order list; empty ones do not restrict it. */
export interface OrderFilter {
  readonly status: string;
  readonly s: string;
  /** Complete email address of a customer. */
  readonly customer: string;
  readonly payment: string;
  readonly delivery: string;
  /** Days in the site's time zone, `YYYY-MM-DD`, both inclusive. */
  readonly from: string;
  readonly to: string;
}

type FilterName = keyof OrderFilter;
const FILTER_NAMES: readonly FilterName[] = ['status', 's', 'customer', 'payment', 'delivery', 'from', 'to'];

export function readOrderFilter(request: PageRequest, statuses: Pick<OrderStatuses, 'has'>): OrderFilter {
  const text = (name: string, max: number): string => request.field(name).trim().slice(0, max);
  const day = (name: string): string => (isCalendarDay(request.field(name)) ? request.field(name) : '');
  const status = request.field('status');
  return {
    status: statuses.has(status) ? status : '',
    s: text('s', 100),
    customer: text('customer', 190).toLowerCase(),
    payment: text('payment', 40),
    delivery: text('delivery', 40),
    from: day('from'),
    to: day('to'),
  };
}

/** Converts the filters to an order query. */
export async function toOrderQuery(
  { status, s, customer, payment, delivery, from, to }: OrderFilter,
  { getGmtFromDate }: Pick<PluginScope, 'getGmtFromDate'>,
): Promise<Omit<OrderQuery, 'limit' | 'offset'>> {
  return {
    ...(status === '' ? {} : { status }),
    ...(s === '' ? {} : { search: s }),
    ...(customer === '' ? {} : { email: customer }),
    ...(payment === '' ? {} : { paymentMethod: payment }),
    ...(delivery === '' ? {} : { shippingMethod: delivery }),
    ...(from === '' ? {} : { from: await getGmtFromDate(`${from} 00:00:00`) }),
    ...(to === '' ? {} : { to: await getGmtFromDate(`${to} 23:59:59`) }),
  };
}

/** Converts the filters to URL parameters, without empty ones. */
export function toUrlParameters(filter: Partial<OrderFilter>): Record<string, string> {
  return Object.fromEntries(FILTER_NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])));
}
