import type { TextPart } from './text-parts.js';

/**
 * Texts and metadata of a page for a selection: head, heading, and directives for search engines.
 * @since 0.1.0
 */
export interface PageTexts {
  /** The selection as text; empty for none. */
  readonly summary: string;
  /** `noindex, follow`, or empty. */
  readonly robots: string;
  /** The canonical path and query; empty if the widget does not know its page. */
  readonly canonical: string;
  /** The following are set for the shop's lists only. */
  readonly title?: string;
  readonly heading?: string;
  readonly text?: string;
  readonly description?: string;
}

/** The HTML fragments of a page, also sent to the script. */
export interface Fragments {
  readonly facets_html: string;
  readonly toolbar_html: string;
  readonly results_html: string;
  readonly pagination_html: string;
  readonly found: number;
  readonly count_text: string;
  /**
   * Texts of the page for the selection; only if the widget determines them.
   * @since 0.1.0
   */
  readonly page?: PageTexts;
  /** URL of the selection in place of the filter's own variables; only if extensions define the URL format. */
  readonly address?: string;
}

/** The parts that the texts of fragments consist of. */
export type FragmentParts = Readonly<
  Record<'facets_html' | 'toolbar_html' | 'results_html' | 'pagination_html', readonly TextPart[]>
>;

const partsByFragments = new WeakMap<Fragments, FragmentParts>();

export function cacheParts(fragments: Fragments, parts: FragmentParts): Fragments {
  partsByFragments.set(fragments, parts);
  return fragments;
}

/** Returns the parts of fragments; undefined for fragments created elsewhere. */
export const partsOf = (fragments: Fragments): FragmentParts | undefined => partsByFragments.get(fragments);
