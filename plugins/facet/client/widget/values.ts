import { find as findIn, findAll } from '../shared/dom.js';
import { sendRequest } from '../shared/request.js';
import type { Context, State } from './state.js';

/** A response of `facet/v1/values`. */
interface ValuesResponse {
  readonly values_html: string;
  readonly count_text: string;
}

interface ValuesDeps {
  readonly root: HTMLElement;
  readonly status: HTMLElement;
  /** Groups that the visitor opened or closed, by key. */
  readonly toggledGroups: ReadonlyMap<string, boolean>;
  readonly context: Context;
  stateFromForm(): State;
  /** Keeps the focus where it is while the page is replaced. */
  restoreFocus(replace: () => void): void;
}

/** The value lists of a widget and their search fields. */
export interface Values {
  findParams(): Record<string, string>;
  enhance(): void;
  stop(): void;
  type(field: HTMLInputElement, ms?: number): void;
  pressLetter(button: HTMLElement): void;
}

const REQUEST_DELAY_MS = 200;
const SLOW_MS = 150;
/** Delay that keeps screen readers from interrupting typed letters with each count. */
const ANNOUNCE_DELAY_MS = 600;

const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ĸ: 'k',
};
/** Normalizes a name without case, diacritics and forms of the apostrophe, as the server does. */
const normalizeLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łđðøħıŧŋßæœþĸ]/g, (letter) => FOLDED_LETTERS[letter] ?? letter)
    .replace(/[\u2018\u2019\u02bc\u2032`]/g, "'")
    .trim();

/** Returns the facet that contains an element. */
function findFacet(element: Element): HTMLElement {
  const facet = element.closest<HTMLElement>('.facet');
  if (!facet) throw new Error('The value list is not inside a facet.');
  return facet;
}
const getKey = (facet: HTMLElement): string => facet.dataset.facetKey ?? '';
const isPartial = (list: HTMLElement): boolean => list.dataset.asks !== undefined;

/**
 * Searches the values of a facet by name, as the button of the form does: in the page, and at `facet/v1/values` if the
 * page does not have all values.
 */
export function createValues({
  root,
  status,
  toggledGroups,
  context,
  stateFromForm,
  restoreFocus,
}: ValuesDeps): Values {
  /** The search among the values of a facet: a text, or `^` and a first letter. */
  const searchTexts = new Map<string, string>();
  /** Pending value requests by facet, and the timers of the next ones. */
  const requests = new Map<string, AbortController>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let announceTimer: ReturnType<typeof setTimeout> | undefined;

  const findList = (key: string): HTMLElement | null =>
    root.querySelector<HTMLElement>(`.facet[data-facet-key="${CSS.escape(key)}"] [data-facet-values]`);

  /** Returns the searches in lists of which the page has only a part. */
  function getPendingSearches(): Record<string, string> {
    const entries = [...searchTexts].flatMap(([key, find]): [string, string][] => {
      const list = findList(key);
      return list && isPartial(list) ? [[`sf_find[${findFacet(list).dataset.facet}]`, find]] : [];
    });
    return Object.fromEntries(entries);
  }

  function restoreValues(list: HTMLElement): void {
    const facet = findFacet(list);
    const key = getKey(facet);
    const find = searchTexts.get(key) ?? list.dataset.find ?? '';
    searchTexts.set(key, find);
    const field = facet.querySelector<HTMLInputElement>('[data-facet-find]');
    if (field && document.activeElement !== field) field.value = find.startsWith('^') ? '' : find;
    markLetter(facet, find);
    filterValues(list);
    if (isPartial(list) && list.dataset.find !== find) scheduleRequest(key, 0);
  }

  function markLetter(facet: HTMLElement, find: string): void {
    const pressed = find.startsWith('^') ? find.slice(1) : '';
    for (const button of findAll(facet, '[data-facet-letter]'))
      button.setAttribute('aria-pressed', String(button.dataset.facetLetter === pressed));
  }

  /**
   * Changes the search: applies it in the page at once, and requests it from the server if the page does not have all
   * values.
   */
  function searchValues(facet: HTMLElement, find: string, ms: number): void {
    const list = findIn(facet, '[data-facet-values]');
    const key = getKey(facet);
    searchTexts.set(key, find);
    markLetter(facet, find);
    const visibleCount = filterValues(list);
    if (isPartial(list)) scheduleRequest(key, ms);
    else if (find !== '')
      announce(visibleCount > 0 ? countText(list, visibleCount) : findIn(facet, '[data-facet-none]').textContent);
  }

  function countText(list: HTMLElement, number: number): string {
    const forms = JSON.parse(list.dataset.forms ?? '{}') as Record<string, string>;
    const language = document.documentElement.lang || undefined;
    return (forms[new Intl.PluralRules(language).select(number)] ?? forms.other ?? '%s').replace(
      '%s',
      number.toLocaleString(language),
    );
  }

  function announce(text: string): void {
    clearTimeout(announceTimer);
    announceTimer = setTimeout(() => {
      status.textContent = text;
    }, ANNOUNCE_DELAY_MS);
  }

  /** Shows the values that match the typed text or the pressed first letter; selected values stay visible. */
  function filterValues(list: HTMLElement): number {
    const find = searchTexts.get(getKey(findFacet(list))) ?? '';
    const words = find.startsWith('^')
      ? []
      : normalizeLetters(find)
          .split(/\s+/)
          .filter((word) => word !== '');
    let visibleCount = 0;
    for (const option of findAll(list, '[data-words]')) {
      const isMatch =
        words.every((word) => (option.dataset.words ?? '').includes(word)) &&
        (!find.startsWith('^') || option.dataset.letter === find.slice(1));
      option.hidden = !isMatch && !findIn<HTMLInputElement>(option, 'input').checked;
      if (isMatch) visibleCount += 1;
    }
    const more = list.querySelector<HTMLDetailsElement>('.facet-more');
    if (more) {
      list.classList.toggle('facet-values--found', find !== '');
      more.dataset.open ??= String(more.open);
      more.open = find !== '' || (toggledGroups.get(getKey(more)) ?? more.dataset.open === 'true');
    }
    findIn(list, '[data-facet-none]').hidden =
      visibleCount > 0 || find === '' || (isPartial(list) && list.dataset.find !== find);
    return visibleCount;
  }

  function cancelRequest(key: string): void {
    clearTimeout(timers.get(key));
    requests.get(key)?.abort();
    requests.delete(key);
  }

  function scheduleRequest(key: string, ms: number): void {
    cancelRequest(key);
    timers.set(
      key,
      setTimeout(() => void fetchValues(key), ms),
    );
  }

  async function fetchValues(key: string): Promise<void> {
    const list = findList(key);
    // Another selection may have removed the facet.
    if (!list) return;
    const controller = new AbortController();
    const formState = stateFromForm();
    const state = JSON.stringify(formState);
    const find = searchTexts.get(key) ?? '';
    requests.set(key, controller);
    const query = new URLSearchParams({
      facet: findFacet(list).dataset.facet ?? '',
      find,
      scope: String(new URLSearchParams(formState)),
      category: context.category,
      term: context.term,
      instance: root.id,
    });
    const slow = setTimeout(() => findList(key)?.setAttribute('aria-busy', 'true'), SLOW_MS);
    try {
      const response = await sendRequest(root, `${root.dataset.valuesEndpoint}?${query}`, {
        headers: { Accept: 'application/json' },
        signal: controller.signal,
      });
      const data = (response.ok ? await response.json() : {}) as Partial<ValuesResponse>;
      const { values_html, count_text = '' } = data;
      if (typeof values_html !== 'string') throw new Error(`The response has no values (status ${response.status}).`);
      // If a checkbox was selected in the meantime, a filter request is on its way and returns this list as well.
      if (requests.get(key) === controller && findList(key) && JSON.stringify(stateFromForm()) === state)
        replaceValues(key, find, { values_html, count_text });
    } catch (error) {
      const failed = findList(key);
      if (requests.get(key) === controller && !(error instanceof DOMException && error.name === 'AbortError') && failed)
        failValues(failed);
    } finally {
      clearTimeout(slow);
      if (requests.get(key) === controller) {
        requests.delete(key);
        findList(key)?.removeAttribute('aria-busy');
      }
    }
  }

  function replaceValues(key: string, find: string, data: ValuesResponse): void {
    restoreFocus(() => {
      const list = findList(key);
      if (list) list.outerHTML = data.values_html;
      const newList = findList(key);
      if (!newList) return;
      newList.dataset.find = find;
      restoreValues(newList);
    });
    announce(data.count_text);
  }

  function failValues(list: HTMLElement): void {
    const none = findIn(list, '[data-facet-none]');
    const { failed = '' } = list.dataset;
    none.textContent = failed;
    none.hidden = false;
    announce(failed);
  }

  return {
    findParams: getPendingSearches,
    enhance() {
      for (const list of findAll(root, '[data-facet-values]')) restoreValues(list);
    },
    /** Cancels pending value requests; the answer on its way has the lists as well. */
    stop() {
      for (const key of [...timers.keys()]) cancelRequest(key);
    },
    type(field, ms = REQUEST_DELAY_MS) {
      searchValues(findFacet(field), field.value.replace(/\s+/g, ' ').trim(), ms);
    },
    pressLetter(button) {
      const facet = findFacet(button);
      const field = facet.querySelector<HTMLInputElement>('[data-facet-find]');
      if (field) field.value = '';
      const { facetLetter: selectedLetter = '' } = button.dataset;
      searchValues(facet, selectedLetter === '' ? '' : `^${selectedLetter}`, 0);
    },
  };
}
