import type { Database } from 'plinth';
import type { ContactKind } from './contact.js';
import { SAFETY_FIELD, SAFETY_TEXT, createLikePattern } from './product-keys.js';

/** Filters for the products from which the shop owner selects those of a contact. */
export interface ProductQuery {
  readonly kind: ContactKind;
  readonly code: string;
  /** Part of the name or the SKU. */
  readonly search: string;
  /** A category, tag or brand; 0 for any. */
  readonly termId: number;
  /** `without`: neither a contact nor a text; `own`: products that refer to this contact. */
  readonly assignment: 'all' | 'without' | 'own';
}

/** A product in the list. */
export interface ListedProduct {
  readonly id: number;
  readonly name: string;
  readonly sku: string | null;
  readonly isAssigned: boolean;
}

/** Finds the products of contacts. */
export interface SafetyProducts {
  list(
    request: ProductQuery,
    limit: number,
  ): Promise<{ readonly products: readonly ListedProduct[]; readonly total: number }>;
  /** IDs of all matching products, at most `limit`. */
  ids(request: ProductQuery, limit: number): Promise<readonly number[]>;
  /** Number of products of each contact, by code. */
  counts(kind: ContactKind): Promise<ReadonlyMap<string, number>>;
  /** Number of a manufacturer's products without a responsible person of their own. */
  countWithoutResponsiblePerson(manufacturer: string): Promise<number>;
}

const queryProducts = (db: Database) => db()('store_products');

type ProductQueryBuilder = ReturnType<typeof queryProducts>;

export function createSafetyProducts(db: Database): SafetyProducts {
  const products = () => queryProducts(db);
  const fieldsLike = "fields like ? escape '!'";

  function addConditions(
    query: ProductQueryBuilder,
    { kind, code, search, termId, assignment }: ProductQuery,
  ): ProductQueryBuilder {
    if (search !== '') {
      const part = `%${search.toLowerCase().replace(/[!%_]/g, '!$&')}%`;
      void query.where(
        (builder) =>
          void builder
            .whereRaw("lower(name) like ? escape '!'", [part])
            .orWhereRaw("lower(sku) like ? escape '!'", [part]),
      );
    }
    if (termId > 0)
      void query.whereIn('id', db()('store_product_terms').where({ term_id: termId }).select('product_id'));
    if (assignment === 'own') void query.whereRaw(fieldsLike, [createLikePattern(SAFETY_FIELD[kind], code)]);
    if (assignment === 'without')
      void query
        .whereRaw(`not (${fieldsLike})`, [createLikePattern(SAFETY_FIELD[kind])])
        .whereRaw(`not (${fieldsLike})`, [createLikePattern(SAFETY_TEXT[kind])]);
    return query;
  }

  return {
    async list(request, limit) {
      const [row] = await addConditions(products(), request).count<{ n: number | string }[]>({ n: '*' });
      const rows = await addConditions(products(), request)
        .orderBy('name')
        .orderBy('id')
        .limit(limit)
        .select('id', 'name', 'sku', 'fields');
      return {
        total: Number(row?.n ?? 0),
        products: rows.map(({ id, name, sku, fields }) => ({
          id,
          name,
          sku,
          isAssigned:
            (JSON.parse(fields) as Readonly<Record<string, unknown>>)[SAFETY_FIELD[request.kind]] === request.code,
        })),
      };
    },

    ids: async (request, limit) => addConditions(products(), request).orderBy('id').limit(limit).pluck('id'),

    async countWithoutResponsiblePerson(manufacturer) {
      const [row] = await addConditions(products(), {
        kind: 'responsible',
        code: '',
        search: '',
        termId: 0,
        assignment: 'without',
      })
        .whereRaw(fieldsLike, [createLikePattern(SAFETY_FIELD.manufacturer, manufacturer)])
        .count<{ n: number | string }[]>({ n: '*' });
      return Number(row?.n ?? 0);
    },

    async counts(kind) {
      const codeExpression =
        db.engine === 'mysql' ? 'json_unquote(json_extract(fields, ?)) as code' : 'json_extract(fields, ?) as code';
      const rows = await products()
        .whereRaw(fieldsLike, [createLikePattern(SAFETY_FIELD[kind])])
        .count({ n: '*' })
        .groupBy('code')
        .select<{ code: string | null; n: number | string }[]>(db().raw(codeExpression, [`$.${SAFETY_FIELD[kind]}`]));
      return new Map(rows.map((row) => [row.code ?? '', Number(row.n)]));
    },
  };
}
