import { type PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import { isListed } from '../products/tables.js';
import type { CatalogTerm, ProductImage } from '../contract/index.js';
import type { ImageRow } from '../images/tables.js';
import { categoryWithDescendants } from '../taxonomies/term-store.js';

/** A category with its image and URL. */
export interface CategoryTile {
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
}

interface CategoryTilesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'homeUrl'>;
  readonly parts: Pick<CatalogParts, 'terms' | 'images' | 'changes' | 'termProducts'>;
}

/** Number of oldest products that are checked per category. If none is listed, the category is scanned. */
const OLDEST_PER_CATEGORY = 3;
const BATCH_SIZE = 500;
const IMAGE_SIZE = { width: 600, height: 600 };

/** Image of a product of a category; null if the category has no listed products. */
type CategoryImage = { readonly image: ImageRow | undefined } | null;

/**
 * Returns the direct child categories of a category, or the top-level categories for 0. Each has its own image or that
 * of one of its products. Empty categories are omitted.
 */
export type CategoryTiles = (parentId: number) => Promise<CategoryTile[]>;

export function createCategoryTiles({ scope, parts }: CategoryTilesDeps): CategoryTiles {
  const { db, homeUrl } = scope;
  // Every page needs the top-level categories. The samples are valid until a product changes.
  let samples = { sequence: -1, byTerm: new Map<number, CategoryImage>() };

  /** Returns the IDs of the listed products among some products, in ascending order per batch. */
  async function filterListed(ids: readonly number[]): Promise<number[]> {
    const found: number[] = [];
    for (let offset = 0; offset < ids.length; offset += BATCH_SIZE) {
      const rows = await db()('store_products')
        .whereIn('id', ids.slice(offset, offset + BATCH_SIZE))
        .orderBy('id')
        .select('id', 'status', 'visibility', 'price');
      found.push(...rows.filter(isListed).map(({ id }) => id));
    }
    return found;
  }

  /** Returns the first listed product of a term by scanning all of its products. */
  async function findListedProduct(termId: number): Promise<number | undefined> {
    for (let after = 0; ;) {
      const ids = await parts.termProducts.next(termId, after, BATCH_SIZE);
      const [found] = ids.length > 0 ? await filterListed(ids) : [];
      if (found !== undefined || ids.length < BATCH_SIZE) return found;
      after = ids.at(-1) ?? after;
    }
  }

  /**
   * Finds a product image for each category. All categories are processed together, because separate queries would be
   * slow after each change of a product.
   */
  async function sampleCategories(
    terms: readonly CatalogTerm[],
    all: readonly CatalogTerm[],
  ): Promise<Map<number, CategoryImage>> {
    const subtrees = new Map(terms.map(({ id }) => [id, categoryWithDescendants(id, all)]));
    const oldest = await parts.termProducts.oldest([...new Set([...subtrees.values()].flat())], OLDEST_PER_CATEGORY);
    const listedIds = new Set(await filterListed([...new Set([...oldest.values()].flat())]));
    const firsts = new Map<number, number>();
    for (const [id, termIds] of subtrees) {
      const ids = termIds.flatMap((termId) => oldest.get(termId) ?? []);
      let first = ids
        .filter((productId) => listedIds.has(productId))
        .sort((a, b) => a - b)
        .at(0);
      for (const termId of ids.length > 0 ? termIds : []) first ??= await findListedProduct(termId);
      if (first !== undefined) firsts.set(id, first);
    }
    const images = await parts.images.first([...new Set(firsts.values())]);
    return new Map(
      terms.map(({ id }) => {
        const first = firsts.get(id);
        return [id, first === undefined ? null : { image: images.get(first) }];
      }),
    );
  }

  async function loadTiles(parentId: number): Promise<CategoryTile[]> {
    const sequence = await parts.changes.last();
    if (samples.sequence !== sequence) samples = { sequence, byTerm: new Map() };
    const { byTerm } = samples;
    const all = await parts.terms.all('product_cat');
    const known = new Set(all.map((term) => term.id));
    const children = all.filter((term) => (known.has(term.parentId) ? term.parentId : 0) === parentId);
    const unknown = children.filter(({ id }) => !byTerm.has(id));
    if (unknown.length > 0) for (const [id, sample] of await sampleCategories(unknown, all)) byTerm.set(id, sample);
    return children.flatMap((term): CategoryTile[] => {
      const sample = byTerm.get(term.id);
      if (!sample) return [];
      const ownImage =
        term.swatch !== '' && !term.swatch.startsWith('#')
          ? { url: parts.images.urlOf(term.swatch), alt: '', ...IMAGE_SIZE }
          : null;
      return [
        {
          name: term.name,
          url: homeUrl(`/product-category/${term.slug}/`),
          image: ownImage ?? (sample.image ? { ...parts.images.show(sample.image), alt: '' } : null),
        },
      ];
    });
  }

  return (parentId) => loadTiles(parentId);
}
