import type { FrontRoute, HookApi, PageReply, PageRequest, PluginScope, Reply } from 'plinth';
import type { Sellables } from '../catalog/sellables.js';
import type { Attempts } from '../forms/attempts.js';
import { createAddToCart, lineView, quantityText } from './add-to-cart.js';
import { type CartLine, lineKey, readCart, readQuantity, writeCart } from './cart-lines.js';
import { CART_NONCE, type CartViewDeps, createCartView } from './cart-view.js';
import { CODE_RATE_LIMIT, readCodes, normalizeCode, withCode, writeCodes } from './codes.js';
import type { LineData } from './line-data.js';
import { fullName, priceCart, type PriceCartDeps, purchaseOf } from './priced-cart.js';
import { restoreRemoved, saveRemoved } from './removed-line.js';

interface CartPageDeps extends CartViewDeps {
  readonly scope: CartViewDeps['scope'] &
    Pick<PluginScope, '_n' | 'addNotice' | 'useAsset'> &
    Pick<HookApi, 'doAction'>;
  readonly pricing: Omit<PriceCartDeps, 'amounts'> & { readonly sellables: Sellables; readonly lineData: LineData };
  readonly attempts: Attempts;
}

/** The `/cart/` page: its contents and all changes to them. */
export function cartPage(deps: CartPageDeps): FrontRoute {
  const { scope, pricing, adjust, amounts, attempts } = deps;
  const { __ } = scope;
  const { sellables, lineData } = pricing;
  const view = createCartView(deps);
  const addToCart = createAddToCart({ scope, sellables, lineData });

  async function show(request: PageRequest, status = 200, problem = '', codeProblem = ''): Promise<PageReply> {
    const cart = await priceCart({ ...pricing, amounts }, readCart(request.session));
    if (cart.changes.length > 0) writeCart(request.session, cart.sessionLines);
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
        ...(await view(request, cart)),
        ...(problem === '' ? {} : { problem }),
        codeProblem,
        typedCode: codeProblem === '' ? '' : normalizeCode(request.field('discount_code')),
      },
    };
  }

  const back = (): Reply => ({ kind: 'redirect', status: 303, location: '/cart/' });

  async function add(request: PageRequest): Promise<Reply> {
    const added = await addToCart(request);
    if ('error' in added) return show(request, added.status, added.error);
    return 'optionsUrl' in added ? { kind: 'redirect', status: 303, location: added.optionsUrl } : back();
  }

  async function changeCodes(request: PageRequest): Promise<Reply> {
    const before = readCodes(request.session);
    const code = normalizeCode(request.field('discount_code'));
    const removedCode = request.field('remove_code');
    if (removedCode !== '')
      writeCodes(
        request.session,
        before.filter((enteredCode) => enteredCode !== removedCode),
      );
    if (removedCode !== '' || code === '') return back();
    if (!(await attempts.allow(CODE_RATE_LIMIT.action, request.ip, CODE_RATE_LIMIT.max, CODE_RATE_LIMIT.seconds)))
      return show(request, 429, '', __('Too many codes were tried. Please try again in 15 minutes.'));
    const newCodes = withCode(before, code);
    const cart = await priceCart({ ...pricing, amounts }, readCart(request.session));
    const rejection = (await adjust(purchaseOf(cart, { userId: request.userId }), newCodes)).refusedCodes.find(
      (refusedCode) => refusedCode.code === code,
    );
    if (rejection) return show(request, 422, '', rejection.reason);
    writeCodes(request.session, newCodes);
    return back();
  }

  /** Redirects to the checkout, unless something is not available as entered; then the cart shows the changes first. */
  async function goToCheckout(lines: readonly CartLine[]): Promise<Reply> {
    const { changes } = await priceCart({ ...pricing, amounts }, lines);
    return changes.length > 0 ? back() : { kind: 'redirect', status: 303, location: '/checkout/' };
  }

  async function update(request: PageRequest): Promise<Reply> {
    const submitted = request.form.quantity;
    const texts: Readonly<Record<string, unknown>> =
      typeof submitted === 'object' && !Array.isArray(submitted) ? submitted : {};
    const removed = request.field('remove');
    const before = readCart(request.session);
    const lines: CartLine[] = [];
    let invalidLine: CartLine | undefined;
    for (const line of before) {
      const text = texts[lineKey(line)];
      const quantity = typeof text === 'string' ? readQuantity(text) : line.quantity;
      if (quantity === null) invalidLine ??= line;
      if (lineKey(line) === removed) continue;
      if (quantity !== 0) lines.push({ ...line, quantity: quantity ?? line.quantity });
    }
    writeCart(request.session, lines);
    await saveRemovedLine(request, before, lines);
    await notifyExtensions(before, lines);
    if (!invalidLine) return request.field('checkout') === '' ? back() : goToCheckout(lines);
    const [sellable] = await sellables.find([invalidLine]);
    return show(request, 422, quantityText(scope, sellable));
  }

  /** Stores the removed line in the session, so that it can be restored with one click. */
  async function saveRemovedLine(
    { session }: PageRequest,
    before: readonly CartLine[],
    after: readonly CartLine[],
  ): Promise<void> {
    const index = before.findLastIndex((line) => !after.some((newLine) => lineKey(newLine) === lineKey(line)));
    const removedLine = before[index];
    const [sellable] = removedLine ? await sellables.find([removedLine]) : [];
    if (removedLine && sellable) saveRemoved(session, removedLine, index, fullName(sellable));
  }

  /** Restores the last removed line, if the cart has room for it. */
  async function undo(request: PageRequest, key: string): Promise<Reply> {
    if (!restoreRemoved(request.session, key)) return back();
    const line = readCart(request.session).find((cartLine) => lineKey(cartLine) === key);
    if (line) await scope.doAction('store/add_to_cart', lineView(line));
    return back();
  }

  /** Notifies extensions of the visitor's changes. */
  async function notifyExtensions(before: readonly CartLine[], after: readonly CartLine[]): Promise<void> {
    for (const line of before) {
      const current = after.find((newLine) => lineKey(newLine) === lineKey(line));
      if (!current) await scope.doAction('store/cart_line_removed', lineView(line));
      else if (current.quantity !== line.quantity)
        await scope.doAction('store/cart_quantity_changed', lineView(current), line.quantity);
    }
  }

  return {
    path: '/cart/',
    async handler(request) {
      if (request.method !== 'POST') return show(request);
      if (!request.verifyNonce(CART_NONCE)) return show(request, 403, __('This page has expired. Try again.'));
      if (request.field('add_to_cart') !== '') return add(request);
      if (request.field('undo') !== '') return undo(request, request.field('undo'));
      // Enter in the code field triggers the first button of the form.
      const isCode =
        request.field('apply_code') !== '' ||
        request.field('remove_code') !== '' ||
        (request.field('update') !== '' && normalizeCode(request.field('discount_code')) !== '');
      return isCode ? changeCodes(request) : update(request);
    },
  };
}
