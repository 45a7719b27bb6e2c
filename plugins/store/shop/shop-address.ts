import type { PageRequest } from 'plinth';

const PAGED = 'sf_paged';

/** Whether an address carries a choice of the visitor: such pages are not for search engines. A further page of a list is no choice. */
function isChosen({ query }: Pick<PageRequest, 'query'>): boolean {
  return Object.keys(query).some((name) => name.startsWith('sf_') && name !== PAGED && query[name] !== '');
}

/** The page of a list that an address asks for; what is no number of a page asks for the first one. */
export function readPage(request: Pick<PageRequest, 'field'>): number {
  const page = request.field(PAGED);
  return /^\d{1,9}$/.test(page) ? Math.max(1, Number(page)) : 1;
}

/** What a page with a choice says to search engines; its address of record is the page without one. */
export function robotsOf(request: Pick<PageRequest, 'query'>): { robots?: string } {
  return isChosen(request) ? { robots: 'noindex, follow' } : {};
}

/** The address of record of a list: its own for the second page and those after it, so that search engines find what stands there. */
export function canonicalOf(request: Pick<PageRequest, 'query'>, path: string): string {
  const page = request.query[PAGED];
  return !isChosen(request) && typeof page === 'string' && /^(?:[2-9]|[1-9]\d{1,4})$/.test(page)
    ? `${path}?${PAGED}=${page}`
    : path;
}

/** A step of the way from the home page; the last has no address of its own. */
export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** Breadcrumbs as search engines read them. */
export function breadcrumbData(crumbs: readonly Crumb[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
