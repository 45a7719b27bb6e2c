import { find, findAll, targetOf } from '../shared/dom.js';
import {
  type FilterResponse,
  FRAGMENTS,
  type Fragments,
  readFragments,
  mapFragments,
  type PageTexts,
  type ShownState,
  createTag,
} from './response.js';
import { createDrawer, type Drawer } from './drawer.js';
import { createFocusRestorer } from './focus.js';
import { dragThumb, updateSlider, updateThumb } from './range.js';
import type { Spelling } from './spelling.js';
import { urlOf, type Context, getWidgetEntries, readState, isSameState, type State } from './state.js';
import { createSuggestions, type Suggestions } from './suggestions.js';
import { createValues, type Values } from './values.js';

const TYPING_DELAY_MS = 300;
const CLICK_DELAY_MS = 120;
const LOADING_DELAY_MS = 150;
/** Maximum number of states whose fragments are cached. */
const MAX_SHOWN_STATES = 12;
/** Fragments with form controls: the current input is not part of their HTML, so an answer always replaces them. */
const CONTROL_FRAGMENTS: readonly string[] = FRAGMENTS.slice(0, 2);

interface WidgetDeps {
  readonly root: HTMLElement;
  readonly spelling: Spelling;
  /** Writes the states of all widgets to the history, under a new URL. */
  writeHistory(address: string, options?: { readonly replace?: boolean }): void;
  showPageTexts(texts: PageTexts): void;
}

/** A filter on the page that reacts to its controls without a page load. */
export interface Widget {
  state(): State;
  /** Shows a state from the history, or the one in the URL. */
  restore(state?: State): void;
}

interface NavigateOptions {
  readonly replace?: boolean;
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
  const { root, spelling } = deps;
  const parts = findParts(root);
  const context = JSON.parse(root.dataset.context ?? '{}') as Context;
  const { prefix = 'sf_' } = root.dataset;
  if (prefix === 'sf_' && root.dataset.state) spelling.note(JSON.parse(root.dataset.state) as State);
  let current = spelling.stateFromLocation(prefix);
  const readFormState = (): State => readState(getWidgetEntries(new FormData(parts.form), prefix));
  const drawer = createDrawer({ root, ...parts, liveRegions: [parts.status, parts.failure] });
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
  const shownStates = createShownStates(root);
  const pending = createPendingSelection((options) => navigate(readFormState(), options));
  const enhance = (): void => restoreWidget(root, { toggledGroups: opened, values, suggestions, badge: parts.badge });
  const loader = createLoader({
    ...deps,
    parts,
    context,
    prefix,
    shownStates,
    values,
    pending,
    enhance,
    restoreFocus,
    state: () => current,
  });

  function navigate(state: State, { replace = false, onLoaded }: NavigateOptions = {}): void {
    if (isSameState(state, current)) return;
    current = state;
    deps.writeHistory(urlOf(state, prefix, spelling.otherParams(prefix)), { replace });
    void loader.load(onLoaded);
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
  shownStates.note({ ...current });
  enhance();
  return {
    state: () => current,
    restore(state = spelling.stateFromLocation(prefix)) {
      // Navigating to an anchor of the page also fires the event.
      if (isSameState(state, current)) return;
      pending.forget();
      current = state;
      void loader.load();
    },
  };
}

const findFragment = (root: HTMLElement, name: string): HTMLElement => find(root, `[data-facet-fragment="${name}"]`);

/** Caches the fragments of recent states as this browser serializes them; those shown on the page come last. */
function createShownStates(root: HTMLElement) {
  const states = new Map<string, ShownState>();
  return {
    note(query: State): void {
      const key = JSON.stringify(query);
      states.delete(key);
      states.set(key, { query, html: mapFragments((name) => findFragment(root, name).innerHTML) });
      const [oldest] = states.keys();
      if (states.size > MAX_SHOWN_STATES && oldest !== undefined) states.delete(oldest);
    },
    /** Returns the cached state that equals the query, or else the most recent one. */
    nearest: (query: State): ShownState | undefined => states.get(JSON.stringify(query)) ?? [...states.values()].at(-1),
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
  readonly shownStates: ReturnType<typeof createShownStates>;
  readonly values: Values;
  readonly pending: PendingSelection;
  enhance(): void;
  restoreFocus(replace: () => void): void;
  state(): State;
}

/** Requests a state from the server and shows the answer. */
function createLoader(deps: LoaderDeps) {
  const { root, parts, spelling, prefix, shownStates, values, pending } = deps;
  let request: AbortController | undefined;

  async function sendQuery(query: State, base: ShownState | undefined, signal: AbortSignal): Promise<Response> {
    const params = spelling.otherParams(prefix).slice(0, 20);
    const have = base && { query: base.query, tags: mapFragments((name) => createTag(base.html[name])) };
    return fetch(root.dataset.endpoint ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ query, context: { ...deps.context, params }, have }),
      signal,
    });
  }

  async function load(afterLoad: () => void = () => undefined): Promise<void> {
    request?.abort();
    values.stop();
    const controller = new AbortController();
    request = controller;
    const slow = setTimeout(() => root.classList.add('facet-filter--loading'), LOADING_DELAY_MS);
    parts.results.setAttribute('aria-busy', 'true');
    const query = { ...deps.state(), ...values.findParams() };
    const base = shownStates.nearest(query);
    try {
      const response = await sendQuery(query, base, controller.signal);
      const data = (response.ok ? await response.json() : {}) as Partial<FilterResponse>;
      await waitForSliderRelease(parts.panel);
      if (request === controller) pending.flush();
      if (request !== controller) return;
      show(data, readFragments(data, base?.html), query);
      afterLoad();
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

  function show(data: Partial<FilterResponse>, fragments: Fragments, query: State): void {
    const { found = 0, count_text: countText = '', address, page } = data;
    parts.failure.hidden = true;
    if (address !== undefined) {
      deps.writeHistory(address, { replace: true });
      spelling.note(deps.state());
    }
    deps.restoreFocus(() => {
      for (const name of FRAGMENTS) {
        const element = findFragment(root, name);
        if (CONTROL_FRAGMENTS.includes(name) || element.innerHTML !== fragments[name])
          element.innerHTML = fragments[name];
      }
      shownStates.note(query);
      deps.enhance();
    });
    const hint = parts.results.querySelector('[data-facet-meant]')?.textContent;
    parts.status.textContent = [countText, hint].filter(Boolean).join(' ');
    parts.applyButton.textContent =
      found > 0 ? (parts.applyButton.dataset.show ?? '%s').replace('%s', countText) : countText;
    if (page) deps.showPageTexts(page);
  }

  return { load };
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
    if (parts.form.contains(target)) pending.wait(CLICK_DELAY_MS);
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
