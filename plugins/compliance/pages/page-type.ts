/** Legal pages that `shop/v1` knows, in the order it lists them. */
export const CONTRACT_TYPES = ['terms', 'privacy', 'withdrawal', 'dsa_report', 'returns', 'complaints'] as const;
/** All legal pages, those beside the contract last. */
export const LEGAL_PAGE_TYPES = [...CONTRACT_TYPES, 'delivery', 'accessibility', 'dsa_reasons'] as const;
export type LegalPageType = (typeof LEGAL_PAGE_TYPES)[number];

/** Those that `shop/v1` generates from a template; the owner's screens do it for all. */
export const TEMPLATE_TYPES = ['terms', 'privacy', 'withdrawal', 'dsa_report'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Those that bulk creation makes. */
export const BULK_TYPES: readonly LegalPageType[] = ['terms', 'privacy', 'returns', 'complaints'];

/** The languages of legal pages; the first one's are those of `shop/v1`, the others stand beside them. */
export const PAGE_LOCALES = ['pl_PL', 'en_US'] as const;
export type PageLocale = (typeof PAGE_LOCALES)[number];
export const [MAIN_LOCALE] = PAGE_LOCALES;

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

/** The built-in boxes that speak of a page. */
export const PAGE_CHECKBOXES: Readonly<Partial<Record<LegalPageType, readonly string[]>>> = {
  terms: ['terms'],
  privacy: ['privacy', 'marketing', 'review_reminder', 'parcel_delivery'],
  withdrawal: ['withdrawal', 'digital_waiver'],
};

/** Whether a text names a page that `shop/v1` generates from a template. */
export function isTemplateType(type: unknown): type is TemplateType {
  return TEMPLATE_TYPES.some((known) => known === type);
}

/** Whether a type is one that `shop/v1` lists. */
export function isContractType(type: LegalPageType): boolean {
  return CONTRACT_TYPES.some((known) => known === type);
}

/** The language of a text for a visitor: theirs where there are such texts. */
export function pageLocale(locale: string): PageLocale {
  return PAGE_LOCALES.find((known) => known === locale) ?? MAIN_LOCALE;
}
