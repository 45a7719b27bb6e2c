import type { PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';
import type { KnownOrderRow } from './tables.js';

/** Finds the order that a customer quotes. */
export interface KnownOrders {
  /** The order of that number and address; 0 when there is none. */
  find(number: string, email: string): Promise<number>;
  /** The order of that number, whoever it belongs to; for the owner. */
  byNumber(number: string): Promise<number>;
}

const TABLE = 'compliance_orders';
/** Digits of a year, a number within it, and the check digit. */
const SHORTEST = 10;

type QuotedOrder = Pick<Order, 'id' | 'number' | 'billing'>;

/** The numbers that somebody may mean who quotes one: as it is typed, and by its digits alone, whatever stands between them. */
export function quotedNumbers(typed: string): readonly string[] {
  const digits = typed.replace(/\D/g, '');
  const plain = typed.trim().replace(/^#/, '');
  return digits.length < SHORTEST
    ? [plain]
    : [plain, `${digits.slice(0, 4)}-${digits.slice(4, -1)}-${digits.slice(-1)}`];
}

/** Remembers the numbers of orders as they are made: the store finds orders by id only. */
export function createKnownOrders({ db }: Pick<PluginScope, 'db'>): KnownOrders & {
  remember(order: QuotedOrder): Promise<void>;
  readdress(order: QuotedOrder): Promise<void>;
} {
  const rowOf = async (number: string): Promise<KnownOrderRow | undefined> =>
    db()(TABLE)
      .whereIn('number', [...quotedNumbers(number)])
      .first();
  return {
    async find(number, email) {
      const row = await rowOf(number);
      return row && row.email.toLowerCase() === email.trim().toLowerCase() ? row.order_id : 0;
    },
    byNumber: async (number) => (await rowOf(number))?.order_id ?? 0,
    async remember({ id, number, billing }) {
      await db()(TABLE).insert({ number, order_id: id, email: billing.email }).onConflict('number').ignore();
    },
    readdress: async ({ number, billing }) =>
      void (await db()(TABLE).where({ number }).update({ email: billing.email })),
  };
}
