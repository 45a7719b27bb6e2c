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
export interface FilterResponse extends Partial<Fragments> {
  readonly changes?: Partial<Readonly<Record<FragmentName, TextChange>>>;
  readonly found: number;
  readonly count_text: string;
  readonly address?: string;
  readonly page?: PageTexts;
}

export function mapFragments<Value>(getValue: (name: FragmentName) => Value): Record<FragmentName, Value> {
  const [facets_html, toolbar_html, results_html, pagination_html] = FRAGMENTS;
  return {
    [facets_html]: getValue(facets_html),
    [toolbar_html]: getValue(toolbar_html),
    [results_html]: getValue(results_html),
    [pagination_html]: getValue(pagination_html),
  };
}

/** Returns the same hash as the server (rest/etags.ts). */
export function createTag(text: string): string {
  let hashA = 0;
  let hashB = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    hashA = (Math.imul(hashA, 0x9e3779b1) + code) | 0;
    hashB = (Math.imul(hashB, 0x2c9277b5) + code) | 0;
  }
  return [text.length, hashA >>> 0, hashB >>> 0].map((part) => part.toString(36)).join('-');
}

/** Applies changes in the format of rest/text-change.ts. */
function applyChanges(text: string, steps: TextChange): string {
  let changedText = '';
  let position = 0;
  for (let i = 0; i < steps.length; i += 3) {
    position += Number(steps[i]);
    const end = position + Number(steps[i + 1]);
    changedText += text.slice(position, end) + String(steps[i + 2]);
    position = end;
  }
  return changedText;
}

/**
 * Returns the fragments of an answer.
 * @throws Error if any are missing
 */
export function readFragments(data: Partial<FilterResponse>, html: Fragments | undefined): Fragments {
  return mapFragments((name) => {
    const fullHtml = data[name];
    if (typeof fullHtml === 'string') return fullHtml;
    const before = html?.[name];
    if (!data.changes || before === undefined) throw new Error(`The filter response has no ${name}.`);
    const steps = data.changes[name];
    return steps ? applyChanges(before, steps) : before;
  });
}
