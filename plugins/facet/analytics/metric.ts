/**
 * Kinds of counted events: lists with a selection or a search (`list`), products opened from one (`click`), facets
 * (`facet`) and values (`value`) of the selections,
 * searches (`search`), and searches without results (`no_results`).
 */
export const ANALYTICS_KINDS = ['list', 'click', 'facet', 'value', 'search', 'no_results'] as const;
export type AnalyticsKind = (typeof ANALYTICS_KINDS)[number];

/** An event, without the visitor. */
export interface AnalyticsEvent {
  readonly kind: AnalyticsKind;
  /**
   * A facet's slug, `slug=value`, or a search text; empty for lists and products, and for search texts that are not
   * stored.
   */
  readonly name: string;
}

/** Number of times an event occurred on a day. */
export interface DailyCount extends AnalyticsEvent {
  /** In the site's time zone, `YYYY-MM-DD`. */
  readonly day: string;
  readonly times: number;
}

/** Maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 120;
/** Maximum length of a search text, in characters; a longer text is unlikely to be a product search. */
const MAX_SEARCH_LENGTH = 60;
/**
 * Number of digits from which a text may be a telephone, account or personal identification number; product codes that
 * long are dropped as well.
 */
const MIN_PERSONAL_DIGITS = 9;

/** Returns the search text to store; empty if it may contain personal data or is too long. */
export function discardPersonalSearch(text: string): string {
  const normalized = text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  return [...normalized].length > MAX_SEARCH_LENGTH ||
    normalized.includes('@') ||
    normalized.replace(/\D/g, '').length >= MIN_PERSONAL_DIGITS
    ? ''
    : normalized;
}
