import { findAll } from '../shared/dom.js';
import { sendRequest } from '../shared/request.js';
import type { Context, State } from './state.js';

interface Suggestion {
  readonly text: string;
  readonly url: string;
  readonly note?: string;
}

interface NamedEntry {
  readonly name: string;
  readonly url: string;
  readonly count_label: string;
}

interface ProductEntry {
  readonly name: string;
  readonly url: string;
  readonly price_html: string;
}

/** A response of `facet/v1/suggest`. */
interface SuggestResponse {
  readonly results: readonly ProductEntry[];
  readonly categories: readonly NamedEntry[];
  readonly brands: readonly NamedEntry[];
  readonly words: readonly Suggestion[];
  readonly did_you_mean?: Suggestion | null;
}

/** Texts of the list by group, shown as headings or messages. */
type ListTexts = Readonly<Record<'list' | 'spelling' | 'words' | 'categories' | 'brands' | 'products', string>> & {
  /** By plural category. */
  readonly counts: Readonly<Record<string, string>>;
};

interface SuggestionsDeps {
  readonly root: HTMLElement;
  readonly panel: HTMLElement;
  readonly context: Context;
  stateFromForm(): State;
  stateFromUrl(url: string): State;
  onSelect(state: State): void;
}

/** Suggestions below the search field of a widget. */
export interface Suggestions {
  /** Attaches the suggestions to the search field of the last response. */
  enhance(): void;
}

const REQUEST_DELAY_MS = 200;
const MIN_LETTERS = 2;
const MAX_PRODUCTS = 4;

const makeElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), { className, textContent: text });

/**
 * Turns the search field of a widget into a combobox with a list of suggestions (ARIA 1.2); without this script it is a
 * plain form field.
 */
