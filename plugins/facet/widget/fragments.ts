import type { TextPart } from './text-parts.js';

/** What a page says of itself under a choice: in its head, its heading, and to search engines. @since 0.3.0 */
export interface PageTexts {
  /** What is chosen, in words; empty for nothing. */
  readonly summary: string;
  /** `noindex, follow`, or empty. */
  readonly robots: string;
  /** The path of record, with the variables that belong to it; empty when the widget does not know its page. */
  readonly canonical: string;
  /** The rest is only known of the lists of the shop. */
  readonly title?: string;
  readonly heading?: string;
  readonly text?: string;
  readonly description?: string;
}

/** What the filter puts into a page, and answers its script with. */
export interface Fragments {
  readonly facets_html: string;
  readonly toolbar_html: string;
  readonly results_html: string;
  readonly pagination_html: string;
  readonly found: number;
  readonly count_text: string;
  /** What the page says of itself under the choice; only where the widget leads it. @since 0.3.0 */
  readonly page?: PageTexts;
  /** Where the same choice stands, in the place of the filter's own variables; only where extensions spell addresses. */
  readonly address?: string;
}

/** What the texts of fragments are put together of. */
export type FragmentParts = Readonly<
  Record<'facets_html' | 'toolbar_html' | 'results_html' | 'pagination_html', readonly TextPart[]>
>;

const known = new WeakMap<Fragments, FragmentParts>();

export function noteParts(fragments: Fragments, parts: FragmentParts): Fragments {
  known.set(fragments, parts);
  return fragments;
}

/** The parts of fragments, or their texts as one part each. */
export function partsFor(fragments: Fragments): FragmentParts {
  const parts = known.get(fragments);
  if (parts) return parts;
  const { facets_html, toolbar_html, results_html, pagination_html } = fragments;
  const whole = {
    facets_html: [{ text: facets_html }],
    toolbar_html: [{ text: toolbar_html }],
    results_html: [{ text: results_html }],
    pagination_html: [{ text: pagination_html }],
  };
  known.set(fragments, whole);
  return whole;
}

/** The parts of fragments; undefined for those that somebody else made. */
export const partsOf = (fragments: Fragments): FragmentParts | undefined => known.get(fragments);
