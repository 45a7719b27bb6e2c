import { localNumber } from 'plinth';
import type { OwnWords } from '../settings/own-words.js';
import type { SettingValues } from '../settings/settings.js';

const RATE = /\{rate\}(?!\s*%)/g;

/**
 * What is said about tax beside a price: the exemption of the seller, else the rate; '' for prices without tax.
 * @param rate percent @param locale such as `pl_PL`
 */
export function vatNotice(rate: number, values: SettingValues, words: OwnWords, locale: string): string {
  if (values.flag('small_business')) return words(values, 'vat_exempt_notice').trim();
  if (rate === 0) return '';
  // A text may bring its own percent sign or leave it to the rate.
  return words(values, 'vat_notice_text')
    .replace(RATE, '{rate}%')
    .replaceAll('{rate}', localNumber(rate, locale, 2))
    .trim();
}
