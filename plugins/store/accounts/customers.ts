import { isWpError, type PluginScope, WpError } from 'plinth';
import type { AddressValues } from './address-fields.js';
import type { FormContext, NewAccount } from '../contract/forms.js';

export const CUSTOMER_ROLE = 'customer';

/** User metadata with a customer's addresses, as JSON. */
export const ADDRESS_META = { billing: 'store_billing', shipping: 'store_shipping' } as const;

interface NewCustomer {
  readonly email: string;
  readonly password: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Customer accounts and their addresses. */
export interface Customers {
  /**
   * Creates an account with the email address as its user name. Call it inside the transaction of the form.
   * @returns the account, and the path where it is to be confirmed before it can be used; '' when it can be used at
   * once
   */
  create(
    person: NewCustomer,
    context: FormContext,
  ): Promise<{ readonly userId: number; readonly confirmAt: string } | WpError>;
  /** Whether an account with this email address exists. */
  exists(email: string): Promise<boolean>;
  saveAddresses(userId: number, billing: AddressValues, shipping?: AddressValues): Promise<void>;
  /**
   * Deletes the addresses of an account.
   * @returns number of deleted addresses
   */
  deleteAddresses(userId: number): Promise<number>;
  addresses(userId: number): Promise<{ billing: AddressValues; shipping: AddressValues }>;
}

export function createCustomers(
  scope: Pick<
    PluginScope,
    | 'wpInsertUser'
    | 'applyFilters'
    | 'locale'
    | 'getUserBy'
    | 'getUserMeta'
    | 'updateUserMeta'
    | 'deleteUserMeta'
    | 'getUserdata'
    | 'sanitizeUser'
    | '__'
  >,
): Customers {
  async function readAddress(userId: number, key: string): Promise<AddressValues> {
    const stored = await scope.getUserMeta(userId, key, true);
    if (typeof stored !== 'string' || stored === '') return {};
    return JSON.parse(stored) as AddressValues;
  }

  const exists = async (email: string): Promise<boolean> =>
    (await scope.getUserBy('email', email)) !== false || (await scope.getUserBy('login', email)) !== false;

  return {
    exists,
    async create({ email, password, firstName = '', lastName = '' }, context) {
      if (await exists(email))
        return new WpError(
          'existing_user_email',
          scope.__('An account with this email address already exists. Log in, or check out as a guest.'),
        );
      const name = `${firstName} ${lastName}`.trim();
      const userId = await scope.wpInsertUser({
        user_login: email.slice(0, 60),
        user_email: email,
        user_pass: password,
        role: CUSTOMER_ROLE,
        display_name: name === '' ? (email.split('@')[0] ?? email) : name,
        first_name: firstName,
        last_name: lastName,
      });
      if (isWpError(userId)) return userId;
      const account: NewAccount = { userId, email, locale: scope.locale(), context };
      return { userId, confirmAt: await scope.applyFilters<string>('store/account_confirmation', '', account) };
    },
    async saveAddresses(userId, billing, shipping) {
      await scope.updateUserMeta(userId, ADDRESS_META.billing, JSON.stringify(billing));
      if (shipping) await scope.updateUserMeta(userId, ADDRESS_META.shipping, JSON.stringify(shipping));
    },
    async deleteAddresses(userId) {
      const deleted = [
        await scope.deleteUserMeta(userId, ADDRESS_META.billing),
        await scope.deleteUserMeta(userId, ADDRESS_META.shipping),
      ];
      return deleted.filter(Boolean).length;
    },
    async addresses(userId) {
      if (userId === 0) return { billing: {}, shipping: {} };
      const billing = await readAddress(userId, ADDRESS_META.billing);
      const user = await scope.getUserdata(userId);
      const email = user ? user.user_email : '';
      return {
        billing: { ...billing, email: billing.email || email },
        shipping: await readAddress(userId, ADDRESS_META.shipping),
      };
    },
  };
}
