/** Legal pages, in the order they are listed. */
export const LEGAL_PAGE_TYPES = ['terms', 'privacy', 'withdrawal', 'dsa_report', 'returns', 'complaints'] as const;
export type LegalPageType = (typeof LEGAL_PAGE_TYPES)[number];

/** Those with a template. */
export const TEMPLATE_TYPES = ['terms', 'privacy', 'withdrawal', 'dsa_report'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Those that bulk creation makes. */
export const BULK_TYPES: readonly LegalPageType[] = ['terms', 'privacy', 'returns', 'complaints'];

export const PAGE_TITLES: Readonly<Record<LegalPageType, string>> = {
  terms: 'Regulamin sklepu',
  privacy: 'Polityka prywatności',
  withdrawal: 'Odstąpienie od umowy',
  dsa_report: 'Zgłoszenie nielegalnych treści (DSA)',
  returns: 'Zwroty',
  complaints: 'Reklamacje',
};

/** The built-in boxes that speak of a page. */
export const PAGE_BOXES: Readonly<Partial<Record<LegalPageType, readonly string[]>>> = {
  terms: ['terms'],
  privacy: ['privacy', 'marketing', 'review_reminder', 'parcel_delivery'],
  withdrawal: ['withdrawal', 'digital_waiver'],
};

/** Whether a text names a page that can be generated from a template. */
export function isTemplateType(type: unknown): type is TemplateType {
  return TEMPLATE_TYPES.some((known) => known === type);
}
