import type { PluginScope } from 'plinth';
import { accountPages } from '../accounts/account-pages.js';
import { type AddressForm, createAddressForm } from '../accounts/address-fields.js';
import { createCustomers, type Customers } from '../accounts/customers.js';
import { registrationPage } from '../accounts/registration-page.js';
import { addLoginPage } from '../accounts/login-page.js';
import { createExistingEmailHandler, type HandleExistingEmail } from '../accounts/existing-email.js';
import { contactPage } from '../contact/contact-page.js';
import { type Attempts, createAttempts } from '../forms/attempts.js';
import { createFormHooks, type FormHooks } from '../forms/form-hooks.js';
import type { CommerceServices } from './commerce-services.js';
import { createGuestOrders } from '../orders/guest-orders.js';

/** Dependencies of the customer forms. */
export interface CustomerParts {
  readonly customers: Customers;
  readonly handleExistingEmail: HandleExistingEmail;
  readonly addresses: AddressForm;
  readonly attempts: Attempts;
  readonly hooks: FormHooks;
}

export function createCustomerParts(scope: PluginScope, { emails }: Pick<CommerceServices, 'emails'>): CustomerParts {
  return {
    customers: createCustomers(scope),
    handleExistingEmail: createExistingEmailHandler(scope, emails),
    addresses: createAddressForm(scope),
    attempts: createAttempts({ db: scope.db }),
    hooks: createFormHooks(scope),
  };
}

/** Adds the customer pages that do not concern a single order: account, registration, login and contact. */
export function addCustomerPages(
  scope: PluginScope,
  { store, money, commerceSettings, names, registries, emails }: CommerceServices,
  { customers, handleExistingEmail, addresses, attempts, hooks }: CustomerParts,
): void {
  const routes = [
    ...accountPages({
      scope,
      store,
      money,
      commerceSettings,
      names,
      customers,
      addresses,
      pages: registries.accountPages,
      guestOrders: createGuestOrders({ scope, store }),
    }),
    registrationPage({ scope, hooks, customers, emails, handleExistingEmail, attempts }),
    contactPage({ scope, hooks, emails, attempts }),
  ];
  addLoginPage(scope);
  for (const route of routes) scope.registerFrontRoute(route);
}
