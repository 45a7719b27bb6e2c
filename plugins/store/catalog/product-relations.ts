import type { Database } from 'plinth';
import { insertedId } from '../search-tokens/row-batches.js';
import type { ProductInput } from '../products/product-input.js';
import type { TermRow } from '../taxonomies/tables.js';
import { sellableColumns } from './product-columns.js';

/** Maximum number of rows per statement. */
const TERM_BATCH_SIZE = 100;

/** Images keep their ids unless changed, because variations refer to them. */
export async function saveImages(db: Database, productId: number, input: ProductInput): Promise<number[]> {
  const table = () => db()('store_images');
  const existing = input.id === 0 ? [] : await table().where({ product_id: productId }).orderBy(['position', 'id']);
  const isUnchanged =
    existing.length === input.images.length &&
    existing.every((row, index) => {
      const image = input.images[index];
      return (
        image !== undefined &&
        row.source === image.source &&
        row.alt === image.alt &&
        row.width === image.width &&
        row.height === image.height
      );
    });
  if (isUnchanged) return existing.map((row) => row.id);
  if (existing.length > 0) await table().where({ product_id: productId }).delete();
  const ids: number[] = [];
  for (const [position, { source, alt, width, height }] of input.images.entries()) {
    const before = existing.find((row) => row.source === source && row.width === width);
    const row = {
      product_id: productId,
      source,
      alt,
      width,
      height,
      position,
      attachment_id: before?.attachment_id ?? 0,
      srcset: before?.srcset ?? null,
    };
    ids.push(insertedId(await table().insert(row)));
  }
  return ids;
}

/** @param terms rows of all terms of the product */
export async function saveTerms(
  db: Database,
  productId: number,
  input: ProductInput,
  terms: ReadonlyMap<number, TermRow>,
): Promise<void> {
  const variationTermIds = input.variations.flatMap((variation) => variation.termIds);
  const variationTaxonomies = new Set(variationTermIds.map((id) => terms.get(id)?.taxonomy));
  const ids = [
    ...new Set([
      ...input.termIds.filter((id) => !variationTaxonomies.has(terms.get(id)?.taxonomy)),
      ...variationTermIds,
    ]),
  ];
  const existing =
    input.id === 0
      ? []
      : await db()('store_product_terms').where({ product_id: productId }).orderBy(['position', 'term_id']);
  if (existing.length === ids.length && existing.every((row, index) => row.term_id === ids[index])) return;
  if (existing.length > 0) await db()('store_product_terms').where({ product_id: productId }).delete();
  for (let offset = 0; offset < ids.length; offset += TERM_BATCH_SIZE) {
    await db()('store_product_terms').insert(
      ids
        .slice(offset, offset + TERM_BATCH_SIZE)
        .map((term_id, index) => ({ product_id: productId, term_id, position: offset + index })),
    );
  }
}

/**
 * @param images ids of its images, in order
 * @returns ids of its variations, in order
 */
export async function saveVariations(
  db: Database,
  productId: number,
  input: ProductInput,
  images: readonly number[],
): Promise<number[]> {
  const table = () => db()('store_variations');
  const existing = new Map(
    (input.id === 0 ? [] : await table().where({ product_id: productId })).map((row) => [row.id, row]),
  );
  const keptIds = input.variations.map((variation) => variation.id).filter((id) => id > 0);
  await removeVariations(
    db,
    [...existing.keys()].filter((id) => !keptIds.includes(id)),
  );
  // Two variations may swap their SKUs, but SKUs must be unique after every statement.
  const changedSkuIds = input.variations
    .filter((variation) => existing.has(variation.id) && (existing.get(variation.id)?.sku ?? '') !== variation.sku)
    .map((variation) => variation.id);
  if (changedSkuIds.length > 0) await table().whereIn('id', changedSkuIds).update({ sku: null });
  const ids: number[] = [];
  for (const [position, variation] of input.variations.entries()) {
    const columns = {
      ...sellableColumns(variation),
      unit_content: Math.round(variation.unitContent * 1000),
      image_id: images[variation.imageIndex] ?? 0,
      position,
    };
    let { id } = variation;
    if (existing.has(id)) await table().where({ id }).update(columns);
    else id = insertedId(await table().insert({ ...columns, product_id: productId }));
    ids.push(id);
    const terms = await db()('store_variation_terms').where({ variation_id: id }).select('term_id');
    if (terms.length === variation.termIds.length && terms.every((row) => variation.termIds.includes(row.term_id)))
      continue;
    await db()('store_variation_terms').where({ variation_id: id }).delete();
    await db()('store_variation_terms').insert(variation.termIds.map((term_id) => ({ variation_id: id, term_id })));
  }
  return ids;
}

export async function removeVariations(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db()('store_variation_terms').whereIn('variation_id', ids).delete();
  await db()('store_variations').whereIn('id', ids).delete();
}
