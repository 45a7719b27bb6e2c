import { find, findAll, targetOf } from '../shared/dom.js';
import { sendRequest } from '../shared/request.js';
import { type FilterResponse, type PageTexts, readResponse, showFragments } from './response.js';
import { createDrawer, type Drawer } from './drawer.js';
import { createFocusRestorer, type RestoreFocus } from './focus.js';
import type { PageHistory } from './page-history.js';
import { dragThumb, updateSlider, updateThumb } from './range.js';
import type { Spelling } from './spelling.js';
import { urlOf, type Context, getWidgetEntries, readState, isSameState, type State } from './state.js';
import { createSuggestions, type Suggestions } from './suggestions.js';
import { createValues, type Values } from './values.js';

const TYPING_DELAY_MS = 300;
const CLICK_DELAY_MS = 120;
const LOADING_DELAY_MS = 150;

interface WidgetDeps {
  readonly root: HTMLElement;
  readonly spelling: Spelling;
  readonly pageHistory: PageHistory;
  showPageTexts(texts: PageTexts): void;
}

/** A filter on the page that reacts to its controls without a page load. */
export interface Widget {
  state(): State;
  /** Shows a state from the history, or the one in the URL; returns false if it is shown already. */
  restore(state?: State): Promise<boolean>;
}

interface NavigateOptions {
  readonly replace?: boolean;
  onLoaded?(): void;
}

interface LoadOptions {
  /** Leaves the scroll position to the history. */
  readonly keepScroll?: boolean;
  onLoaded?(): void;
}

/** Returns the elements of a widget that remain while its fragments are replaced. */
function findParts(root: HTMLElement) {
  return {
    form: find<HTMLFormElement>(root, '.facet-filter__form'),
    panel: find(root, '[data-facet-panel]'),
    results: find(root, '[data-facet-fragment="results_html"]'),
    status: find(root, '[data-facet-status]'),
    failure: find(root, '[data-facet-error]'),
    openButton: find(root, '[data-facet-open]'),
    closeButton: find(root, '[data-facet-close]'),
    applyButton: find(root, '[data-facet-apply]'),
    badge: find(root, '[data-facet-badge]'),
  };
}

type Parts = ReturnType<typeof findParts>;

export function createWidget(deps: WidgetDeps): Widget {
  const { root, spelling, pageHistory } = deps;
  const parts = findParts(root);
  const context = JSON.parse(root.dataset.context ?? '{}') as Context;
  const { prefix = 'sf_' } = root.dataset;
  if (prefix === 'sf_' && root.dataset.state) spelling.note(JSON.parse(root.dataset.state) as State);
  let current = spelling.stateFromLocation(prefix);
  const readFormState = (): State => readState(getWidgetEntries(new FormData(parts.form), prefix));
  const drawer = createDrawer({ root, ...parts, liveRegions: [parts.status, parts.failure], pageHistory });
  const restoreFocus = createFocusRestorer({ root, ...parts, drawer });
  /** Groups that the visitor opened or closed, by key. */
  const opened = new Map<string, boolean>();
  const values = createValues({
    root,
    status: parts.status,
    toggledGroups: opened,
    context,
    stateFromForm: readFormState,
    restoreFocus,
  });
  const suggestions = createSuggestions({
    root,
    panel: parts.panel,
    context,
    stateFromForm: readFormState,
    stateFromUrl: (url) => readState(new URL(url).searchParams),
    onSelect: applySuggestion,
  });
  const pending = createPendingSelection((options) => navigate(readFormState(), options));
  const enhance = (): void => restoreWidget(root, { toggledGroups: opened, values, suggestions, badge: parts.badge });
  const loader = createLoader({
    ...deps,
    parts,
    context,
    prefix,
    values,
    pending,
    enhance,
    restoreFocus,
    state: () => current,
  });

  function navigate(state: State, { replace = false, onLoaded }: NavigateOptions = {}): void {
    if (isSameState(state, current)) return;
    current = state;
    pageHistory.write(urlOf(state, prefix, spelling.otherParams(prefix)), { replace });
    void loader.load({ onLoaded });
  }

  /** Variables in URLs follow the order of the facets. */
  function applySuggestion(suggested: State): void {
    pending.forget();
    const order = findAll(root, '[data-facet]').map(({ dataset }) => `sf_${dataset.facet}`);
    const { sf_q: _search, ...others } = readFormState();
    const entries = Object.entries({ ...others, ...suggested });
    navigate(Object.fromEntries(entries.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))));
  }

  function showTop(): void {
    find(root, '.facet-filter__bar').scrollIntoView({ block: 'start' });
    parts.results.focus({ preventScroll: true });
  }

  function followLink(link: HTMLAnchorElement): void {
    const { state, facetLink } = link.dataset;
    pending.forget();
    navigate(
      state ? (JSON.parse(state) as State) : readState(getWidgetEntries(new URL(link.href).searchParams, prefix)),
      {
        ...(facetLink === 'page' ? { onLoaded: showTop } : {}),
      },
    );
  }

  listenToControls({ root, parts, drawer, values, pending, toggledGroups: opened });
  listenToClicks({ root, drawer, values, followLink, load: () => void loader.load() });
  root.classList.add('facet-filter--live');
  enhance();
  return {
    state: () => current,
    async restore(state = spelling.stateFromLocation(prefix)) {
      // Navigating to an anchor of the page also fires the event.
      if (isSameState(state, current)) return false;
      pending.forget();
      current = state;
      await loader.load({ keepScroll: true });
      return true;
    },
  };
}

