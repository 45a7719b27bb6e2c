import { type Context, getWidgetEntries, readState, type State } from './state.js';

/**
 * Maps the URL of the page to a state. Where extensions use their own URL format, the server returns the state for a
 * URL.
 * The states of the first widget are then stored by query string.
 */
export interface Spelling {
  /** Whether an extension defines the URL format of this page. */
  readonly isCustom: boolean;
  stateFromLocation(prefix: string): State;
  /** Returns the query variables of this page that do not belong to the widget, including those of other widgets. */
  otherParams(prefix: string): readonly (readonly [string, string])[];
  /** Stores the state of the current URL. */
  note(state: State): void;
}

const FIRST_PREFIX = 'sf_';

export function createSpelling(roots: readonly HTMLElement[]): Spelling {
  const isOwn = roots.some((root) => root.dataset.state);
  const states = new Map<string, State>();
  return {
    isCustom: isOwn,
    stateFromLocation: (prefix) =>
      (isOwn && prefix === FIRST_PREFIX && states.get(location.search)) ||
      readState(getWidgetEntries(new URLSearchParams(location.search), prefix)),
    otherParams: (prefix) =>
      isOwn && prefix === FIRST_PREFIX
        ? (JSON.parse(roots[0]?.dataset.context ?? '{}') as Context).params
        : [...new URLSearchParams(location.search)].filter(([name]) => !name.startsWith(prefix)),
    note(state) {
      if (isOwn) states.set(location.search, state);
    },
  };
}
