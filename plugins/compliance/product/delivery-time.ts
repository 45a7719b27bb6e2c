import type { OwnWords } from '../settings/own-words.js';
import type { SettingValues } from '../settings/settings.js';
import type { CatalogueRecord } from '../search/catalogue.js';
import { FIELD, textOf } from './product-fields.js';

/** When a product would arrive: its own time, else the shop's usual one; '' when none is known or none is to be shown. */
export function deliveryTime(product: Pick<CatalogueRecord, 'fields'>, values: SettingValues, words: OwnWords): string {
  const time = values.flag('delivery_time_enabled') ? textOf(product, FIELD.deliveryTime) || values.text('delivery_time_default').trim() : '';
  return time === '' ? '' : words(values, 'delivery_time_format').replaceAll('{time}', () => time);
}
