import { type PageRequest, type PluginScope } from 'plinth';
import { CART_NONCE } from '../cart/cart-view.js';
import type { ProductSummary } from '../contract/index.js';
import { wishlistKey, WISHLIST_PATH } from './wishlist-item.js';
import type { Wishlist } from './wishlist.js';

interface CardButtonsDeps {
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
 * ID of the form that all heart buttons of a page share. The form is at the end of the page, and buttons refer to it by
 * ID. Cards can therefore be inside other forms, and they contain no nonce.
 */
const FORM_ID = 'wishlist-form';
const HEART_ICON =
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="M12 20.5 4.3 12.9a4.9 4.9 0 0 1 0-7 4.9 4.9 0 0 1 7 0l.7.8.7-.8a4.9 4.9 0 0 1 7 0 4.9 4.9 0 0 1 0 7z"/></svg>';

/**
 * Adds heart buttons to product cards. On pages, the server renders their state; only pages of visitors without a
 * wishlist are cached. Cards in REST responses are the same for all visitors; the script reads their state from the
 * form.
 */
export function addCardButtons({ scope, list }: CardButtonsDeps): void {
  const { __ } = scope;
  /**
   * Keys of the visitor's wishlist items, by request, loaded when the first heart button is rendered. They include the
   * keys without variation, for cards of products.
   */
  const keysByRequest = new WeakMap<PageRequest, Promise<ReadonlySet<string>>>();

  async function loadKeys(request: PageRequest): Promise<ReadonlySet<string>> {
    const items = await list.list(request);
    return new Set(items.flatMap((item) => [wishlistKey(item), wishlistKey({ ...item, variationId: 0 })]));
  }

  function getKeys(request: PageRequest): Promise<ReadonlySet<string>> {
    let found = keysByRequest.get(request);
    if (found === undefined) {
      scope.useAsset('store-wishlist');
      found = loadKeys(request);
      keysByRequest.set(request, found);
    }
    return found;
  }

  scope.addFilter(
    'store/card_html',
    async (html: string, { id, variationId, name }: ProductSummary) => {
      const request = scope.currentRequest();
      // The wishlist page has other buttons.
      if (request?.path === WISHLIST_PATH) return html;
      const key = wishlistKey({ productId: id, variationId: variationId ?? 0 });
      const requested = await (request ? getKeys(request) : undefined);
      const isOn = requested?.has(key) === true;
      // Rendered without a template, because a page may contain many cards.
      return `${html}<button class="card__wishlist" form="${FORM_ID}" name="wishlist" value="${isOn ? 'remove' : 'add'}-${key}" aria-pressed="${String(isOn)}" aria-label="${scope.escAttr(__('Wishlist: %s', name))}">${HEART_ICON}</button>`;
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
      id: FORM_ID,
      action: scope.homeUrl(WISHLIST_PATH),
      nonce: scope.wpCreateNonce(CART_NONCE),
      from: request.url.pathname + request.url.search,
      wishlistIds: [...requested].join(' '),
    });
    footer.push(form);
  });
}
