import type { TranslationApi } from 'plinth';
import type { CatalogueRecord, PageDelivery, ProductCard } from '../store/catalogue.js';
import type { OwnWords } from '../settings/own-words.js';
import type { SettingValues } from '../settings/settings.js';
import { FIELD, textOf } from './product-fields.js';

/** The settings, and the words they are told in. */
interface DeliveryWords {
  readonly values: SettingValues;
  readonly words: OwnWords;
  readonly scope: Pick<TranslationApi, '__'>;
}

/** A line about delivery, and the versions it is about; none of them when it is about the whole product. */
interface DeliveryLine {
  readonly text: string;
  readonly versions: readonly number[];
}

/** When a product would arrive: its own time, else the shop's usual one; '' for files, for what is sold out, and where no time is known or to be shown. */
export function deliveryTime(
  { stock, kind, fields }: Pick<ProductCard, 'stock' | 'kind' | 'fields'>,
  { values, words, scope: { __ } }: DeliveryWords,
): string {
  if (!values.flag('delivery_time_enabled') || kind === 'digital' || stock === 'outofstock') return '';
  if (stock === 'onbackorder') return __('On backorder: delivered later than usual.');
  const time = textOf({ fields }, FIELD.deliveryTime) || values.text('delivery_time_default').trim();
  return time === '' ? '' : words(values, 'delivery_time_format').replaceAll('{time}', () => time);
}

/** What a product's page says about delivery, once for all versions that arrive alike. Where the page names a day, that is the time, and nothing else is said beside it. */
export function deliveryLines(
  record: Pick<CatalogueRecord, 'variations'>,
  { stock, kind, fields }: Pick<ProductCard, 'stock' | 'kind' | 'fields'>,
  words: DeliveryWords,
  dated: PageDelivery['dated'] = [],
): DeliveryLine[] {
  if (dated.includes(0)) return [];
  if (record.variations.length === 0)
    return [{ text: deliveryTime({ stock, kind, fields }, words), versions: [] }].filter(({ text }) => text !== '');
  const lines = new Map<string, number[]>();
  for (const version of record.variations.filter(({ id }) => !dated.includes(id))) {
    const text = deliveryTime({ stock: version.stock, kind, fields }, words);
    if (text !== '') lines.set(text, [...(lines.get(text) ?? []), version.id]);
  }
  return [...lines].map(([text, versions]) => ({ text, versions }));
}
