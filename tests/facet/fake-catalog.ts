import type {
  Catalog,
  CatalogChange,
  CatalogTaxonomy,
  CatalogTerm,
  ProductField,
  ProductRecord,
  ProductSummary,
  VariationRecord,
} from '../../plugins/store/contract/catalog';

/** An in-memory catalog that tests can modify. */
export interface FakeCatalog extends Catalog {
  readonly products: Map<number, ProductRecord>;
  readonly allTerms: CatalogTerm[];
  readonly allFields: ProductField[];
  put(product: ProductRecord): void;
  remove(id: number): void;
  /** Reports that all products have changed. */
  changedAll(): void;
}

const TAXONOMIES: CatalogTaxonomy[] = [
  { name: 'product_cat', label: 'Category', kind: 'category', hierarchical: true },
  { name: 'product_brand', label: 'Brand', kind: 'brand', hierarchical: false },
  { name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false },
  { name: 'pa_size', label: 'Size', kind: 'attribute', hierarchical: false },
];

const term = (id: number, taxonomy: string, slug: string, name: string, parentId = 0, swatch = ''): CatalogTerm => ({
  id,
  taxonomy,
  slug,
  name,
  parentId,
  position: id,
  swatch,
});

export const TERMS: readonly CatalogTerm[] = [
  term(1, 'product_cat', 'furniture', 'Meble'),
  term(2, 'product_cat', 'beds', 'Łóżka', 1),
  term(3, 'product_cat', 'chairs', 'Krzesła', 1),
  term(4, 'product_cat', 'clothes', 'Ubrania'),
  term(5, 'product_cat', 'shirts', 'Koszule', 4),
  term(10, 'product_brand', 'dab', 'Dąb & Syn'),
  term(11, 'product_brand', 'nord', 'Nord'),
  term(20, 'pa_color', 'red', 'Red', 0, '#c0392b'),
  term(21, 'pa_color', 'blue', 'Blue', 0, '#2255cc'),
  term(22, 'pa_color', 'white', 'White', 0, '#ffffff'),
  term(23, 'pa_color', 'a,b', 'Black, and white'),
  term(30, 'pa_size', 's', 'S'),
  term(31, 'pa_size', 'm', 'M'),
];

export function product(id: number, fields: Partial<ProductRecord> = {}): ProductRecord {
  return {
    id,
    slug: `product-${id}`,
    name: `Product ${id}`,
    sku: `SKU-${id}`,
    gtin: '',
    shortDescription: '',
    price: 1000 * id,
    maxPrice: 1000 * id,
    onSale: false,
    stock: 'instock',
    rating: 0,
    ratingCount: 0,
    sales: 0,
    position: 0,
    publishedAt: '2026-01-01 00:00:00',
    termIds: [],
    fields: {},
    variations: [],
    ...fields,
  };
}

export const variation = (
  id: number,
  price: number,
  stock: VariationRecord['stock'],
  termIds: number[],
): VariationRecord => ({ id, sku: `V-${id}`, gtin: '', price, onSale: false, stock, termIds });

/** A small shop: furniture and clothes, one shirt with variations. */
export function smallShop(): ProductRecord[] {
  return [
    product(1, { name: 'Łóżko dębowe', termIds: [2, 10, 22], price: 99900, rating: 4.5, ratingCount: 8, sales: 30 }),
    product(2, { name: 'Łóżko białe', termIds: [2, 11, 22], price: 79900, onSale: true, rating: 3.2, ratingCount: 2 }),
    product(3, { name: 'Krzesło', termIds: [3, 10, 20], price: 19900, stock: 'outofstock' }),
    product(4, { name: 'Krzesło niebieskie', termIds: [3, 11, 21], price: 24900, sales: 90 }),
    product(5, { name: 'Stół', termIds: [1, 10], price: 59900 }),
    product(6, {
      name: 'Koszula',
      termIds: [5, 20, 21, 30, 31],
      price: 3900,
      maxPrice: 5900,
      variations: [
        variation(61, 3900, 'instock', [20, 30]),
        variation(62, 3900, 'outofstock', [20, 31]),
        variation(63, 5900, 'instock', [21, 31]),
      ],
    }),
  ];
}

export function fakeCatalog(initial: readonly ProductRecord[] = smallShop()): FakeCatalog {
  const products = new Map(initial.map((record) => [record.id, record]));
  const changes: CatalogChange[] = [];
  const allTerms = [...TERMS];
  const allFields: ProductField[] = [];
  const log = (productId: number): void => void changes.push({ sequence: changes.length + 1, productId });
  const summary = (p: ProductRecord): ProductSummary => ({
    id: p.id,
    slug: p.slug,
    name: p.name,
    url: `/product/${p.slug}/`,
    image: null,
    priceHtml: `<span class="price">${(p.price / 100).toFixed(2)} zł</span>`,
    price: p.price,
    priceText: (p.price / 100).toFixed(2),
    currency: 'PLN',
    onSale: p.onSale,
    stock: p.stock,
    kind: 'physical',
    rating: p.rating,
    ratingCount: p.ratingCount,
    brand: '',
    category: '',
    sku: p.sku,
    taxRate: 23,
    fields: p.fields,
  });
  return {
    products,
    allTerms,
    allFields,
    put(record) {
      products.set(record.id, record);
      log(record.id);
    },
    remove(id) {
      products.delete(id);
      log(id);
    },
    changedAll: () => log(0),
    taxonomies: async () => TAXONOMIES,
    terms: async (taxonomy) =>
      allTerms.filter((candidate) => taxonomy === undefined || candidate.taxonomy === taxonomy),
    fields: async () => allFields,
    count: async () => products.size,
    records: async (after, limit) =>
      [...products.values()]
        .filter(({ id }) => id > after)
        .sort((a, b) => a.id - b.id)
        .slice(0, limit),
    recordsOf: async (ids) => ids.flatMap((id) => products.get(id) ?? []),
    summaries: async (ids) => ids.flatMap((id) => products.get(id) ?? []).map(summary),
    renderCards: async (list) =>
      `<ul class="products">${list.map((p) => `<li class="product" data-id="${p.id}" data-price="${p.priceText}"><a href="${p.url}">${p.name}</a> ${p.priceHtml}</li>`).join('')}</ul>`,
    changes: async (after, limit) => changes.filter(({ sequence }) => sequence > after).slice(0, limit),
    lastChange: async () => changes.length,
    formatPrice: (minor) => `${(minor / 100).toFixed(2)} zł`,
    priceLabels: async (minor) => `${(minor / 100).toFixed(2)} zł`,
    taxDisplay: async () => 'with',
    currency: () => 'PLN',
    currencyDigits: () => 2,
  };
}
