import type { TranslationApi } from 'plinth';
import { ALL_DEFINITIONS, type SettingValues } from './settings.js';

/** Returns a text from the settings: unchanged if the shop owner edited it, else in the language of the request. */
export type ShopTexts = (values: SettingValues, key: string) => string;

export function createShopTexts({ __ }: Pick<TranslationApi, '__'>): ShopTexts {
  const defaultTexts: Readonly<Record<string, ((values: SettingValues) => string) | undefined>> = {
    order_button_text: () => __('Order with an obligation to pay'),
    omnibus_display_text: () => __('Lowest price of the {days} days before the reduction: {price}'),
    vat_notice_text: (values) =>
      values.text('tax_display_mode') === 'netto' ? __('plus {rate}% VAT') : __('{rate}% VAT included'),
    vat_exempt_notice: () => __('The seller is exempt from VAT (art. 113 of the Polish VAT Act)'),
    shipping_notice_text: () => __('plus delivery'),
    delivery_time_format: () => __('Delivery time: {time}'),
  };
  return (values, key) => {
    const text = values.text(key);
    const defaultText = ALL_DEFINITIONS.find((definition) => definition.key === key)?.default;
    const getDefaultText = Object.hasOwn(defaultTexts, key) ? defaultTexts[key] : undefined;
    return text === defaultText && getDefaultText ? getDefaultText(values) : text;
  };
}

/**
 * Wordings for an obligation to pay (Consumer Rights Act, art. 17(3); Directive 2011/83/EU, art. 8(2)). A name such as
 * PayPal, “Buy” or “Go on to payment” alone is insufficient: the text must state the obligation, or name ordering and
 * paying together.
 */
const OBLIGATION_PATTERNS = [
  /obowi[ąa]zk\w*\s+(?:do\s+)?zap[łl]aty/i,
  /(?:zamawiam|zamów|kupuj[ęe]|kup|potwierdzam)(?=[\s,]).*(?:p[łl]ac[ęeę]|zap[łl]a[ćc][ęe]?|zap[łl]aty)(?![\p{L}\d])/iu,
  // Without diacritics, the word is English: “Place order”.
  /^(?:zap[łl]a[ćc]|płac[ęe]|placę)(?![\p{L}\d])/iu,
  /obligation\s+to\s+pay/i,
  /\b(?:order|buy|purchase|book)\b.*\b(?:pay|paid|payment)\b/i,
  /^pay\b(?!\s*pal)/i,
] as const;
const NAVIGATION_TEXT = /^(?:continue|go on|proceed|next|dalej|kontynuuj|przejd[źz])/i;

/** Whether a button's text states the obligation to pay. */
export function statesPayment(text: string): boolean {
  const label = text.trim();
  return !NAVIGATION_TEXT.test(label) && OBLIGATION_PATTERNS.some((pattern) => pattern.test(label));
}
