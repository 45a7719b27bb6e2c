import type { Database } from '../../core/api/index.js';
import type { Przelewy24Double } from '../payments/przelewy24-double.js';
import { assertDefined } from '../kit/assert-defined.js';

/** An order paid at the provider. */
export interface PaidOrder {
  readonly id: number;
  readonly sessionId: string;
}

interface Row {
  readonly [column: string]: unknown;
}

/** Discrepancies of an order that was paid once and, if requested, refunded once; empty if there are none. */
export async function auditOrder(
  db: Database,
  double: Przelewy24Double,
  { id, sessionId, isRefunded }: PaidOrder & { readonly isRefunded: boolean },
): Promise<string[]> {
  const problems: string[] = [];
  const expect = (description: string, found: unknown, expected: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      problems.push(`${description}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
  };
  const [order] = await db()('store_orders').where({ id }).select<Row[]>('status', 'total');
  const due = Number(order?.total);
  expect('status', order?.status, isRefunded ? 'refunded' : 'processing');

  const payments = await db()('store_payments')
    .where({ order_id: id })
    .select<Row[]>('state', 'amount', 'refunded', 'reference');
  const session = double.sessions.get(sessionId);
  expect(
    'payments',
    payments.map(({ state, amount, refunded, reference }) => [state, Number(amount), Number(refunded), reference]),
    [[isRefunded ? 'refunded' : 'paid', due, isRefunded ? due : 0, String(session?.orderId)]],
  );
  expect('state at the provider', session?.status, 2);

  const refunds = await db()('store_refunds').where({ order_id: id }).select<Row[]>('state', 'amount', 'refund_key');
  expect(
    'refunds',
    refunds.map(({ state, amount }) => [state, Number(amount)]),
    isRefunded ? [['done', due]] : [],
  );
  expect(
    'refunds of the provider',
    double.refunds
      .filter((refund) => refund.sessionId === sessionId)
      .map(({ requestId, amount }) => [requestId, amount]),
    isRefunded ? [[refunds[0]?.refund_key, due]] : [],
  );

  const events = await db()('store_order_events')
    .where({ order_id: id })
    .select<Row[]>('from_status', 'to_status', 'note');
  expect(
    'steps',
    events.filter(({ from_status: from, to_status: to }) => from !== to).map(({ to_status: to }) => to),
    ['pending', 'processing', ...(isRefunded ? ['refunded'] : [])],
  );
  expect('times it is told that it was paid', events.filter(({ note }) => String(note).startsWith('Paid:')).length, 1);
  expect(
    'times it is told that money went back',
    events.filter(({ note }) => String(note).startsWith('Refunded:')).length,
    isRefunded ? 1 : 0,
  );
  const kinds = await db()('store_emails').where({ order_id: id }).orderBy('id').pluck<string[]>('kind');
  expect('letters', kinds, ['received', 'new_order', 'processing', ...(isRefunded ? ['refund'] : [])]);
  const audited = (await db()('audit_log')
    .where({ subject_id: String(id) })
    .whereIn('action', ['orders.paid', 'orders.payment_refunded'])
    .orderBy('id')
    .pluck('action')) as string[];
  expect('audit log', audited, ['orders.paid', ...(isRefunded ? ['orders.payment_refunded'] : [])]);

  const unrefundedCount = Number(
    ((await db()('store_orders').whereNot({ status: 'refunded' }).count({ n: '*' }))[0] as Row).n,
  );
  const { stock_quantity: left } = assertDefined((await db()('store_products').select('stock_quantity'))[0]);
  expect('pieces left', Number(left), 1_000_000 - unrefundedCount);
  return problems;
}
