import { inSteps, type MaybePromise, type PluginScope, ready, type Steps } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { isListed, type ProductRow } from '../products/product-row.js';
import type { CatalogueTerm, ProductImage } from '../contract/index.js';
import type { ImageRow } from '../images/image-store.js';
import { below } from '../taxonomies/term-path.js';

/** A category as a picture to go to it. */
export interface CategoryTile {
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
}

interface CategoryTilesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'homeUrl'>;
  readonly parts: Pick<CatalogueParts, 'terms' | 'images' | 'changes' | 'inTerms'>;
}

/** Looked at in each category before any of them is gone through. */
const OLDEST = 3;
const AT_ONCE = 500;
const PICTURE = { width: 600, height: 600 };

/** What a category shows of its products; null: it has none. */
type Sample = { readonly picture: ImageRow | undefined } | null;

/** Finds the categories right below one, 0 for the top; each with its own picture or that of a product in it. Empty ones are left out. */
export function createCategoryTiles({ scope, parts }: CategoryTilesDeps): (parentId: number, categories?: readonly CatalogueTerm[]) => MaybePromise<CategoryTile[]> {
  const { db, homeUrl } = scope;
  // A query for each category of every page is most of a page's time; they stay true until a product changes.
  let samples = { sequence: -1, byTerm: new Map<number, Sample>() };

  /** The first of some products that lists show. */
  async function firstListed(ids: readonly number[]): Promise<number | undefined> {
    const rows = await db()<ProductRow>('store_products').whereIn('id', ids).orderBy('id').select('id', 'status', 'visibility', 'price');
    return rows.find(isListed)?.id;
  }

  /** Looks through the products of one term, for a category that begins with many that are not listed. */
  async function walk(termId: number): Promise<number | undefined> {
    for (let after = 0; ; ) {
      const ids = await parts.inTerms.next(termId, after, AT_ONCE);
      const found = ids.length > 0 ? await firstListed(ids) : undefined;
      if (found !== undefined || ids.length < AT_ONCE) return found;
      after = ids.at(-1) ?? after;
    }
  }

  async function sampleOf(term: CatalogueTerm, all: readonly CatalogueTerm[]): Promise<Sample> {
    const termIds = below(term.id, all);
    const oldest = await parts.inTerms.oldest(termIds, OLDEST);
    let first = oldest.length > 0 ? await firstListed(oldest) : undefined;
    for (const id of oldest.length > 0 ? termIds : []) first ??= await walk(id);
    return first === undefined ? null : { picture: (await parts.images.first([first])).get(first) };
  }

  function* tilesBelow(parentId: number, categories: readonly CatalogueTerm[] | undefined): Steps<CategoryTile[]> {
    const sequence = yield* ready(parts.changes.last());
    if (samples.sequence !== sequence) samples = { sequence, byTerm: new Map() };
    const { byTerm } = samples;
    const all = categories ?? (yield* ready(parts.terms.all('product_cat')));
    const known = new Set(all.map((term) => term.id));
    const children = all.filter((term) => (known.has(term.parentId) ? term.parentId : 0) === parentId);
    const tiles: CategoryTile[] = [];
    for (const term of children) {
      const sample = byTerm.get(term.id) ?? (byTerm.has(term.id) ? null : yield* ready(sampleOf(term, all)));
      byTerm.set(term.id, sample);
      if (!sample) continue;
      const own = term.swatch !== '' && !term.swatch.startsWith('#') ? { url: parts.images.urlOf(term.swatch), alt: '', ...PICTURE } : null;
      tiles.push({ name: term.name, url: homeUrl(`/product-category/${term.slug}/`), image: own ?? (sample.picture ? { ...parts.images.show(sample.picture), alt: '' } : null) });
    }
    return tiles;
  }

  return (parentId, categories) => inSteps(() => tilesBelow(parentId, categories));
}
