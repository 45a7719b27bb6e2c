import type { AdminPage, PluginScope, Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { ShopEmail } from '../emails/shop-email.js';
import type { CommerceSettings } from '../commerce/commerce-settings.js';
import { methodLabel } from '../commerce/method.js';
import { BUILT_IN_DELIVERIES } from '../commerce/built-in-shipping.js';
import type { EstimateOptions } from '../commerce/estimate-settings.js';
import { type PluginMethods, methodUrl, type MethodKind } from './plugin-methods.js';
import { type EstimatedMethod, readEstimate, estimateInput, type EstimateInput } from './delivery-estimate-form.js';
import { readCommerceForm, commerceInput, type CommerceInput } from './commerce-form.js';
import { ORDERS_SLUG } from './orders-screen.js';

interface CommerceScreenDeps {
  readonly scope: Pick<
    PluginScope,
    | '__'
    | 'render'
    | 'addNotice'
    | 'useAsset'
    | 'isEmail'
    | 'wpTimezoneString'
    | 'sanitizeTextField'
    | 'getOption'
    | 'adminUrl'
    | 'db'
  >;
  readonly commerceSettings: CommerceSettings;
  readonly shopEmail: Pick<ShopEmail, 'readProvided'>;
  readonly estimateOptions: EstimateOptions;
  readonly money: Money;
  readonly pluginMethods: PluginMethods;
}

export const COMMERCE_SLUG = 'store-commerce';

/** The settings screen for shipping, payment, the shop's email address and limits. */
export function commerceScreen({
  scope,
  commerceSettings,
  shopEmail,
  estimateOptions,
  money,
  pluginMethods,
}: CommerceScreenDeps): AdminPage {
  const { __ } = scope;

  /** Returns the methods of plugins, with links to their settings screens. */
  async function listMethods(kind: MethodKind): Promise<readonly object[]> {
    return Promise.all(
      pluginMethods(kind).map(async (method) => ({
        label: await method.label(),
        enabled: (await method.read()).enabled,
        url: scope.adminUrl(methodUrl(method)),
      })),
    );
  }

  async function isAnyEnabled(kind: MethodKind): Promise<boolean> {
    return (await Promise.all(pluginMethods(kind).map((method) => method.read()))).some(({ enabled }) => enabled);
  }

  /** Returns all shipping methods, enabled or not. */
  async function listShippingMethods(): Promise<readonly EstimatedMethod[]> {
    const own = BUILT_IN_DELIVERIES.map((id) => ({ id, label: methodLabel(id, scope) }));
    return [
      ...own,
      ...(await Promise.all(pluginMethods('delivery').map(async ({ id, label }) => ({ id, label: await label() })))),
    ];
  }

  async function show(
    input: CommerceInput,
    estimate: EstimateInput,
    errors: readonly FormError[] = [],
  ): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const errorOf = Object.fromEntries(errors.map((error) => [error.field, error.message]));
    const data = {
      estimate: {
        ...estimate,
        zone: await scope.wpTimezoneString(),
        methods: estimate.methods.map((method) => ({
          ...method,
          rows: method.rows.map((row) => ({
            ...row,
            isHome: row.destination === 'home',
            error: errorOf[row.name] ?? '',
          })),
        })),
      },
      deliveries: await listMethods('delivery'),
      payments: await listMethods('payment'),
      form: input,
      errorOf,
      errorSummary: await scope.render('checkout/errors', { errors }),
      currency: money.currency(),
      providedEmail: await shopEmail.readProvided(),
      adminEmail: await scope.getOption<string>('admin_email', ''),
    };
    return {
      kind: 'page',
      status: errors.length > 0 ? 422 : 200,
      title: __('Shipping and payment'),
      view: 'orders-admin/commerce',
      data,
    };
  }

  return {
    slug: COMMERCE_SLUG,
    title: () => __('Shipping and payment'),
    capability: 'manage_shop',
    parent: ORDERS_SLUG,
    async handler(request) {
      const methods = await listShippingMethods();
      const before = await estimateOptions.read();
      if (request.method !== 'POST')
        return show(commerceInput(await commerceSettings.read(), money), estimateInput(before, methods));
      const estimate = readEstimate(request, before, methods, scope);
      const { input, errors, settings } = readCommerceForm({ scope, money }, request, await commerceSettings.read(), {
        delivery: await isAnyEnabled('delivery'),
        payment: await isAnyEnabled('payment'),
      });
      if (errors.length + estimate.errors.length > 0)
        return show(input, estimate.input, [...errors, ...estimate.errors]);
      await scope.db.transaction(async () => {
        await commerceSettings.write(settings);
        await estimateOptions.write(estimate.settings);
      });
      scope.addNotice(request, 'success', __('Settings saved.'));
      return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${COMMERCE_SLUG}` };
    },
  };
}
