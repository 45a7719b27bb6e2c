import { normalizeForSearch, type FormFields, type PageRequest, type PluginScope } from 'plinth';
import { REPORT_PATH, WITHDRAWAL_PATH } from '../pages/generator.js';
import type { LegalPage } from '../pages/legal-pages.js';
import { PAGE_LOCALES } from '../pages/page-type.js';
import type { FormContext, FormLocation } from '../store/shop.js';
import type { ProductScan, SampleKind, SampleProduct } from './goods.js';
import {
  type SiteResponse,
  createConcurrencyLimit,
  createVisitor,
  readFormFields,
  htmlInJson,
  languageName,
  type SiteAccess,
  type Visitor,
} from './visitor.js';
import { createPageStyles, type PageStyles } from './page-styles.js';
import type { Screen } from './styles/screen.js';
import type { SeenElement } from './visible-element.js';

/** Pages of a shop that are scanned. */
export type PageKind =
  | 'home'
  | 'shop'
  | 'search'
  | 'suggestions'
  | 'product'
  | 'cart'
  | 'checkout'
  | 'registration'
  | 'contact'
  | 'withdrawal'
  | 'withdrawal_review'
  | 'report'
  | 'legal';

/** A page as received by a visitor. */
export interface ReceivedPage {
  readonly kind: PageKind;
  readonly path: string;
  readonly locale: string;
  /** Location for display: `/shop/ (in Polish)`. */
  readonly location: string;
  /** '' when it could not be opened. */
  readonly html: string;
  /** Product of a product page. */
  readonly product?: SampleProduct;
}

/** A page with what can be seen of it in a window. */
export interface SeenPage extends ReceivedPage {
  readonly body: SeenElement;
}

/** The shop's pages as visitors of each language see them in a window. */
export interface ShopView {
  readonly screen: Screen;
  /** Whether these are the actual pages including the theme, or only their parts. */
  readonly live: boolean;
  readonly locales: readonly string[];
  readonly pages: readonly SeenPage[];
  /** Pages of the given kinds, one for each language and product. */
  findPages(...kinds: readonly PageKind[]): readonly SeenPage[];
  /**
   * REST responses to a visitor who is not logged in, by the path after `shop/v1/`; empty when the site is not running.
   */
  readonly responses: ReadonlyMap<string, SiteResponse>;
  /** Names of the cookies that a visitor got who only read pages. */
  readonly cookies: readonly string[];
  /** URLs of files of other sites that the shop's stylesheets load. */
  readonly foreignStyleUrls: readonly string[];
}

export const REST = '/wp-json/shop/v1/';
/** REST paths that require permission; the constant below is a search without its required parameter. */
export const PROTECTED_PATHS = [
  'settings',
  'settings/compliance',
  'checkboxes',
  'checkboxes/stats',
  'legal-pages',
] as const;
export const INVALID_SEARCH = 'search';

/** Number of pages opened in parallel. */
const MAX_CONCURRENT_PAGES = 4;
/** Kinds of products added to the cart: those that the cart and the checkout must inform about. */
const CART_KINDS: readonly SampleKind[] = [
  'reduced',
  'reduced_version',
  'perishable',
  'versions',
  'plain',
  'digital',
  'excepted',
];
const SAMPLE_FIELDS = { name: 'Jan Próbny', order: '0', email: 'jan@example.com' } as const;

/** The shop's pages as visitors of each language received them. */
export interface ReceivedShop extends Pick<ShopView, 'live' | 'locales' | 'responses' | 'cookies'> {
  readonly pages: readonly ReceivedPage[];
  readonly styles: PageStyles;
}

/**
 * Opens the pages of the site, and fills a cart to reach the checkout; renders their parts instead when the site is not
 * running.
 */
