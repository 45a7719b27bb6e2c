import { type Context, ownEntries, readState, type State } from './state.js';

/**
 * Which state the address of the page stands for. Where extensions spell addresses in a way of their own, the server says what they
 * stand for: then the states of the first widget are known by query string.
 */
export interface Spelling {
  /** Whether an extension spells the addresses of this page. */
  readonly isOwn: boolean;
  stateInAddress(prefix: string): State;
  /** The variables of this page that are not the widget's: another widget's are among them. */
  othersOf(prefix: string): readonly (readonly [string, string])[];
  /** Notes what the present address stands for. */
  note(state: State): void;
}

const FIRST_PREFIX = 'sf_';

export function createSpelling(roots: readonly HTMLElement[]): Spelling {
  const isOwn = roots.some((root) => root.dataset.state);
  const states = new Map<string, State>();
  return {
    isOwn,
    stateInAddress: (prefix) =>
      (isOwn && prefix === FIRST_PREFIX && states.get(location.search)) ||
      readState(ownEntries(new URLSearchParams(location.search), prefix)),
    othersOf: (prefix) =>
      isOwn && prefix === FIRST_PREFIX
        ? (JSON.parse(roots[0]?.dataset.context ?? '{}') as Context).params
        : [...new URLSearchParams(location.search)].filter(([name]) => !name.startsWith(prefix)),
    note(state) {
      if (isOwn) states.set(location.search, state);
    },
  };
}
