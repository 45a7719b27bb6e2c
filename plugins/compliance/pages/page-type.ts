import type { TranslationApi } from 'plinth';

/** Legal pages available in `shop/v1`, in listing order. */
export const CONTRACT_TYPES = ['terms', 'privacy', 'withdrawal', 'dsa_report', 'returns', 'complaints'] as const;
/** All legal pages; those that are not part of `shop/v1` come last. */
export const LEGAL_PAGE_TYPES = [...CONTRACT_TYPES, 'delivery', 'accessibility', 'dsa_reasons'] as const;
export type LegalPageType = (typeof LEGAL_PAGE_TYPES)[number];

/** Pages that `shop/v1` generates from a template; the admin screens generate all of them. */
export const TEMPLATE_TYPES = ['terms', 'privacy', 'withdrawal', 'dsa_report'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Pages created in bulk. */
export const BULK_TYPES: readonly LegalPageType[] = ['terms', 'privacy', 'returns', 'complaints'];

/** Languages of legal pages: the first one is the main locale, which `shop/v1` uses; the others are translations. */
export const PAGE_LOCALES = ['pl_PL', 'en_US'] as const;
export type PageLocale = (typeof PAGE_LOCALES)[number];
export const [MAIN_LOCALE] = PAGE_LOCALES;

/** Returns the languages of the shop's legal pages: the main one, and the others in which the site is offered. */
export function getPageLocales({ getSiteLanguages }: Pick<TranslationApi, 'getSiteLanguages'>): readonly PageLocale[] {
  const languages = getSiteLanguages();
  return PAGE_LOCALES.filter((locale) => locale === MAIN_LOCALE || languages.includes(locale));
}

export const PAGE_TITLES: Readonly<Record<PageLocale, Readonly<Record<LegalPageType, string>>>> = {
  pl_PL: {
    terms: 'Regulamin sklepu',
    privacy: 'Polityka prywatności',
    withdrawal: 'Odstąpienie od umowy',
    dsa_report: 'Zgłoszenie nielegalnych treści (DSA)',
    returns: 'Zwroty',
    complaints: 'Reklamacje',
    delivery: 'Dostawa i płatność',
    accessibility: 'Deklaracja dostępności',
    dsa_reasons: 'Uzasadnienie decyzji o treści (DSA)',
  },
  en_US: {
    terms: 'Terms and conditions',
    privacy: 'Privacy policy',
    withdrawal: 'Right of withdrawal',
    dsa_report: 'Reporting illegal content (DSA)',
    returns: 'Returns',
    complaints: 'Complaints',
    delivery: 'Delivery and payment',
    accessibility: 'Accessibility statement',
    dsa_reasons: 'Statement of reasons (DSA)',
  },
};

/** Built-in checkboxes that refer to each page. */
export const PAGE_CHECKBOXES: Readonly<Partial<Record<LegalPageType, readonly string[]>>> = {
  terms: ['terms'],
  privacy: ['privacy', 'marketing', 'review_reminder', 'parcel_delivery'],
  withdrawal: ['withdrawal', 'digital_waiver'],
};

/** Whether `shop/v1` generates this type of page from a template. */
export function isTemplateType(type: unknown): type is TemplateType {
  return TEMPLATE_TYPES.some((known) => known === type);
}

/** Whether `shop/v1` lists this type of page. */
export function isContractType(type: LegalPageType): boolean {
  return CONTRACT_TYPES.some((known) => known === type);
}

/** Returns the language of legal texts for a visitor: their own if available. */
export function toPageLocale(locale: string): PageLocale {
  return PAGE_LOCALES.find((known) => known === locale) ?? MAIN_LOCALE;
}
