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
 * Stores the submitted values as metadata of the order. Stores nothing if a value is invalid.
 * @returns the submitted values with their errors if any are invalid
 */
export async function saveAddedFields(
  { scope, store }: OrderFieldsDeps,
  request: PageRequest,
  order: OrderRecord,
): Promise<RejectedForm | undefined> {
  const { values, problems } = await scope.readFields('order', request.form, order.meta);
  if (Object.keys(problems).length > 0) return { form: request.form, problems };
  const changedFields = Object.entries(values)
    .map(([key, value]) => [key, toMetaValue(value)] as const)
    .filter(([key, value]) => (order.meta[key] ?? '') !== value);
  await scope.db.transaction(async () => {
    for (const [key, value] of changedFields) await store.setMeta(order.id, key, value);
    if (changedFields.length > 0)
      await scope.audit.record({
        action: 'orders.edited',
        subject: { kind: 'order', id: order.id, title: order.number },
        details: { fields: changedFields.map(([key]) => key).join(', ') },
      });
  });
  scope.addNotice(request, 'success', scope.__('Order saved.'));
  return undefined;
}

function toMetaValue(value: FieldValue): string {
  if (value === null || value === false) return '';
  return value === true ? '1' : String(value);
}