/** Delays a selection briefly, so that several clicks become one request. */
function createPendingSelection(apply: (options: NavigateOptions) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingOptions: NavigateOptions | undefined;

  function forget(): void {
    clearTimeout(timer);
    pendingOptions = undefined;
  }
  function applyNow(): void {
    const options = pendingOptions ?? {};
    forget();
    apply(options);
  }
  return {
    forget,
    /** Applies the pending selection, if any. */
    flush(): void {
      if (pendingOptions) applyNow();
    },
    wait(ms: number, options: NavigateOptions = {}): void {
      forget();
      pendingOptions = options;
      timer = setTimeout(applyNow, ms);
    },
  };
}

type PendingSelection = ReturnType<typeof createPendingSelection>;

interface LoaderDeps extends WidgetDeps {
  readonly parts: Parts;
  readonly context: Context;
  readonly prefix: string;
  readonly values: Values;
  readonly pending: PendingSelection;
  enhance(): void;
  readonly restoreFocus: RestoreFocus;
  state(): State;
}

/** Requests a state from the server and shows the response. */
function createLoader(deps: LoaderDeps) {
  const { root, parts, spelling, prefix, values, pending } = deps;
  let request: AbortController | undefined;

  async function sendQuery(query: State, signal: AbortSignal): Promise<FilterResponse> {
    const params = spelling.otherParams(prefix).slice(0, 20);
    const response = await sendRequest(root, root.dataset.endpoint ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ query, context: { ...deps.context, params } }),
      signal,
    });
    return readResponse(response);
  }

  async function load({ keepScroll = false, onLoaded }: LoadOptions = {}): Promise<void> {
    request?.abort();
    values.stop();
    const controller = new AbortController();
    request = controller;
    const slow = setTimeout(() => root.classList.add('facet-filter--loading'), LOADING_DELAY_MS);
    parts.results.setAttribute('aria-busy', 'true');
    const isTyping = watchTyping();
    try {
      const data = await sendQuery({ ...deps.state(), ...values.findParams() }, controller.signal);
      await waitForSliderRelease(parts.panel);
      if (request === controller) pending.flush();
      if (request !== controller) return;
      show(data, isTyping, keepScroll);
      onLoaded?.();
    } catch (error) {
      if (request === controller && !isAborted(error)) parts.failure.hidden = false;
    } finally {
      clearTimeout(slow);
      if (request === controller) {
        root.classList.remove('facet-filter--loading');
        parts.results.removeAttribute('aria-busy');
      }
    }
  }

  function show(data: FilterResponse, isTyping: (field: Element) => boolean, keepScroll: boolean): void {
    const { found, count_text: countText, address, page } = data;
    parts.failure.hidden = true;
    if (address !== undefined) {
      deps.pageHistory.write(address, { replace: true });
      spelling.note(deps.state());
    }
    deps.restoreFocus(
      () => {
        showFragments(root, data, isTyping);
        deps.enhance();
      },
      { keepScroll },
    );
    const hint = parts.results.querySelector('[data-facet-spelling]')?.textContent;
    parts.status.textContent = [countText, hint].filter(Boolean).join(' ');
    parts.applyButton.textContent =
      found > 0 ? (parts.applyButton.dataset.show ?? '%s').replace('%s', countText) : countText;
    if (page) deps.showPageTexts(page);
  }

  return { load };
}

/**
 * Returns a function that tells whether the visitor is typing in a field: in a search field, or in another one whose
 * text has changed since. In other fields the server may correct the text, such as a range with its ends swapped.
 */
function watchTyping(): (field: Element) => boolean {
  const fieldAtRequest = document.activeElement;
  const textAtRequest = fieldAtRequest instanceof HTMLInputElement ? fieldAtRequest.value : '';
  return (field) =>
    field === document.activeElement &&
    field instanceof HTMLInputElement &&
    (field.type === 'search' || field !== fieldAtRequest || field.value !== textAtRequest);
}

