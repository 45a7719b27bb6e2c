import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { AddressGroup, FormError } from '../contract/index.js';
import { ACCOUNT_NONCE, type AccountFrame } from './account-frame.js';
import type { AddressForm, AddressValues } from './address-fields.js';
import type { Customers } from './customers.js';

interface AccountAddressesDeps {
  readonly scope: Pick<PluginScope, '__' | 'render' | 'useAsset' | 'addNotice'>;
  readonly addresses: AddressForm;
  readonly customers: Customers;
  readonly frame: Pick<AccountFrame, 'page' | 'expiredNonceError'>;
}

/** The `/account/addresses/` page: billing and shipping address. */
export function accountAddresses({
  scope,
  addresses,
  customers,
  frame,
}: AccountAddressesDeps): (request: PageRequest) => Promise<Reply> {
  const { __ } = scope;

  async function showAddresses(
    request: PageRequest,
    values: { billing: AddressValues; shipping: AddressValues },
    errors: readonly FormError[],
    status = 200,
  ): Promise<Reply> {
    scope.useAsset('store-address-fields');
    const fields = async (group: AddressGroup): Promise<string> =>
      scope.render('checkout/fields', { fields: await addresses.view(group, values[group], errors, request.locale) });
    return frame.page({
      current: '/account/addresses/',
      title: __('Addresses'),
      view: 'addresses',
      data: {
        billingFields: await fields('billing'),
        shippingFields: await fields('shipping'),
        errorSummary: await scope.render('checkout/errors', { errors }),
      },
      status,
    });
  }

  return async function editAddresses(request: PageRequest): Promise<Reply> {
    if (request.method !== 'POST') return showAddresses(request, await customers.addresses(request.userId), []);
    const values = {
      billing: await addresses.read('billing', request.field),
      shipping: await addresses.read('shipping', request.field),
    };
    const hasShipping = Object.entries(values.shipping).some(([name, value]) => name !== 'country' && value !== '');
    const errors = request.verifyNonce(ACCOUNT_NONCE)
      ? [
          ...(await addresses.errors('billing', values.billing)),
          ...(hasShipping ? await addresses.errors('shipping', values.shipping) : []),
        ]
      : [frame.expiredNonceError()];
    if (errors.length > 0) return showAddresses(request, values, errors, 422);
    await customers.saveAddresses(request.userId, values.billing, hasShipping ? values.shipping : {});
    scope.addNotice(request, 'success', __('Addresses saved.'));
    return { kind: 'redirect', status: 303, location: '/account/addresses/' };
  };
}
