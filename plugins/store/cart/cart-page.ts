import type { FrontRoute, HookApi, PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import type { Sellables } from '../catalogue/sellables.js';
import type { Adjustment, Purchase } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { PriceWords } from '../prices/price-words.js';
import { createAddToCart, lineView, quantityText } from './add-to-cart.js';
import { adjustedView } from './adjusted-view.js';
import { type CartLine, lineKey, readCart, readQuantity, writeCart } from './cart-lines.js';
import type { Attempts } from '../forms/attempts.js';
import { CODE_TRIES, readCodes, typedCode, withCode, writeCodes } from './codes.js';
import type { LineData } from './line-data.js';
import type { LinePrices } from './line-prices.js';
import { taxInside } from '../money/tax.js';
import { bringBack, keepRemoved, tellRemoved } from './removed-line.js';
import { fullName, priceCart, type PriceCartDeps } from './priced-cart.js';
import { purchaseOf } from './purchase.js';

export const CART_NONCE = 'store_cart';

/** Fees and discounts of a cart that has neither delivery nor payment yet. */
export interface CartAdjust {
  (
    purchase: Purchase,
    codes: readonly string[],
  ): Promise<{
    readonly adjustments: readonly Adjustment[];
    readonly refused: readonly { readonly code: string; readonly reason: string }[];
  }>;
  takesCodes(): boolean;
}

/** What delivery of a cart costs before anybody says where it goes. */
export interface CartDelivery {
  /** Prices are minor units, tax included; `arrives` says when, '' where nobody knows. */
  readonly ways: readonly {
    readonly label: string;
    readonly price: number;
    readonly taxRate: number;
    readonly arrives: string;
  }[];
  /** Minor units by which the goods fall short of being delivered free of charge; 0 when they do not, or never are. */
  readonly missing: number;
}

interface CartPageDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'addNotice' | 'wpNonceField' | 'useAsset' | 'homeUrl' | 'escHtml'> &
    Pick<HookApi, 'applyFilters' | 'doAction'>;
  readonly pricing: Omit<PriceCartDeps, 'amounts'> & { readonly sellables: Sellables; readonly lineData: LineData };
  readonly money: Money;
  readonly adjust: CartAdjust;
  delivery(purchase: Purchase): Promise<CartDelivery>;
  amounts(): Promise<PriceWords>;
  readonly linePrices: LinePrices;
  readonly attempts: Attempts;
}

