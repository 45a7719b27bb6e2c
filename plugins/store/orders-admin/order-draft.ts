import type { PageRequest, PluginScope } from 'plinth';
import type { Sellable, Sellables } from '../catalog/sellables.js';
import type { FormError, OrderAddress } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { includedTax } from '../money/tax.js';
import { isEuCountry } from '../orders/countries.js';
import type { OrderLineRecord, OrderRecord } from '../orders/order-record.js';

/** Submitted values of an order, by field name. */
export type OrderInput = Readonly<Record<string, string>>;

/** A validated order that can be stored. */
export interface OrderDraft {
  readonly billing: OrderAddress;
  readonly shipping: OrderAddress;
  /** Lines of an existing order keep their ids; new lines have the id 0. */
  readonly lines: readonly OrderLineRecord[];
  /** Shipping total in minor units. */
  readonly deliveryTotal: number;
  readonly deliveryMethod: string;
}

export const ADDRESS_FIELDS = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'postcode',
  'city',
  'country',
  'phone',
] as const;
/** Number of empty form rows for additional products. */
export const NEW_LINES = 5;
const MAX_QUANTITY = 9999;

interface OrderDraftDeps {
  readonly scope: Pick<PluginScope, '__' | 'db' | 'isEmail' | 'sanitizeTextField'>;
  readonly sellables: Pick<Sellables, 'find'>;
  readonly money: Pick<Money, 'read'>;
  readonly shippingTaxRate: number;
}

/** Returns the names of all form fields. */
export function draftFields(order: OrderRecord | null): readonly string[] {
  const addresses = ['billing', 'shipping'].flatMap((kind) => ADDRESS_FIELDS.map((part) => `${kind}_${part}`));
  const newLineFields = Array.from({ length: NEW_LINES }, (_, row) => [
    `sku_${row}`,
    `pieces_${row}`,
    `price_${row}`,
  ]).flat();
  return [
    'email',
    'elsewhere',
    ...addresses,
    ...(order?.lines ?? []).map(({ id }) => `quantity_${id}`),
    ...newLineFields,
    'delivery',
    'delivery_price',
    'payment',
    'status',
    'send_email',
    'note',
  ];
}

export function readOrderInput(request: PageRequest, order: OrderRecord | null): OrderInput {
  return Object.fromEntries(
    draftFields(order).map((name) => [
      name,
      request
        .field(name)
        .trim()
        .slice(0, name === 'note' ? 2000 : 190),
    ]),
  );
}

/** Validates the submitted values. Products are found by SKU; without a submitted price, the current price is used. */
export async function createOrderDraft(
  input: OrderInput,
  order: OrderRecord | null,
  { scope, sellables, money, shippingTaxRate }: OrderDraftDeps,
): Promise<{ readonly draft: OrderDraft; readonly errors: readonly FormError[]; readonly deliveryTax: number }> {
  const { __ } = scope;
  const errors: FormError[] = [];
  const field = (name: string): string => input[name] ?? '';

  function readAddress(kind: 'billing' | 'shipping'): OrderAddress {
    const parts = Object.fromEntries(
      ADDRESS_FIELDS.map((part) => [part, scope.sanitizeTextField(field(`${kind}_${part}`))]),
    ) as Record<(typeof ADDRESS_FIELDS)[number], string>;
    if (!isEuCountry(parts.country)) errors.push({ field: `${kind}_country`, message: __('Choose a country.') });
    if (parts.firstName === '' && parts.lastName === '' && parts.company === '')
      errors.push({ field: `${kind}_lastName`, message: __('Enter a name.') });
    return { ...parts, email: field('email') };
  }

  function readQuantity(name: string): number {
    const isValid = /^\d{1,4}$/.test(field(name)) && Number(field(name)) <= MAX_QUANTITY;
    if (!isValid) errors.push({ field: name, message: __('Enter a whole number from %1$d to %2$d.', 0, MAX_QUANTITY) });
    return isValid ? Number(field(name)) : 0;
  }

  function readAmount(name: string, fallback: number): number {
    if (field(name) === '') return fallback;
    const { minor, problem } = money.read(field(name));
    if (problem !== '') errors.push({ field: name, message: problem });
    return minor ?? fallback;
  }

  if (scope.isEmail(field('email')) === false)
    errors.push({ field: 'email', message: __('Enter a full email address, such as name@example.com.') });
  const billing = readAddress('billing');
  const shipping = field('elsewhere') === '1' ? readAddress('shipping') : billing;
  const lines: OrderLineRecord[] = [];
  for (const line of order?.lines ?? []) {
    const quantity = readQuantity(`quantity_${line.id}`);
    const total = line.unitPrice * quantity;
    if (quantity > 0)
      lines.push(
        quantity === line.quantity ? line : { ...line, quantity, total, tax: includedTax(total, line.taxRate) },
      );
  }
  for (let row = 0; row < NEW_LINES; row++) {
    if (field(`sku_${row}`) === '') continue;
    const found = await findBySku({ scope, sellables }, field(`sku_${row}`));
    if (!found) {
      errors.push({
        field: `sku_${row}`,
        message: __('No product in the shop has SKU %s.', field(`sku_${row}`)),
      });
      continue;
    }
    const quantity = field(`pieces_${row}`) === '' ? 1 : readQuantity(`pieces_${row}`);
    const unitPrice = readAmount(`price_${row}`, found.price);
    if (quantity > 0) lines.push(newLine(found, quantity, unitPrice));
  }
  if (lines.length === 0) errors.push({ field: 'sku_0', message: __('An order must have at least one product.') });
  const deliveryTotal = readAmount('delivery_price', order?.deliveryTotal ?? 0);
  return {
    draft: { billing, shipping, lines, deliveryTotal, deliveryMethod: field('delivery') },
    errors,
    deliveryTax: order?.deliveryTax?.rate ?? shippingTaxRate,
  };
}

/** Returns the product or variation with an SKU. */
async function findBySku(
  { scope, sellables }: Pick<OrderDraftDeps, 'scope' | 'sellables'>,
  sku: string,
): Promise<Sellable | undefined> {
  const product = await scope.db()('store_products').where({ sku }).first('id');
  const variationRow = product
    ? undefined
    : await scope.db()('store_variations').where({ sku }).first('id', 'product_id');
  if (!product && !variationRow) return undefined;
  const [found] = await sellables.find([
    { productId: product?.id ?? variationRow?.product_id ?? 0, variationId: variationRow?.id ?? 0 },
  ]);
  return found;
}

function newLine(sellable: Sellable, quantity: number, unitPrice: number): OrderLineRecord {
  const total = unitPrice * quantity;
  const name = sellable.variationName === '' ? sellable.name : `${sellable.name} – ${sellable.variationName}`;
  return {
    id: 0,
    productId: sellable.productId,
    variationId: sellable.variationId,
    name,
    sku: sellable.sku,
    kind: sellable.kind,
    quantity,
    unitPrice,
    total,
    taxRate: sellable.taxRate,
    tax: includedTax(total, sellable.taxRate),
    details: [],
    data: {},
  };
}
