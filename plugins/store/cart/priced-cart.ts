import type { TranslationApi } from 'plinth';
import type { Sellable, Sellables } from '../catalog/sellables.js';
import type { PriceLabels } from '../prices/price-labels.js';
import { includedTax } from '../money/tax.js';
import type { CartItem, CartProduct, Destination, Detail, FieldValues, Purchase } from '../contract/index.js';
import { type CartLine, lineKey, MAX_QUANTITY, productKey } from './cart-lines.js';
import type { LineData } from './line-data.js';
import type { LineTax } from './line-tax.js';

/** A cart line at the current price. */
export interface PricedLine {
  readonly key: string;
  readonly sellable: Sellable;
  /** Name and variation, as stored in the order. */
  readonly name: string;
  readonly quantity: number;
  /** Minor units, tax included. */
  readonly unitPrice: number;
  readonly total: number;
  /** Percentage of tax included, for the destination. */
  readonly taxRate: number;
  readonly tax: number;
  /** Selected values, formatted for display. */
  readonly details: readonly Detail[];
  /** Selected values as entered. */
  readonly data: FieldValues;
  /** Available pieces; 999 when stock is not tracked. */
  readonly max: number;
  /** Whether it cannot be bought now; such a line is not part of the sum. */
  readonly unavailable: boolean;
}

export interface PricedCart {
  readonly lines: readonly PricedLine[];
  /** Sum of the available lines, in minor units, tax included. */
  readonly items: number;
  /** Tax included in the sum, in minor units. */
  readonly tax: number;
  /** Changes since the shopper last saw the cart, in their language. */
  readonly changes: readonly string[];
  /** The session's lines, updated. */
  readonly sessionLines: readonly CartLine[];
  readonly needsShipping: boolean;
  readonly categoryIds: readonly number[];
  readonly productTypes: readonly string[];
}

export interface PriceCartDeps {
  readonly sellables: Pick<Sellables, 'find'>;
  /** Price labels as the cart pages show them. */
  amounts(): Promise<Pick<PriceLabels, 'price'>>;
  readonly i18n: Pick<TranslationApi, '__' | '_n'>;
  readonly lineData: Pick<LineData, 'describe'>;
  readonly lineTax: LineTax;
  readonly rules: { isTaxEnabled(): Promise<boolean> };
}

/** Destination when none is known yet. */
export const UNKNOWN_DESTINATION: Destination = { country: '', postcode: '', city: '' };

/** Prices a cart. Removes lines that are no longer sold, lowers quantities above the stock and reports each change. */
export async function priceCart(
  { sellables, amounts, i18n, lineData, lineTax, rules }: PriceCartDeps,
  cart: readonly CartLine[],
  destination: Destination = UNKNOWN_DESTINATION,
): Promise<PricedCart> {
  const { price } = await amounts();
  const charges = await rules.isTaxEnabled();
  const sellablesByKey = new Map(
    (cart.length > 0 ? await sellables.find(cart) : []).map((sellable) => [productKey(sellable), sellable]),
  );
  const lines: PricedLine[] = [];
  const storedLines: CartLine[] = [];
  const changes: string[] = [];
  /** Lines of the same product share its stock. */
  const usedStock = new Map<string, number>();
  for (const line of cart) {
    const key = productKey(line);
    const sellable = sellablesByKey.get(key);
    if (!sellable) {
      changes.push(i18n.__('A product in your cart is no longer available and was removed.'));
      continue;
    }
    const max = Math.max(0, available(sellable) - (usedStock.get(key) ?? 0));
    const choice = await lineData.describe(line.data ?? {}, cartProduct(sellable));
    const priced = priceLine(line, sellable, max, choice);
    if (max < MAX_QUANTITY) usedStock.set(key, (usedStock.get(key) ?? 0) + priced.quantity);
    changes.push(...changesOf(i18n, price, line, priced, choice));
    const taxRate = charges && !priced.unavailable ? await lineTax(toCartItem(priced), destination) : sellable.taxRate;
    lines.push({ ...priced, taxRate, tax: includedTax(priced.total, taxRate) });
    storedLines.push(storedLine(line, priced));
  }
  const availableLines = lines.filter((line) => !line.unavailable);
  return {
    lines,
    changes,
    sessionLines: storedLines,
    items: availableLines.reduce((sum, line) => sum + line.total, 0),
    tax: availableLines.reduce((sum, line) => sum + line.tax, 0),
    needsShipping: availableLines.some((line) => line.sellable.kind === 'physical'),
    categoryIds: [...new Set(availableLines.flatMap((line) => line.sellable.categoryIds))],
    productTypes: [...new Set(availableLines.map((line) => line.sellable.kind))],
  };
}

