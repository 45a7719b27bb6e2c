import type { PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { ProductInput } from '../products/product-input.js';
import type { TermRow } from '../taxonomies/tables.js';
import { truncateSlug } from '../products/slugs.js';

/** The checks of a product to save that need the database. */
interface ProductChecks {
  /** Returns the errors compared with the stored data, and the rows of its terms. */
  check(
    input: ProductInput,
    slug: string,
  ): Promise<{ readonly errors: FormError[]; readonly terms: Map<number, TermRow> }>;
  /**
   * Returns the slug that the product gets.
   * @param numbered whether to add a number when an entered slug is taken
   */
  uniqueSlug(input: ProductInput, numbered: boolean): Promise<string>;
}

export function createProductChecks({
  db,
  sanitizeTitle,
  __,
}: Pick<PluginScope, 'db' | 'sanitizeTitle' | '__'>): ProductChecks {
  const products = () => db()('store_products');

  async function uniquenessErrors(input: ProductInput, slug: string): Promise<FormError[]> {
    const errors: FormError[] = [];
    if ((await products().where({ slug }).whereNot({ id: input.id }).first('id')) !== undefined)
      errors.push({ field: 'slug', message: __('Another product already uses the slug %s.', slug) });
    const skus = [
      { sku: input.sku, field: 'sku' },
      ...input.variations.map(({ sku }, index) => ({ sku, field: `variations.${index}.sku` })),
    ].filter(({ sku }) => sku !== '');
    if (skus.length > 0) {
      const requestedSkus = skus.map(({ sku }) => sku);
      const otherProducts = await products().whereIn('sku', requestedSkus).whereNot({ id: input.id }).select('sku');
      const variations = await db()('store_variations')
        .whereIn('sku', requestedSkus)
        .whereNot({ product_id: input.id })
        .select('sku');
      const usedSkus = new Set([...otherProducts, ...variations].map((row) => row.sku));
      const seenSkus = new Set<string>();
      for (const { sku, field } of skus) {
        if (usedSkus.has(sku) || seenSkus.has(sku))
          errors.push({ field, message: __('SKU %s is already in use.', sku) });
        seenSkus.add(sku);
      }
    }
    return errors;
  }

  async function termsOf(input: ProductInput): Promise<{ errors: FormError[]; rows: Map<number, TermRow> }> {
    const requestedIds = [
      ...new Set([...input.termIds, ...input.variations.flatMap((variation) => variation.termIds)]),
    ];
    const rows = new Map(
      (requestedIds.length === 0 ? [] : await db()('store_terms').whereIn('id', requestedIds)).map((row) => [
        row.id,
        row,
      ]),
    );
    const errors: FormError[] = [];
    if (input.termIds.some((id) => !rows.has(id)))
      errors.push({ field: 'termIds', message: __('One of the categories, tags, or attributes does not exist.') });
    for (const [index, { termIds }] of input.variations.entries()) {
      const taxonomies = termIds.map((id) => rows.get(id)?.taxonomy ?? '');
      if (taxonomies.some((name) => !name.startsWith('pa_')) || new Set(taxonomies).size < taxonomies.length)
        errors.push({
          field: `variations.${index}.termIds`,
          message: __('A variation can have only one value per attribute.'),
        });
    }
    return { errors, rows };
  }

  async function foreignVariationErrors(input: ProductInput): Promise<FormError[]> {
    const ids = input.variations.map((variation) => variation.id).filter((id) => id > 0);
    if (ids.length === 0) return [];
    const ownIds = new Set(
      (await db()('store_variations').whereIn('id', ids).where({ product_id: input.id }).select('id')).map(
        (row) => row.id,
      ),
    );
    return input.variations.flatMap((variation, index) =>
      variation.id === 0 || ownIds.has(variation.id)
        ? []
        : [{ field: `variations.${index}`, message: __('This variation no longer exists.') }],
    );
  }

  return {
    async check(input, slug) {
      const { errors, rows } = await termsOf(input);
      const variationErrors = await foreignVariationErrors(input);
      return { errors: [...(await uniquenessErrors(input, slug)), ...errors, ...variationErrors], terms: rows };
    },
    async uniqueSlug(input, numbered) {
      const enteredSlug = truncateSlug(sanitizeTitle(input.slug));
      const baseSlug = enteredSlug || truncateSlug(sanitizeTitle(input.name)) || 'product';
      if (enteredSlug !== '' && !numbered) return enteredSlug;
      for (let number = 1; number < 50; number++) {
        const slug = number === 1 ? baseSlug : `${baseSlug}-${number}`;
        if ((await products().where({ slug }).whereNot({ id: input.id }).first('id')) === undefined) return slug;
      }
      return `${baseSlug}-${Date.now().toString(36)}`;
    },
  };
}