/** `/cart/`: what is in it, and every change of it. */
export function cartPage({
  scope,
  pricing,
  money,
  adjust,
  amounts,
  linePrices,
  attempts,
  delivery,
}: CartPageDeps): FrontRoute {
  const { __ } = scope;
  const { sellables, lineData, rules } = pricing;
  const addToCart = createAddToCart({ scope, sellables, lineData });

  async function show(request: PageRequest, status = 200, problem = '', codeProblem = ''): Promise<PageReply> {
    const cart = await priceCart({ ...pricing, amounts }, readCart(request.session));
    if (cart.changes.length > 0) writeCart(request.session, cart.kept);
    const prices = await linePrices(cart.lines, ` ${scope.escHtml(__('each'))}`);
    const shown = await amounts();
    const codes = readCodes(request.session);
    const purchase = purchaseOf(cart, { userId: request.userId });
    const { adjustments, refused } = await adjust(purchase, codes);
    const total = adjustments.reduce((sum, { amount }) => sum + amount, cart.items);
    const tax = adjustments.reduce((sum, part) => sum + part.tax, cart.tax);
    const { ways, missing } = shown.hidden ? { ways: [], missing: 0 } : await delivery(purchase);
    scope.useAsset('store-checkout');
    scope.useAsset('store-cart-script');
    return {
      kind: 'page',
      status,
      title: __('Cart'),
      view: 'cart/cart',
      robots: 'noindex',
      bodyClass: ['store-cart'],
      headers: { 'Cache-Control': 'no-store' },
      data: {
        problem:
          problem ||
          (shown.hidden
            ? __(
                'No price can be shown at the moment, so nothing can be ordered. Your cart is kept; please try again in a few minutes.',
              )
            : ''),
        changes: cart.changes,
        lines: cart.lines.map((line) => ({
          key: line.key,
          name: line.name,
          url: line.sellable.url,
          image: line.sellable.image,
          quantity: line.quantity,
          most: line.most,
          unavailable: line.unavailable,
          details: line.details,
          priceHtml: prices.get(line.key) ?? '',
          total: shown.main(line.total, line.tax),
          totalAside: shown.aside(line.total, line.tax),
        })),
        ...adjustedView({ adjustments, refused, codes, takesCodes: adjust.takesCodes(), shown }),
        codeProblem,
        typedCode: codeProblem === '' ? '' : typedCode(request.field('discount_code')),
        items: shown.main(cart.items, cart.tax),
        total: shown.hidden ? shown.main(total, tax) : money.format(total),
        split: shown.splits && tax > 0 ? { net: money.format(total - tax), tax: money.format(tax) } : null,
        taxed: await rules.chargesTax(),
        ready: !shown.hidden && cart.lines.length > 0 && cart.lines.every((line) => !line.unavailable),
        ways: ways.map(({ label, price, taxRate, arrives }) => ({
          label,
          arrives,
          price: price > 0 ? shown.main(price, taxInside(price, taxRate)) : '',
        })),
        missing: missing > 0 ? money.format(missing) : '',
        reached: missing > 0 ? Math.floor((cart.items * 100) / (cart.items + missing)) : 0,
        deliveryUrl: await scope.applyFilters<string>('store/delivery_url', ''),
        removed: tellRemoved(request.session),
        emptyHtml: cart.lines.length > 0 ? '' : await scope.applyFilters<string>('store/empty_cart_html', ''),
        moreHtml:
          cart.lines.length > 0
            ? await scope.applyFilters<string>('store/cart_html', '', [
                ...new Set(cart.lines.map(({ sellable }) => sellable.productId)),
              ])
            : '',
        nonceField: scope.wpNonceField(CART_NONCE),
        shopUrl: scope.homeUrl('/shop/'),
        cartUrl: scope.homeUrl('/cart/'),
      },
    };
  }

  const back = (): Reply => ({ kind: 'redirect', status: 303, location: '/cart/' });

  async function add(request: PageRequest): Promise<Reply> {
    const added = await addToCart(request);
    if ('refused' in added) return show(request, added.status, added.refused);
    return 'chooseAt' in added ? { kind: 'redirect', status: 303, location: added.chooseAt } : back();
  }

  async function changeCodes(request: PageRequest): Promise<Reply> {
    const before = readCodes(request.session);
    const code = typedCode(request.field('discount_code'));
    const left = request.field('remove_code');
    if (left !== '')
      writeCodes(
        request.session,
        before.filter((one) => one !== left),
      );
    if (left !== '' || code === '') return back();
    if (!(await attempts.allow(CODE_TRIES.action, request.ip, CODE_TRIES.most, CODE_TRIES.seconds)))
      return show(request, 429, '', __('Too many codes were tried. Please try again in a quarter of an hour.'));
    const tried = withCode(before, code);
    const cart = await priceCart({ ...pricing, amounts }, readCart(request.session));
    const refused = (await adjust(purchaseOf(cart, { userId: request.userId }), tried)).refused.find(
      (one) => one.code === code,
    );
    if (refused) return show(request, 422, '', refused.reason);
    writeCodes(request.session, tried);
    return back();
  }

  /** To the checkout; what cannot be had as it was typed is told here first. */
  async function onward(lines: readonly CartLine[]): Promise<Reply> {
    const { changes } = await priceCart({ ...pricing, amounts }, lines);
    return changes.length > 0 ? back() : { kind: 'redirect', status: 303, location: '/checkout/' };
  }

  async function update(request: PageRequest): Promise<Reply> {
    const typed = request.form.quantity;
    const texts: Readonly<Record<string, unknown>> = typeof typed === 'object' && !Array.isArray(typed) ? typed : {};
    const removed = request.field('remove');
    const before = readCart(request.session);
    const lines: CartLine[] = [];
    let refused: CartLine | undefined;
    for (const line of before) {
      const text = texts[lineKey(line)];
      const quantity = typeof text === 'string' ? readQuantity(text) : line.quantity;
      if (quantity === null) refused ??= line;
      if (lineKey(line) === removed) continue;
      if (quantity !== 0) lines.push({ ...line, quantity: quantity ?? line.quantity });
    }
    writeCart(request.session, lines);
    await keepGone(request, before, lines);
    await tell(before, lines);
    if (!refused) return request.field('checkout') === '' ? back() : onward(lines);
    const [sellable] = await sellables.find([refused]);
    return show(request, 422, quantityText(scope, sellable));
  }

  /** Keeps what a visitor took out, so that one press brings it back. */
  async function keepGone(
    { session }: PageRequest,
    before: readonly CartLine[],
    after: readonly CartLine[],
  ): Promise<void> {
    const place = before.findLastIndex((line) => !after.some((one) => lineKey(one) === lineKey(line)));
    const gone = before[place];
    const [sellable] = gone ? await sellables.find([gone]) : [];
    if (gone && sellable) keepRemoved(session, gone, place, fullName(sellable));
  }

  /** Brings back what was removed last, as far as the cart has room for it. */
  async function undo(request: PageRequest, key: string): Promise<Reply> {
    if (!bringBack(request.session, key)) return back();
    const line = readCart(request.session).find((one) => lineKey(one) === key);
    if (line) await scope.doAction('store/add_to_cart', lineView(line));
    return back();
  }

  /** Tells extensions what a visitor changed. */
  async function tell(before: readonly CartLine[], after: readonly CartLine[]): Promise<void> {
    for (const line of before) {
      const now = after.find((one) => lineKey(one) === lineKey(line));
      if (!now) await scope.doAction('store/cart_line_removed', lineView(line));
      else if (now.quantity !== line.quantity)
        await scope.doAction('store/cart_quantity_changed', lineView(now), line.quantity);
    }
  }

  return {
    path: '/cart/',
    async handler(request) {
      if (request.method !== 'POST') return show(request);
      if (!request.verifyNonce(CART_NONCE))
        return show(request, 403, __('The page was open for too long. Please try again.'));
      if (request.field('add_to_cart') !== '') return add(request);
      if (request.field('undo') !== '') return undo(request, request.field('undo'));
      // Enter in the field of a code presses the first button of the form.
      const isCode =
        request.field('apply_code') !== '' ||
        request.field('remove_code') !== '' ||
        (request.field('update') !== '' && typedCode(request.field('discount_code')) !== '');
      return isCode ? changeCodes(request) : update(request);
    },
  };
}