/** @param choice price and details of the line's data; null when they are no longer available */
function priceLine(
  line: CartLine,
  sellable: Sellable,
  max: number,
  choice: Awaited<ReturnType<LineData['describe']>>,
): PricedLine {
  const quantity = max > 0 ? Math.min(line.quantity, max) : line.quantity;
  const unitPrice = choice === null ? line.seenPrice : Math.max(0, sellable.price + choice.price);
  const total = unitPrice * quantity;
  return {
    key: lineKey(line),
    sellable,
    name: fullName(sellable),
    quantity,
    unitPrice,
    total,
    taxRate: sellable.taxRate,
    tax: includedTax(total, sellable.taxRate),
    details: choice?.details ?? [],
    data: line.data ?? {},
    max,
    unavailable: max === 0 || choice === null,
  };
}

/** Returns the differences from what the shopper last saw. */
function changesOf(
  i18n: PriceCartDeps['i18n'],
  price: PriceLabels['price'],
  line: CartLine,
  { name, quantity, max, unitPrice, sellable }: PricedLine,
  choice: Awaited<ReturnType<LineData['describe']>>,
): string[] {
  const { __ } = i18n;
  const changes: string[] = [];
  if (choice === null)
    changes.push(__('The selected options for %s are no longer available. Remove the product to continue.', name));
  else if (max === 0) changes.push(__('%s is out of stock. Remove it to continue.', name));
  else if (quantity < line.quantity) changes.push(quantityReducedText(i18n, quantity, name));
  if (unitPrice !== line.seenPrice)
    changes.push(
      __(
        'The price of %1$s changed from %2$s to %3$s.',
        name,
        price(line.seenPrice, sellable.taxRate),
        price(unitPrice, sellable.taxRate),
      ),
    );
  return changes;
}

/** Returns the line to store in the session, updated. */
function storedLine({ productId, variationId, data }: CartLine, { quantity, unitPrice }: PricedLine): CartLine {
  return { productId, variationId, quantity, seenPrice: unitPrice, ...(data ? { data } : {}) };
}

/** Returns a product as extensions that add cart line data receive it. */
export function cartProduct({
  productId,
  variationId,
  sku,
  price,
  kind,
  categoryIds,
  fields,
  ...names
}: Sellable): CartProduct {
  return { productId, variationId, name: fullName(names), sku, price, kind, categoryIds, fields };
}

/** Returns a priced line as fees, discounts and shipping methods receive it. */
export function toCartItem({
  sellable,
  name,
  quantity,
  unitPrice,
  total,
  taxRate,
  details,
  data,
}: PricedLine): CartItem {
  return {
    productId: sellable.productId,
    variationId: sellable.variationId,
    name,
    sku: sellable.sku,
    quantity,
    unitPrice,
    total,
    taxRate,
    onSale: sellable.onSale,
    kind: sellable.kind,
    weight: sellable.weight,
    categoryIds: sellable.categoryIds,
    details,
    data,
    supply:
      quantity > (sellable.stockQuantity ?? quantity) ? (sellable.backorderSupply ?? sellable.supply) : sellable.supply,
  };
}

/** Returns the number of pieces currently available. */
export function available({
  stock,
  stockQuantity,
  backorderSupply,
}: Pick<Sellable, 'stock' | 'stockQuantity' | 'backorderSupply'>): number {
  if (stock === 'outofstock') return 0;
  if (stock === 'onbackorder' || stockQuantity === null || backorderSupply) return MAX_QUANTITY;
  return Math.max(0, Math.min(MAX_QUANTITY, stockQuantity));
}

export function fullName({ name, variationName }: Pick<Sellable, 'name' | 'variationName'>): string {
  return variationName === '' ? name : `${name} – ${variationName}`;
}

/** Returns the message that the quantity was lowered to what is available. */
export function quantityReducedText({ _n }: Pick<TranslationApi, '_n'>, left: number, name: string): string {
  return _n(
    'Only %1$d item of %2$s is left, so we reduced the quantity in your cart.',
    'Only %1$d items of %2$s are left, so we reduced the quantity in your cart.',
    left,
    left,
    name,
  );
}

/** Returns the purchase that a priced cart stands for. */
export function purchaseOf(
  { lines, items }: PricedCart,
  {
    destination = UNKNOWN_DESTINATION,
    userId = 0,
    email = '',
  }: { readonly destination?: Destination; readonly userId?: number; readonly email?: string } = {},
): Purchase {
  const bought = lines.filter((line) => !line.unavailable).map(toCartItem);
  const weight = bought.reduce((sum, item) => sum + (item.kind === 'physical' ? item.weight * item.quantity : 0), 0);
  return { items: bought, itemsTotal: items, weight, destination, userId, email };
}
