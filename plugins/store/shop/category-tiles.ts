import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { LISTED } from '../catalogue/product-row.js';
import type { CatalogueTerm, ProductImage } from '../contract/index.js';
import type { ImageRow } from '../images/image-store.js';
import { below } from './breadcrumbs.js';

/** A category as a picture to go to it. */
export interface CategoryTile {
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
}

export interface CategoryTilesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'homeUrl'>;
  readonly parts: Pick<CatalogueParts, 'terms' | 'images' | 'changes'>;
}

const PICTURE = { width: 600, height: 600 };

/** What a category shows of its products; null: it has none. */
type Sample = { readonly picture: ImageRow | undefined } | null;

/** Finds the categories right below one, 0 for the top; each with its own picture or that of a product in it. Empty ones are left out. */
export function createCategoryTiles({ scope, parts }: CategoryTilesDeps): (parentId: number, categories?: readonly CatalogueTerm[]) => Promise<CategoryTile[]> {
  const { db, homeUrl } = scope;
  // A query for each category of every page is most of a page's time; they stay true until a product changes.
  let samples = { sequence: -1, byTerm: new Map<number, Sample>() };

  async function sampleOf(term: CatalogueTerm, all: readonly CatalogueTerm[]): Promise<Sample> {
    const first = (await db()('store_product_terms').join('store_products', 'store_products.id', 'store_product_terms.product_id')
      .whereIn('store_product_terms.term_id', below(term.id, all)).where({ 'store_products.status': LISTED.status, 'store_products.visibility': LISTED.visibility }).whereNotNull('store_products.price')
      .orderBy('store_products.id').first('store_products.id')) as { id: number } | undefined;
    return first ? { picture: (await parts.images.first([first.id])).get(first.id) } : null;
  }

  return async (parentId, categories) => {
    const sequence = await parts.changes.last();
    if (samples.sequence !== sequence) samples = { sequence, byTerm: new Map() };
    const { byTerm } = samples;
    const all = categories ?? (await parts.terms.all('product_cat'));
    const known = new Set(all.map((term) => term.id));
    const children = all.filter((term) => (known.has(term.parentId) ? term.parentId : 0) === parentId);
    const tiles: CategoryTile[] = [];
    for (const term of children) {
      const sample = byTerm.get(term.id) ?? (byTerm.has(term.id) ? null : await sampleOf(term, all));
      byTerm.set(term.id, sample);
      if (!sample) continue;
      const own = term.swatch !== '' && !term.swatch.startsWith('#') ? { url: parts.images.urlOf(term.swatch), alt: '', ...PICTURE } : null;
      tiles.push({ name: term.name, url: homeUrl(`/product-category/${term.slug}/`), image: own ?? (sample.picture ? { ...parts.images.show(sample.picture), alt: '' } : null) });
    }
    return tiles;
  };
}
