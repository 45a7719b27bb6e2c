/** The filter's query variables by name, each as a string: selection, search, sort order and page. */
export type State = Readonly<Record<string, string>>;

/** Names and values of a form or a URL. */
export type Entries = Iterable<readonly [string, FormDataEntryValue]>;

/** What a widget sends to the server about its page. */
export interface Context {
  readonly category: string;
  readonly term: string;
  /** The query variables that are not the filter's. */
  readonly params: readonly (readonly [string, string])[];
}

/** Returns the filter's variables from a list of names and values. */
export function readState(entries: Entries): State {
  const lists = new Map<string, string[]>();
  const ranges = new Map<string, { min: string; max: string }>();
  // Keeps the order of the entries, which is also the order in URLs.
  const state: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || value === '') continue;
    const [, slug, part = ''] = /^(sf_[\w-]+)(\[[^\]]*\])?$/.exec(name) ?? [];
    // The search field of a value list is not part of the selection.
    if (slug === undefined || (slug === 'sf_find' && part !== '' && part !== '[]')) continue;
    if (part === '[min]' || part === '[max]') {
      const range = ranges.get(slug) ?? { min: '', max: '' };
      range[part === '[min]' ? 'min' : 'max'] = normalizeNumber(value);
      ranges.set(slug, range);
      state[slug] = rangeText(range);
    } else if (/^\[[a-z]\w*\]$/i.test(part)) {
      // Part of a selection that an extension's facet type reads, such as sf_near[place].
      state[name] = value;
    } else {
      const list = [...(lists.get(slug) ?? []), value];
      lists.set(slug, list);
      state[slug] = [...list].sort().join(',');
    }
  }
  return state;
}

/** Normalizes a number to the format of URLs; visitors type `1 234,50` as well as `1234.50`. */
export function normalizeNumber(text: string): string {
  const digits = text.replace(/[\s'’]/g, '');
  return AMBIGUOUS.test(digits) ? digits : digits.replace(',', '.');
}
/** The comma may be a decimal or a thousands separator; the server rejects numbers of this form. */
const AMBIGUOUS = /^-?[1-9]\d{0,2},\d{3}$/;

function rangeText({ min, max }: { readonly min: string; readonly max: string }): string {
  return min.startsWith('-') || max.startsWith('-') ? `${min}..${max}` : `${min}-${max}`;
}

/** Returns the entries that belong to a widget, under the filter's own names. */
export const getWidgetEntries = (entries: Entries, prefix: string): [string, FormDataEntryValue][] =>
  [...entries].flatMap(([name, value]): [string, FormDataEntryValue][] =>
    name.startsWith(prefix) ? [[`sf_${name.slice(prefix.length)}`, value]] : [],
  );

export const isSameState = (a: State, b: State): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Returns the URL of a state on this page in the filter's own format. Other query variables are kept. */
export function urlOf(state: State, prefix: string, otherParams: readonly (readonly [string, string])[]): string {
  const lastParams = ['sf_q', 'sf_orderby', 'sf_paged'];
  const stateEntries = Object.entries(state).filter(
    ([name, value]) => value !== '' && !(name === 'sf_paged' && value === '1'),
  );
  stateEntries.sort(([a], [b]) => lastParams.indexOf(a) - lastParams.indexOf(b));
  const query = [...otherParams, ...stateEntries.map(([name, value]) => [prefix + name.slice(3), value] as const)]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replace(/%2C/g, ',')}`)
    .join('&');
  return location.pathname + (query === '' ? '' : `?${query}`);
}
