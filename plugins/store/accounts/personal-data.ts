import type { PluginScope } from 'plinth';
import { registerEraser, registerExporter, type PersonalRecord } from '../privacy/personal-data.js';
import { ADDRESS_META, type Customers } from './customers.js';

/** Adds the saved addresses of accounts to the personal data exporters and erasers. No law requires them to be kept. */
export function registerAddressPersonalData(
  scope: Pick<PluginScope, 'addFilter' | 'getUserBy' | '__'>,
  customers: Pick<Customers, 'addresses' | 'deleteAddresses'>,
): void {
  const { __ } = scope;
  const owner = {
    id: 'store-addresses',
    tables: Object.values(ADDRESS_META).map((key) => `usermeta.${key}`),
    label: () => __('Saved addresses'),
  };

  async function findUserId(email: string): Promise<number> {
    const user = email.trim() === '' ? false : await scope.getUserBy('email', email);
    return user ? user.id : 0;
  }

  registerExporter(scope, owner, async (email) => {
    const userId = await findUserId(email);
    if (userId === 0) return [];
    const { billing, shipping } = await customers.addresses(userId);
    return [
      { id: 'billing', label: __('Billing address'), values: billing },
      { id: 'shipping', label: __('Delivery address'), values: shipping },
    ].flatMap(({ id, label, values }): PersonalRecord[] => {
      // The email address of the account alone is no saved address.
      const isSaved = Object.entries(values).some(([name, part]) => part !== '' && name !== 'email');
      const parts = Object.values(values).filter((part) => part !== '');
      return !isSaved ? [] : [{ id: `address-${id}`, fields: { [label]: parts.join(', ') } }];
    });
  });
  registerEraser(scope, owner, async (email) => {
    const userId = await findUserId(email);
    return { removed: userId === 0 ? 0 : await customers.deleteAddresses(userId) };
  });
}
