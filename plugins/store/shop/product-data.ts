import { schemaCondition } from '../products/condition.js';
import type { ProductRow } from '../products/product-row.js';
import type { StockStatus } from '../contract/index.js';
import type { ShownPrices } from '../prices/price-rules.js';
import type { ProductView } from './product-view.js';

const AVAILABILITY: Readonly<Record<StockStatus, string>> = {
  instock: 'https://schema.org/InStock', onbackorder: 'https://schema.org/BackOrder', outofstock: 'https://schema.org/OutOfStock',
};

/** A product as search engines read it. */
export function productData(row: ProductRow, { summary, gallery, variations, forSale, saleUntil }: ProductView, plain: (minor: number) => string, { hidden }: Pick<ShownPrices, 'hidden'>): object {
  const offer = (price: string, stock: StockStatus, more: object): object => ({
    '@type': 'Offer', url: summary.url, price, priceCurrency: summary.currency, availability: AVAILABILITY[stock], itemCondition: schemaCondition(summary.fields), ...more,
  });
  const offers = variations.map((one) => offer(one.priceText, one.stock, { name: one.name, ...(one.sku ? { sku: one.sku } : {}), ...(one.gtin ? { gtin: one.gtin } : {}) }));
  const prices = variations.map((one) => one.price);
  const text = (row.short_description || row.description.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 5000);
  const single = row.type === 'simple' && (forSale || summary.stock === 'outofstock') && row.regular_price !== null;
  return {
    '@context': 'https://schema.org', '@type': 'Product', name: row.name, url: summary.url,
    ...(row.sku ? { sku: row.sku } : {}), ...(row.gtin ? { gtin: row.gtin } : {}), ...(summary.brand ? { brand: { '@type': 'Brand', name: summary.brand } } : {}),
    ...(text ? { description: text } : {}), ...(gallery.length > 0 ? { image: gallery.map((image) => image.url) } : {}), ...(summary.category ? { category: summary.category } : {}),
    ...(row.rating_count > 0 ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: summary.rating, reviewCount: summary.ratingCount } } : {}),
    ...(offers.length > 0 && !hidden ? { offers: { '@type': 'AggregateOffer', lowPrice: plain(Math.min(...prices)), highPrice: plain(Math.max(...prices)), priceCurrency: summary.currency, offerCount: offers.length, offers } } : {}),
    ...(single && !hidden ? { offers: offer(summary.priceText, summary.stock, saleUntil ? { priceValidUntil: saleUntil.slice(0, 10) } : {}) } : {}),
  };
}
