import { getSchemaCondition } from '../products/condition.js';
import type { ProductRow } from '../products/tables.js';
import type { StockStatus } from '../contract/index.js';
import type { PriceDisplayState } from '../prices/price-rules.js';
import type { ProductView } from './product-view.js';

const AVAILABILITY: Readonly<Record<StockStatus, string>> = {
  instock: 'https://schema.org/InStock',
  onbackorder: 'https://schema.org/BackOrder',
  outofstock: 'https://schema.org/OutOfStock',
};

/** `DeliveryMethod` of schema.org for downloads. */
export const DIRECT_DOWNLOAD = 'http://purl.org/goodrelations/v1#DeliveryModeDirectDownload';

/**
 * Returns the structured data of a product. A product with variations is a product group, in which each variation has
 * its own URL, identifiers and offer.
 * @param reviews structured data of the reviews on the page
 * @param formatDecimal formats minor units as a decimal number
 */
export function productStructuredData(
  row: ProductRow,
  view: ProductView,
  reviews: readonly object[],
  formatDecimal: (minor: number) => string,
  { hidden }: Pick<PriceDisplayState, 'hidden'>,
): object {
  const commonData = baseData(row, view, reviews);
  if (view.variations.length === 0)
    return {
      '@context': 'https://schema.org',
      '@type': 'Product',
      ...commonData,
      ...(hidden ? {} : singleOffer(row, view)),
    };
  const { sku: _sku, gtin: _gtin, ...group } = commonData;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    ...group,
    productGroupID: row.sku || String(row.id),
    hasVariant: view.variations.map((variation) => variationStructuredData(row, view, variation, hidden)),
    ...(hidden ? {} : { offers: priceRangeOffer(view, formatDecimal) }),
  };
}

const descriptionText = (row: ProductRow): string =>
  (row.short_description || row.description.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ').trim().slice(0, 5000);

/** Returns the structured data of a product without offers. */
function baseData(row: ProductRow, { summary, gallery }: ProductView, reviews: readonly object[]) {
  const images = gallery.map((image) => image.url);
  const text = descriptionText(row);
  return {
    productID: String(row.id),
    name: row.name,
    url: summary.url,
    ...(row.sku ? { sku: row.sku } : {}),
    ...(row.gtin ? { gtin: row.gtin } : {}),
    ...(summary.brand ? { brand: { '@type': 'Brand', name: summary.brand } } : {}),
    ...(text ? { description: text } : {}),
    ...(images.length > 0 ? { image: images } : {}),
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
}

interface OfferData {
  readonly url: string;
  readonly price: string;
  readonly stock: StockStatus;
  /** `YYYY-MM-DD`; empty for none. */
  readonly expectedOn: string;
}

function createOffer(
  row: ProductRow,
  { summary }: ProductView,
  { url, price, stock, expectedOn }: OfferData,
  extraFields: object = {},
): object {
  return {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: summary.currency,
    availability: AVAILABILITY[stock],
    ...(expectedOn === '' ? {} : { availabilityStarts: expectedOn }),
    itemCondition: getSchemaCondition(summary.fields),
    ...(row.kind === 'digital' ? { availableDeliveryMethod: DIRECT_DOWNLOAD } : {}),
    ...extraFields,
  };
}

function singleOffer(row: ProductRow, view: ProductView): object {
  const { summary, forSale, saleLastDay } = view;
  if (row.type !== 'simple' || row.regular_price === null || !(forSale || summary.stock === 'outofstock')) return {};
  const { url, priceText: price, stock, expectedOn = '' } = summary;
  const until = saleLastDay ? { priceValidUntil: saleLastDay } : {};
  return { offers: createOffer(row, view, { url, price, stock, expectedOn }, until) };
}

function variationStructuredData(
  row: ProductRow,
  view: ProductView,
  variation: ProductView['variations'][number],
  hidden: boolean,
): object {
  const text = descriptionText(row);
  const imageUrl = view.gallery.find(({ number }) => number === variation.image)?.url ?? view.gallery[0]?.url;
  const { url, priceText: price, stock, expectedOn } = variation;
  return {
    '@type': 'Product',
    name: [row.name, variation.name].filter((part) => part !== '').join(', '),
    url,
    ...(variation.sku ? { sku: variation.sku } : {}),
    ...(variation.gtin ? { gtin: variation.gtin } : {}),
    ...(text ? { description: text } : {}),
    ...(imageUrl ? { image: imageUrl } : {}),
    ...(hidden ? {} : { offers: createOffer(row, view, { url, price, stock, expectedOn }) }),
  };
}

function priceRangeOffer({ summary, variations }: ProductView, plain: (minor: number) => string): object {
  const prices = variations.map((variation) => variation.price);
  return {
    '@type': 'AggregateOffer',
    lowPrice: plain(Math.min(...prices)),
    highPrice: plain(Math.max(...prices)),
    priceCurrency: summary.currency,
    offerCount: variations.length,
  };
}
