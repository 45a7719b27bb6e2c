import type { ExactSearchQuery, FoundProducts } from '../../plugins/store/contract/index.js';
import { searchExhaustively } from '../kit/exhaustive-search.js';

/** A plugin that replaces the store: it offers the products of `globalThis.__fakeProducts` as `store.catalog`. */
export const FAKE_CATALOG = `
const shop = () => globalThis.__fakeShop;
export default {
  boot(scope) {
    scope.services.provide('store.catalog', () => ({
      taxonomies: async () => [],
      terms: async () => shop().terms,
      fields: async () => [],
      count: async () => shop().products.length,
      records: async (after, limit) => shop().products.filter((p) => p.id > after).slice(0, limit),
      recordsOf: async (ids) => shop().products.filter((p) => ids.includes(p.id)),
      summaries: async (ids) => ids.map((id) => shop().products.find((p) => p.id === id)).filter(Boolean).map((p) => ({
        ...p, url: 'http://shop.test/product/' + p.slug + '/', image: null, kind: 'physical', priceHtml: '<span>1,00 zł</span>', category: 'Meble', brand: '', currency: 'PLN', priceText: '1.00', taxRate: 23,
      })),
      renderCards: async () => '',
      changes: async (after, limit) => shop().changes.filter((c) => c.sequence > after).slice(0, limit),
      lastChange: async () => (shop().changes.at(-1) || { sequence: 0 }).sequence,
      formatPrice: (minor) => (minor / 100).toFixed(2).replace('.', ',') + ' zł',
      priceWords: async (minor) => (minor / 100).toFixed(2).replace('.', ',') + ' zł',
      currency: () => 'PLN',
      currencyDigits: () => 2,
    }));
    scope.services.provide('store.search', () => ({
      find: async () => ({ ids: [], total: 0 }),
      findExact: async (question) => globalThis.__fakeSearch(question),
    }));
  },
};
`;

export interface FakeProduct {
  id: number;
  slug: string;
  name: string;
  sku: string;
  gtin: string;
  shortDescription: string;
  price: number;
  maxPrice: number;
  onSale: boolean;
  stock: 'instock' | 'onbackorder' | 'outofstock';
  expectedOn?: string;
  rating: number;
  ratingCount: number;
  sales: number;
  position: number;
  publishedAt: string;
  termIds: number[];
  fields: Record<string, never>;
  variations: never[];
}

export interface FakeShop {
  products: FakeProduct[];
  terms: {
    id: number;
    taxonomy: string;
    slug: string;
    name: string;
    parentId: number;
    position: number;
    swatch: string;
  }[];
  changes: { sequence: number; productId: number }[];
}

export function fakeProduct(id: number, name: string, more: Partial<FakeProduct> = {}): FakeProduct {
  return {
    id,
    slug: `p${id}`,
    name,
    sku: '',
    gtin: '',
    shortDescription: '',
    price: 100,
    maxPrice: 100,
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
    ...more,
  };
}

export function setFakeShop(shop: FakeShop): void {
  const globals = globalThis as { __fakeShop?: FakeShop; __fakeSearch?: (query: ExactSearchQuery) => FoundProducts };
  globals.__fakeShop = shop;
  globals.__fakeSearch = (query) => searchExhaustively(shop.products, shop.terms, query);
}
