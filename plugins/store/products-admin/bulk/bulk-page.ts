import type { PageRequest, PluginScope, Reply } from 'plinth';
import type { CatalogueParts } from '../../catalogue/boot.js';
import type { FormError } from '../../contract/index.js';
import type { Money } from '../../money/money.js';
import { siteZone } from '../../time/local-time.js';
import { PRODUCTS_SLUG } from '../screen-slugs.js';
import { bulkChange, FIELDS, readBulkForm, type TypedChange } from './bulk-form.js';
import { createBulkPreview } from './bulk-preview.js';
import type { BulkWork, ChangedProduct } from './bulk-work.js';

interface BulkPageDeps {
  readonly scope: PluginScope;
  readonly parts: Pick<CatalogueParts, 'terms' | 'currency'>;
  readonly money: Money;
  readonly work: BulkWork;
}

/** Where many products are changed alike; a part of the list of products, which shows it for those that were ticked. */
export interface BulkPage {
  /** The empty form. */
  begin(ids: readonly number[]): Promise<Reply>;
  /** Shows what the form would change, or changes it. */
  answer(request: PageRequest): Promise<Reply>;
}

/** Products that are changed while somebody waits; more are changed by a file. */
export const MAX_CHANGED = 1000;
const MAX_SHOWN = 100;
const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, ''])) as TypedChange;

/** Price, sale, stock and category of many products, first shown, then changed. */
export function createBulkPage({ scope, parts, money, work }: BulkPageDeps): BulkPage {
  const { __, _n, adminUrl } = scope;
  const rowOf = createBulkPreview({ scope, currency: parts.currency });

  async function show(
    ids: readonly number[],
    typed: TypedChange,
    {
      errors = [],
      preview,
    }: { readonly errors?: readonly FormError[]; readonly preview?: readonly ChangedProduct[] } = {},
  ): Promise<Reply> {
    scope.useAsset('store-products-admin');
    scope.useAsset('store-orders-admin');
    const categories = await parts.terms.all('product_cat');
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const choices = (name: keyof TypedChange, all: readonly (readonly [string, string])[]): object[] =>
      [['', __('Leave as it is')] as const, ...all].map(([value, label]) => ({
        value,
        label,
        selected: value === typed[name],
      }));
    const data = {
      ids,
      typed,
      currency: money.currency(),
      title: _n('Change %d product', 'Change %d products', ids.length),
      errorOf: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
      errorSummary: errors.length > 0 ? await scope.render('checkout/errors', { errors }) : '',
      prices: choices('price_how', [
        ['set', __('Set to (%s)', money.currency())],
        ['raise', __('Raise by (%)')],
        ['lower', __('Lower by (%)')],
        ['more', __('Raise by (%s)', money.currency())],
        ['less', __('Lower by (%s)', money.currency())],
      ]),
      sales: choices('sale_how', [
        ['percent', __('Take off (%)')],
        ['set', __('Sale price (%s)', money.currency())],
        ['end', __('End the sale')],
      ]),
      stocks: choices('stock_how', [
        ['set', __('Set to (pieces)')],
        ['add', __('Add (pieces; less than 0 takes away)')],
        ['uncounted', __('Do not count')],
      ]),
      ways: choices('category_how', [
        ['add', __('Add to the category')],
        ['remove', __('Take out of the category')],
        ['only', __('Put into this category only')],
      ]),
      categories: categories.map(({ id, name }) => ({ id, name, selected: String(id) === typed.category })),
      preview: preview && {
        count: preview.length,
        rows: preview.slice(0, MAX_SHOWN).map((one) => rowOf(one, names)),
        more: Math.max(0, preview.length - MAX_SHOWN),
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

  async function answer(request: PageRequest): Promise<Reply> {
    const ids = (request.field('ids').match(/\d{1,10}/g) ?? []).map(Number).slice(0, MAX_CHANGED);
    const typed = readBulkForm(request);
    const categories = new Set((await parts.terms.all('product_cat')).map(({ id }) => id));
    const { change, errors } = bulkChange(typed, {
      i18n: scope,
      money,
      zone: await siteZone(scope.getOption),
      categories,
    });
    if (errors.length > 0) return show(ids, typed, { errors });
    if (request.field('action') !== 'apply') return show(ids, typed, { preview: await work.preview(ids, change) });
    const { changed, refused } = await work.apply(ids, change);
    if (changed > 0 || refused.length === 0)
      scope.addNotice(request, 'success', _n('%d product was changed.', '%d products were changed.', changed));
    for (const { name, message } of refused.slice(0, 10))
      scope.addNotice(request, 'error', __('%1$s stays as it is: %2$s', name, message));
    if (refused.length > 10)
      scope.addNotice(
        request,
        'error',
        _n('%d more product stays as it is.', '%d more products stay as they are.', refused.length - 10),
      );
    return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${PRODUCTS_SLUG}` };
  }

  return { begin: (ids) => show(ids, EMPTY), answer };
}
