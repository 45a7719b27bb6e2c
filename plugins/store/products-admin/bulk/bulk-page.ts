import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogParts } from '../../catalog/boot.js';
import type { FormError } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { siteZone } from '../../time/local-time.js';
import { PRODUCTS_SLUG } from '../screen-slugs.js';
import { parseBulkChange, FIELDS, readBulkForm, type BulkInput } from './bulk-form.js';
import { createBulkPreview } from './bulk-preview.js';
import type { BulkActions, ChangedProduct } from './bulk-work.js';

interface BulkPageDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogParts, 'terms' | 'currency'>;
  readonly money: Money;
  readonly bulkActions: BulkActions;
}

/** Page for bulk changes, which the product list opens for the selected products. */
export interface BulkPage {
  /** Renders the empty form. */
  showForm(ids: readonly number[]): Promise<Reply>;
  /** Previews the submitted change, or applies it. */
  handleSubmit(request: PageRequest): Promise<Reply>;
}

/** Maximum number of products changed in a request. More products can be changed by importing a file. */
export const MAX_CHANGED = 1000;
const MAX_PREVIEW_ROWS = 100;
const EMPTY_INPUT = Object.fromEntries(FIELDS.map((name) => [name, ''])) as BulkInput;

/** Creates the page for bulk changes of price, sale, stock and category, with a preview. */
export function createBulkPage({ scope, parts, money, bulkActions }: BulkPageDeps): BulkPage {
  const { __, _n, adminUrl } = scope;
  const previewRow = createBulkPreview({ scope, currency: parts.currency });

  async function show(
    ids: readonly number[],
    input: BulkInput,
    {
      errors = [],
      preview,
    }: { readonly errors?: readonly FormError[]; readonly preview?: readonly ChangedProduct[] } = {},
  ): Promise<Reply> {
    scope.useAsset('store-products-admin');
    scope.useAsset('store-orders-admin');
    const categories = await parts.terms.all('product_cat');
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const toOptions = (name: keyof BulkInput, all: readonly (readonly [string, string])[]): object[] =>
      [['', __('No change')] as const, ...all].map(([value, label]) => ({
        value,
        label,
        selected: value === input[name],
      }));
    const data = {
      ids,
      form: input,
      currency: money.currency(),
      title: _n('Change %d product', 'Change %d products', ids.length),
      errorOf: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
      errorSummary: errors.length > 0 ? await scope.render('checkout/errors', { errors }) : '',
      prices: toOptions('price_how', [
        ['set', __('Set to (%s)', money.currency())],
        ['raise', __('Increase by (%)')],
        ['lower', __('Decrease by (%)')],
        ['more', __('Increase by (%s)', money.currency())],
        ['less', __('Decrease by (%s)', money.currency())],
      ]),
      sales: toOptions('sale_how', [
        ['percent', __('Discount (%)')],
        ['set', __('Sale price (%s)', money.currency())],
        ['end', __('End sale')],
      ]),
      stocks: toOptions('stock_how', [
        ['set', __('Set to (quantity)')],
        ['add', __('Add (quantity, negative to subtract)')],
        ['uncounted', __('Don’t track stock')],
      ]),
      methods: toOptions('category_how', [
        ['add', __('Add to category')],
        ['remove', __('Remove from category')],
        ['only', __('Move to this category only')],
      ]),
      categories: categories.map(({ id, name }) => ({ id, name, selected: String(id) === input.category })),
      preview: preview && {
        count: preview.length,
        rows: preview.slice(0, MAX_PREVIEW_ROWS).map((change) => previewRow(change, names)),
        more: Math.max(0, preview.length - MAX_PREVIEW_ROWS),
      },
      listUrl: adminUrl(`admin.php?page=${PRODUCTS_SLUG}`),
    };
    return {
      kind: 'page',
      status: errors.length > 0 ? 422 : 200,
      title: data.title,
      view: 'products-admin/bulk',
      data,
    };
  }

  async function handleSubmit(request: PageRequest): Promise<Reply> {
    const ids = (request.field('ids').match(/\d{1,10}/g) ?? []).map(Number).slice(0, MAX_CHANGED);
    const input = readBulkForm(request);
    const categories = new Set((await parts.terms.all('product_cat')).map(({ id }) => id));
    const { change, errors } = parseBulkChange(input, {
      i18n: scope,
      money,
      timeZone: await siteZone(scope.getOption),
      categories,
    });
    if (errors.length > 0) return show(ids, input, { errors });
    if (request.field('action') !== 'apply')
      return show(ids, input, { preview: await bulkActions.preview(ids, change) });
    const { changed, refused } = await bulkActions.apply(ids, change);
    if (changed > 0 || refused.length === 0)
      scope.addNotice(request, 'success', _n('%d product was changed.', '%d products were changed.', changed));
    for (const { name, message } of refused.slice(0, 10))
      scope.addNotice(request, 'error', __('%1$s was not changed: %2$s', name, message));
    if (refused.length > 10)
      scope.addNotice(
        request,
        'error',
        _n('%d more product was not changed.', '%d more products were not changed.', refused.length - 10),
      );
    return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCTS_SLUG}` };
  }

  return { showForm: (ids) => show(ids, EMPTY_INPUT), handleSubmit };
}
