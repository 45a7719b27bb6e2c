/** An entry of the pagination: a page, or a gap. */
interface PageLink {
  readonly number: number;
  readonly current: boolean;
  readonly gap: boolean;
}

/** Returns the first and last page, and two around the current one. */
export function pageLinks(page: number, pages: number): PageLink[] {
  const pageNumbers = new Set([1, pages]);
  for (let number = page - 2; number <= page + 2; number++) if (number >= 1 && number <= pages) pageNumbers.add(number);
  const links: PageLink[] = [];
  let last = 0;
  for (const number of [...pageNumbers].sort((a, b) => a - b)) {
    if (number - last === 2) links.push({ number: number - 1, current: false, gap: false });
    else if (number - last > 2) links.push({ number: 0, current: false, gap: true });
    links.push({ number, current: number === page, gap: false });
    last = number;
  }
  return links;
}
