import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import type { FormError } from '../contract/index.js';
import { type Currency, CURRENCY_OPTION } from '../money/currency.js';
import { PRODUCTS_SLUG } from './screen-slugs.js';
import { CURRENCIES, currencyName, digitsOf } from '../money/currencies.js';
import { MAX_REVIEW_DAYS, type ReviewOptions, type ReviewSettings } from '../products/review-settings.js';
import { MAX_DOWNLOADS, type StoreOptions } from '../products/store-settings.js';

interface SettingsScreenDeps {
  readonly scope: Pick<
    PluginScope,
    '__' | '_n' | 'render' | 'addNotice' | 'useAsset' | 'updateOption' | 'db' | 'locale' | 'adminUrl'
  >;
  readonly settings: StoreOptions;
  readonly currency: Pick<Currency, 'code' | 'load'>;
  readonly reviews: ReviewOptions;
}

const SLUG = 'store-settings';

interface SubmittedSettings {
  readonly currency: string;
  readonly taxRate: string;
  readonly lowStock: string;
  readonly downloads: string;
  readonly downloadDays: string;
  readonly reviews: boolean;
  readonly reviewers: ReviewSettings['reviewers'];
  readonly minDays: string;
  readonly requestDelayDays: string;
}

function readReviewInput({
  field,
}: Pick<PageRequest, 'field'>): Pick<SubmittedSettings, 'reviews' | 'reviewers' | 'minDays' | 'requestDelayDays'> {
  return {
    reviews: field('reviews') !== '',
    reviewers: field('reviewers') === 'accounts' ? 'accounts' : 'buyers',
    minDays: field('minDays').trim().slice(0, 10),
    requestDelayDays: field('requestDelayDays').trim().slice(0, 10),
  };
}

/** Admin screen with the settings for currency, default tax rate, low-stock threshold, download limits and reviews. */
export function settingsScreen({ scope, settings, currency, reviews }: SettingsScreenDeps): AdminPage {
  const { __ } = scope;

  async function show(input: SubmittedSettings, errors: readonly FormError[] = [], status = 200): Promise<Reply> {
    scope.useAsset('store-orders-admin');
    scope.useAsset('store-checkout-admin');
    const currencyCodes: readonly string[] = CURRENCIES.some((code) => code === currency.code())
      ? CURRENCIES
      : [currency.code(), ...CURRENCIES];
    const currencies = currencyCodes.map((code) => ({
      code,
      name: currencyName(code, scope.locale()),
      digits: digitsOf(code),
      selected: code === input.currency,
    }));
    const data = {
      form: input,
      accountsOnly: input.reviewers === 'accounts',
      emailUrl: scope.adminUrl('admin.php?page=store-email&kind=review_request'),
      currencies,
      now: currency.code(),
      errorOf: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
      errorSummary: await scope.render('checkout/errors', { errors }),
    };
    return { kind: 'page', status, title: __('Store settings'), view: 'settings/store', data };
  }

  async function save(request: PageRequest): Promise<Reply> {
    const input: SubmittedSettings = {
      currency: request.field('currency').slice(0, 3),
      taxRate: request.field('taxRate').trim().replace(',', '.').slice(0, 10),
      lowStock: request.field('lowStock').trim().slice(0, 10),
      downloads: request.field('downloads').trim().slice(0, 10),
      downloadDays: request.field('downloadDays').trim().slice(0, 10),
      ...readReviewInput(request),
    };
    const errors: FormError[] = [];
    if (input.currency !== currency.code() && !CURRENCIES.some((code) => code === input.currency))
      errors.push({ field: 'currency', message: __('Choose a currency from the list.') });
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(input.taxRate))
      errors.push({ field: 'taxRate', message: __('Enter a tax rate from 0 to 99.') });
    if (!/^\d{1,4}$/.test(input.lowStock))
      errors.push({ field: 'lowStock', message: __('Enter a whole number from 0 to %d.', 9999) });
    if (!/^\d{1,4}$/.test(input.downloads))
      errors.push({ field: 'downloads', message: __('Enter a whole number from 0 to %d.', MAX_DOWNLOADS) });
    if (!/^\d{1,4}$/.test(input.downloadDays))
      errors.push({ field: 'downloadDays', message: __('Enter a whole number from 0 to %d.', MAX_DOWNLOADS) });
    for (const field of ['minDays', 'requestDelayDays'] as const)
      if (!/^\d{1,3}$/.test(input[field]) || Number(input[field]) > MAX_REVIEW_DAYS)
        errors.push({ field, message: __('Enter a number of days from 0 to %d.', MAX_REVIEW_DAYS) });
    if (errors.length > 0) return show(input, errors, 422);
    const before = currency.code();
    await scope.db.transaction(async () => {
      await scope.updateOption(CURRENCY_OPTION, input.currency);
      await settings.write({
        taxRate: Number(input.taxRate),
        lowStock: Number(input.lowStock),
        downloads: Number(input.downloads),
        downloadDays: Number(input.downloadDays),
      });
      await reviews.write({
        enabled: input.reviews,
        reviewers: input.reviewers,
        minDays: Number(input.minDays),
        requestDelayDays: Number(input.requestDelayDays),
      });
    });
    await currency.load();
    scope.addNotice(request, 'success', __('Settings saved.'));
    if (input.currency !== before) scope.addNotice(request, 'warning', currencyWarning(before, input.currency));
    return { kind: 'redirect', status: 303, location: `/wp-admin/admin.php?page=${SLUG}` };
  }

  /**
   * Returns the warning about a new currency. Amounts are stored in minor units, so their value changes if the new
   * currency has a different number of decimal places.
   */
  function currencyWarning(before: string, after: string): string {
    const notice = __('Prices were not converted: the amounts stay the same, now in %s. Check all prices.', after);
    return digitsOf(before) === digitsOf(after)
      ? notice
      : `${notice} ${__('%1$s uses a different number of decimal places than %2$s, so all prices look larger or smaller than before.', after, before)}`;
  }

  return {
    slug: SLUG,
    title: () => __('Store settings'),
    capability: 'manage_shop',
    parent: PRODUCTS_SLUG,
    async handler(request) {
      if (request.method === 'POST') return save(request);
      const { taxRate, lowStock, downloads, downloadDays } = await settings.read();
      const { enabled, reviewers, minDays, requestDelayDays } = await reviews.read();
      return show({
        currency: currency.code(),
        taxRate: String(taxRate),
        lowStock: String(lowStock),
        downloads: String(downloads),
        downloadDays: String(downloadDays),
        reviews: enabled,
        reviewers,
        minDays: String(minDays),
        requestDelayDays: String(requestDelayDays),
      });
    },
  };
}
