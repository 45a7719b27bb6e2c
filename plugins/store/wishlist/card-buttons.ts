import { type PageRequest, type PluginScope } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import type { ProductSummary } from '../contract/index.js';
import { wishlistKey, WISHLIST_PATH } from './wishlist-item.js';
import type { Wishlist } from './wishlist.js';

interface CardHeartsDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'addFilter'
    | 'addAction'
    | 'currentRequest'
    | 'escAttr'
    | 'homeUrl'
    | 'render'
    | 'useAsset'
    | 'wpCreateNonce'
  >;
  readonly list: Pick<Wishlist, 'list'>;
}

/**
 * ID of the form that all heart buttons of a page share, rendered once at its end: buttons refer to it by ID, so that
 * cards can be inside other forms and contain no nonce.
 */
const FORM = 'wish-form';
const HEART =
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M12 20.5 4.3 12.9a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.7.8.7-.8a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7z"/></svg>';

/**
 * Adds heart buttons to the cards of lists. Cards returned by the API are the same for everyone, and the script fills
 * in the state from the page's form. On pages, the server renders the state, since only pages for visitors without a
 * list are cached.
 */
export function addCardHearts({ scope, list }: CardHeartsDeps): void {
  const { __ } = scope;
  /**
   * Wishlist of a page's visitor, loaded once a heart button is rendered. A card without a variation stands for the
   * whole product.
   */
  const keysByRequest = new WeakMap<PageRequest, Promise<ReadonlySet<string>>>();

  async function keysOf(request: PageRequest): Promise<ReadonlySet<string>> {
    const items = await list.list(request);
    return new Set(items.flatMap((item) => [wishlistKey(item), wishlistKey({ ...item, variationId: 0 })]));
  }

  function addedOn(request: PageRequest): Promise<ReadonlySet<string>> {
    let found = keysByRequest.get(request);
    if (found === undefined) {
      scope.useAsset('store-wishlist');
      found = keysOf(request);
      keysByRequest.set(request, found);
    }
    return found;
  }

  scope.addFilter(
    'store/card_html',
    async (html: string, { id, variationId, name }: ProductSummary) => {
      const request = scope.currentRequest();
      // The wishlist page has labeled buttons on each card instead.
      if (request?.path === WISHLIST_PATH) return html;
      const key = wishlistKey({ productId: id, variationId: variationId ?? 0 });
      const requested = await (request ? addedOn(request) : undefined);
      const isOn = requested?.has(key) === true;
      // Built without a template: forty cards would mean forty template renderings.
      return `${html}<button class="card__wish" form="${FORM}" name="wish" value="${isOn ? 'remove' : 'add'}-${key}" aria-pressed="${String(isOn)}" aria-label="${scope.escAttr(__('Wishlist: %s', name))}">${HEART}</button>`;
    },
    20,
    2,
  );

  scope.addAction('wp_footer', async (footer: string[]) => {
    const request = scope.currentRequest();
    const items = request && keysByRequest.get(request);
    if (!request || items === undefined) return undefined;
    const requested = await items;
    const form = await scope.render('wishlist/cards-form', {
      id: FORM,
      action: scope.homeUrl(WISHLIST_PATH),
      nonce: scope.wpCreateNonce(CART_NONCE),
      from: request.url.pathname + request.url.search,
      wished: [...requested].join(' '),
    });
    footer.push(form);
  });
}
