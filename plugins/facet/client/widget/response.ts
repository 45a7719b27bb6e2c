import { Idiomorph } from 'idiomorph';
import { find } from '../shared/dom.js';

/** The four parts of a widget that a response replaces. */
const FRAGMENTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
type FragmentName = (typeof FRAGMENTS)[number];

/** Texts of the page that depend on the selection, outside the widget itself. */
export interface PageTexts {
  readonly summary?: string;
  readonly title?: string;
  readonly heading?: string;
  readonly text?: string;
  readonly description?: string;
  readonly robots?: string;
  readonly canonical?: string;
}

/** A response of `facet/v1/filter`. */
export interface FilterResponse extends Readonly<Record<FragmentName, string>> {
  readonly found: number;
  readonly count_text: string;
  readonly address?: string;
  readonly page?: PageTexts;
}

/**
 * Returns the data of a response.
 * @throws Error if the request failed, or if a fragment is missing
 */
export async function readResponse(response: Response): Promise<FilterResponse> {
  const data = (response.ok ? await response.json() : {}) as Partial<FilterResponse>;
  for (const name of FRAGMENTS)
    if (typeof data[name] !== 'string') throw new Error(`The response has no ${name} (status ${response.status}).`);
  return data as FilterResponse;
}

/** Fragments with form controls. They are morphed, so that a control that remains keeps its focus and typed text. */
const CONTROLS: readonly FragmentName[] = ['facets_html', 'toolbar_html'];

/**
 * Changes the parts of a widget to the fragments of a response. Lists are replaced as a whole: products that move
 * within a list would count as a layout shift.
 * @param isTyping whether the visitor has typed in a text field since the request; its text stays
 */
export function showFragments(
  root: HTMLElement,
  fragments: FilterResponse,
  isTyping: (field: Element) => boolean,
): void {
  for (const name of FRAGMENTS) {
    const element = find(root, `[data-facet-fragment="${name}"]`);
    const html = fragments[name];
    if (CONTROLS.includes(name))
      void Idiomorph.morph(element, html, {
        morphStyle: 'innerHTML',
        callbacks: {
          beforeAttributeUpdated: (attribute, control) => attribute !== 'value' || !isTyping(control),
        },
      });
    else if (element.innerHTML !== html) element.innerHTML = html;
  }
}
