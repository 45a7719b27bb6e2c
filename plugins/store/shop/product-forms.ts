import { type PageRequest, type PluginScope } from 'plinth';
import { ALERT_NONCE, ALERT_PATH, ALERT_HONEYPOT, variationOptions } from '../back-in-stock/subscribe-form.js';
import type { LineData } from '../cart/line-data.js';
import { takeRejectedSelection } from '../cart/add-to-cart.js';
import type { CatalogParts } from '../catalog/boot.js';
import type { ProductRow } from '../products/tables.js';
import type { ProductView } from './product-view.js';

interface ProductFormsDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogParts, 'types'>;
  readonly lineData: Pick<LineData, 'view'>;
}

/** Forms on a product page. */
interface ProductForms {
  /** Renders the fields added by plugins, with submitted values that had errors, and the button. */
  dataFields(
    request: PageRequest,
    row: ProductRow,
    view: ProductView,
  ): Promise<{ html: string; errorSummary: string; button: string }>;
  /** Renders the form for a back-in-stock subscription; empty unless the product or a variation is out of stock. */
  alertForm(request: PageRequest, row: ProductRow, view: ProductView): Promise<string>;
}

export function createProductForms({ scope, parts, lineData }: ProductFormsDeps): ProductForms {
  async function dataFields(
    request: PageRequest,
    row: ProductRow,
    view: ProductView,
  ): Promise<{ html: string; errorSummary: string; button: string }> {
    const failedAttempt = takeRejectedSelection(request.session, row.id);
    const product = {
      productId: row.id,
      variationId: 0,
      name: row.name,
      sku: row.sku ?? '',
      price: view.summary.price,
      kind: view.summary.kind,
      categoryIds: view.categories.map(({ id }) => id),
      fields: view.summary.fields,
    };
    if (!parts.types.isSellable(row.kind))
      return { html: '', errorSummary: '', button: await parts.types.button(row.kind, product) };
    const fields = await lineData.view(product, failedAttempt);
    if (fields.length === 0) return { html: '', errorSummary: '', button: await parts.types.button(row.kind, product) };
    // The fields use the checkout's styles.
    scope.useAsset('store-checkout');
    return {
      html: await scope.render('checkout/fields', { fields }),
      errorSummary: failedAttempt ? await scope.render('checkout/errors', { errors: failedAttempt.errors }) : '',
      button: await parts.types.button(row.kind, product),
    };
  }

  async function alertForm(
    request: PageRequest,
    row: ProductRow,
    { variations, stockText, opensSoldOut }: ProductView,
  ): Promise<string> {
    if (stockText === '' || !parts.types.isSellable(row.kind)) return '';
    const soldOutVariations = variations.filter(({ soldOut }) => soldOut);
    if (row.type === 'variable' ? soldOutVariations.length === 0 : row.stock !== 'outofstock') return '';
    scope.useAsset('store-checkout');
    const user = request.userId > 0 ? await scope.getUserdata(request.userId) : false;
    const entities =
      row.type === 'variable'
        ? soldOutVariations.map(({ id, name }) => ({ variationId: id, name }))
        : [{ variationId: 0, name: row.name }];
    return await scope.render('back-in-stock/form', {
      action: scope.homeUrl(ALERT_PATH),
      nonceField: scope.wpNonceField(ALERT_NONCE),
      honeypot: ALERT_HONEYPOT,
      productId: row.id,
      email: user ? user.user_email : '',
      ...variationOptions(entities, opensSoldOut ? variations.find(({ checked }) => checked)?.id : 0),
    });
  }

  return { dataFields, alertForm };
}
