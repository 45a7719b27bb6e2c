import type { HookApi, PageRequest, PageSession, PluginScope } from 'plinth';
import type { Sellable, Sellables } from '../catalog/sellables.js';
import type { CartLineView, FieldValues, FormError } from '../contract/index.js';
import { isFailedClosed } from '../contract/failed-closed.js';
import {
  addLine,
  type CartLine,
  lineKey,
  MAX_LINES,
  MAX_QUANTITY,
  productKey,
  readCart,
  readId,
  readQuantity,
  writeCart,
} from './cart-lines.js';
import type { LineData } from './line-data.js';
import { available, cartProduct, fullName, quantityReducedText } from './priced-cart.js';

/** Result of adding to the cart: refused with a message for the visitor, options to choose first, or the cart line. */
export type AddToCartResult =
  { readonly error: string; readonly status: number } | { readonly optionsUrl: string } | { readonly line: CartLine };

export interface AddToCartDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'addNotice'> & Pick<HookApi, 'applyFilters' | 'doAction'>;
  readonly sellables: Pick<Sellables, 'find'>;
  readonly lineData: LineData;
}

/** Returns a cart line as hooks receive it. */
export function lineView({ productId, variationId, quantity, data = {} }: CartLine): CartLineView {
  return { productId, variationId, quantity, data };
}

/** Returns the message for an invalid or too large quantity, which names the possible ones. */
export function quantityText({ __, _n }: Pick<PluginScope, '__' | '_n'>, sellable: Sellable | undefined): string {
  const availableQuantity = sellable ? available(sellable) : MAX_QUANTITY;
  if (!sellable || availableQuantity === 0 || availableQuantity === MAX_QUANTITY)
    return __('Choose a quantity from 1 to %d.', MAX_QUANTITY);
  return _n(
    'Only %1$d item of %2$s is left. Choose the quantity again.',
    'Only %1$d items of %2$s are left. Choose the quantity again.',
    availableQuantity,
    availableQuantity,
    fullName(sellable),
  );
}

/** Creates the function that adds the product of a submitted form to the visitor's cart. */
export function createAddToCart({
  scope,
  sellables,
  lineData,
}: AddToCartDeps): (request: PageRequest) => Promise<AddToCartResult> {
  const { __ } = scope;

  /**
   * Returns the reasons why extensions reject the line. A failing extension rejects it too, since its check did not
   * take place.
   */
  async function rejectionReasons(line: CartLineView): Promise<readonly string[]> {
    try {
      return await scope.applyFilters<readonly string[]>('store/add_to_cart_validation', [], line);
    } catch (error) {
      if (!isFailedClosed(error)) throw error;
      return [__('This product can’t be added to the cart right now. Please try again in a few minutes.')];
    }
  }

  function redirectToProduct(
    request: PageRequest,
    sellable: Sellable,
    values: FieldValues,
    errors: readonly FormError[],
  ): AddToCartResult {
    saveRejectedSelection(request.session, { productId: sellable.productId, values, errors });
    return { optionsUrl: sellable.url };
  }

  return async function add(request) {
    const key = { productId: readId(request.field('add_to_cart')), variationId: readId(request.field('variation_id')) };
    const quantity = request.field('quantity') === '' ? 1 : readQuantity(request.field('quantity'));
    const [sellable] = key.productId > 0 ? await sellables.find([key]) : [];
    if (!sellable)
      return {
        status: 404,
        error: __('This product can’t be added this way. Open its page and choose from the available options.'),
      };
    if (quantity === null || quantity < 1) return { status: 422, error: quantityText(scope, sellable) };
    const product = cartProduct(sellable);
    const { data, errors } = await lineData.read(product, request.field);
    if (errors.length > 0) return redirectToProduct(request, sellable, data, errors);
    const selection = { ...key, ...(Object.keys(data).length > 0 ? { data } : {}) };
    const cart = readCart(request.session);
    const inCart = cart
      .filter((line) => productKey(line) === productKey(key))
      .reduce((sum, line) => sum + line.quantity, 0);
    const max = available(sellable);
    if (max === 0) return { status: 409, error: __('%s is out of stock.', fullName(sellable)) };
    const addedQuantity = Math.min(quantity, max - inCart);
    if (addedQuantity <= 0)
      return {
        status: 409,
        error: __('All available items (%1$d) of %2$s are already in your cart.', max, fullName(sellable)),
      };
    const choice = await lineData.describe(data, product);
    if (!choice) return { status: 409, error: __('Your selection could not be checked. Try again in a moment.') };
    const line: CartLine = {
      ...selection,
      quantity: addedQuantity,
      seenPrice: Math.max(0, sellable.price + choice.price),
    };
    const [refusal] = await rejectionReasons(lineView(line));
    if (refusal !== undefined) return { status: 409, error: refusal };
    const lines = addLine(cart, line);
    if (!lines) return { status: 409, error: __('A cart can hold up to %d different products.', MAX_LINES) };
    writeCart(request.session, lines);
    if (addedQuantity < quantity)
      scope.addNotice(request, 'warning', quantityReducedText(scope, max, fullName(sellable)));
    else scope.addNotice(request, 'success', __('%s was added to your cart.', fullName(sellable)));
    await scope.doAction(
      'store/add_to_cart',
      lineView({
        ...line,
        quantity: lines.find((cartLine) => lineKey(cartLine) === lineKey(line))?.quantity ?? addedQuantity,
      }),
    );
    return { line };
  };
}

/** A rejected selection for a product, so that the product page can show it again. */
interface RejectedSelection {
  readonly productId: number;
  /** Keyed by `id.field`. */
  readonly values: FieldValues;
  readonly errors: readonly FormError[];
}

const SESSION_KEY = 'store_tried';

function saveRejectedSelection(session: PageSession, attempt: RejectedSelection): void {
  session.set(SESSION_KEY, attempt);
}

/** Returns the rejected selection for a product and deletes it from the session, so that it is shown once. */
export function takeRejectedSelection(
  session: PageSession,
  productId: number,
): Omit<RejectedSelection, 'productId'> | undefined {
  const attempt = session.get<RejectedSelection>(SESSION_KEY);
  if (!attempt || attempt.productId !== productId) return undefined;
  session.set(SESSION_KEY, undefined);
  return attempt;
}
