import {
  type FrontRoute,
  inSteps,
  localNumber,
  type MaybePromise,
  type PageRequest,
  type PluginScope,
  ready,
  type Reply,
  type Steps,
  utcText,
} from 'plinth';
import { ALERT_NONCE, ALERT_PATH, ALERT_TRAP, choiceOf } from '../alerts/alert-form.js';
import { CART_NONCE } from '../cart/cart-view.js';
import { MAX_QUANTITY, readId } from '../cart/cart-lines.js';
import type { CatalogueParts } from '../catalogue/boot.js';
import { recordsFrom } from '../catalogue/product-records.js';
import { conditionOf } from '../products/condition.js';
import { starsOf } from '../products/stars.js';
import type { ProductRow } from '../products/tables.js';
import { VERSION } from '../products/version-address.js';
import type { CatalogueTerm, ProductSummary } from '../contract/index.js';
import { type ArrivalLines, deliverySaid } from './arrival-lines.js';
import { breadcrumbData } from './breadcrumbs.js';
import { pathTo } from '../taxonomies/term-path.js';
import { createLineData } from '../cart/line-data.js';
import { takeTried } from '../cart/tried.js';
import type { StoreRegistries } from '../registries/store-registries.js';
import { createProductTabs } from './product-tabs.js';
import type { StoreOptions } from '../products/store-settings.js';
import { productData } from './product-data.js';
import { type ProductView, productView } from './product-view.js';
import type { ReviewSection } from '../reviews/review-section.js';
import type { LinkedCards } from './linked-cards.js';
import { createRelatedProducts } from './related-products.js';
import type { WishButton } from '../wishes/wish-button.js';
import { robotsOf } from './shop-address.js';

interface ProductPageDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly settings: StoreOptions;
  readonly registries: StoreRegistries;
  readonly reviews: ReviewSection;
  readonly arrivals: ArrivalLines;
  readonly linked: LinkedCards;
  readonly wishButton: WishButton;
}

const RELATED = 4;
/** Of as many, those that are there are named instead of what is sold out. */
const LOOKED_AT = 12;
const INSTEAD = 3;
/** More versions than these are chosen from a list that opens. */
const MOST_RADIOS = 12;

