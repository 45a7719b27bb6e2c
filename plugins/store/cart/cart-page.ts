import type { FrontRoute, PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import type { Sellable, Sellables } from '../catalogue/sellables.js';
import type { Money } from '../money/money.js';
import { addLine, type CartLine, lineKey, MAX_LINES, MAX_QUANTITY, readCart, readId, readQuantity, writeCart } from './cart-lines.js';
import type { PriceRules } from '../prices/price-rules.js';
import type { PriceWords } from '../prices/price-words.js';
import type { LinePrices } from './line-prices.js';
import { available, fullName, loweredText, priceCart } from './priced-cart.js';

export const CART_NONCE = 'store_cart';

interface CartPageDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'addNotice' | 'wpNonceField' | 'useAsset' | 'homeUrl' | 'escHtml'>;
  readonly sellables: Pick<Sellables, 'find'>;
  readonly money: Money;
  readonly rules: Pick<PriceRules, 'chargesTax'>;
  amounts(): Promise<PriceWords>;
  readonly linePrices: LinePrices;
}

/** `/cart/`: what is in it, and every change of it. */
export function cartPage({ scope, sellables, money, rules, amounts, linePrices }: CartPageDeps): FrontRoute {
  const { __, _n } = scope;

  async function show(request: PageRequest, status = 200, problem = ''): Promise<PageReply> {
    const cart = await priceCart({ sellables, amounts, words: scope }, readCart(request.session));
    if (cart.changes.length > 0) writeCart(request.session, cart.kept);
    const prices = await linePrices(cart.lines, ` ${scope.escHtml(__('each'))}`);
    const shown = await amounts();
    scope.useAsset('store-checkout');
    scope.useAsset('store-cart-script');
    return {
      kind: 'page', status, title: __('Cart'), view: 'cart/cart', robots: 'noindex', bodyClass: ['store-cart'], headers: { 'Cache-Control': 'no-store' },
      data: {
        problem: problem || (shown.hidden ? __('No price can be shown at the moment, so nothing can be ordered. Your cart is kept; please try again in a few minutes.') : ''),
        changes: cart.changes,
        lines: cart.lines.map((line) => ({
          key: line.key, name: line.name, url: line.sellable.url, image: line.sellable.image, quantity: line.quantity, most: line.most, unavailable: line.unavailable,
          priceHtml: prices.get(line.key) ?? '', total: shown.main(line.total, line.tax), totalAside: shown.aside(line.total, line.tax),
        })),
        total: shown.hidden ? shown.main(cart.items, cart.tax) : money.format(cart.items),
        split: shown.splits && cart.tax > 0 ? { net: money.format(cart.items - cart.tax), tax: money.format(cart.tax) } : null,
        taxed: await rules.chargesTax(),
        ready: !shown.hidden && cart.lines.length > 0 && cart.lines.every((line) => !line.unavailable),
        nonceField: scope.wpNonceField(CART_NONCE),
        shopUrl: scope.homeUrl('/shop/'), cartUrl: scope.homeUrl('/cart/'),
      },
    };
  }

  /** What can be chosen instead of a quantity that is none, or too much. */
  function quantityText(sellable: Sellable | undefined): string {
    const left = sellable ? available(sellable) : MAX_QUANTITY;
    if (!sellable || left === 0 || left === MAX_QUANTITY) return __('Please choose a quantity from 1 to %d.', MAX_QUANTITY);
    return _n('Please choose the quantity of %2$s anew: only %1$d piece is left.', 'Please choose the quantity of %2$s anew: only %1$d pieces are left.', left, left, fullName(sellable));
  }

  const back = (): Reply => ({ kind: 'redirect', status: 303, location: '/cart/' });

  async function add(request: PageRequest): Promise<Reply> {
    const key = { productId: readId(request.field('add_to_cart')), variationId: readId(request.field('variation_id')) };
    const quantity = request.field('quantity') === '' ? 1 : readQuantity(request.field('quantity'));
    const [sellable] = key.productId > 0 ? await sellables.find([key]) : [];
    if (!sellable) return show(request, 404, __('This product cannot be bought like that. Please open its page and choose from what is offered.'));
    if (quantity === null || quantity < 1) return show(request, 422, quantityText(sellable));
    const cart = readCart(request.session);
    const inCart = cart.find((line) => lineKey(line) === lineKey(key))?.quantity ?? 0;
    const most = available(sellable);
    if (most === 0) return show(request, 409, __('%s is out of stock.', fullName(sellable)));
    const room = Math.min(quantity, most - inCart);
    if (room <= 0) return show(request, 409, __('You have all %1$d pieces of %2$s in your cart already.', most, fullName(sellable)));
    const lines = addLine(cart, { ...key, quantity: room, seenPrice: sellable.price });
    if (!lines) return show(request, 409, __('A cart holds at most %d different products.', MAX_LINES));
    writeCart(request.session, lines);
    if (room < quantity) scope.addNotice(request, 'warning', loweredText(scope, most, fullName(sellable)));
    else scope.addNotice(request, 'success', __('%s is in your cart.', fullName(sellable)));
    return back();
  }

  /** To the checkout; what cannot be had as it was typed is told here first. */
  async function onward(lines: readonly CartLine[]): Promise<Reply> {
    const { changes } = await priceCart({ sellables, amounts, words: scope }, lines);
    return changes.length > 0 ? back() : { kind: 'redirect', status: 303, location: '/checkout/' };
  }

  async function update(request: PageRequest): Promise<Reply> {
    const typed = request.form.quantity;
    const texts: Readonly<Record<string, unknown>> = typeof typed === 'object' && !Array.isArray(typed) ? typed : {};
    const removed = request.field('remove');
    const lines: CartLine[] = [];
    let refused: CartLine | undefined;
    for (const line of readCart(request.session)) {
      const text = texts[lineKey(line)];
      const quantity = typeof text === 'string' ? readQuantity(text) : line.quantity;
      if (lineKey(line) === removed) continue;
      if (quantity === null) refused ??= line;
      if (quantity !== 0) lines.push({ ...line, quantity: quantity ?? line.quantity });
    }
    writeCart(request.session, lines);
    if (!refused) return request.field('checkout') === '' ? back() : onward(lines);
    const [sellable] = await sellables.find([refused]);
    return show(request, 422, quantityText(sellable));
  }

  return {
    path: '/cart/',
    async handler(request) {
      if (request.method !== 'POST') return show(request);
      if (!request.verifyNonce(CART_NONCE)) return show(request, 403, __('The page was open for too long. Please try again.'));
      return request.field('add_to_cart') !== '' ? add(request) : update(request);
    },
  };
}
