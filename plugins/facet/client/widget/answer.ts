import type { State } from './state.js';

/** The four parts of a widget that an answer replaces. */
export const FRAGMENTS = ['facets_html', 'toolbar_html', 'results_html', 'pagination_html'] as const;
export type FragmentName = (typeof FRAGMENTS)[number];
export type Fragments = Readonly<Record<FragmentName, string>>;

/** Fragments as serialized by this browser, and the state that they show. */
export interface ShownState {
  readonly query: State;
  readonly html: Fragments;
}

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

/** Steps that change a text, repeated: number of characters to skip, number to copy, text to insert. */
type TextChange = readonly (number | string)[];

/** An answer of `facet/v1/filter`: whole fragments, or the changes to the fragments that the browser has. */
export interface Answer extends Partial<Fragments> {
  readonly changes?: Partial<Readonly<Record<FragmentName, TextChange>>>;
  readonly found: number;
  readonly count_text: string;
  readonly address?: string;
  readonly page?: PageTexts;
}

export function ofFragments<Value>(make: (name: FragmentName) => Value): Record<FragmentName, Value> {
  const [facets_html, toolbar_html, results_html, pagination_html] = FRAGMENTS;
  return {
    [facets_html]: make(facets_html),
    [toolbar_html]: make(toolbar_html),
    [results_html]: make(results_html),
    [pagination_html]: make(pagination_html),
  };
}

/** Returns the same hash as the server (rest/answer-tags.ts). */
export function tagOf(text: string): string {
  let one = 0;
  let other = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = (Math.imul(one, 0x9e3779b1) + code) | 0;
    other = (Math.imul(other, 0x2c9277b5) + code) | 0;
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('-');
}

/** Applies changes in the format of rest/text-change.ts. */
function changed(text: string, steps: TextChange): string {
  let changedText = '';
  let at = 0;
  for (let i = 0; i < steps.length; i += 3) {
    at += Number(steps[i]);
    const end = at + Number(steps[i + 1]);
    changedText += text.slice(at, end) + String(steps[i + 2]);
    at = end;
  }
  return changedText;
}

/**
 * Returns the fragments of an answer.
 * @throws Error if any are missing
 */
export function fragmentsOf(data: Partial<Answer>, html: Fragments | undefined): Fragments {
  return ofFragments((name) => {
    const fullHtml = data[name];
    if (typeof fullHtml === 'string') return fullHtml;
    const before = html?.[name];
    if (!data.changes || before === undefined) throw new Error(`The filter response has no ${name}.`);
    const steps = data.changes[name];
    return steps ? changed(before, steps) : before;
  });
}
