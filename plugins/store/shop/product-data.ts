import { schemaCondition } from '../products/condition.js';
import type { ProductRow } from '../products/tables.js';
import type { StockStatus } from '../contract/index.js';
import type { ShownPrices } from '../prices/price-rules.js';
import type { ProductView } from './product-view.js';

const AVAILABILITY: Readonly<Record<StockStatus, string>> = {
  instock: 'https://schema.org/InStock',
  onbackorder: 'https://schema.org/BackOrder',
  outofstock: 'https://schema.org/OutOfStock',
};

/** schema.org's word for what is fetched and not sent (`DeliveryMethod`). */
export const DIRECT_DOWNLOAD = 'http://purl.org/goodrelations/v1#DeliveryModeDirectDownload';

/** A product as search engines read it: one with versions is a group, of which each has its own address, numbers and offer. @param reviews those that its page shows */
export function productData(
  row: ProductRow,
  { summary, gallery, variations, forSale, saleUntil }: ProductView,
  reviews: readonly object[],
  plain: (minor: number) => string,
  { hidden }: Pick<ShownPrices, 'hidden'>,
): object {
  const offer = (url: string, price: string, stock: StockStatus, expectedOn: string, more: object): object => ({
    '@type': 'Offer',
    url,
    price,
    priceCurrency: summary.currency,
    availability: AVAILABILITY[stock],
    ...(expectedOn === '' ? {} : { availabilityStarts: expectedOn }),
    itemCondition: schemaCondition(summary.fields),
    ...(row.kind === 'digital' ? { availableDeliveryMethod: DIRECT_DOWNLOAD } : {}),
    ...more,
  });
  const pictures = gallery.map((image) => image.url);
  const text = (row.short_description || row.description.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 5000);
  const said = {
    name: row.name,
    url: summary.url,
    ...(row.sku ? { sku: row.sku } : {}),
    ...(row.gtin ? { gtin: row.gtin } : {}),
    ...(summary.brand ? { brand: { '@type': 'Brand', name: summary.brand } } : {}),
    ...(text ? { description: text } : {}),
    ...(pictures.length > 0 ? { image: pictures } : {}),
    ...(summary.category ? { category: summary.category } : {}),
    ...(summary.reviews
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: summary.rating,
            reviewCount: summary.reviews.count,
          },
        }
      : {}),
    ...(reviews.length > 0 ? { review: reviews } : {}),
  };
  if (variations.length > 0) {
    const { sku: _sku, gtin: _gtin, ...group } = said;
    const prices = variations.map((one) => one.price);
    const hasVariant = variations.map((one) => {
      const own = gallery.find(({ number }) => number === one.picture)?.url ?? pictures[0];
      const name = [row.name, one.name].filter((part) => part !== '').join(', ');
      return {
        '@type': 'Product',
        name,
        url: one.url,
        ...(one.sku ? { sku: one.sku } : {}),
        ...(one.gtin ? { gtin: one.gtin } : {}),
        ...(text ? { description: text } : {}),
        ...(own ? { image: own } : {}),
        ...(hidden ? {} : { offers: offer(one.url, one.priceText, one.stock, one.expectedOn, {}) }),
      };
    });
    const range = {
      '@type': 'AggregateOffer',
      lowPrice: plain(Math.min(...prices)),
      highPrice: plain(Math.max(...prices)),
      priceCurrency: summary.currency,
      offerCount: variations.length,
    };
    return {
      '@context': 'https://schema.org',
      '@type': 'ProductGroup',
      ...group,
      productGroupID: row.sku || String(row.id),
      hasVariant,
      ...(hidden ? {} : { offers: range }),
    };
  }
  const single = row.type === 'simple' && (forSale || summary.stock === 'outofstock') && row.regular_price !== null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...said,
    ...(single && !hidden
      ? {
          offers: offer(
            summary.url,
            summary.priceText,
            summary.stock,
            summary.expectedOn ?? '',
            saleUntil ? { priceValidUntil: saleUntil.slice(0, 10) } : {},
          ),
        }
      : {}),
  };
}
