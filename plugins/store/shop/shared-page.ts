import { mapSeries, type MaybePromise, type PageDocument, type PluginScope } from 'plinth';
import type { Terms } from '../contract/index.js';
import { DIRECT_DOWNLOAD } from './product-data.js';

type Data = Readonly<Record<string, unknown>>;
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

/** Link previews of social networks need a raster image. */
const SVG_URL = /\.svg(?:$|\?)/i;
const DRAWN_COPY = /\.svg\.png(?:$|\?)/i;

/**
 * Adds Open Graph metadata for link previews to the head of each shop page, and structured data about the seller,
 * delivery costs and return period.
 */
export function describePages({ scope, currency }: SharedPageDeps): void {
  scope.addFilter(
    'plinth/document',
    async (document: PageDocument): Promise<PageDocument> => {
      const data = (document.jsonLd ?? []) as readonly Data[];
      const product = data.find((one) => one['@type'] === 'Product' || one['@type'] === 'ProductGroup');
      const jsonLd = await mapSeries(data, (one) => (one === product ? withTerms(one) : one));
      const isHome = data.some((one) => one['@type'] === 'WebSite');
      const site = await scope.siteName();
      const organization = isHome
        ? [{ '@context': 'https://schema.org', '@type': 'OnlineStore', name: site, url: scope.homeUrl('/') }]
        : [];
      return {
        ...document,
        jsonLd: [...jsonLd, ...organization],
        head: [...(document.head ?? []), ...lines(document, product, site)],
      };
    },
    20,
  );

  function lines(document: PageDocument, product: Data | undefined, site: string): readonly string[] {
    // Another plugin already provides better metadata.
    if (document.canonical === undefined || (document.head ?? []).some((line) => line.includes('property="og:')))
      return [];
    const image = imageOf([product?.image].flat().filter((url): url is string => typeof url === 'string'));
    const metaTags: readonly (readonly [string, string | undefined])[] = [
      ['og:type', product ? 'product' : 'website'],
      ['og:site_name', site],
      ['og:title', product ? String(product.name) : document.title],
      ['og:url', document.canonical],
      ['og:description', document.description],
      ['og:locale', scope.locale()],
      ['og:image', image],
      ...(image && DRAWN_COPY.test(image)
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
   * Returns the image of a link preview: a raster image, or the raster copy that the core creates of an SVG image on
   * this site.
   */
  function imageOf(images: readonly string[]): string | undefined {
    const drawing = images.find((url) => url.startsWith(scope.homeUrl('/wp-content/')) && SVG_URL.test(url));
    return images.find((url) => !SVG_URL.test(url)) ?? drawing?.replace(/\.svg(?=$|\?)/i, '$&.png');
  }

  /** Adds delivery costs and the return period to a product's offers. */
  function withTerms(product: Data): MaybePromise<Data> {
    const offers = product.offers as Data | undefined;
    return offers && scope.services.has('store.terms') ? complete(product, offers) : product;
  }

  /**
   * Cached until one of its dependencies changes, since determining the offered methods means querying each shipping
   * method.
   */
  function deliveriesOf(price: number): MaybePromise<Deliveries> {
    return scope.cache.get(`store:deliveries:${scope.locale()}:${scope.getCurrentUserId()}:${price}`, () =>
      scope.services.get('store.terms').deliveries(price),
    );
  }

  async function complete(product: Data, offers: Data): Promise<Data> {
    const days = await scope.applyFilters<number>('store/return_days', 0);
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
    const variations = product.hasVariant as readonly (Data & { readonly offers?: Data })[] | undefined;
    if (!variations) return { ...product, offers: { ...(await withShipping(offers)), ...returns } };
    const variants: Data[] = [];
    for (const one of variations)
      variants.push(one.offers ? { ...one, offers: { ...(await withShipping(one.offers)), ...returns } } : one);
    return { ...product, hasVariant: variants };
  }

  /** Adds the delivery cost for a single unit to an offer. */
  async function withShipping(offer: Data): Promise<Data> {
    if (offer.availableDeliveryMethod === DIRECT_DOWNLOAD) return offer;
    const price = Math.round(Number(offer.price) * 10 ** currency.decimals());
    return { ...offer, ...shipping(await deliveriesOf(Number.isSafeInteger(price) ? price : 0)) };
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
