import type { Database } from '../../core/api/index.js';
import { createDeclarations } from '../../plugins/compliance/declarations/declarations.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import type { ShopProduct } from './customers.js';
import type { OrderLog } from './order-log.js';
import type { ReceivedEmail } from './mail-sink.js';

export interface StockedProduct extends ShopProduct {
  readonly stock: number;
  readonly sales: number;
}

interface OrderRow {
  readonly id: number;
  readonly number: string;
  readonly order_key: string;
  readonly form_token: string;
  readonly email: string;
  readonly items_total: number;
  readonly delivery_total: number;
  readonly payment_fee: number;
  readonly total: number;
}

interface LineRow {
  readonly order_id: number;
  readonly product_id: number;
  readonly quantity: number;
  readonly unit_price: number;
  readonly total: number;
}

interface DeclarationRow {
  readonly email: string;
  readonly hash: string;
}

/** Discrepancies between acknowledged and stored data; empty if there are none. */
export interface Audit {
  readonly orders: number;
  /** Orders for which the client received no response. */
  readonly unanswered: number;
  readonly declarations: number;
  /** Emails delivered twice. */
  readonly twice: number;
  readonly problems: readonly string[];
}

/** Compares the stored data with what customers were told, and checks its consistency. */
export async function audit(
  db: Database,
  journal: OrderLog,
  products: readonly StockedProduct[],
  emails: readonly ReceivedEmail[],
): Promise<Audit> {
  const problems: string[] = [];
  const orders = (await db()('store_orders').orderBy('id').select('*')) as OrderRow[];
  const lines = (await db()('store_order_lines').select('*')) as LineRow[];
  const declarations = await db()('compliance_declarations').orderBy('id').select<DeclarationRow[]>('email', 'hash');
  let duplicates = 0;

  function arrived(description: string, fits: (email: ReceivedEmail) => boolean): void {
    const times = emails.filter(fits).length;
    if (times < 1 || times > 2) problems.push(`${description} came ${times} times`);
    duplicates += Number(times === 2);
  }

  async function rowsOf(table: string, column: string): Promise<Map<number, number>> {
    const counted = await db()(table).groupBy(column).select({ id: column }).count<
      {
        id: number;
        n: number | string;
      }[]
    >({ n: '*' });
    return new Map(counted.map(({ id, n }) => [Number(id), Number(n)]));
  }

  const [events, consents, recorded, written] = [
    await rowsOf('store_order_events', 'order_id'),
    await rowsOf('compliance_consents', 'order_id'),
    await rowsOf('compliance_orders', 'order_id'),
    await rowsOf('store_emails', 'order_id'),
  ];
  const boxes = Math.max(0, ...[...consents].filter(([id]) => id > 0).map(([, n]) => n));
  for (const order of orders) {
    const named = `order ${order.number}`;
    const own = lines.filter((line) => line.order_id === order.id);
    const sent = journal.orders.find(({ token }) => token === order.form_token);
    if (!sent) problems.push(`${named} was sent by nobody`);
    else if (
      own.length !== 1 ||
      own[0]?.product_id !== sent.productId ||
      own[0]?.quantity !== sent.quantity ||
      order.email !== sent.email
    )
      problems.push(`${named} holds not what was ordered: ${JSON.stringify(own)}`);
    if (own.reduce((sum, line) => sum + Number(line.total), 0) !== Number(order.items_total))
      problems.push(`${named}: the lines are not its sum`);
    if (Number(order.items_total) + Number(order.delivery_total) + Number(order.payment_fee) !== Number(order.total))
      problems.push(`${named}: its parts are not its total`);
    for (const [description, count, expected] of [
      ['event', events, 1],
      ['consent', consents, boxes],
      ['number known to the law', recorded, 1],
      ['letter written down', written, 2],
    ] as const) {
      if (count.get(order.id) !== expected)
        problems.push(`${named} has ${count.get(order.id) ?? 0} and not ${expected} of: ${description}`);
    }
    arrived(
      `the letter about ${named} to the customer`,
      (email) => email.to === order.email && email.subject.includes(order.number),
    );
    arrived(
      `the letter about ${named} to the shop`,
      (email) => email.to !== order.email && email.subject.includes(order.number),
    );
  }
  if (boxes === 0) problems.push('no order has a consent');
  for (const [description, found] of [
    [
      'lines',
      rowsWithout(
        lines.map((line) => line.order_id),
        orders,
      ),
    ],
    ...[
      ['events', events],
      ['consents', consents],
      ['letters', written],
    ].map(([name, map]) => [name, rowsWithout([...(map as Map<number, number>).keys()], orders)] as const),
  ] as const) {
    if (found.length > 0) problems.push(`${String(description)} of orders that are not there: ${found.join(', ')}`);
  }

  for (const { token, key, email } of journal.orders) {
    const stored = orders.filter((order) => order.form_token === token);
    if (key !== '' && stored[0]?.order_key !== key)
      problems.push(`the order of ${email} was acknowledged as ${key} and is not there`);
  }
  const last = Number((await db()('store_order_numbers').first<{ last: number } | undefined>('last'))?.last ?? 0);
  if (last !== orders.length) problems.push(`${orders.length} orders, and the last number is ${last}`);

  for (const { productId, slug, stock, sales } of products) {
    const sold = lines.filter((line) => line.product_id === productId).reduce((sum, line) => sum + line.quantity, 0);
    const now = await db()('store_products').where({ id: productId }).first<{
      stock_quantity: number;
      sales: number;
    }>('stock_quantity', 'sales');
    if (Number(now.stock_quantity) !== stock - sold)
      problems.push(`${slug}: ${stock} were there, ${sold} are sold, ${now.stock_quantity} are left`);
    if (Number(now.sales) !== sales + sold)
      problems.push(`${slug}: ${sold} are sold, ${Number(now.sales) - sales} are counted`);
  }

  for (const { email, hash } of journal.declarations) {
    if (hash !== '' && declarations.find((row) => row.email === email)?.hash !== hash)
      problems.push(`the declaration of ${email} was acknowledged as ${hash} and is not there`);
  }
  for (const { email, hash } of declarations) {
    if (
      declarations.filter((row) => row.email === email).length !== 1 ||
      !journal.declarations.some((sent) => sent.email === email)
    )
      problems.push(`the declaration of ${email} is not one that was sent`);
    arrived(
      `the receipt of the declaration of ${email}`,
      (message) => message.to === email && message.text.replace(/\s/g, '').includes(hash),
    );
    arrived(`the note on the declaration of ${email}`, (message) => message.to !== email && message.replyTo === email);
  }
  const brokenAt = await createDeclarations({
    db,
    clock: createClock({ getOption: async <T>() => 'UTC' as T }),
    audit: { record: async () => undefined },
  }).findBroken();
  if (brokenAt !== undefined) problems.push(`the chain of declarations breaks at ${brokenAt}`);

  const emailStates = await db()('store_emails').whereNot({ state: 'sent' }).select<
    {
      id: number;
      state: string;
    }[]
  >('id', 'state');
  for (const { id, state } of emailStates) problems.push(`letter ${id} is ${state}`);
  const jobs = await db()('jobs')
    .whereIn('queue', ['store/send_email', 'compliance/receipt'])
    .whereNot({ state: 'done' })
    .select<object[]>('id', 'queue', 'state', 'error');
  for (const job of jobs) problems.push(`a job is not done: ${JSON.stringify(job)}`);
  for (const error of await db()('plugin_errors').select<object[]>('plugin', 'entry', 'message'))
    problems.push(`somebody was blamed: ${JSON.stringify(error)}`);
  for (const refusal of new Set(journal.refusals))
    problems.push(`${journal.refusals.filter((candidate) => candidate === refusal).length} × refused: ${refusal}`);

  return {
    orders: orders.length,
    unanswered: orders.filter((order) => !journal.orders.some(({ key }) => key === order.order_key)).length,
    declarations: declarations.length,
    twice: duplicates,
    problems,
  };
}

function rowsWithout(ids: readonly number[], orders: readonly OrderRow[]): number[] {
  const known = new Set([0, ...orders.map(({ id }) => id)]);
  return [...new Set(ids)].filter((id) => !known.has(id));
}
