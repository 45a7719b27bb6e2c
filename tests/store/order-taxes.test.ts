import type { Migration } from 'plinth';
import { orderMigrations } from '../../plugins/store/migrations/orders.js';
import { createOrderStore } from '../../plugins/store/orders/create-order-store.js';
import { taxByRate } from '../../plugins/store/orders/order-taxes.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';

const TAXES = orderMigrations.find(({ id }) => id === '110_taxes_by_row') as Migration;
const BEFORE = orderMigrations.filter(({ id }) => id < TAXES.id);

describe.each(allEngines)('order tax migration on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await withTables(engine, 'store', BEFORE);
  });
  afterAll(() => scratch.drop());

  /** Inserts an order in the format of earlier versions. */
  async function old(
    id: number,
    sums: { delivery?: number; fee?: number; tax: number; total: number },
    lines: readonly (readonly [total: number, rate: number, tax: number])[],
    adjustments: readonly (readonly [kind: 'fee' | 'discount' | 'delivery', amount: number, tax: number])[] = [],
  ): Promise<void> {
    const name = `o${id}`;
    await scratch
      .db()('store_orders')
      .insert({
        id,
        number: name,
        order_key: name,
        form_token: name,
        status: 'completed',
        currency: 'PLN',
        email: '',
        customer: '',
        search: '',
        billing: '{}',
        shipping: '{}',
        shipping_method: 'courier',
        payment_method: 'cod',
        items_total: 0,
        delivery_total: sums.delivery ?? 0,
        payment_fee: sums.fee ?? 0,
        tax_total: sums.tax,
        total: sums.total,
        note: '',
        locale: '',
        created_at: '2026-01-01 00:00:00',
        updated_at: '2026-01-01 00:00:00',
      });
    await scratch
      .db()('store_order_lines')
      .insert(
        lines.map(([total, rate, tax], index) => ({
          order_id: id,
          product_id: index + 1,
          variation_id: 0,
          name: '',
          sku: '',
          kind: 'physical',
          quantity: 1,
          unit_price: total,
          total,
          tax_rate: rate * 100,
          tax,
        })),
      );
    if (adjustments.length > 0)
      await scratch
        .db()('store_order_adjustments')
        .insert(
          adjustments.map(([kind, amount, tax], index) => ({
            order_id: id,
            kind,
            id: `a${index}`,
            label: '',
            amount,
            tax,
            code: '',
          })),
        );
  }

  it('derives tax rows from stored totals, idempotently, and skips unexplained ones', async () => {
    await old(1, { delivery: 1500, fee: 500, tax: 935 + 280 + 93, total: 6999 }, [[4999, 23, 935]]);
    await old(
      2,
      { delivery: 1500, tax: 230 + 89 + 280 + 19 - 280, total: 2430 + 250 },
      [
        [1230, 23, 230],
        [1200, 8, 89],
      ],
      [
        ['delivery', 1500, 280],
        ['fee', 250, 19],
        ['discount', -1500, -280],
      ],
    );
    // Ten percent off both lines.
    await old(
      3,
      { tax: 230 + 89 - 32, total: 1107 + 1080 },
      [
        [1230, 23, 230],
        [1200, 8, 89],
      ],
      [['discount', -243, -32]],
    );
    await old(4, { delivery: 1500, tax: 1, total: 2730 }, [[1230, 23, 230]]);
    await TAXES.up(scratch.db);
    await scratch.db()('store_order_taxes').where({ order_id: 1 }).delete();
    await TAXES.up(scratch.db);

    const store = createOrderStore({ db: scratch.db });
    const taxesOf = async (id: number): Promise<unknown> => {
      const order = await store.find({ id });
      return (
        order && {
          delivery: order.deliveryTax,
          fee: order.paymentFeeTax,
          adjustments: order.adjustments.map(({ taxes }) => taxes),
          byRate: taxByRate(order),
        }
      );
    };
    expect(await taxesOf(1)).toEqual({
      delivery: { rate: 23, amount: 1500, tax: 280, line: null },
      fee: { rate: 23, amount: 500, tax: 93, line: null },
      adjustments: [],
      byRate: [{ rate: 23, gross: 6999, tax: 1308 }],
    });
    expect(await taxesOf(2)).toMatchObject({
      delivery: { rate: 23 },
      adjustments: [[{ rate: 8, amount: 250, tax: 19 }], [{ rate: 23, amount: -1500, tax: -280, line: null }]],
    });
    expect(await taxesOf(3)).toEqual({
      delivery: null,
      fee: null,
      adjustments: [
        [
          { rate: 23, amount: -123, tax: -23, line: 0 },
          { rate: 8, amount: -120, tax: -9, line: 1 },
        ],
      ],
      byRate: [
        { rate: 23, gross: 1107, tax: 207 },
        { rate: 8, gross: 1080, tax: 80 },
      ],
    });
    expect(await taxesOf(4)).toEqual({ delivery: null, fee: null, adjustments: [], byRate: null });
    expect(await scratch.db()('store_order_taxes').where({ order_id: 3 })).toHaveLength(2);
  });
});
