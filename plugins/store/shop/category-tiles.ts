import type { PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { LISTED } from '../catalogue/product-row.js';
import type { ProductImage } from '../contract/index.js';
import { below } from './breadcrumbs.js';

/** A category as a picture to go to it. */
export interface CategoryTile {
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
}

export interface CategoryTilesDeps {
  readonly scope: Pick<PluginScope, 'db' | 'homeUrl'>;
  readonly parts: Pick<CatalogueParts, 'terms' | 'images'>;
}

const PICTURE = { width: 600, height: 600 };

/** Finds the categories right below one, 0 for the top; each with its own picture or that of a product in it. Empty ones are left out. */
export function createCategoryTiles({ scope, parts }: CategoryTilesDeps): (parentId: number) => Promise<CategoryTile[]> {
  const { db, homeUrl } = scope;

  return async (parentId) => {
    const all = await parts.terms.all('product_cat');
    const known = new Set(all.map((term) => term.id));
    const children = all.filter((term) => (known.has(term.parentId) ? term.parentId : 0) === parentId);
    const tiles: CategoryTile[] = [];
    for (const term of children) {
      const first = (await db()('store_product_terms').join('store_products', 'store_products.id', 'store_product_terms.product_id')
        .whereIn('store_product_terms.term_id', below(term.id, all)).where({ 'store_products.status': LISTED.status, 'store_products.visibility': LISTED.visibility }).whereNotNull('store_products.price')
        .orderBy('store_products.id').first('store_products.id')) as { id: number } | undefined;
      if (!first) continue;
      const own = term.swatch !== '' && !term.swatch.startsWith('#') ? { url: parts.images.urlOf(term.swatch), alt: '', ...PICTURE } : null;
      const picture = own ? undefined : (await parts.images.first([first.id])).get(first.id);
      tiles.push({ name: term.name, url: homeUrl(`/product-category/${term.slug}/`), image: own ?? (picture ? { ...parts.images.show(picture), alt: '' } : null) });
    }
    return tiles;
  };
}