export function createSuggestions({
  root,
  panel,
  context,
  stateFromForm,
  stateFromUrl,
  onSelect,
}: SuggestionsDeps): Suggestions {
  const box = makeElement('div', 'facet-suggest');
  const status = makeElement('p', 'facet-hidden');
  box.id = `${root.id}-suggestions`;
  box.hidden = true;
  box.setAttribute('role', 'listbox');
  status.setAttribute('role', 'status');
  /** A response may replace it. */
  let input: HTMLInputElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;
  let active = -1;
  /** The search text that the list belongs to. */
  let listedText = '';

  const text = (): string => (input?.value ?? '').trim().replace(/\s+/g, ' ');
  const options = (): HTMLElement[] => findAll(box, '[role="option"]');
  const isOpen = () => !box.hidden;

  function select(index: number): void {
    active = index;
    options().forEach((one, i) => one.setAttribute('aria-selected', String(i === index)));
    const activeOption = options()[index];
    if (activeOption) {
      input?.setAttribute('aria-activedescendant', activeOption.id);
      activeOption.scrollIntoView({ block: 'nearest' });
    } else input?.removeAttribute('aria-activedescendant');
  }

  function open(isShown: boolean): void {
    box.hidden = !isShown;
    input?.setAttribute('aria-expanded', String(isShown));
  }

  function close(): void {
    clearTimeout(timer);
    request?.abort();
    request = undefined;
    select(-1);
    open(false);
    status.textContent = '';
  }

  /** @param then absent if the link is followed */
  function option({ text, url, note = '' }: Suggestion, then?: () => void): HTMLAnchorElement {
    const link = Object.assign(makeElement('a', 'facet-suggest__option', text), { href: url, tabIndex: -1 });
    link.setAttribute('role', 'option');
    if (note !== '') link.append(' ', makeElement('span', 'facet-suggest__note', note));
    link.addEventListener('click', (event) => {
      if (!then || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      close();
      listedText = '';
      then();
    });
    return link;
  }

  function selectState(state: State): void {
    if (input) input.value = state.sf_q ?? '';
    onSelect(state);
  }

  function group(label: string, rows: readonly HTMLElement[]): HTMLElement[] {
    if (rows.length === 0) return [];
    const element = makeElement('div', 'facet-suggest__group');
    const heading = makeElement('div', 'facet-suggest__title', label);
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', label);
    heading.setAttribute('aria-hidden', 'true');
    element.append(heading, ...rows);
    return [element];
  }

  function productRow({ name, url, price_html }: ProductEntry): HTMLElement {
    const row = option({ text: name, url });
    const price = makeElement('span', 'facet-suggest__note');
    // HTML from the shop itself, as on its pages.
    price.innerHTML = price_html;
    row.append(' ', price);
    return row;
  }

  function show(
    { results, categories, brands, words: completions, did_you_mean }: SuggestResponse,
    searchText: string,
  ): void {
    listedText = searchText;
    const texts = JSON.parse(input?.dataset.suggest ?? '') as ListTexts;
    const wordOption = (suggestion: Suggestion): HTMLElement =>
      option(suggestion, () => selectState({ sf_q: suggestion.text }));
    const namedOption = ({ name, url, count_label }: NamedEntry): HTMLElement =>
      option({ text: name, url, note: count_label }, () => selectState(stateFromUrl(url)));
    box.setAttribute('aria-label', texts.list);
    box.replaceChildren(
      ...group(texts.spelling, did_you_mean ? [wordOption(did_you_mean)] : []),
      ...group(texts.words, completions.map(wordOption)),
      ...group(texts.categories, categories.map(namedOption)),
      ...group(texts.brands, brands.map(namedOption)),
      ...group(texts.products, results.map(productRow)),
    );
    const rows = options();
    rows.forEach((row, index) => (row.id = `${box.id}-${index}`));
    select(-1);
    open(rows.length > 0);
    const form = new Intl.PluralRules(document.documentElement.lang || 'en').select(rows.length);
    const count = texts.counts[form] ?? texts.counts.other ?? '%s';
    status.textContent = rows.length === 0 ? '' : count.replace('%s', String(rows.length));
  }

  async function fetchSuggestions(searchText: string): Promise<void> {
    request?.abort();
    const controller = new AbortController();
    request = controller;
    const { sf_q: _search, ...others } = stateFromForm();
    const query = new URLSearchParams({
      q: searchText,
      limit: String(MAX_PRODUCTS),
      scope: String(new URLSearchParams(others)),
      category: context.category,
      term: context.term,
    });
    try {
      const response = await sendRequest(root, `${root.dataset.suggestEndpoint}?${query}`, {
        headers: { Accept: 'application/json' },
        signal: controller.signal,
      });
      const data = response.ok ? ((await response.json()) as SuggestResponse) : undefined;
      if (data && request === controller && document.activeElement === input && text() === searchText)
        show(data, searchText);
    } catch {
      // A newer request has aborted this one, or it failed.
    }
  }

  function suggest(pause: number): void {
    clearTimeout(timer);
    const searchText = text();
    if ([...searchText].length < MIN_LETTERS) close();
    else if (searchText === listedText) open(options().length > 0);
    else timer = setTimeout(() => void fetchSuggestions(searchText), pause);
  }

  function move(step: number): void {
    if (!isOpen()) return suggest(0);
    // One position more than there are rows, for the field itself.
    const positionCount = options().length + 1;
    select(((active + 1 + step + positionCount) % positionCount) - 1);
  }

  /** Returning false leaves the key to the browser. */
  const KEYS: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (active < 0 || !isOpen() ? false : options()[active]?.click()),
    Escape: () => (isOpen() ? close() : false),
  };

  root.addEventListener('input', ({ target }) => {
    if (target === input) suggest(REQUEST_DELAY_MS);
  });
  root.addEventListener('keydown', (event) => {
    if (
      event.target !== input ||
      event.isComposing ||
      event.ctrlKey ||
      event.metaKey ||
      !Object.hasOwn(KEYS, event.key)
    )
      return;
    if (KEYS[event.key]?.() === false) return;
    event.preventDefault();
    // Escape closes the list, not the drawer around it.
    event.stopPropagation();
  });
  root.addEventListener('focusout', () => {
    // An answer replaces the field; the new one gets the focus a moment later.
    setTimeout(() => {
      if (input && document.activeElement !== input) close();
    });
  });
  root.addEventListener('submit', () => {
    if (input) close();
  });
  // The field keeps the focus while a row is pressed.
  box.addEventListener('mousedown', (event) => event.preventDefault());
  panel.append(status);

  return {
    enhance() {
      input = root.querySelector<HTMLInputElement>('[data-facet-query]') ?? undefined;
      if (!input) return box.remove();
      for (const [name, value] of Object.entries({
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': String(isOpen()),
        'aria-controls': box.id,
      }))
        input.setAttribute(name, value);
      if (input.nextElementSibling !== box) input.after(box);
      select(active);
    },
  };
}
