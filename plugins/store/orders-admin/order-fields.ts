import type { FieldValue, FormFields, PageRequest, PluginScope } from 'plinth';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStore } from '../orders/order-store.js';

/** Rejected values of the order fields added by extensions. */
export interface RejectedForm {
  readonly form: FormFields;
  readonly problems: Readonly<Record<string, string>>;
}

interface OrderFieldsDeps {
  readonly scope: Pick<PluginScope, 'db' | '__' | 'addNotice' | 'audit' | 'readFields'>;
  readonly store: Pick<OrderStore, 'setMeta'>;
}

/**
 * Stores the values as further details of the order, all or none.
 * @returns the rejected values
 */
export async function saveAddedFields(
  { scope, store }: OrderFieldsDeps,
  request: PageRequest,
  order: OrderRecord,
): Promise<RejectedForm | undefined> {
  const { values, problems } = await scope.readFields('order', request.form, order.meta);
  if (Object.keys(problems).length > 0) return { form: request.form, problems };
  const changed = Object.entries(values)
    .map(([key, value]) => [key, asMeta(value)] as const)
    .filter(([key, value]) => (order.meta[key] ?? '') !== value);
  await scope.db.transaction(async () => {
    for (const [key, value] of changed) await store.setMeta(order.id, key, value);
    if (changed.length > 0)
      await scope.audit.record({
        action: 'orders.edited',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { fields: changed.map(([key]) => key).join(', ') },
      });
  });
  scope.addNotice(request, 'success', scope.__('Order saved.'));
  return undefined;
}

function asMeta(value: FieldValue): string {
  if (value === null || value === false) return '';
  return value === true ? '1' : String(value);
}
