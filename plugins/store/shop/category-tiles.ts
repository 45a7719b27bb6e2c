import { type MaybePromise, type PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { isListed } from '../products/tables.js';
import type { CatalogueTerm, ProductImage } from '../contract/index.js';
import type { ImageRow } from '../images/tables.js';
import { below } from '../taxonomies/term-store.js';

/** A category as an image that links to it. */
export interface CategoryTile {
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
}

interface CategoryTilesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'homeUrl'>;
  readonly parts: Pick<CatalogueParts, 'terms' | 'images' | 'changes' | 'termProducts'>;
}

/** Number of oldest products sampled per category before a category is scanned. */
const OLDEST = 3;
const AT_ONCE = 500;
const IMAGE = { width: 600, height: 600 };

/** Image of a category's products; null: the category has none. */
type Sample = { readonly image: ImageRow | undefined } | null;

/**
 * Returns the direct child categories of a category, 0 for top-level ones; each with its own image or that of a product
 * in it. Leaves out empty ones.
 */
export type CategoryTiles = (parentId: number) => MaybePromise<CategoryTile[]>;

export function createCategoryTiles({ scope, parts }: CategoryTilesDeps): CategoryTiles {
  const { db, homeUrl } = scope;
  // Every page needs the top-level ones; they are valid until a product changes.
  let samples = { sequence: -1, byTerm: new Map<number, Sample>() };

  /** Returns the listed products among the given ones, in batches, in ascending order. */
  async function listed(ids: readonly number[]): Promise<number[]> {
    const found: number[] = [];
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const rows = await db()('store_products')
        .whereIn('id', ids.slice(at, at + AT_ONCE))
        .orderBy('id')
        .select('id', 'status', 'visibility', 'price');
      found.push(...rows.filter(isListed).map(({ id }) => id));
    }
    return found;
  }

  /** Scans all products of a term, for a category whose oldest products are not listed. */
  async function walk(termId: number): Promise<number | undefined> {
    for (let after = 0; ;) {
      const ids = await parts.termProducts.next(termId, after, AT_ONCE);
      const [found] = ids.length > 0 ? await listed(ids) : [];
      if (found !== undefined || ids.length < AT_ONCE) return found;
      after = ids.at(-1) ?? after;
    }
  }

  /**
   * Samples all categories together: one by one, they would be most of a page's queries after a product has changed.
   */
  async function sampled(terms: readonly CatalogueTerm[], all: readonly CatalogueTerm[]): Promise<Map<number, Sample>> {
    const subtrees = new Map(terms.map(({ id }) => [id, below(id, all)]));
    const oldest = await parts.termProducts.oldest([...new Set([...subtrees.values()].flat())], OLDEST);
    const listedIds = new Set(await listed([...new Set([...oldest.values()].flat())]));
    const firsts = new Map<number, number>();
    for (const [id, termIds] of subtrees) {
      const ids = termIds.flatMap((one) => oldest.get(one) ?? []);
      let first = ids
        .filter((one) => listedIds.has(one))
        .sort((a, b) => a - b)
        .at(0);
      for (const one of ids.length > 0 ? termIds : []) first ??= await walk(one);
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

  async function tilesBelow(parentId: number): Promise<CategoryTile[]> {
    const sequence = await parts.changes.last();
    if (samples.sequence !== sequence) samples = { sequence, byTerm: new Map() };
    const { byTerm } = samples;
    const all = await parts.terms.all('product_cat');
    const known = new Set(all.map((term) => term.id));
    const children = all.filter((term) => (known.has(term.parentId) ? term.parentId : 0) === parentId);
    const unknown = children.filter(({ id }) => !byTerm.has(id));
    if (unknown.length > 0) for (const [id, sample] of await sampled(unknown, all)) byTerm.set(id, sample);
    return children.flatMap((term): CategoryTile[] => {
      const sample = byTerm.get(term.id);
      if (!sample) return [];
      const own =
        term.swatch !== '' && !term.swatch.startsWith('#')
          ? { url: parts.images.urlOf(term.swatch), alt: '', ...IMAGE }
          : null;
      return [
        {
          name: term.name,
          url: homeUrl(`/product-category/${term.slug}/`),
          image: own ?? (sample.image ? { ...parts.images.show(sample.image), alt: '' } : null),
        },
      ];
    });
  }

  return (parentId) => tilesBelow(parentId);
}
