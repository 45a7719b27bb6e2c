import type { PageRequest } from 'plinth';

const PAGE_PARAM = 'sf_paged';

/**
 * Whether a URL contains filters, a sort order or a search; such pages are excluded from search engines. Pagination
 * does not count.
 */
function hasSelection({ query }: Pick<PageRequest, 'query'>): boolean {
  return Object.keys(query).some((name) => name.startsWith('sf_') && name !== PAGE_PARAM && query[name] !== '');
}

/** Returns the page number of a list in a URL; 1 if it is missing or invalid. */
export function readPage(request: Pick<PageRequest, 'field'>): number {
  const page = request.field(PAGE_PARAM);
  return /^\d{1,9}$/.test(page) ? Math.max(1, Number(page)) : 1;
}

/** Returns the robots directive of a list page; empty if search engines can index the page. */
export function robotsDirective(request: Pick<PageRequest, 'query'>): { robots?: string } {
  return hasSelection(request) ? { robots: 'noindex, follow' } : {};
}

/** Returns the canonical URL of a list. Each page of a list has its own, so that search engines find all products. */
export function canonicalUrl(request: Pick<PageRequest, 'query'>, path: string): string {
  const page = request.query[PAGE_PARAM];
  return !hasSelection(request) && typeof page === 'string' && /^(?:[2-9]|[1-9]\d{1,4})$/.test(page)
    ? `${path}?${PAGE_PARAM}=${page}`
    : path;
}

/** An item of the breadcrumbs. */
export interface Breadcrumb {
  readonly name: string;
  readonly url: string;
}

/** Returns breadcrumbs as structured data. */
export function breadcrumbStructuredData(crumbs: readonly Breadcrumb[]): object {
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
