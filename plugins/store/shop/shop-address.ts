import type { PageRequest } from 'plinth';

/** Whether an address carries a choice of the visitor: such pages are not for search engines. */
export function isChosen(request: PageRequest): boolean {
  return Object.keys(request.query).some((name) => name.startsWith('sf_'));
}

/** What a page with a choice says to search engines; its address of record is the page without one. */
export function robotsOf(request: PageRequest): { robots?: string } {
  return isChosen(request) ? { robots: 'noindex, follow' } : {};
}
