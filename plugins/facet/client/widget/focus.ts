import { findAll } from '../shared/dom.js';
import type { Drawer } from './drawer.js';

interface FocusDeps {
  readonly root: HTMLElement;
  readonly panel: HTMLElement;
  readonly results: HTMLElement;
  readonly closeButton: HTMLElement;
  readonly drawer: Drawer;
}

/** The focused control, and its position on the screen. */
interface FocusState {
  readonly element: HTMLElement;
  readonly id: string;
  readonly top: number;
  /** Index among the chips; -1 for other controls. */
  readonly chip: number;
}

interface RestoreOptions {
  /** Leaves the scroll position to the caller. */
  readonly keepScroll?: boolean;
}

/** Keeps the focus in place while parts of a widget are replaced. */
export type RestoreFocus = (replace: () => void, options?: RestoreOptions) => void;

export function createFocusRestorer({ root, panel, results, closeButton, drawer }: FocusDeps): RestoreFocus {
  const chips = (): HTMLElement[] => findAll(root, '.facet-chips a');

  function saveFocus(): FocusState | undefined {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || !root.contains(element)) return undefined;
    return {
      element,
      id: element.id,
      top: element.getBoundingClientRect().top,
      chip: chips().indexOf(element),
    };
  }

  /** Focuses the same control if it still exists, or else the nearest one. */
  function restore(previousFocus: FocusState, keepScroll: boolean): void {
    const sameElement = findControl(previousFocus);
    if (!sameElement) return findNearest(previousFocus).focus({ preventScroll: true });
    if (document.activeElement !== sameElement) sameElement.focus({ preventScroll: true });
    if (!keepScroll && panel.contains(sameElement)) keepPosition(sameElement, previousFocus.top);
  }

  const findControl = ({ element, id }: FocusState): HTMLElement | null =>
    root.contains(element) ? element : document.getElementById(id);

  function findNearest({ chip }: FocusState): HTMLElement {
    const remainingChips = chips();
    const nextChip = chip >= 0 ? remainingChips[Math.min(chip, remainingChips.length - 1)] : undefined;
    if (nextChip) return nextChip;
    return drawer.isOpen() ? closeButton : (root.querySelector<HTMLElement>('.facet-toolbar select') ?? results);
  }

  /** Facets above may have changed their height; scrolling keeps the control under the pointer. */
  function keepPosition(control: HTMLElement, top: number): void {
    const moved = control.getBoundingClientRect().top - top;
    (drawer.isOpen() ? panel : window).scrollBy({ top: moved, behavior: 'instant' });
  }

  return (replace, { keepScroll = false } = {}) => {
    const previousFocus = saveFocus();
    replace();
    if (previousFocus) restore(previousFocus, keepScroll);
  };
}
