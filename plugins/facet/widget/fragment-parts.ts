import type { Fragments } from './renderer.js';
import type { TextPart } from './text-parts.js';

/** What the texts of fragments are put together of. */
export type FragmentParts = Readonly<Record<'facets_html' | 'toolbar_html' | 'results_html' | 'pagination_html', readonly TextPart[]>>;

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
  const whole = { facets_html: [{ text: facets_html }], toolbar_html: [{ text: toolbar_html }], results_html: [{ text: results_html }], pagination_html: [{ text: pagination_html }] };
  known.set(fragments, whole);
  return whole;
}

/** The parts of fragments; undefined for those that somebody else made. */
export const partsOf = (fragments: Fragments): FragmentParts | undefined => known.get(fragments);
