import { PlinthError, type PluginScope } from 'plinth';
import type { Catalog, NewProduct, ProductEditor } from '../contract/index.js';
import { PRODUCT_DEFAULTS } from '../products/product-input.js';
import type { ProductWriter } from './product-writer.js';
import type { ChangeLog } from '../change-log/change-log.js';
import { createStock } from '../stock/stock.js';
import { fieldsOf } from '../products/stored-fields.js';
import { laterTimestamp } from './product-columns.js';

/** Creates the service `store.products`. */
export function createProductEditor(products: Pick<ProductWriter, 'save'>, setFields: FieldsWriter): ProductEditor {
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
    setFields,
  };
}

export type FieldsWriter = ProductEditor['setFields'];

interface FieldsWriterDeps {
  readonly scope: Pick<PluginScope, 'db' | 'audit' | 'checkFieldValues'>;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly catalog: Pick<Catalog, 'fields'>;
}

/** Maximum number of rows per statement. */
const BATCH_SIZE = 200;
/** Maximum number of products named in an audit log entry. */
const MAX_AUDIT_IDS = 200;

/** Creates the writer of extensions' fields, which changes nothing else of a product. */
export function createFieldsWriter({ scope, changes, catalog }: FieldsWriterDeps): FieldsWriter {
  const { db, audit } = scope;
  const products = () => db()('store_products');
  const stock = createStock({ db });

  /** Validates by the rules of the product form; any field may be removed. */
  async function check(fields: Parameters<FieldsWriter>[1]): Promise<void> {
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

  return async (ids, fields) => {
    await check(fields);
    return db.transaction(async () => {
      const changed: number[] = [];
      for (let at = 0; at < ids.length; at += BATCH_SIZE) {
        const batch = ids.slice(at, at + BATCH_SIZE);
        await stock.lock(batch);
        for (const row of await products().whereIn('id', batch).select('id', 'fields', 'updated_at')) {
          const before = fieldsOf(row.fields);
          const after = Object.fromEntries(
            Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null),
          );
          if (JSON.stringify(after) === JSON.stringify(before)) continue;
          await products()
            .where({ id: row.id })
            .update({ fields: JSON.stringify(after), updated_at: laterTimestamp(row.updated_at) });
          changed.push(row.id);
        }
      }
      if (changed.length === 0) return 0;
      await changes.append(changed);
      await audit.record({
        action: 'products.fields_set',
        subject: { kind: 'product', ...(changed.length === 1 ? { id: changed[0] ?? 0 } : {}) },
        details: {
          products: changed.length,
          ids: changed.slice(0, MAX_AUDIT_IDS),
          fields: Object.keys(fields).join(', '),
        },
      });
      return changed.length;
    });
  };
}