export async function visitShop(
  scope: PluginScope,
  { samples }: ProductScan,
  legal: readonly LegalPage[],
): Promise<ReceivedShop> {
  const siteAccess: SiteAccess = {
    home: scope.homeUrl('/'),
    concurrency: createConcurrencyLimit(MAX_CONCURRENT_PAGES),
    readerCookies: new Set(),
  };
  const siteLanguages = scope.getSiteLanguages();
  const siteLocales = PAGE_LOCALES.filter((locale) => siteLanguages.includes(locale));
  const anonymousVisitor = createVisitor(siteAccess, siteLocales[0] ?? scope.locale(), 'reader');
  const { status } = await anonymousVisitor.request('/shop/');
  const live = status > 0 && status < 400;
  const styles = createPageStyles(anonymousVisitor, siteAccess.home);
  const locales = live ? siteLocales : [scope.locale()];
  const [restResponses, ...pageGroups] = await Promise.all([
    live ? fetchRestResponses(anonymousVisitor, samples) : new Map<string, SiteResponse>(),
    ...locales.map((locale) =>
      live
        ? visitPages({ scope, locale, street: siteAccess }, samples, getLegalPaths(legal, locale))
        : renderPages(scope, locale, samples, legal),
    ),
  ]);
  return {
    live,
    locales,
    pages: pageGroups.flat(),
    responses: restResponses,
    cookies: [...siteAccess.readerCookies].sort(),
    styles,
  };
}

/**
 * Returns the paths of the legal pages that visitors of a language are linked to: the version in their language, or the
 * only version.
 */
function getLegalPaths(legal: readonly LegalPage[], locale: string): string[] {
  const published = legal.filter(({ post }) => post.post_status === 'publish');
  const localPages = published.filter(
    (page) => page.locale === locale || !published.some((other) => other.type === page.type && other.locale === locale),
  );
  return localPages.map(({ url }) => new URL(url).pathname + new URL(url).search);
}

/**
 * Returns searches for a product: part of its code, its name without case and diacritics, and a special character that
 * must not act as a wildcard.
 */
export function searchesFor({ record }: SampleProduct): { readonly query: string; readonly id: number | undefined }[] {
  const { id, sku, name } = record;
  return [
    ...(sku.length > 2 ? [{ query: sku.slice(1), id }] : []),
    { query: normalizeForSearch(name), id },
    { query: '%', id: undefined },
  ];
}

export const searchPath = (query: string): string => `search?q=${encodeURIComponent(query)}&limit=50`;

async function fetchRestResponses(
  visitor: Visitor,
  samples: readonly SampleProduct[],
): Promise<ReadonlyMap<string, SiteResponse>> {
  const paths = [
    ...PROTECTED_PATHS,
    INVALID_SEARCH,
    ...samples.slice(0, 1).flatMap((product) => searchesFor(product).map(({ query }) => searchPath(query))),
  ];
  return new Map(await Promise.all(paths.map(async (path) => [path, await visitor.request(REST + path)] as const)));
}

type PageReceiver = (kind: PageKind, path: string, html: string, product?: SampleProduct) => ReceivedPage;

const createPageReceiver =
  (scope: PluginScope, locale: string): PageReceiver =>
  (kind, path, html, product) => ({
    kind,
    path,
    locale,
    location: `${path} (${languageName(locale, scope)})`,
    html,
    ...(product ? { product } : {}),
  });

async function visitPages(
  { scope, locale, street }: { scope: PluginScope; locale: string; street: SiteAccess },
  samples: readonly SampleProduct[],
  legal: readonly string[],
): Promise<ReceivedPage[]> {
  const [reader, buyer] = [createVisitor(street, locale, 'reader'), createVisitor(street, locale, 'buyer')];
  const see = createPageReceiver(scope, locale);
  const open = (visitor: Visitor, pages: readonly (readonly [PageKind, string])[]): Promise<ReceivedPage[]> =>
    Promise.all(pages.map(async ([kind, path]) => see(kind, path, await visitor.visit(path))));
  const word = encodeURIComponent((samples[0]?.record.name ?? '').split(' ')[0] ?? '');
  const productPages = Promise.all(
    samples.map(async (product) => {
      const path = `/product/${product.record.slug}/`;
      return see('product', path, await reader.visit(path), product);
    }),
  );
  const publicPages = open(reader, [
    ['home', '/'],
    ['shop', '/shop/'],
    ['contact', '/contact/'],
    ['registration', '/register/'],
    ['report', REPORT_PATH],
    ...(word === '' ? [] : ([['search', `/shop/?sf_q=${word}`]] as const)),
    ...legal.map((path) => ['legal', path] as const),
  ]);
  const products = await productPages;
  // Sequentially, since all go into one cart.
  for (const { html } of products.filter(({ product }) => product?.kinds.some((kind) => CART_KINDS.includes(kind)))) {
    const formFields = readFormFields(html, 'add_to_cart');
    if (formFields) await buyer.visit('/cart/', { ...formFields, add_to_cart: formFields.add_to_cart || '1' });
  }
  const cartPages =
    word === ''
      ? []
      : [
          ...(await open(buyer, [
            ['cart', '/cart/'],
            ['checkout', '/checkout/'],
          ])),
          see('suggestions', REST + INVALID_SEARCH, htmlInJson(await reader.visit(`${REST}search?q=${word}`))),
        ];
  return [...products, ...(await publicPages), ...cartPages, ...(await visitWithdrawalForm(buyer, see))];
}

