import type { EscapingApi, HookApi, PaginateLinksArgs, TranslationApi } from '../../api/index.js';

interface PaginateDeps {
  readonly hooks: Pick<HookApi, 'applyFilters'>;
  readonly formatting: Pick<EscapingApi, 'escHtml' | 'escUrl'>;
  readonly __: TranslationApi['__'];
}

const MAX_PAGES = 100_000;

/**
 * Renders pagination links (`paginate_links`): the first and last pages, the pages next to the current one, and dots
 * for the pages between them.
 */
export async function paginateLinks({ hooks, formatting, __ }: PaginateDeps, args: PaginateLinksArgs): Promise<string> {
  const { base, format = '?paged=%#%', showAll = false, endSize = 1, midSize = 2, prevNext = true } = args;
  const total = Math.min(Math.trunc(args.total), MAX_PAGES);
  if (!(total >= 2)) return '';
  const current = Math.min(Math.max(Math.trunc(args.current) || 1, 1), total);
  const pageUrl = async (page: number): Promise<string> =>
    formatting.escUrl(
      await hooks.applyFilters(
        'paginate_links',
        base.replace('%_%', () => (page === 1 ? '' : format)).replaceAll('%#%', String(page)),
      ),
    );
  const parts: string[] = [];
  if (prevNext && current > 1)
    parts.push(
      `<a class="prev page-numbers" href="${await pageUrl(current - 1)}">${formatting.escHtml(args.prevText ?? __('« Previous'))}</a>`,
    );
  for (const page of visiblePages(
    total,
    current,
    showAll ? total : Math.max(endSize, 1),
    showAll ? total : Math.max(midSize, 0),
  )) {
    if (page === 0) parts.push('<span class="page-numbers dots">&hellip;</span>');
    else if (page === current) parts.push(`<span aria-current="page" class="page-numbers current">${page}</span>`);
    else parts.push(`<a class="page-numbers" href="${await pageUrl(page)}">${page}</a>`);
  }
  if (prevNext && current < total)
    parts.push(
      `<a class="next page-numbers" href="${await pageUrl(current + 1)}">${formatting.escHtml(args.nextText ?? __('Next »'))}</a>`,
    );
  return hooks.applyFilters('paginate_links_output', parts.join('\n'), args);
}

/** Returns the page numbers to render in order, with 0 for a gap. */
function visiblePages(total: number, current: number, ends: number, middle: number): number[] {
  const isInRange = (page: number): boolean => page >= 1 && page <= total;
  const range = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const pages = [
    ...new Set(
      [
        ...range(1, Math.min(ends, total)),
        ...range(current - middle, current + middle),
        ...range(total - ends + 1, total),
      ].filter(isInRange),
    ),
  ].sort((a, b) => a - b);
  return pages.flatMap((page, index) => (index > 0 && page - (pages[index - 1] ?? 0) > 1 ? [0, page] : [page]));
}
