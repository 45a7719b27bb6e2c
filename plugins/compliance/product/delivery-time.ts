import { andThen, type Filters, type PluginScope, type TranslationApi } from 'plinth';
import type { OwnTexts } from '../settings/shop-texts.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { CatalogueRecord, PageDelivery, ProductCard } from '../store/shop.js';
import { FIELD, textOf } from './product-fields.js';

/** The settings, and the words they are told in. */
interface DeliveryTexts {
  readonly values: SettingValues;
  readonly labels: OwnTexts;
  readonly scope: Pick<TranslationApi, '__'>;
}

/** A line about delivery, and the versions it is about; none of them when it is about the whole product. */
interface DeliveryLine {
  readonly text: string;
  readonly variations: readonly number[];
}

/** When a product would arrive: its own time, else the shop's usual one; '' for files, for what is sold out, and where no time is known or to be shown. */
export function deliveryTime(
  { stock, kind, fields }: Pick<ProductCard, 'stock' | 'kind' | 'fields'>,
  { values, labels, scope: { __ } }: DeliveryTexts,
): string {
  if (!values.flag('delivery_time_enabled') || kind === 'digital' || stock === 'outofstock') return '';
  if (stock === 'onbackorder') return __('On backorder: delivery takes longer than usual.');
  const time = textOf({ fields }, FIELD.deliveryTime) || values.text('delivery_time_default').trim();
  return time === '' ? '' : labels(values, 'delivery_time_format').replaceAll('{time}', () => time);
}

/** What a product's page says about delivery, once for all versions that arrive alike. Where the page names a day, that is the time, and nothing else is said beside it. */
export function deliveryLines(
  record: Pick<CatalogueRecord, 'variations'>,
  { stock, kind, fields }: Pick<ProductCard, 'stock' | 'kind' | 'fields'>,
  words: DeliveryTexts,
  dated: PageDelivery['dated'] = [],
): DeliveryLine[] {
  if (dated.includes(0)) return [];
  if (record.variations.length === 0)
    return [{ text: deliveryTime({ stock, kind, fields }, words), variations: [] }].filter(({ text }) => text !== '');
  const lines = new Map<string, number[]>();
  for (const variation of record.variations.filter(({ id }) => !dated.includes(id))) {
    const text = deliveryTime({ stock: variation.stock, kind, fields }, words);
    if (text !== '') lines.set(text, [...(lines.get(text) ?? []), variation.id]);
  }
  return [...lines].map(([text, variations]) => ({ text, variations }));
}

type Ways = Parameters<Filters['store/arrival_days']>[0];
type Purchase = Parameters<Filters['store/arrival_days']>[1];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * Takes the days back that the store would promise for a product whose delivery time the owner wrote in words of their own: "about three
 * weeks" is no number. Where they also said how long preparing it takes, the days stand.
 */
export function registerOwnTexts(scope: Pick<PluginScope, 'addFilter'>, settings: Pick<Settings, 'values'>): void {
  scope.addFilter(
    'store/arrival_days',
    (ways: Ways, { items }: Purchase) => {
      const hasDeliveryText = items.some(
        ({ kind, supply }) =>
          kind === 'physical' && isText(supply?.fields?.[FIELD.deliveryTime]) && supply?.handlingDays === null,
      );
      return hasDeliveryText
        ? andThen(settings.values(), (values) => (values.flag('delivery_time_enabled') ? [] : ways))
        : ways;
    },
    10,
    2,
  );
}
