import type { PageRequest } from 'plinth';

const PAGED = 'sf_paged';

/**
 * Whether a URL contains a selection made by the visitor; such pages are excluded from search engines. Pagination is no
 * selection.
 */
function isChosen({ query }: Pick<PageRequest, 'query'>): boolean {
  return Object.keys(query).some((name) => name.startsWith('sf_') && name !== PAGED && query[name] !== '');
}

/** Returns the page number of a list in a URL; 1 for anything that is not a page number. */
export function readPage(request: Pick<PageRequest, 'field'>): number {
  const page = request.field(PAGED);
  return /^\d{1,9}$/.test(page) ? Math.max(1, Number(page)) : 1;
}

/** Returns the robots directive of a page with a selection; its canonical URL is the page without one. */
export function robotsOf(request: Pick<PageRequest, 'query'>): { robots?: string } {
  return isChosen(request) ? { robots: 'noindex, follow' } : {};
}

/** Returns the canonical URL of a list: later pages have their own, so that search engines find their products. */
export function canonicalOf(request: Pick<PageRequest, 'query'>, path: string): string {
  const page = request.query[PAGED];
  return !isChosen(request) && typeof page === 'string' && /^(?:[2-9]|[1-9]\d{1,4})$/.test(page)
    ? `${path}?${PAGED}=${page}`
    : path;
}

/** An item of the breadcrumb trail; the last one has no URL. */
export interface Crumb {
  readonly name: string;
  readonly url: string;
}

/** Returns breadcrumbs as structured data. */
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
