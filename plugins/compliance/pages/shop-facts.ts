import type { PluginScope } from 'plinth';
import type { SettingValues } from '../settings/settings.js';
import type { Catalog } from '../store/shop.js';
import { type LegalPageType, MAIN_LOCALE, type PageLocale } from './page-type.js';
import type { ShopFacts } from './templates/template-data.js';

interface ShopFactsDeps {
  readonly scope: Pick<PluginScope, 'services' | 'escHtml' | 'applyFilters'>;
  catalog(): Catalog | undefined;
}

const ATTACHMENT_SETTINGS: readonly (readonly [setting: string, type: LegalPageType])[] = [
  ['attach_terms', 'terms'],
  ['attach_withdrawal', 'withdrawal'],
  ['attach_privacy', 'privacy'],
];
const PRICE_MODES: Readonly<Record<string, ShopFacts['prices']>> = { netto: 'net', both: 'both' };

const WORKING_DAYS = /^(\d+(?:\s*[-–]\s*\d+)?)\s*(?:dni robocz\p{L}*|dzień roboczy)$/u;

/** Returns the shop owner's text in the main language; in others, a number of working days only. */
function translateDays(text: string, locale: PageLocale): string {
  if (locale === MAIN_LOCALE) return text;
  const days = WORKING_DAYS.exec(text)?.[1];
  if (days === undefined) return '';
  return days === '1' ? '1 working day' : `${days} working days`;
}

/** Reads the shop's current setup, in the language of the running request; texts are escaped for HTML. */
export async function readShopFacts(
  { scope, catalog }: ShopFactsDeps,
  values: SettingValues,
  locale: PageLocale = MAIN_LOCALE,
): Promise<ShopFacts> {
  const terms = scope.services.has('store.terms') ? await scope.services.get('store.terms').now() : undefined;
  const toPriceText = (minor: number): string => (minor > 0 ? scope.escHtml(catalog()?.formatPrice(minor) ?? '') : '');
  const toMethods = (
    methods: readonly { readonly id: string; readonly label: string }[] = [],
    cost: (id: string) => number,
  ): ShopFacts['payments'] =>
    methods.map(({ id, label }) => ({ id, label: scope.escHtml(label), price: toPriceText(cost(id)) }));
  return {
    payments: toMethods(terms?.payments, (methodId) => terms?.payments.find(({ id }) => id === methodId)?.fee ?? 0),
    deliveries: toMethods(
      terms?.deliveries,
      (methodId) => terms?.deliveries.find(({ id }) => id === methodId)?.price ?? 0,
    ),
    freeDeliveryFrom: terms?.deliveries.some(({ id }) => id === 'courier') ? toPriceText(terms.freeFrom ?? 0) : '',
    transferDays: terms?.transferDays ?? 0,
    deliveryTime: values.flag('delivery_time_enabled')
      ? scope.escHtml(translateDays(values.text('delivery_time_default').trim(), locale))
      : '',
    attachedPages: values.flag('legal_pages_enabled')
      ? ATTACHMENT_SETTINGS.filter(([setting]) => values.flag(setting)).map(([, type]) => type)
      : [],
    prices: values.flag('small_business') ? 'exempt' : (PRICE_MODES[values.text('tax_display_mode')] ?? 'gross'),
    rankingParameters: (await scope.applyFilters('compliance/ranking_parameters', [])).map((text) =>
      scope.escHtml(text),
    ),
    lowestPriceDays: values.flag('omnibus_enabled') ? values.number('omnibus_days') : 0,
  };
}

/** Declares the filter through which other plugins provide ranking parameters. */
export function declareShopFacts(scope: Pick<PluginScope, 'declareHook'>): void {
  scope.declareHook({
    name: 'compliance/ranking_parameters',
    kind: 'filter',
    since: '0.1.0',
    summary:
      'Filters the parameters that determine the ranking of results besides search words, availability and rating, for the shop’s terms and conditions. Each is a sentence fragment in plain text, in the language of the request.',
    args: ['parameters: texts'],
    check: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string'),
  });
}
