import type { OwnRegistry, PluginScope, Registry } from 'plinth';
import type { StorePlugin } from '../contract/index.js';
import { addBuiltInDeliveries } from '../commerce/built-in-shipping.js';
import { builtInPayments } from '../commerce/built-in-payments.js';
import type { CommerceServices } from './commerce-services.js';

/** Refills the registries: first with the store's own entries, then with those that plugins add in `store/booted`. */
export async function announceStore(
  scope: PluginScope,
  { registries, payRegistries, commerceSettings, emails }: CommerceServices,
): Promise<void> {
  // Entries of plugins that are no longer active must not stay.
  for (const registry of Object.values(registries)) (registry as OwnRegistry<{ readonly id: string }>).clear();
  addBuiltInDeliveries(registries.deliveries, commerceSettings, scope);
  registries.fixedEmails.register({
    id: 'order_code',
    label: () => scope.__('Order verification code'),
    reason: () => scope.__('Without the code, customers who are asked for one can’t order.'),
  });
  // The payment registries are not cleared: a webhook may arrive at any moment. Entries of a deactivated plugin are
  // removed anyway.
  for (const method of builtInPayments(commerceSettings, scope)) payRegistries.payments.register(method);
  await scope.doAction('store/booted', storePlugin(scope, registries, payRegistries, emails));
}

/** Returns the store as plugins see it: they can register entries, but cannot read those of others. */
function storePlugin(
  scope: PluginScope,
  registries: CommerceServices['registries'],
  { payments, statuses }: CommerceServices['payRegistries'],
  { send }: Pick<CommerceServices['emails'], 'send'>,
): StorePlugin {
  const registrationOnly = <T extends { readonly id: string }>({ register }: OwnRegistry<T>): Registry<T> => ({
    register,
  });
  return {
    version: scope.plugin.version,
    payments: registrationOnly(payments),
    statuses: registrationOnly(statuses),
    deliveries: registrationOnly(registries.deliveries),
    fees: registrationOnly(registries.fees),
    discounts: registrationOnly(registries.discounts),
    tax: registrationOnly(registries.tax),
    emails: {
      ...registrationOnly(registries.emails),
      sections: registrationOnly(registries.emailSections),
      fixed: registrationOnly(registries.fixedEmails),
      send,
    },
    productTypes: registrationOnly(registries.productTypes),
    tabs: registrationOnly(registries.tabs),
    accountPages: registrationOnly(registries.accountPages),
    cartData: registrationOnly(registries.cartData),
    orderColumns: registrationOnly(registries.orderColumns),
    orderBoxes: registrationOnly(registries.orderBoxes),
    orderActions: registrationOnly(registries.orderActions),
  };
}
