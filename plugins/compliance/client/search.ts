type SearchTexts = Readonly<Record<'list' | 'soldOut' | 'products' | 'all' | 'none' | 'failed' | 'loading', string>>;
/** Texts by plural category, with `%s` for the number. */
type PluralForms = Readonly<Record<string, string>>;

/** Settings that the page passes to this script. */
interface Config {
  readonly endpoint: string;
  readonly limit: number;
  readonly minChars: number;
  /** Delay after typing before a request is sent, in milliseconds. */
  readonly pause: number;
  readonly inStock: boolean;
  readonly labels: SearchTexts;
  readonly counts: PluralForms;
  readonly totals: PluralForms;
}

interface Product {
  readonly url: string;
  readonly title: string;
  readonly image: string;
  readonly price_html: string;
  readonly in_stock: boolean;
}

interface Entry {
  readonly url: string;
  readonly text: string;
  readonly note: string;
}

/** A response of `shop/v1/search`. */
interface SearchResponse {
  readonly results: readonly Product[];
  readonly suggestions?: readonly { readonly label: string; readonly entries: readonly Entry[] }[];
}

const BASE_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
};

/** Normalizes a character for search: without case and diacritics. */
const normalizeCharacters = (text: string): string =>
  [
    ...text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}+/gu, ''),
  ]
    .map((letter) => BASE_LETTERS[letter] ?? letter)
    .join('');
const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), { className, textContent: text });

/** Returns a name with the parts that match a search word marked. */
function highlight(name: string, phrase: string, className: string): HTMLElement {
  const characters = [...name];
  const folded = characters.map(normalizeCharacters);
  /** Start of each character in the normalized text, which may be longer. */
  const spans = folded.map((letter, index) => {
    const start = folded.slice(0, index).join('').length;
    return { start, end: start + letter.length };
  });
  const text = folded.join('');
  const isMatch = characters.map(() => false);
  for (const word of normalizeCharacters(phrase).split(' ')) {
    for (let position = text.indexOf(word); word !== '' && position >= 0; position = text.indexOf(word, position + 1)) {
      for (const [index, { start, end }] of spans.entries())
        isMatch[index] ||= start < position + word.length && end > position;
    }
  }
  const title = element('span', className);
  let part = element('span', '');
  characters.forEach((character, index) => {
    if (index === 0 || isMatch[index] !== isMatch[index - 1]) {
      part = document.createElement(isMatch[index] ? 'mark' : 'span');
      title.append(part);
    }
    part.append(character);
  });
  return title;
}

/** Adds the search's elements to the page, and makes the field a combobox with a list. */
function addList(form: HTMLFormElement, input: HTMLInputElement, label: string) {
  const popup = element('div', 'product-search');
  const list = element('div', 'product-search__list');
  const note = element('p', 'product-search__note');
  const status = element('div', 'product-search__status');
  Object.assign(list, { id: 'product-search-list', role: 'listbox' });
  list.setAttribute('aria-label', label);
  status.setAttribute('role', 'status');
  popup.hidden = true;
  popup.append(note, list);
  form.append(popup, status);
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    autocomplete: 'off',
  }))
    input.setAttribute(name, value);
  return { popup, list, note, status };
}

/**
 * Suggests products, and further results from plugins, below the search field of the page header: a combobox with a
 * list (ARIA 1.2). Without this script the field is a plain form for the site search.
 */