/** An answer replaces controls that may have changed meanwhile; waits until no slider thumb is held. */
async function waitForSliderRelease(panel: HTMLElement): Promise<void> {
  while (panel.querySelector('[type="range"]:active'))
    await new Promise((resolve) => setTimeout(resolve, LOADING_DELAY_MS));
}

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

interface RestoreDeps {
  readonly toggledGroups: ReadonlyMap<string, boolean>;
  readonly values: Values;
  readonly suggestions: Suggestions;
  readonly badge: HTMLElement;
}

/**
 * Restores in new fragments what the script adds: open groups, sliders, values, suggestions, the number of selections.
 */
function restoreWidget(root: HTMLElement, { toggledGroups, values, suggestions, badge }: RestoreDeps): void {
  for (const details of findAll<HTMLDetailsElement>(root, 'details[data-facet-key]'))
    details.open = toggledGroups.get(details.dataset.facetKey ?? '') ?? details.open;
  for (const range of findAll(root, '[data-facet-range]')) updateSlider(range);
  values.enhance();
  suggestions.enhance();
  const selectedCount = findAll(root, '.facet-chip').length;
  badge.hidden = selectedCount === 0;
  badge.textContent = String(selectedCount);
}

interface ControlDeps {
  readonly root: HTMLElement;
  readonly parts: Parts;
  readonly drawer: Drawer;
  readonly values: Values;
  readonly pending: PendingSelection;
  readonly toggledGroups: Map<string, boolean>;
}

function listenToControls({ root, parts, drawer, values, pending, toggledGroups }: ControlDeps): void {
  let lastTyped = '';
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault();
    const focused = document.activeElement;
    // Enter in the search field of a value list only searches that list.
    if (focused instanceof HTMLInputElement && focused.matches('[data-facet-find]') && root.contains(focused))
      return values.type(focused, 0);
    pending.wait(0);
    pending.flush();
    drawer.close();
  });
  root.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) {
      lastTyped = '';
      return;
    }
    if (target.matches('[data-facet-query]')) {
      pending.wait(TYPING_DELAY_MS, { replace: lastTyped === target.id });
      lastTyped = target.id;
      return;
    }
    lastTyped = '';
    if (target.matches('input[type="range"]')) dragThumb(target);
    else if (target.matches('[data-facet-range] input[type="text"]')) updateThumb(target);
    else if (target.matches('[data-facet-find]')) values.type(target);
  });
  root.addEventListener('change', (event) => {
    const target = targetOf(event);
    if (!target || target.matches('[data-facet-find], [data-facet-query]')) return;
    if (!parts.form.contains(target)) return;
    if (target.matches('.facet-options--hierarchy input:checked')) uncheckBranch(target);
    pending.wait(CLICK_DELAY_MS);
  });
  root.addEventListener(
    'toggle',
    ({ target }) => {
      // A search among values opens “Show more” temporarily.
      if (!(target instanceof HTMLDetailsElement) || target.closest('.facet-values--found')) return;
      if (target.dataset.facetKey !== undefined) toggledGroups.set(target.dataset.facetKey, target.open);
    },
    true,
  );
}

/** A value of a tree replaces its ancestors and descendants: it narrows or widens the selection. */
function uncheckBranch(selected: Element): void {
  const branchOf = (input: Element): Element | null => input.closest('.facet-option');
  const tree = selected.closest('[data-facet]');
  for (const input of tree ? findAll<HTMLInputElement>(tree, 'input:checked') : [])
    if (input !== selected && (branchOf(input)?.contains(selected) || branchOf(selected)?.contains(input)))
      input.checked = false;
}

interface ClickDeps {
  readonly root: HTMLElement;
  readonly drawer: Drawer;
  readonly values: Values;
  followLink(link: HTMLAnchorElement): void;
  load(): void;
}

function listenToClicks({ root, drawer, values, followLink, load }: ClickDeps): void {
  const actions: Readonly<Record<string, (element: HTMLElement) => void>> = {
    '[data-facet-open]': drawer.open,
    '[data-facet-close]': drawer.close,
    '[data-facet-retry]': load,
    '[data-facet-letter]': values.pressLetter,
  };
  root.addEventListener('click', (event) => {
    const target = targetOf(event);
    const link = target?.closest<HTMLAnchorElement>('a[data-facet-link]');
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      followLink(link);
      return;
    }
    for (const [selector, handleClick] of Object.entries(actions)) {
      const element = target?.closest<HTMLElement>(selector);
      if (!element) continue;
      event.preventDefault();
      handleClick(element);
      return;
    }
  });
}
