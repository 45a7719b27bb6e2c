import { PlinthError, type PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { PriceCause, PriceWriter } from '../prices/price-writer.js';
import type { TermRow } from '../taxonomies/tables.js';
import type { ProductWords } from '../search/product-words.js';
import type { ChangeLog } from '../changes/change-log.js';
import { foldedLine } from '../words/folded-line.js';
import { onceMore } from '../changes/once-more.js';
import { PRODUCT_KIND } from '../products/edited-kind.js';
import { productErrors } from '../products/product-check.js';
import { createProductTypes, type ProductTypes } from '../products/product-types.js';
import type { ProductInput, VariationInput } from '../products/product-input.js';
import type { ProductRow, VariationRow } from '../products/tables.js';
import { bestStatus, countedStatus } from '../stock/stock-status.js';
import { createStock } from '../stock/stock.js';
import { later } from './later.js';
import { createLinkedProducts } from './linked-products.js';

/** How a product is saved. */
interface SaveOptions {
  /** `updatedAt` as it was when the writer read the product; another one now refuses the write. */
  readonly unlessChangedSince?: string;
  /** Adds a number to an address that is taken instead of refusing it. */
  readonly numberSlug?: boolean;
  /** Leaves the index of words to the caller, who saves many and calls `index` for all of them in the same transaction. */
  readonly indexLater?: boolean;
}

export interface ProductWriter {
  /** Keeps others from changing products until the transaction ends. Comes first in it, so that what is read then is what will be written over. */
  hold(ids: readonly number[]): Promise<void>;
  /**
   * Inserts or updates a product in one transaction, with terms, pictures, variations and prices.
   * @returns its id
   * @throws PlinthError `store_product_invalid` whose details hold `errors: FormError[]`; `store_product_missing`; `store_product_changed`
   */
  save(input: ProductInput, cause: Exclude<PriceCause, 'schedule'>, options?: SaveOptions): Promise<number>;
  /** Brings the index of words up to products that were saved without it. */
  index(ids: readonly number[]): Promise<void>;
  /** Deletes products with all that belongs to them; orders keep what they sold. */
  remove(ids: readonly number[]): Promise<void>;
  /** Publishes products, takes them out of the shop, or into the trash. */
  setStatus(ids: readonly number[], status: ProductRow['status']): Promise<void>;
}

/** How many there are of a thing. */
interface Shelf {
  readonly variationId: number;
  readonly sku: string;
  readonly quantity: number | null;
}

/** Products that one entry of the audit log names. */
const MOST_NAMED = 200;
/** Rows of one statement. */
const TERMS_AT_ONCE = 100;
const IDS_AT_ONCE = 500;

interface ProductWriterDeps {
  readonly scope: Pick<
    PluginScope,
    'db' | 'sanitizeTitle' | 'wpKsesPost' | '__' | 'audit' | 'forgetVersions' | 'doAction'
  >;
  readonly prices: PriceWriter;
  readonly changes: Pick<ChangeLog, 'append'>;
  readonly words: Pick<ProductWords, 'follow'>;
  readonly types?: Pick<ProductTypes, 'kinds'>;
}

export function createProductWriter({
  scope,
  prices,
  changes,
  words,
  types = createProductTypes(),
}: ProductWriterDeps): ProductWriter {
  const { db, __ } = scope;
  const products = () => db()('store_products');
  const stock = createStock({ db });
  const linked = createLinkedProducts({ db });

  async function takenErrors(input: ProductInput, slug: string): Promise<FormError[]> {
    const errors: FormError[] = [];
    if ((await products().where({ slug }).whereNot({ id: input.id }).first('id')) !== undefined)
      errors.push({ field: 'slug', message: __('Another product has the address %s.', slug) });
    const skus = [
      { sku: input.sku, field: 'sku' },
      ...input.variations.map(({ sku }, index) => ({ sku, field: `variations.${index}.sku` })),
    ].filter(({ sku }) => sku !== '');
    if (skus.length > 0) {
      const wanted = skus.map(({ sku }) => sku);
      const others = await products().whereIn('sku', wanted).whereNot({ id: input.id }).select('sku');
      const versions = await db()('store_variations')
        .whereIn('sku', wanted)
        .whereNot({ product_id: input.id })
        .select('sku');
      const taken = new Set([...others, ...versions].map((row) => row.sku));
      const seen = new Set<string>();
      for (const { sku, field } of skus) {
        if (taken.has(sku) || seen.has(sku)) errors.push({ field, message: __('The SKU %s is taken.', sku) });
        seen.add(sku);
      }
    }
    return errors;
  }

  async function termsOf(input: ProductInput): Promise<{ errors: FormError[]; rows: Map<number, TermRow> }> {
    const wanted = [...new Set([...input.termIds, ...input.variations.flatMap((variation) => variation.termIds)])];
    const rows = new Map(
      (wanted.length === 0 ? [] : await db()('store_terms').whereIn('id', wanted)).map((row) => [row.id, row]),
    );
    const errors: FormError[] = [];
    if (input.termIds.some((id) => !rows.has(id)))
      errors.push({ field: 'termIds', message: __('One of the categories, tags or attributes does not exist.') });
    for (const [index, { termIds }] of input.variations.entries()) {
      const taxonomies = termIds.map((id) => rows.get(id)?.taxonomy ?? '');
      if (taxonomies.some((name) => !name.startsWith('pa_')) || new Set(taxonomies).size < taxonomies.length)
        errors.push({
          field: `variations.${index}.termIds`,
          message: __('A variation has one value of an attribute.'),
        });
    }
    return { errors, rows };
  }

  async function freeSlug(input: ProductInput, numbered: boolean): Promise<string> {
    const given = scope.sanitizeTitle(input.slug).slice(0, 180);
    const wanted = given || scope.sanitizeTitle(input.name).slice(0, 180) || 'product';
    if (given !== '' && !numbered) return given;
    for (let number = 1; number < 50; number++) {
      const slug = number === 1 ? wanted : `${wanted}-${number}`;
      if ((await products().where({ slug }).whereNot({ id: input.id }).first('id')) === undefined) return slug;
    }
    return `${wanted}-${Date.now().toString(36)}`;
  }

  /** Pictures keep their ids while nothing changes, since variations point to them. */
  async function saveImages(productId: number, input: ProductInput): Promise<number[]> {
    const table = () => db()('store_images');
    const known = input.id === 0 ? [] : await table().where({ product_id: productId }).orderBy(['position', 'id']);
    const same =
      known.length === input.images.length &&
      known.every((row, index) => {
        const image = input.images[index];
        return (
          image !== undefined &&
          row.source === image.source &&
          row.alt === image.alt &&
          row.width === image.width &&
          row.height === image.height
        );
      });
    if (same) return known.map((row) => row.id);
    if (known.length > 0) await table().where({ product_id: productId }).delete();
    const ids: number[] = [];
    for (const [position, { source, alt, width, height }] of input.images.entries()) {
      const before = known.find((row) => row.source === source && row.width === width);
      const [id] = await table().insert({
        product_id: productId,
        source,
        alt,
        width,
        height,
        position,
        attachment_id: before?.attachment_id ?? 0,
        srcset: before?.srcset ?? null,
      });
      ids.push(id ?? 0);
    }
    return ids;
  }

  async function saveTerms(productId: number, input: ProductInput, terms: ReadonlyMap<number, TermRow>): Promise<void> {
    const chosen = input.variations.flatMap((variation) => variation.termIds);
    const varying = new Set(chosen.map((id) => terms.get(id)?.taxonomy));
    const ids = [...new Set([...input.termIds.filter((id) => !varying.has(terms.get(id)?.taxonomy)), ...chosen])];
    const known =
      input.id === 0
        ? []
        : await db()('store_product_terms').where({ product_id: productId }).orderBy(['position', 'term_id']);
    if (known.length === ids.length && known.every((row, index) => row.term_id === ids[index])) return;
    if (known.length > 0) await db()('store_product_terms').where({ product_id: productId }).delete();
    for (let at = 0; at < ids.length; at += TERMS_AT_ONCE) {
      await db()('store_product_terms').insert(
        ids
          .slice(at, at + TERMS_AT_ONCE)
          .map((term_id, index) => ({ product_id: productId, term_id, position: at + index })),
      );
    }
  }

  async function saveVariations(productId: number, input: ProductInput, images: readonly number[]): Promise<number[]> {
    const table = () => db()('store_variations');
    const known = new Map(
      (input.id === 0 ? [] : await table().where({ product_id: productId })).map((row) => [row.id, row]),
    );
    const kept = input.variations.map((variation) => variation.id).filter((id) => id > 0);
    await removeVariations([...known.keys()].filter((id) => !kept.includes(id)));
    // Two variations may swap their SKUs, which are unique at every moment.
    const renamed = input.variations
      .filter((variation) => known.has(variation.id) && (known.get(variation.id)?.sku ?? '') !== variation.sku)
      .map((variation) => variation.id);
    if (renamed.length > 0) await table().whereIn('id', renamed).update({ sku: null });
    const ids: number[] = [];
    for (const [position, variation] of input.variations.entries()) {
      const columns = {
        ...soldColumns(variation),
        unit_content: Math.round(variation.unitContent * 1000),
        image_id: images[variation.imageIndex] ?? 0,
        position,
      };
      let { id } = variation;
      if (known.has(id)) await table().where({ id }).update(columns);
      else id = (await table().insert({ ...columns, product_id: productId }))[0] ?? 0;
      ids.push(id);
      const terms = await db()('store_variation_terms').where({ variation_id: id }).select('term_id');
      if (terms.length === variation.termIds.length && terms.every((row) => variation.termIds.includes(row.term_id)))
        continue;
      await db()('store_variation_terms').where({ variation_id: id }).delete();
      await db()('store_variation_terms').insert(variation.termIds.map((term_id) => ({ variation_id: id, term_id })));
    }
    return ids;
  }

  async function removeVariations(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await db()('store_variation_terms').whereIn('variation_id', ids).delete();
    await db()('store_variations').whereIn('id', ids).delete();
  }

  async function save(
    input: ProductInput,
    cause: Exclude<PriceCause, 'schedule'>,
    { unlessChangedSince, numberSlug = false, indexLater = false }: SaveOptions = {},
  ): Promise<number> {
    const own = productErrors(input, scope, types.kinds());
    if (own.length > 0) throw invalid(own);
    // Of two who want an SKU or an address at once, the second finds it taken when it looks again.
    return onceMore(db, async () => {
      if (input.id > 0) await stock.lock([input.id]);
      const before = input.id > 0 ? await products().where({ id: input.id }).first() : undefined;
      if (input.id > 0 && !before)
        throw new PlinthError('store_product_missing', __('There is no such product any more.'), {
          status: 404,
          cure: __('Go back to the list of products.'),
        });
      if (before && unlessChangedSince !== undefined && before.updated_at !== unlessChangedSince) {
        throw new PlinthError(
          'store_product_changed',
          __('Somebody else has saved this product since you opened it.'),
          {
            status: 409,
            cure: __('Look at what they saved, or save yours over it.'),
            details: { updatedAt: before.updated_at },
          },
        );
      }
      const slug = await freeSlug(input, numberSlug);
      const { errors, rows } = await termsOf(input);
      const foreign = await foreignVariations(input);
      const refused = [...(await takenErrors(input, slug)), ...errors, ...foreign];
      if (refused.length > 0) throw invalid(refused);
      const at = later(before?.updated_at);
      const columns = productColumns(input, slug, scope.wpKsesPost(input.description), at, before);
      const id = before ? before.id : ((await products().insert(columns))[0] ?? 0);
      if (before) await products().where({ id }).update(columns);
      const shelves = cause === 'edit' && before ? await shelvesOf(id) : [];
      if (before && cause === 'edit')
        shelves.push({ variationId: 0, sku: before.sku ?? '', quantity: before.stock_quantity });
      if (before?.published_at && before.slug !== slug)
        await scope.doAction('plinth/address_changed', `/product/${before.slug}/`, `/product/${slug}/`);
      const images = await saveImages(id, input);
      const variationIds = await saveVariations(id, input, images);
      await saveTerms(id, input, rows);
      await linked.save(id, input);
      if (before && cause === 'edit')
        await recordStock(before, shelves, [
          { variationId: 0, sku: columns.sku ?? '', quantity: columns.stock_quantity },
          ...(await shelvesOf(id)),
        ]);
      await prices.write(
        [
          { productId: id, variationId: 0, tag: input.variations.length > 0 ? null : input.price },
          ...input.variations.map((variation, index) => ({
            productId: id,
            variationId: variationIds[index] ?? 0,
            tag: variation.price,
          })),
        ],
        cause,
      );
      // After the prices, since what has none is not found.
      if (!indexLater) await words.follow([id]);
      await changes.append([id]);
      return id;
    });
  }

  /** How many of each variation there are. */
  async function shelvesOf(productId: number): Promise<Shelf[]> {
    const rows = await db()('store_variations').where({ product_id: productId }).select('id', 'sku', 'stock_quantity');
    return rows.map((row) => ({ variationId: row.id, sku: row.sku ?? '', quantity: row.stock_quantity }));
  }

  async function recordStock(
    { id, name }: ProductRow,
    before: readonly Shelf[],
    after: readonly Shelf[],
  ): Promise<void> {
    for (const shelf of after) {
      const former = before.find(({ variationId }) => variationId === shelf.variationId);
      if (!former || former.quantity === shelf.quantity) continue;
      await scope.audit.record({
        action: 'products.stock_corrected',
        subject: { kind: 'product', id, title: name },
        details: {
          ...(shelf.sku === '' ? {} : { sku: shelf.sku }),
          ...(shelf.variationId > 0 ? { variation: shelf.variationId } : {}),
          from: former.quantity,
          to: shelf.quantity,
        },
      });
    }
  }

  /** Several at once, in one entry. */
  const recordMany = (action: string, ids: readonly number[], details = {}): Promise<void> =>
    scope.audit.record({
      action: `products.${action}`,
      subject: { kind: 'product', ...(ids.length === 1 ? { id: ids[0] ?? 0 } : {}) },
      details: { products: ids.length, ids: ids.slice(0, MOST_NAMED), ...details },
    });

  async function foreignVariations(input: ProductInput): Promise<FormError[]> {
    const ids = input.variations.map((variation) => variation.id).filter((id) => id > 0);
    if (ids.length === 0) return [];
    const own = new Set(
      (await db()('store_variations').whereIn('id', ids).where({ product_id: input.id }).select('id')).map(
        (row) => row.id,
      ),
    );
    return input.variations.flatMap((variation, index) =>
      variation.id === 0 || own.has(variation.id)
        ? []
        : [{ field: `variations.${index}`, message: __('There is no such variation any more.') }],
    );
  }

  const invalid = (errors: readonly FormError[]): PlinthError =>
    new PlinthError('store_product_invalid', errors.map((error) => error.message).join(' '), {
      status: 422,
      cure: __('Correct the fields and save again.'),
      details: { errors },
    });

  return {
    save,
    hold: stock.lock,
    index: words.follow,
    remove: (ids) =>
      db.transaction(async () => {
        await stock.lock(ids);
        for (let at = 0; at < ids.length; at += 200) {
          const part = ids.slice(at, at + 200);
          await removeVariations(
            (await db()('store_variations').whereIn('product_id', part).select('id')).map((row) => row.id),
          );
          await db()('store_product_terms').whereIn('product_id', part).delete();
          await db()('store_images').whereIn('product_id', part).delete();
          await db()('store_reviews').whereIn('product_id', part).delete();
          await db()('store_stock_alerts').whereIn('product_id', part).delete();
          await db()('store_wishes').whereIn('product_id', part).delete();
          await linked.forget(part);
          await products().whereIn('id', part).delete();
          await words.follow(part);
        }
        await scope.forgetVersions(PRODUCT_KIND, ids);
        await changes.append(ids);
        await recordMany('deleted', ids);
      }),
    setStatus: (ids, status) =>
      db.transaction(async () => {
        await stock.lock(ids);
        const changed: number[] = [];
        for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
          const rows = await products()
            .whereIn('id', ids.slice(from, from + IDS_AT_ONCE))
            .whereNot({ status })
            .select('id', 'published_at', 'updated_at');
          for (const row of rows) {
            const at = later(row.updated_at);
            await products()
              .where({ id: row.id })
              .update({ status, updated_at: at, published_at: row.published_at ?? (status === 'publish' ? at : null) });
          }
          changed.push(...rows.map((row) => row.id));
        }
        await words.follow(changed);
        await changes.append(changed);
        if (changed.length > 0)
          await recordMany({ publish: 'published', draft: 'withdrawn', trash: 'trashed' }[status], changed);
      }),
  };
}