(() => {
  'use strict';

  const meta = document.querySelector<HTMLMetaElement>('meta[name="product-search"]');
  const searchForm = document.querySelector<HTMLFormElement>('header form[role="search"]');
  const searchField = searchForm?.querySelector<HTMLInputElement>('input[type="search"]');
  if (!meta || !searchForm || !searchField) return;
  const form = searchForm;
  const input = searchField;

  const config = JSON.parse(meta.content) as Config;
  const plurals = new Intl.PluralRules(document.documentElement.lang || 'en');
  const SLOW_MS = 200;
  const { popup, list, note, status } = addList(form, input, config.labels.list);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;
  let active = -1;
  /** Search phrase of the current list; empty when there is none. */
  let listPhrase = '';

  const text = () => input.value.trim().replace(/\s+/g, ' ');
  const options = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const isOpen = () => !popup.hidden;

  function option(url: string, className: string): HTMLAnchorElement {
    const link = Object.assign(element('a', `product-search__option ${className}`), {
      href: url,
      role: 'option',
      tabIndex: -1,
    });
    link.setAttribute('aria-selected', 'false');
    return link;
  }

  function productOption(product: Product, phrase: string): HTMLElement {
    const link = option(product.url, '');
    const image = element('span', 'product-search__image');
    if (product.image !== '')
      image.append(Object.assign(new Image(48, 48), { alt: '', src: product.image, decoding: 'async' }));
    const text = element('span', 'product-search__text');
    const price = element('span', 'product-search__price');
    // HTML from the shop itself, as on its pages.
    price.innerHTML = product.price_html;
    text.append(highlight(product.title, phrase, 'product-search__name'), price);
    if (!product.in_stock) text.append(element('span', 'product-search__sold-out', config.labels.soldOut));
    link.append(image, text);
    return link;
  }

  function entryOption({ text, url, note }: Entry, phrase: string): HTMLElement {
    const link = option(url, 'product-search__option--entry');
    link.append(highlight(text, phrase, 'product-search__entry'));
    if (note !== '') link.append(element('span', 'product-search__count', note));
    return link;
  }

  /** Rows under a heading, which serves as the accessible name of the group. */
  function group(label: string, className: string, rows: readonly HTMLElement[]): HTMLElement {
    const popup = element('div', `product-search__group ${className}`);
    const heading = element('div', 'product-search__heading', label);
    popup.setAttribute('role', 'group');
    popup.setAttribute('aria-label', label);
    heading.setAttribute('aria-hidden', 'true');
    popup.append(heading, ...rows);
    return popup;
  }

  /** URL of the results page to which the form submits. */
  function resultsUrl(phrase: string): string {
    const url = new URL(form.action, location.href);
    url.searchParams.set(input.name, phrase);
    return url.href;
  }

  function showNote(text: string, { failed = false } = {}): void {
    note.textContent = text;
    note.hidden = text === '';
    note.classList.toggle('product-search__note--failed', failed);
  }

  function select(index: number): void {
    active = index;
    options().forEach((optionElement, i) => optionElement.setAttribute('aria-selected', String(i === index)));
    const selectedOption = options()[index];
    if (selectedOption) {
      input.setAttribute('aria-activedescendant', selectedOption.id);
      selectedOption.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  }

  function open(): void {
    popup.hidden = false;
    input.setAttribute('aria-expanded', String(list.children.length > 0));
  }

  const formatCount = (forms: PluralForms, number: number): string =>
    (forms[plurals.select(number)] ?? forms.other ?? '%s').replace('%s', String(number));

  function close(): void {
    clearTimeout(timer);
    request?.abort();
    request = undefined;
    select(-1);
    popup.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    status.textContent = '';
  }

  function show({ results, suggestions = [] }: SearchResponse, phrase: string): void {
    listPhrase = phrase;
    const products = results.map((product) => productOption(product, phrase));
    const groups = suggestions.map(({ label, entries }) =>
      group(
        label,
        'product-search__group--more',
        entries.map((entry) => entryOption(entry, phrase)),
      ),
    );
    const rows =
      groups.length > 0 && products.length > 0
        ? [...groups, group(config.labels.products, 'product-search__group--products', products)]
        : [...groups, ...products];
    if (products.length > 0)
      rows.push(
        Object.assign(option(resultsUrl(phrase), 'product-search__all'), {
          textContent: config.labels.all.replace('%s', () => phrase),
        }),
      );
    list.replaceChildren(...rows);
    options().forEach((row, index) => (row.id = `product-search-option-${index}`));
    list.hidden = rows.length === 0;
    popup.classList.toggle('product-search--wide', groups.length > 0 && products.length > 0);
    select(-1);
    const noResultsText = results.length === 0 ? config.labels.none.replace('%s', () => phrase) : '';
    showNote(noResultsText);
    open();
    const more = suggestions.reduce((sum, { entries }) => sum + entries.length, 0);
    status.textContent = [noResultsText, countText(results.length, more)].filter(Boolean).join(' ');
  }

  /** Text with the number of results; empty when the list itself states that there are none. */
  function countText(products: number, more: number): string {
    if (more > 0) return formatCount(config.totals, products + more);
    return products > 0 ? formatCount(config.counts, products) : '';
  }

  function fail(): void {
    listPhrase = '';
    list.replaceChildren();
    list.hidden = true;
    select(-1);
    showNote(config.labels.failed, { failed: true });
    open();
    status.textContent = config.labels.failed;
  }

  async function fetchResults(phrase: string): Promise<void> {
    request?.abort();
    const controller = new AbortController();
    request = controller;
    const slow = setTimeout(() => {
      if (list.children.length === 0) showNote(config.labels.loading);
      status.textContent = config.labels.loading;
      popup.classList.add('product-search--loading');
      open();
    }, SLOW_MS);
    try {
      const url = new URL(config.endpoint, location.href);
      url.searchParams.set('q', phrase);
      url.searchParams.set('limit', String(config.limit));
      // Same results and order as when Enter is pressed.
      url.searchParams.set('as_shop', 'true');
      if (config.inStock) url.searchParams.set('in_stock', 'true');
      const response = await fetch(url, {
        headers: { Accept: 'application/json' },
        credentials: 'same-origin',
        signal: controller.signal,
      });
      if (!response.ok) throw new Error(`The search request failed with status ${response.status}.`);
      const searchResult = (await response.json()) as SearchResponse;
      if (request === controller) show(searchResult, phrase);
    } catch (error) {
      if (request === controller && !(error instanceof DOMException && error.name === 'AbortError')) fail();
    } finally {
      clearTimeout(slow);
      if (request === controller || request === undefined) popup.classList.remove('product-search--loading');
    }
  }

  function suggest(pause: number): void {
    clearTimeout(timer);
    const phrase = text();
    if ([...phrase].length < config.minChars) {
      close();
      listPhrase = '';
      list.replaceChildren();
    } else if (phrase === listPhrase && request?.signal.aborted !== true) open();
    else timer = setTimeout(() => void fetchResults(phrase), pause);
  }

  function move(step: number): void {
    if (!isOpen()) return suggest(0);
    const positionCount = options().length + 1;
    // The field itself counts as an additional position.
    select(((active + 1 + step + positionCount) % positionCount) - 1);
  }

  /** Action of each key; false leaves the key to the browser. */
  const KEYS: Readonly<Record<string, () => unknown>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => (active < 0 ? false : options()[active]?.click()),
    Escape: () => (isOpen() ? close() : false),
  };

  input.addEventListener('input', () => suggest(config.pause));
  input.addEventListener('focus', () => {
    if (listPhrase !== '') suggest(0);
  });
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    if (KEYS[event.key]?.() !== false) event.preventDefault();
  });
  // Keeps the focus in the field while a row is pressed.
  popup.addEventListener('mousedown', (event) => event.preventDefault());
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });
  form.addEventListener('submit', (event) => {
    if (text() === '') event.preventDefault();
    close();
  });
})();
