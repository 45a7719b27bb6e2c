/** The links below a list: which page is shown, and where the others are. */
interface Paging {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** Reads `paged` and makes the links, which keep the list's other filters. */
export function pagingOf(url: URL, total: number, perPage: number): Paging {
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

/** The page a list's address asks for; the first for anything else. */
export function pageNumber(url: URL): number {
  const wanted = Number(url.searchParams.get('paged') ?? '1');
  return Number.isInteger(wanted) && wanted > 0 ? Math.min(wanted, 100_000) : 1;
}
