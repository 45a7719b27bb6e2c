import { findAll } from '../shared/dom.js';
import type { Drawer } from './drawer.js';

interface FocusDeps {
  readonly root: HTMLElement;
  readonly panel: HTMLElement;
  readonly results: HTMLElement;
  readonly closeButton: HTMLElement;
  readonly drawer: Drawer;
}

/** The focused control, its typed text, and its position on the screen. */
interface FocusState {
  readonly id: string;
  readonly top: number;
  /** The typed text and its selected range; absent for other controls. */
  readonly inputState?: { readonly value: string; readonly start: number | null; readonly end: number | null };
  /** Index among the chips; -1 for other controls. */
  readonly chip: number;
  /** Key of the group whose summary has the focus. */
  readonly summary?: string;
}

/** Keeps the focus in place while parts of a widget are replaced. */
export function createFocusRestorer({ root, panel, results, closeButton, drawer }: FocusDeps) {
  const chips = (): HTMLElement[] => findAll(root, '.facet-chips a');

  function saveFocus(): FocusState | undefined {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || !root.contains(element)) return undefined;
    const isTyping = element instanceof HTMLInputElement && element.matches('input[type="search"], input[type="text"]');
    return {
      id: element.id,
      top: element.getBoundingClientRect().top,
      ...(isTyping
        ? { inputState: { value: element.value, start: element.selectionStart, end: element.selectionEnd } }
        : {}),
      chip: chips().indexOf(element),
      ...(element.matches('summary') ? { summary: element.parentElement?.dataset.facetKey } : {}),
    };
  }

  /** Focuses the same control if it still exists, or else the nearest one. */
  function restore(previousFocus: FocusState | undefined): void {
    if (!previousFocus || root.contains(document.activeElement)) return;
    const sameElement = findControl(previousFocus);
    if (sameElement) return focusControl(sameElement, previousFocus);
    const remainingChips = chips();
    const next =
      previousFocus.chip >= 0 ? remainingChips[Math.min(previousFocus.chip, remainingChips.length - 1)] : undefined;
    const nearest = drawer.isOpen()
      ? closeButton
      : (root.querySelector<HTMLElement>('.facet-toolbar select') ?? results);
    (next ?? nearest).focus({ preventScroll: true });
  }

  function findControl({ id, summary }: FocusState): HTMLElement | null {
    if (id !== '') return document.getElementById(id);
    return summary ? root.querySelector<HTMLElement>(`[data-facet-key="${CSS.escape(summary)}"] > summary`) : null;
  }

  function focusControl(same: HTMLElement, { top, inputState }: FocusState): void {
    const field = same instanceof HTMLInputElement ? same : undefined;
    if (inputState && field) field.value = inputState.value;
    same.focus({ preventScroll: true });
    // Facets above may have changed their height; scrolling keeps the control under the pointer.
    if (panel.contains(same))
      (drawer.isOpen() ? panel : window).scrollBy({
        top: same.getBoundingClientRect().top - top,
        behavior: 'instant',
      });
    if (inputState && typeof inputState.start === 'number') field?.setSelectionRange(inputState.start, inputState.end);
  }

  return (replace: () => void): void => {
    const previousFocus = saveFocus();
    replace();
    restore(previousFocus);
  };
}
