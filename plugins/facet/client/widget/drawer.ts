import type { PageHistory } from './page-history.js';

/** The parts of a widget that its drawer uses. */
interface DrawerDeps {
  readonly root: HTMLElement;
  readonly panel: HTMLElement;
  readonly openButton: HTMLElement;
  readonly closeButton: HTMLElement;
  /** Elements that must stay perceivable to screen readers while the drawer is open. */
  readonly liveRegions: readonly Element[];
  readonly pageHistory: Pick<PageHistory, 'enterDrawer' | 'leaveDrawer'>;
}

/** On a narrow screen, shows the facets as a dialog; the rest of the page is inert until it is closed. */
export interface Drawer {
  isOpen(): boolean;
  open(): void;
  close(): void;
}

export function createDrawer({ root, panel, openButton, closeButton, liveRegions, pageHistory }: DrawerDeps): Drawer {
  let inert: HTMLElement[] = [];

  const isOpen = (): boolean => root.classList.contains('facet-filter--drawer');

  function open(): void {
    root.classList.add('facet-filter--drawer');
    document.documentElement.classList.add('facet-has-drawer');
    panel.setAttribute('role', 'dialog');
    panel.setAttribute('aria-modal', 'true');
    panel.setAttribute('aria-labelledby', `${root.id}-panel-title`);
    openButton.setAttribute('aria-expanded', 'true');
    inert = findSurroundingElements(panel).filter((element) => !element.inert && !liveRegions.includes(element));
    for (const element of inert) element.inert = true;
    closeButton.focus();
    pageHistory.enterDrawer(hide);
  }

  function hide(): void {
    if (!isOpen()) return;
    root.classList.remove('facet-filter--drawer');
    document.documentElement.classList.remove('facet-has-drawer');
    for (const name of ['role', 'aria-modal', 'aria-labelledby']) panel.removeAttribute(name);
    for (const element of inert) element.inert = false;
    openButton.setAttribute('aria-expanded', 'false');
    openButton.focus();
  }

  function close(): void {
    if (!isOpen()) return;
    hide();
    pageHistory.leaveDrawer();
  }

  openButton.setAttribute('role', 'button');
  openButton.setAttribute('aria-haspopup', 'dialog');
  openButton.setAttribute('aria-expanded', 'false');
  openButton.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    open();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen()) close();
  });
  // Wide screens have no drawer; rotating the phone must not leave the page inert.
  matchMedia('(min-width: 48.0625rem)').addEventListener('change', ({ matches }) => {
    if (matches) close();
  });
  return { isOpen, open, close };
}

/** Returns the siblings of an element and of all its ancestors, except scripts. */
function findSurroundingElements(inner: HTMLElement): HTMLElement[] {
  const surroundingElements: HTMLElement[] = [];
  for (let element: HTMLElement = inner; element !== document.body && element.parentElement;) {
    const parent = element.parentElement;
    for (const sibling of parent.children)
      if (sibling !== element && sibling instanceof HTMLElement && sibling.tagName !== 'SCRIPT')
        surroundingElements.push(sibling);
    element = parent;
  }
  return surroundingElements;
}