/** Opens the first step of a withdrawal, and the second one, which asks for confirmation and stores nothing. */
async function visitWithdrawalForm(visitor: Visitor, see: PageReceiver): Promise<ReceivedPage[]> {
  const html = await visitor.visit(WITHDRAWAL_PATH);
  const fields = readFormFields(html, 'declaration_name');
  const declarationFields = Object.fromEntries(
    Object.entries(SAMPLE_FIELDS).map(([name, value]) => [`declaration_${name}`, value]),
  );
  return [
    see('withdrawal', WITHDRAWAL_PATH, html),
    see(
      'withdrawal_review',
      WITHDRAWAL_PATH,
      fields ? await visitor.visit(WITHDRAWAL_PATH, { ...fields, ...declarationFields }) : '',
    ),
  ];
}

/** Renders the parts of the pages without the theme, in the language of the command. */
async function renderPages(
  scope: PluginScope,
  locale: string,
  samples: readonly SampleProduct[],
  legal: readonly LegalPage[],
): Promise<ReceivedPage[]> {
  const see = createPageReceiver(scope, locale);
  const footer = await scope.applyFilters<readonly { title: string; url: string }[]>('plinth/footer_links', []);
  const links = footer
    .map(({ title, url }) => `<a href="${scope.escAttr(url)}">${scope.escHtml(title)}</a>`)
    .join('\n');
  const form = async (location: FormLocation): Promise<string> =>
    scope.applyFilters<string>('store/form_fields', '', emptyForm(location, scope.homeUrl('/')));
  const owner = (await scope.applyFilters<readonly string[]>('plinth/owner_details', []))
    .map((line) => `<p>${scope.escHtml(line)}</p>`)
    .join('');
  const button = scope.escHtml(await scope.applyFilters<string>('store/order_button_text', ''));
  const pages = [
    see('shop', '/shop/', links),
    see(
      'checkout',
      '/checkout/',
      samples.length > 0
        ? `<form>${await form('checkout')}<button name="place_order" value="1">${button}</button></form>`
        : '',
    ),
    see('registration', '/register/', await form('registration')),
    see('contact', '/contact/', owner + (await form('contact'))),
    ...legal.map(({ post, url }) => see('legal', new URL(url).pathname, post.post_content)),
  ];
  for (const product of samples) {
    const { card, record } = product;
    const html = await scope.applyFilters<string>('store/product_html', '', record, card);
    pages.push(see('product', `/product/${record.slug}/`, `<main><div>${card.priceHtml}</div>${html}</main>`, product));
  }
  return pages;
}

/** Returns the context of an empty form. */
function emptyForm(location: FormLocation, home: string): FormContext {
  const noFields: FormFields = {};
  const request: PageRequest = {
    method: 'GET',
    path: '/',
    url: new URL(home),
    params: {},
    query: noFields,
    form: noFields,
    files: [],
    cookies: {},
    session: { id: () => '', get: () => undefined, set: () => undefined },
    userId: 0,
    locale: '',
    ip: '',
    id: 'compliance-check',
    header: () => undefined,
    field: () => '',
    verifyNonce: () => false,
  };
  return {
    location,
    request,
    categoryIds: [],
    productIds: [],
    productTypes: [],
    country: '',
    paymentMethod: '',
    submitted: false,
  };
}
