/** The pagination below a list: the current page and the links to others. */
interface Pagination {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Reads `paged` and builds the links, which preserve the list's other parameters. */
export function createPagination(url: URL, total: number, perPage: number): Pagination {
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(pages, pageNumber(url));
  const link = (number: number): string => {
    const query = new URLSearchParams(url.search);
    query.set('paged', String(number));
    return `?${query.toString()}`;
  };
  return {
    page,
    pages,
    total,
    previous: page > 1 ? link(page - 1) : undefined,
    next: page < pages ? link(page + 1) : undefined,
  };
}

/** Returns the requested page number; 1 if it is invalid. */
export function pageNumber(url: URL): number {
  const requestedPage = Number(url.searchParams.get('paged') ?? '1');
  return Number.isInteger(requestedPage) && requestedPage > 0 ? Math.min(requestedPage, 100_000) : 1;
}
