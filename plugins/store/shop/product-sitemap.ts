import type { PluginScope } from 'plinth';
import { LISTED_VALUES } from '../products/tables.js';
import type { TermStore } from '../taxonomies/term-store.js';

interface Entry {
  readonly loc: string;
  readonly lastmod?: string;
}

interface Provider {
  subtypes(): string[];
  entries(subtype: string, page: number): Promise<Entry[]>;
}

const PAGE_SIZE = 2000;
/** Taxonomies in the sitemap, and the URL bases of their term pages. */
const TAXONOMY_PATHS = [
  ['product_cat', 'product-category'],
  ['product_brand', 'brand'],
  ['product_tag', 'product-tag'],
] as const;

/** Adds products and categories to the site's sitemap. */
export function addProductSitemap(
  { db, homeUrl, addFilter }: Pick<PluginScope, 'db' | 'homeUrl' | 'addFilter'>,
  terms: Pick<TermStore, 'all'>,
): void {
  async function products(page: number): Promise<Entry[]> {
    const rows = await db()('store_products')
      .where(LISTED_VALUES)
      .whereNotNull('price')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .select('slug', 'updated_at');
    return rows.map((row) => ({ loc: homeUrl(`/product/${row.slug}/`), lastmod: row.updated_at }));
  }

  async function categories(page: number): Promise<Entry[]> {
    const all: Entry[] = [];
    for (const [taxonomy, path] of TAXONOMY_PATHS)
      all.push(...(await terms.all(taxonomy)).map((term) => ({ loc: homeUrl(`/${path}/${term.slug}/`) })));
    return [{ loc: homeUrl('/shop/') }, { loc: homeUrl('/contact/') }, ...all].slice(
      (page - 1) * PAGE_SIZE,
      page * PAGE_SIZE,
    );
  }

  const provider: Provider = {
    subtypes: () => ['product', 'category'],
    entries: (subtype, page) => (subtype === 'product' ? products(page) : categories(page)),
  };
  addFilter('wp_sitemaps_providers', (providers) => ({ ...providers, products: provider }));
}
