import { element } from '../../dom/element.js';

const DEBOUNCE_MS = 200;

/** A search result. */
export interface SearchResult<Value> {
  readonly value: Value;
  readonly label: string;
  readonly note?: string;
  /** URL of a thumbnail. */
  readonly image?: string;
}

/** A search field with a result list, operated by pointer or arrow keys. */
export interface SearchList {
  readonly list: HTMLElement;
  /** Searches again with the current value of the field. */
  runSearch(): void;
}

/**
 * Adds a search to a field.
 * @param find returns the results for a text; an error yields no results
 */
export function searchList<Value>(
  input: HTMLInputElement,
  label: string,
  find: (text: string) => Promise<readonly SearchResult<Value>[]>,
  choose: (value: Value) => void,
): SearchList {
  const list = element('ul', {
    class: 'suggestion-list',
    role: 'listbox',
    'aria-label': label,
    id: `${input.id}-found`,
  });
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requestCount = 0;
  let active = -1;
  let results: readonly SearchResult<Value>[] = [];

  function setActive(index: number): void {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === index)));
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', `${list.id}-${index}`);
      list.children[index]?.scrollIntoView({ block: 'nearest' });
    }
  }
  async function runSearch(): Promise<void> {
    const requestNumber = ++requestCount;
    const matches = await find(input.value.trim()).catch(() => []);
    if (requestNumber !== requestCount) return;
    results = matches;
    list.replaceChildren(
      ...results.map(({ label: name, note, image, value }, index) => {
        const item = element(
          'li',
          { role: 'option', id: `${list.id}-${index}`, 'aria-selected': 'false' },
          ...(image ? [element('img', { src: image, alt: '', loading: 'lazy' })] : []),
          element('span', {}, name),
          ...(note ? [element('span', { class: 'muted' }, note)] : []),
        );
        item.addEventListener('click', () => choose(value));
        return item;
      }),
    );
    input.setAttribute('aria-expanded', String(results.length > 0));
    setActive(-1);
  }
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void runSearch(), DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setActive((active + step + results.length) % results.length);
      return;
    }
    const activeItem = results[active];
    if (event.key === 'Enter' && activeItem) {
      event.preventDefault();
      choose(activeItem.value);
    }
  });
  return { list, runSearch: () => void runSearch() };
}
