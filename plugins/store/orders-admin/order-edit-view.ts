import type { PluginScope } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import { countryOptions } from '../orders/countries.js';
import type { OrderRecord } from '../orders/order-record.js';
import type { OrderStatuses } from '../orders/order-status.js';
import { labelOf, type StoreRegistries } from '../registries/store-registries.js';
import type { PaymentMethods } from '../commerce/payment-methods.js';
import { ADDRESS_FIELDS, NEW_LINES, type OrderInput } from './order-draft.js';

export interface OrderEditViewDeps {
  readonly scope: Pick<PluginScope, '__' | 'locale' | 'adminUrl' | 'render'>;
  readonly money: Pick<Money, 'currency' | 'format'>;
  readonly statuses: Pick<OrderStatuses, 'label'>;
  readonly methods: Pick<PaymentMethods, 'all' | 'label'>;
  readonly deliveries: StoreRegistries['deliveries'];
}

/** Initial statuses of an order created by the owner. */
export const INITIAL_STATUSES = ['processing', 'on-hold', 'completed'] as const;

/** Error messages, by field name. */
type ErrorMessages = Readonly<Record<string, string | undefined>>;

/** Creates the function that returns the data of the view `orders-admin/edit`. */
export function createOrderEditView({
  scope,
  money,
  statuses,
  methods,
  deliveries,
}: OrderEditViewDeps): (
  order: OrderRecord | null,
  input: OrderInput,
  errors: readonly FormError[],
) => Promise<Record<string, unknown>> {
  const { __, adminUrl } = scope;

  function addressView(kind: 'billing' | 'shipping', input: OrderInput, errorOf: ErrorMessages): readonly object[] {
    const labels: Record<(typeof ADDRESS_FIELDS)[number], string> = {
      firstName: __('First name'),
      lastName: __('Last name'),
      company: __('Company'),
      address1: __('Street and number'),
      address2: __('Apartment, entrance'),
      postcode: __('Postcode'),
      city: __('City'),
      country: __('Country'),
      phone: __('Phone'),
    };
    return ADDRESS_FIELDS.map((part) => ({
      name: `${kind}_${part}`,
      label: labels[part],
      value: input[`${kind}_${part}`] ?? '',
      error: errorOf[`${kind}_${part}`] ?? '',
      countries:
        part === 'country'
          ? countryOptions(scope.locale()).map((option) => ({
              ...option,
              selected: option.value === input[`${kind}_${part}`],
            }))
          : null,
    }));
  }

  const linesView = (order: OrderRecord | null, input: OrderInput, errorOf: ErrorMessages): readonly object[] =>
    (order?.lines ?? []).map((line) => ({
      name: line.name,
      sku: line.sku,
      price: money.format(line.unitPrice),
      field: `quantity_${line.id}`,
      value: input[`quantity_${line.id}`] ?? '',
      error: errorOf[`quantity_${line.id}`] ?? '',
    }));

  return async (order, input, errors) => {
    const errorOf: ErrorMessages = Object.fromEntries(errors.map(({ field, message }) => [field, message]));
    return {
      isNew: !order,
      errorSummary: errors.length > 0 ? await scope.render('checkout/errors', { errors }) : '',
      form: input,
      errorOf,
      currency: money.currency(),
      billing: addressView('billing', input, errorOf),
      shipping: addressView('shipping', input, errorOf),
      elsewhere: input.elsewhere === '1',
      lines: linesView(order, input, errorOf),
      rows: Array.from({ length: NEW_LINES }, (_, row) => rowView(row, input, errorOf)),
      deliveries: await Promise.all(
        deliveries.entries().map(async (entry) => ({
          value: entry.id,
          label: await labelOf(deliveries, entry, ({ label }) => label),
          selected: entry.id === input.delivery,
        })),
      ),
      payments: methods
        .all()
        .map((value) => ({ value, label: methods.label(value), selected: value === input.payment })),
      statuses: INITIAL_STATUSES.map((value) => ({
        value,
        label: statuses.label(value),
        selected: value === input.status,
      })),
      backUrl: adminUrl(order ? `admin.php?page=store-order&id=${order.id}` : 'admin.php?page=store-orders'),
      sendEmail: input.send_email === '1',
    };
  };
}

/** Returns an empty row for an additional product. */
function rowView(row: number, input: OrderInput, errorOf: ErrorMessages): object {
  return {
    row,
    number: row + 1,
    sku: input[`sku_${row}`] ?? '',
    pieces: input[`pieces_${row}`] ?? '',
    price: input[`price_${row}`] ?? '',
    error: [errorOf[`sku_${row}`], errorOf[`pieces_${row}`], errorOf[`price_${row}`]].filter(Boolean).join(' '),
  };
}

/** Returns the form values of a stored order. */
export function orderInput(order: OrderRecord, money: Pick<Money, 'formatInput'>): OrderInput {
  const address = (kind: 'billing' | 'shipping'): [string, string][] =>
    ADDRESS_FIELDS.map((part) => [`${kind}_${part}`, order[kind][part]]);
  const isSame = ADDRESS_FIELDS.every((part) => order.billing[part] === order.shipping[part]);
  return Object.fromEntries<string>([
    ['email', order.billing.email],
    ['elsewhere', isSame ? '' : '1'],
    ...address('billing'),
    ...address('shipping'),
    ...order.lines.map((line): [string, string] => [`quantity_${line.id}`, String(line.quantity)]),
    ['delivery', order.shippingMethod.split(':')[0] ?? ''],
    ['delivery_price', money.formatInput(order.deliveryTotal)],
  ]);
}
