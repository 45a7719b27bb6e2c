import { type FakeCatalog, fakeCatalog, product } from './fake-catalog';
import type { FacetSite } from './facet-site';

/** Number of products of a brand; higher for the first brands. */
const productsOf = (brand: number): number => (brand < 120 ? 3 : 1);

/** A catalog with a number of brands, some with names that search must normalize. */
export function manyBrands(brands: number): FakeCatalog {
  const names = new Map([
    [brands - 1, 'Żółw & Łoś'],
    [brands - 2, 'Ósma Żółwiarnia'],
    [brands - 3, 'Podżółwie'],
  ]);
  const catalog = fakeCatalog([]);
  let id = 0;
  for (let brand = 0; brand < brands; brand++) {
    catalog.allTerms.push({
      id: 1000 + brand,
      taxonomy: 'product_brand',
      slug: `brand-${brand}`,
      name: names.get(brand) ?? `Brand house number ${brand}`,
      parentId: 0,
      position: brand,
      swatch: '',
    });
    for (let i = 0; i < productsOf(brand); i++) {
      id++;
      catalog.products.set(
        id,
        product(id, { name: `Thing ${id}`, termIds: [1000 + brand, brand % 2 === 0 ? 20 : 21] }),
      );
    }
  }
  return catalog;
}

/** The first load of a large catalog can take longer than the timeout of a request. */
export async function untilLoaded(site: FacetSite): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++)
    if ((await site.rest('POST', '/facet/v1/filter', {}, { auth: null })).status === 200) return;
  throw new Error('The index was not loaded.');
}