function soldColumns(
  sold: VariationInput,
): Pick<VariationRow, 'sku' | 'gtin' | 'stock_quantity' | 'stock' | 'backorders' | 'weight'> &
  Partial<Pick<VariationRow, 'expected_on'>> {
  return {
    ...(sold.expectedOn === undefined ? {} : { expected_on: sold.expectedOn }),
    sku: sold.sku === '' ? null : sold.sku,
    gtin: sold.gtin,
    weight: sold.weight,
    backorders: sold.backorders ? 1 : 0,
    stock_quantity: sold.stockQuantity,
    stock: sold.stockQuantity === null ? sold.stock : countedStatus(sold.stockQuantity, sold.backorders),
  };
}

function productColumns(
  input: ProductInput,
  slug: string,
  description: string,
  at: string,
  before: ProductRow | undefined,
) {
  const variable = input.variations.length > 0;
  const counted = variable ? null : input.stockQuantity;
  const own = counted === null ? input.stock : countedStatus(counted, input.backorders);
  const words = [input.name, input.sku, input.gtin, ...input.variations.flatMap(({ sku, gtin }) => [sku, gtin])];
  return {
    slug,
    name: input.name.trim(),
    status: input.status,
    visibility: input.visibility,
    type: variable ? ('variable' as const) : ('simple' as const),
    kind: input.kind,
    sku: input.sku === '' ? null : input.sku,
    gtin: input.gtin,
    search: foldedLine(words.filter(Boolean).join(' ')).slice(0, 500),
    short_description: input.shortDescription,
    description,
    stock_quantity: counted,
    backorders: input.backorders ? 1 : 0,
    ...(input.expectedOn === undefined ? {} : { expected_on: input.expectedOn }),
    stock: variable ? bestStatus(input.variations.map((variation) => soldColumns(variation).stock)) : own,
    tax_rate: Math.round(input.taxRate * 100),
    weight: input.weight,
    unit: input.unit,
    unit_content: Math.round(input.unitContent * 1000),
    position: input.position,
    featured: input.featured ? 1 : 0,
    fields: JSON.stringify(input.fields),
    published_at: before?.published_at ?? (input.status === 'publish' ? at : null),
    updated_at: at,
    created_at: before?.created_at ?? at,
  };
}
