import { type Filters, type PluginScope, type TranslationApi } from 'plinth';
import type { ShopTexts } from '../settings/shop-texts.js';
import type { Settings, SettingValues } from '../settings/settings.js';
import type { CatalogRecord, PageDelivery, ProductCard } from '../store/shop.js';
import { PRODUCT_FIELD, getTextField } from './product-fields.js';

/** Settings with their texts. */
interface DeliveryTexts {
  readonly values: SettingValues;
  readonly labels: ShopTexts;
  readonly scope: Pick<TranslationApi, '__'>;
}

/** A line about delivery, and the variations it applies to; empty when it applies to the whole product. */
interface DeliveryLine {
  readonly text: string;
  readonly variations: readonly number[];
}

/**
 * Returns the delivery time of a product: its own, otherwise the shop's default, or a notice for backorders; '' for
 * downloads, for sold-out products, and when no time is known or shown.
 */
export function getDeliveryTime(
  { stock, kind, fields }: Pick<ProductCard, 'stock' | 'kind' | 'fields'>,
  { values, labels, scope: { __ } }: DeliveryTexts,
): string {
  if (!values.flag('delivery_time_enabled') || kind === 'digital' || stock === 'outofstock') return '';
  if (stock === 'onbackorder') return __('On backorder: delivered within 30 days.');
  const time = getTextField({ fields }, PRODUCT_FIELD.deliveryTime) || values.text('delivery_time_default').trim();
  return time === '' ? '' : labels(values, 'delivery_time_format').replaceAll('{time}', () => time);
}

/**
 * Returns the delivery lines of a product page, one for all variations with the same time. Nothing is added where the
 * page already states a delivery date.
 */
export function getDeliveryLines(
  record: Pick<CatalogRecord, 'variations'>,
  { stock, kind, fields }: Pick<ProductCard, 'stock' | 'kind' | 'fields'>,
  texts: DeliveryTexts,
  datedVariations: PageDelivery['variationIds'] = [],
): DeliveryLine[] {
  if (datedVariations.includes(0)) return [];
  if (record.variations.length === 0)
    return [{ text: getDeliveryTime({ stock, kind, fields }, texts), variations: [] }].filter(
      ({ text }) => text !== '',
    );
  const lines = new Map<string, number[]>();
  for (const variation of record.variations.filter(({ id }) => !datedVariations.includes(id))) {
    const text = getDeliveryTime({ stock: variation.stock, kind, fields }, texts);
    if (text !== '') lines.set(text, [...(lines.get(text) ?? []), variation.id]);
  }
  return [...lines].map(([text, variations]) => ({ text, variations }));
}

type DeliveryEstimates = Parameters<Filters['store/delivery_estimate']>[0];
type Purchase = Parameters<Filters['store/delivery_estimate']>[1];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * Removes the store's delivery estimate for a product whose delivery time the shop owner entered as free text: "about
 * three weeks" cannot be converted to days. With a handling time, the estimate remains.
 */
export function registerDeliveryTextFilter(
  scope: Pick<PluginScope, 'addFilter'>,
  settings: Pick<Settings, 'values'>,
): void {
  scope.addFilter(
    'store/delivery_estimate',
    async (estimates: DeliveryEstimates, { items }: Purchase) => {
      const hasDeliveryText = items.some(
        ({ kind, supply }) =>
          kind === 'physical' && isText(supply?.fields?.[PRODUCT_FIELD.deliveryTime]) && supply?.handlingDays === null,
      );
      return hasDeliveryText && (await settings.values()).flag('delivery_time_enabled') ? [] : estimates;
    },
    10,
    2,
  );
}
