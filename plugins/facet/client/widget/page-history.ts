import { findAll } from '../shared/dom.js';
import { isSameState, type State } from './state.js';

/** What a history entry stores. */
interface EntryState {
  /** The states of all widgets on the page, in document order. */
  readonly facet?: readonly State[];
  /** Number of the entry, counted from the entry with which the page was opened. */
  readonly facetEntry?: number;
}

interface HistoryDeps {
  /** Returns the current states of all widgets. */
  getStates(): State[];
  /** Shows the states of an entry, or those in the URL; returns false if the page shows them already. */
  restore(states: readonly State[] | undefined): Promise<boolean>;
}

/** The history entries of a page with filters. */
export interface PageHistory {
  /** Adds an entry for the current states under a new URL, or replaces the current entry. */
  write(url: string, options?: { readonly replace?: boolean }): void;
  /**
   * Adds an entry for an open drawer, which the Back button closes. Selections made in the drawer stay.
   * @param hide hides the drawer
   */
  enterDrawer(hide: () => void): void;
  /** Leaves the entry of a closed drawer, as the Back button does. */
  leaveDrawer(): void;
}

export function createPageHistory({ getStates, restore }: HistoryDeps): PageHistory {
  const readEntry = (): number => (history.state as EntryState | null)?.facetEntry ?? 0;
  /** Vertical scroll positions by entry, in pixels; the browser restores its own too early, before the list changes. */
  const scrollPositions = new Map<number, number>();
  let currentEntry = readEntry();
  let currentUrl = location.href;
  let hideDrawer: (() => void) | undefined;

  function writeEntry(url: string, method: 'pushState' | 'replaceState'): void {
    scrollPositions.set(currentEntry, scrollY);
    if (method === 'pushState') currentEntry += 1;
    const state = { ...(history.state as object | null), facet: getStates(), facetEntry: currentEntry };
    history[method](state, '', url);
    currentUrl = location.href;
    updateLanguageLinks();
  }

  /** Closes the drawer; the entry below gets the selection that was made in it. */
  function closeDrawer(states: readonly State[]): void {
    hideDrawer?.();
    hideDrawer = undefined;
    const isSame = getStates().every((state, i) => isSameState(state, states[i] ?? {}));
    if (!isSame) writeEntry(currentUrl, 'pushState');
  }

  async function restoreEntry(states: readonly State[] | undefined): Promise<void> {
    const entry = currentEntry;
    const position = scrollPositions.get(entry);
    updateLanguageLinks();
    const isChanged = await restore(states);
    if (isChanged && position !== undefined && entry === currentEntry) scrollTo({ top: position, behavior: 'instant' });
  }

  addEventListener('scroll', () => scrollPositions.set(currentEntry, scrollY), { passive: true });
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const { facet } = (state ?? {}) as EntryState;
    currentEntry = readEntry();
    if (hideDrawer) return closeDrawer(facet ?? []);
    currentUrl = location.href;
    void restoreEntry(facet);
  });
  return {
    write: (url, { replace = false } = {}) =>
      writeEntry(new URL(url, location.href).href, replace || hideDrawer ? 'replaceState' : 'pushState'),
    enterDrawer(hide) {
      // The entry below must know its states, to compare them when the drawer closes.
      writeEntry(location.href, 'replaceState');
      writeEntry(location.href, 'pushState');
      hideDrawer = hide;
    },
    leaveDrawer: () => history.back(),
  };
}

/** Links to this page in other languages keep the selection. */
function updateLanguageLinks(): void {
  for (const link of findAll<HTMLAnchorElement>(document, 'a[hreflang][href*="wp_lang="]')) {
    const url = new URL(link.href);
    const language = url.searchParams.get('wp_lang') ?? '';
    if (url.pathname !== location.pathname) continue;
    const pairs = location.search
      .slice(1)
      .split('&')
      .filter((pair) => pair !== '' && !pair.startsWith('wp_lang='));
    link.search = [...pairs, `wp_lang=${language}`].join('&');
  }
}
