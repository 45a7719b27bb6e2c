/**
 * What is counted: lists with a choice or a search (`list`), products that were opened from one (`led`), facets (`facet`) and values (`value`) of the choices,
 * words (`search`), and words that found nothing (`nothing`).
 */
export const ANALYTICS_KINDS = ['list', 'led', 'facet', 'value', 'search', 'nothing'] as const;
export type AnalyticsKind = (typeof ANALYTICS_KINDS)[number];

/** Something that happened, without whoever did it. */
export interface AnalyticsEvent {
  readonly kind: AnalyticsKind;
  /** A facet's slug, `slug=value`, or words; empty for lists and products, and for words that are not kept. */
  readonly name: string;
}

/** How often something happened on a day. */
export interface DaySum extends AnalyticsEvent {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly times: number;
}

/** Characters of a name. */
export const LONGEST_NAME = 120;
/** Words of more characters are no search for a product. */
const MAX_SEARCH_LENGTH = 60;
/** So many digits are a telephone number, an account or the number of a person; codes of products go with them. */
const MANY_DIGITS = 9;

/** What is kept of words that were typed: nothing of what may tell of a person. */
export function anonymizeSearch(text: string): string {
  const kept = text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  return [...kept].length > MAX_SEARCH_LENGTH || kept.includes('@') || kept.replace(/\D/g, '').length >= MANY_DIGITS
    ? ''
    : kept;
}
