import type { OwnRegistry, PluginScope, RegistryEntry } from 'plinth';
import type {
  Label,
  Discount,
  Fee,
  TaxRule,
  CartData,
  DeliveryMethod,
  FixedEmail,
  Email,
  EmailSection,
  AccountPage,
  OrderAction,
  OrderBox,
  OrderColumn,
  ProductTab,
  ProductType,
} from '../contract/index.js';
import { missingMembersError, settingsError } from './registry-checks.js';

/** Registries with which plugins extend the shop. */
export interface StoreRegistries {
  readonly deliveries: OwnRegistry<DeliveryMethod>;
  readonly fees: OwnRegistry<Fee>;
  readonly discounts: OwnRegistry<Discount>;
  readonly tax: OwnRegistry<TaxRule>;
  readonly emails: OwnRegistry<Email>;
  readonly emailSections: OwnRegistry<EmailSection>;
  readonly fixedEmails: OwnRegistry<FixedEmail>;
  readonly productTypes: OwnRegistry<ProductType>;
  readonly tabs: OwnRegistry<ProductTab>;
  readonly accountPages: OwnRegistry<AccountPage>;
  readonly cartData: OwnRegistry<CartData>;
  readonly orderColumns: OwnRegistry<OrderColumn>;
  readonly orderBoxes: OwnRegistry<OrderBox>;
  readonly orderActions: OwnRegistry<OrderAction>;
}

/** IDs of the store's built-in emails. */
export const BUILT_IN_EMAILS: readonly string[] = [
  'received',
  'pending',
  'on-hold',
  'processing',
  'completed',
  'cancelled',
  'unpaid',
  'refunded',
  'new_order',
  'new_account',
  'existing_account',
  'contact',
  'payment_failed',
  'refund',
  'new_review',
  'review_request',
  'confirm_back_in_stock',
  'back_in_stock',
];
/** Slugs of the store's built-in account pages. */
const BUILT_IN_ACCOUNT_PAGES: readonly string[] = ['orders', 'addresses', 'password', 'log-in'];

export function createStoreRegistries({
  createRegistry,
  validateFields,
}: Pick<PluginScope, 'createRegistry' | 'validateFields'>): StoreRegistries {
  const createTypedRegistry = <T extends { readonly id: string }>(
    name: string,
    requiredMembers: Parameters<typeof missingMembersError>[1],
    additionalCheck: (entry: T) => string = () => '',
  ): OwnRegistry<T> =>
    createRegistry<T>({
      name,
      check: (entry) => missingMembersError(entry, requiredMembers) || additionalCheck(entry),
    });
  return {
    deliveries: createTypedRegistry('delivery method', { functions: ['rates'], texts: ['label'] }, ({ settings }) =>
      settingsError({ validateFields }, settings),
    ),
    fees: createTypedRegistry('fee', { functions: ['calculate'], texts: ['label'] }),
    discounts: createTypedRegistry('discount', { functions: ['calculate'], texts: ['label'] }),
    tax: createTypedRegistry('tax rule', { functions: ['rateFor'] }),
    emails: createTypedRegistry('email', { functions: ['subject', 'render'], texts: ['label'] }, ({ id }) =>
      BUILT_IN_EMAILS.includes(id) ? `"${id}" is a built-in email.` : '',
    ),
    fixedEmails: createTypedRegistry('fixed email', { texts: ['label', 'reason'] }),
    emailSections: createTypedRegistry('email section', { functions: ['render'] }),
    productTypes: createTypedRegistry('product type', { texts: ['label'] }, ({ id, isPhysical, isSellable }) => {
      if (['physical', 'digital'].includes(id)) return `"${id}" is a built-in product type.`;
      const hasBooleans = typeof isPhysical === 'boolean' && typeof isSellable === 'boolean';
      return hasBooleans ? '' : '"isPhysical" and "isSellable" must be booleans.';
    }),
    tabs: createTypedRegistry('tab', { functions: ['render'], texts: ['title'] }),
    accountPages: createTypedRegistry('account page', { functions: ['render'], texts: ['label'] }, ({ id }) =>
      BUILT_IN_ACCOUNT_PAGES.includes(id) ? `"${id}" is a built-in account page.` : '',
    ),
    cartData: createTypedRegistry('cart-line data', { functions: ['fields'] }),
    orderColumns: createTypedRegistry('order column', { functions: ['cell'], texts: ['label'] }),
    orderBoxes: createTypedRegistry('order meta box', { functions: ['render'], texts: ['title'] }),
    orderActions: createTypedRegistry('order action', { functions: ['run'], texts: ['label'] }),
  };
}

/** Returns the label of an entry in the current language; its ID when the plugin fails to provide a label. */
export function labelOf<T extends { readonly id: string }>(
  registry: OwnRegistry<T>,
  entry: RegistryEntry<T>,
  label: (value: T) => Label | undefined,
): Promise<string> {
  return registry.call(
    entry,
    (value) => {
      const text = label(value);
      return typeof text === 'function' ? text() : (text ?? '');
    },
    entry.id,
    (text) => (typeof text === 'string' ? '' : 'its label must be a string.'),
  );
}