/** `/product/:slug/`: one product and the way into the cart. Whoever runs the shop sees drafts. */
export function productPage({
  scope,
  parts,
  settings,
  registries,
  reviews,
  arrivals,
  linked,
  wishButton,
}: ProductPageDeps): FrontRoute {
  const { __, homeUrl } = scope;

  const relatedTo = createRelatedProducts({ scope, inTerms: parts.inTerms });

  const lineData = createLineData({ registry: registries.cartData, words: scope });
  const tabs = createProductTabs(registries.tabs);

  /** The fields that plugins ask for, with what was tried and refused. */
  function* dataFields(
    request: PageRequest,
    row: ProductRow,
    view: ProductView,
  ): Steps<{ html: string; errorSummary: string; button: string }> {
    const tried = takeTried(request.session, row.id);
    const product = {
      productId: row.id,
      variationId: 0,
      name: row.name,
      sku: row.sku ?? '',
      price: view.summary.price,
      kind: view.summary.kind,
      categoryIds: view.categories.map(({ id }) => id),
    };
    if (!parts.types.isSellable(row.kind))
      return { html: '', errorSummary: '', button: yield* ready(parts.types.button(row.kind, product)) };
    const fields = yield* ready(lineData.view(product, tried));
    if (fields.length === 0)
      return { html: '', errorSummary: '', button: yield* ready(parts.types.button(row.kind, product)) };
    // The fields look as they do at the checkout.
    scope.useAsset('store-checkout');
    return {
      html: yield* ready(scope.render('checkout/fields', { fields })),
      errorSummary: tried ? yield* ready(scope.render('checkout/errors', { errors: tried.errors })) : '',
      button: yield* ready(parts.types.button(row.kind, product)),
    };
  }

  function* related(
    row: ProductRow,
    categories: readonly CatalogueTerm[],
    path: readonly CatalogueTerm[],
    shown: readonly number[],
  ): Steps<string> {
    const near = yield* ready(
      relatedTo(row.id, RELATED + shown.length, {
        categories,
        path,
        all: yield* ready(parts.terms.all('product_cat')),
      }),
    );
    const ids = near.filter((id) => !shown.includes(id)).slice(0, RELATED);
    return ids.length > 0
      ? yield* ready(parts.catalogue.renderCards(yield* ready(parts.catalogue.summaries(ids))))
      : '';
  }

  /** The wish to be told when something is back, where it or one of its versions is sold out. */
  function* alertForm(
    request: PageRequest,
    row: ProductRow,
    { variations, stockText, opensSoldOut }: ProductView,
  ): Steps<string> {
    if (stockText === '' || !parts.types.isSellable(row.kind)) return '';
    const versions = variations.filter(({ soldOut }) => soldOut);
    if (row.type === 'variable' ? versions.length === 0 : row.stock !== 'outofstock') return '';
    scope.useAsset('store-checkout');
    const user = request.userId > 0 ? yield* ready(scope.getUserdata(request.userId)) : false;
    const things =
      row.type === 'variable'
        ? versions.map(({ id, name }) => ({ variationId: id, name }))
        : [{ variationId: 0, name: row.name }];
    return yield* ready(
      scope.render('alerts/form', {
        action: homeUrl(ALERT_PATH),
        nonceField: scope.wpNonceField(ALERT_NONCE),
        trap: ALERT_TRAP,
        productId: row.id,
        email: user ? user.user_email : '',
        ...choiceOf(things, opensSoldOut ? variations.find(({ checked }) => checked)?.id : 0),
      }),
    );
  }

  /** What can be bought instead of what is sold out: of the same category, the best-selling first. */
  function* instead(
    row: ProductRow,
    categories: readonly CatalogueTerm[],
    path: readonly CatalogueTerm[],
  ): Steps<readonly ProductSummary[]> {
    const ids = yield* ready(
      relatedTo(row.id, LOOKED_AT, { categories, path, all: yield* ready(parts.terms.all('product_cat')) }),
    );
    return (yield* ready(parts.catalogue.summaries(ids))).filter(({ stock }) => stock === 'instock').slice(0, INSTEAD);
  }

  return {
    path: '/product/:slug/',
    methods: ['GET'],
    handler: (request): MaybePromise<Reply | undefined> => inSteps(() => show(request)),
  };

  function* show(request: PageRequest): Steps<Reply | undefined> {
    const slug = request.params.slug ?? '';
    const row = yield* ready(
      scope.remember(
        `store:product:${slug}`,
        async () => (await scope.db()('store_products').where({ slug }).first()) ?? null,
      ),
    );
    if (!row || (row.status !== 'publish' && !scope.currentUserCan('manage_shop'))) return undefined;
    const now = utcText();
    const visit = { now, few: (yield* ready(settings.read())).lowStock, variationId: readId(request.field(VERSION)) };
    const view = yield* productView({ scope, parts }, row, visit);
    const [record] = yield* ready(recordsFrom(scope, [row], now, parts.reviews));
    const [category] = view.categories;
    const path = category ? pathTo(category.id, yield* ready(parts.terms.all('product_cat'))) : [];
    const crumbs = [
      { name: __('Home'), url: homeUrl('/') },
      { name: __('Shop'), url: homeUrl('/shop/') },
      ...path.map((term) => ({ name: term.name, url: homeUrl(`/product-category/${term.slug}/`) })),
      { name: row.name, url: view.summary.url },
    ];
    scope.useAsset('store-shop');
    scope.useAsset('store-shop-script');
    const reviewed = yield* ready(
      reviews({ id: row.id, slug: row.slug, rating: view.summary.rating, figures: view.summary.reviews }, request),
    );
    const upsells = yield* ready(linked.upsells(row.id));
    const forSale = view.forSale && parts.types.isSellable(row.kind);
    const arrives = parts.types.isSellable(row.kind) ? yield* arrivals(row, view, { now, userId: request.userId }) : [];
    const listed = row.status === 'publish' && row.visibility === 'visible';
    return {
      kind: 'page',
      title: row.name,
      view: 'shop/product',
      canonical: `/product/${row.slug}/`,
      bodyClass: ['store-product', 'store-wide'],
      description: (row.short_description || row.name).replace(/\s+/g, ' ').slice(0, 300),
      ...(listed ? robotsOf(request) : { robots: 'noindex' }),
      jsonLd: [
        productData(row, view, reviewed?.data ?? [], parts.currency.plain, yield* ready(parts.rules.display('single'))),
        breadcrumbData(crumbs),
      ],
      data: {
        ...view,
        forSale,
        available: view.variations.filter(({ soldOut }) => !soldOut),
        id: row.id,
        name: row.name,
        anyGtin: view.gtin !== '' || view.variations.some(({ gtin }) => gtin !== ''),
        wish:
          row.status === 'publish' && row.price !== null
            ? yield* ready(
                wishButton(request, row.id, view.variations.find(({ checked }) => checked)?.id ?? 0, !forSale),
              )
            : '',
        shortDescription: row.short_description,
        description: row.description,
        draft: row.status !== 'publish',
        secondHand: conditionOf(view.summary.fields) === 'used',
        weight: row.weight > 0 ? weightText(row.weight, scope.locale()) : '',
        crumbs: crumbs.slice(0, -1),
        categories: view.categories.map(({ name, slug }) => ({ name, url: homeUrl(`/product-category/${slug}/`) })),
        asList: view.variations.length > MOST_RADIOS,
        stars: view.summary.reviews ? starsOf(view.summary.rating) : '',
        readable: view.summary.reviews?.count ?? 0,
        reviews: reviewed?.html ?? '',
        arrives,
        dataFields: yield* dataFields(request, row, view),
        ...(record ? yield* ready(tabs(record, view.summary)) : { tabsBefore: [], tabsBetween: [], tabsAfter: [] }),
        more: record
          ? yield* ready(
              scope.applyFilters<string>('store/product_html', '', record, view.summary, deliverySaid(arrives, view)),
            )
          : '',
        most:
          row.stock_quantity !== null && row.backorders === 0
            ? Math.max(1, Math.min(MAX_QUANTITY, row.stock_quantity))
            : MAX_QUANTITY,
        instead: view.stockText !== '' && !view.forSale ? yield* instead(row, view.categories, path) : [],
        upsells: upsells.html,
        related: yield* related(row, view.categories, path, upsells.ids),
        alert: yield* alertForm(request, row, view),
        nonceField: scope.wpNonceField(CART_NONCE),
        cartUrl: homeUrl('/cart/'),
        editUrl: scope.currentUserCan('manage_shop') ? scope.adminUrl(`admin.php?page=store-product&id=${row.id}`) : '',
      },
    };
  }
}

function weightText(grams: number, locale: string): string {
  return grams >= 1000 ? `${localNumber(grams / 1000, locale, 2)} kg` : `${localNumber(grams, locale, 2)} g`;
}
