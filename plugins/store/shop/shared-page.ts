import { mapSeries, type PageDocument, type PluginScope } from 'plinth';
import type { Terms } from '../contract/index.js';
import { DIRECT_DOWNLOAD } from './product-data.js';

type JsonObject = Readonly<Record<string, unknown>>;
type Deliveries = Awaited<ReturnType<Terms['deliveries']>>;

interface SharedPageDeps {
  readonly scope: Pick<
    PluginScope,
    | 'addFilter'
    | 'applyFilters'
    | 'siteName'
    | 'homeUrl'
    | 'escAttr'
    | 'locale'
    | 'services'
    | 'cache'
    | 'getCurrentUserId'
  >;
  readonly currency: { code(): string; decimals(): number; formatDecimal(minor: number): string };
}

/** SVG images are not used, because link previews of social networks require a raster image. */
const SVG_URL = /\.svg(?:$|\?)/i;
const SVG_COPY_URL = /\.svg\.png(?:$|\?)/i;

/**
 * Adds Open Graph tags for link previews to all pages, and structured data about the shop, shipping costs and the
 * return period.
 */
export function addPageMetadata({ scope, currency }: SharedPageDeps): void {
  scope.addFilter(
    'plinth/document',
    async (document: PageDocument): Promise<PageDocument> => {
      const data = (document.jsonLd ?? []) as readonly JsonObject[];
      const product = data.find((node) => node['@type'] === 'Product' || node['@type'] === 'ProductGroup');
      const jsonLd = await mapSeries(data, (node) => (node === product ? addOfferTerms(node) : node));
      const isHome = data.some((node) => node['@type'] === 'WebSite');
      const site = await scope.siteName();
      const organization = isHome
        ? [{ '@context': 'https://schema.org', '@type': 'OnlineStore', name: site, url: scope.homeUrl('/') }]
        : [];
      return {
        ...document,
        jsonLd: [...jsonLd, ...organization],
        head: [...(document.head ?? []), ...metaTagLines(document, product, site)],
      };
    },
    20,
  );

  function metaTagLines(document: PageDocument, product: JsonObject | undefined, site: string): readonly string[] {
    // Another plugin already provides Open Graph tags.
    if (document.canonical === undefined || (document.head ?? []).some((line) => line.includes('property="og:')))
      return [];
    const image = findPreviewImage([product?.image].flat().filter((url): url is string => typeof url === 'string'));
    const metaTags: readonly (readonly [string, string | undefined])[] = [
      ['og:type', product ? 'product' : 'website'],
      ['og:site_name', site],
      ['og:title', product ? String(product.name) : document.title],
      ['og:url', document.canonical],
      ['og:description', document.description],
      ['og:locale', scope.locale()],
      ['og:image', image],
      ...(image && SVG_COPY_URL.test(image)
        ? ([
            ['og:image:type', 'image/png'],
            ['og:image:width', '1200'],
          ] as const)
        : []),
    ];
    return [
      ...metaTags.flatMap(([property, content]) =>
        content ? [`<meta property="${property}" content="${scope.escAttr(content)}">`] : [],
      ),
      `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
    ];
  }

  /**
   * Returns the image of a link preview: a raster image, or the PNG copy that core creates of an SVG image of this
   * site.
   */
  function findPreviewImage(images: readonly string[]): string | undefined {
    const svgImage = images.find((url) => url.startsWith(scope.homeUrl('/wp-content/')) && SVG_URL.test(url));
    return images.find((url) => !SVG_URL.test(url)) ?? svgImage?.replace(/\.svg(?=$|\?)/i, '$&.png');
  }

  /** Adds shipping costs and the return period to the offers of a product. */
  async function addOfferTerms(product: JsonObject): Promise<JsonObject> {
    const offers = product.offers as JsonObject | undefined;
    return offers && scope.services.has('store.terms') ? addTermsToOffers(product, offers) : product;
  }

  /**
   * Returns the shipping methods for a price in minor units. They are cached, because each shipping method has to be
   * queried.
   */
  async function loadDeliveries(price: number): Promise<Deliveries> {
    return scope.cache.get(`store:deliveries:${scope.locale()}:${scope.getCurrentUserId()}:${price}`, () =>
      scope.services.get('store.terms').deliveries(price),
    );
  }

  async function addTermsToOffers(product: JsonObject, offers: JsonObject): Promise<JsonObject> {
    const days = await scope.applyFilters<number>('store/return_days', 0, [Number(product.productID)]);
    const returns =
      days > 0
        ? {
            hasMerchantReturnPolicy: {
              '@type': 'MerchantReturnPolicy',
              applicableCountry: 'PL',
              returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
              merchantReturnDays: days,
            },
          }
        : {};
    const variations = product.hasVariant as readonly (JsonObject & { readonly offers?: JsonObject })[] | undefined;
    if (!variations) return { ...product, offers: { ...(await withShipping(offers)), ...returns } };
    const variants: JsonObject[] = [];
    for (const variation of variations)
      variants.push(
        variation.offers
          ? { ...variation, offers: { ...(await withShipping(variation.offers)), ...returns } }
          : variation,
      );
    return { ...product, hasVariant: variants };
  }

  /** Adds the shipping cost of a single unit to an offer. */
  async function withShipping(offer: JsonObject): Promise<JsonObject> {
    if (offer.availableDeliveryMethod === DIRECT_DOWNLOAD) return offer;
    const price = Math.round(Number(offer.price) * 10 ** currency.decimals());
    return { ...offer, ...shipping(await loadDeliveries(Number.isSafeInteger(price) ? price : 0)) };
  }

  function shipping([first]: Deliveries): object {
    return first
      ? {
          shippingDetails: {
            '@type': 'OfferShippingDetails',
            shippingRate: {
              '@type': 'MonetaryAmount',
              value: currency.formatDecimal(first.price),
              currency: currency.code(),
            },
            shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'PL' },
          },
        }
      : {};
  }
}
