import type { PluginScope } from 'plinth';
import type { Order } from '../store/shop.js';
import type { KnownOrderRow } from './tables.js';

/** Finds orders by the number that a customer enters. */
export interface KnownOrders {
  /** Returns the ID of the order with that number and email address; 0 when there is none. */
  find(number: string, email: string): Promise<number>;
  /** Returns the ID of the order with that number, whatever its email address; for the shop owner. */
  findByNumber(number: string): Promise<number>;
}

const TABLE = 'compliance_orders';
/** Minimum number of digits: year, number within the year, and check digit. */
const MIN_DIGITS = 10;

type QuotedOrder = Pick<Order, 'id' | 'number' | 'billing'>;

/**
 * Returns the order numbers that an entered number may mean: as entered, and formatted from its digits alone, whatever
 * separates them.
 */
export function getCandidateNumbers(orderNumber: string): readonly string[] {
  const digits = orderNumber.replace(/\D/g, '');
  const plain = orderNumber.trim().replace(/^#/, '');
  return digits.length < MIN_DIGITS
    ? [plain]
    : [plain, `${digits.slice(0, 4)}-${digits.slice(4, -1)}-${digits.slice(-1)}`];
}

/** Stores order numbers as orders are created, since the store finds orders by ID only. */
export function createKnownOrders({ db }: Pick<PluginScope, 'db'>): KnownOrders & {
  add(order: QuotedOrder): Promise<void>;
  updateEmail(order: QuotedOrder): Promise<void>;
} {
  const findRow = async (number: string): Promise<KnownOrderRow | undefined> =>
    db()(TABLE)
      .whereIn('number', [...getCandidateNumbers(number)])
      .first();
  return {
    async find(number, email) {
      const row = await findRow(number);
      return row && row.email.toLowerCase() === email.trim().toLowerCase() ? row.order_id : 0;
    },
    findByNumber: async (number) => (await findRow(number))?.order_id ?? 0,
    async add({ id, number, billing }) {
      await db()(TABLE).insert({ number, order_id: id, email: billing.email }).onConflict('number').ignore();
    },
    updateEmail: async ({ number, billing }) =>
      void (await db()(TABLE).where({ number }).update({ email: billing.email })),
  };
}
