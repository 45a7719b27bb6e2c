import { PlinthError, type PluginScope } from 'plinth';
import type { Catalog, NewProduct, ProductEditor } from '../contract/index.js';
import { PRODUCT_DEFAULTS } from '../products/product-input.js';
import type { ProductWriter } from './product-writer.js';
import type { ChangeLog } from '../change-log/change-log.js';
import { createStock } from '../stock/stock.js';
import { fieldsOf } from '../products/stored-fields.js';
import { laterTimestamp } from './product-columns.js';

/** Creates the service `store.products`. */
export function createProductEditor(products: Pick<ProductWriter, 'save'>, fields: FieldsEditor): ProductEditor {
  return {
    create: ({ price, ...product }: NewProduct) =>
      products.save(
        {
          ...PRODUCT_DEFAULTS,
          status: 'publish',
          ...product,
          price: { regular: price, sale: null, saleFrom: null, saleTo: null },
        },
        'import',
        { numberSlug: true },
      ),
    ...fields,
  };
}

type FieldsEditor = Pick<ProductEditor, 'listFields' | 'setFields' | 'deleteFields'>;
type FieldChanges = Parameters<ProductEditor['setFields']>[1];

interface FieldsEditorDeps {
  readonly scope: Pick<PluginScope, 'db' | 'audit' | 'checkFieldValues'>;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly catalog: Pick<Catalog, 'fields'>;
}

/** Maximum number of rows per statement. */
const BATCH_SIZE = 200;
/** Maximum number of products returned by `listFields`. */
const MAX_LISTED = 1000;
/** Maximum number of products named in an audit log entry. */
const MAX_AUDIT_IDS = 200;

/** Creates the editor of extensions' fields, which changes nothing else of a product. */
export function createFieldsEditor({ scope, changes, catalog }: FieldsEditorDeps): FieldsEditor {
  const { db, audit } = scope;
  const products = () => db()('store_products');
  const stock = createStock({ db });

  /** Validates by the rules of the product form; any field may be removed. */
  async function check(fields: FieldChanges): Promise<void> {
    const filledFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
    const knownKeys = new Set((await catalog.fields()).map(({ key }) => key));
    const problems = {
      ...Object.fromEntries(
        Object.keys(filledFields)
          .filter((key) => !knownKeys.has(key))
          .map((key) => [key, 'No extension has added this field to products.']),
      ),
      ...(await scope.checkFieldValues('product', filledFields)),
    };
    const errors = Object.entries(problems).map(([field, message]) => ({ field, message }));
    if (errors.length > 0)
      throw new PlinthError(
        'store_product_invalid',
        errors.map(({ field, message }) => `${field}: ${message}`).join(' '),
        { status: 400, details: { errors } },
      );
  }

  /** Writes the fields of a batch of products inside the caller's transaction. */
  async function writeBatch(
    ids: readonly number[],
    fields: FieldChanges,
  ): Promise<{ found: number[]; changed: number[] }> {
    await stock.lock(ids);
    const rows = await products().whereIn('id', ids).select('id', 'fields', 'updated_at');
    const changed: number[] = [];
    for (const row of rows) {
      const before = fieldsOf(row.fields);
      const after = Object.fromEntries(Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null));
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      await products()
        .where({ id: row.id })
        .update({ fields: JSON.stringify(after), updated_at: laterTimestamp(row.updated_at) });
      changed.push(row.id);
    }
    return { found: rows.map(({ id }) => id), changed };
  }

  /** Announces the changes to caches, indexes and the audit log, inside the caller's transaction. */
  async function announce(changed: readonly number[], keys: readonly string[]): Promise<void> {
    if (changed.length === 0) return;
    await changes.append(changed);
    await audit.record({
      action: 'products.fields_set',
      subject: { kind: 'product', ...(changed.length === 1 ? { id: changed[0] ?? 0 } : {}) },
      details: { products: changed.length, ids: changed.slice(0, MAX_AUDIT_IDS), fields: keys.join(', ') },
    });
  }

  return {
    async listFields(after, limit) {
      const rows = await products()
        .where('id', '>', after)
        .orderBy('id')
        .limit(Math.min(limit, MAX_LISTED))
        .select('id', 'status', 'fields');
      return rows.map(({ id, status, fields }) => ({ id, status, fields: fieldsOf(fields) }));
    },
    async setFields(ids, fields) {
      await check(fields);
      return db.transaction(async () => {
        const uniqueIds = [...new Set(ids)];
        const found = new Set<number>();
        const changed: number[] = [];
        for (let offset = 0; offset < uniqueIds.length; offset += BATCH_SIZE) {
          const batch = await writeBatch(uniqueIds.slice(offset, offset + BATCH_SIZE), fields);
          for (const id of batch.found) found.add(id);
          changed.push(...batch.changed);
        }
        await announce(changed, Object.keys(fields));
        return {
          changed: changed.length,
          unchanged: found.size - changed.length,
          notFound: uniqueIds.filter((id) => !found.has(id)),
        };
      });
    },
    deleteFields: (keys) =>
      db.transaction(async () => {
        const removed = Object.fromEntries(keys.map((key) => [key, null]));
        const changed: number[] = [];
        for (let after: number | undefined = 0; after !== undefined;) {
          const rows: { id: number; fields: string }[] = await products()
            .where('id', '>', after)
            .orderBy('id')
            .limit(BATCH_SIZE)
            .select('id', 'fields');
          const affected = rows.filter(({ fields }) => keys.some((key) => Object.hasOwn(fieldsOf(fields), key)));
          if (affected.length > 0)
            changed.push(
              ...(
                await writeBatch(
                  affected.map(({ id }) => id),
                  removed,
                )
              ).changed,
            );
          after = rows.at(-1)?.id;
        }
        await announce(changed, keys);
        return changed.length;
      }),
  };
}
