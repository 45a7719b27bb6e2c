import type { Filters, PageDocument, PageRequest, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { PREFIX } from '../url-state/filter-state.js';
import { selectionText } from '../widget/chips.js';
import { isSelectionUrl, type LeadingWidget, getPageNumber } from './embed.js';
import type { WidgetData } from '../widget/widget-data.js';

type ShopPage = Parameters<Filters['store/shop_page']>[0];
type ShopPlace = Parameters<Filters['store/shop_page']>[1];

interface Widgets {
  has(request: PageRequest): boolean;
  leadingWidget(request: PageRequest): LeadingWidget | undefined;
}

/** Registers the metadata of pages with widgets: titles with the selection, and directives for search engines. */
export function registerDocuments(scope: PluginScope, running: RunningFilter, widgets: Widgets): void {
  const getItemList = ({ data, perPage }: LeadingWidget): object[] => {
    const list = createItemList(data, perPage, scope.homeUrl);
    return list ? [list] : [];
  };

  /** Sets the metadata of the shop's list pages, whose list is known at this point. */
  scope.addFilter(
    'store/shop_page',
    async (page: ShopPage, { request }: ShopPlace): Promise<ShopPage> => {
      const leading = widgets.leadingWidget(request);
      if (leading?.data.context.leads !== 'list') return page;
      const pages = running.container().get('pages');
      const texts = await pages.page(leading.data);
      return {
        ...page,
        title: texts.title ?? page.title,
        heading: texts.heading ?? page.heading,
        text: texts.text || page.text,
        description: texts.description || page.description,
        canonical: texts.canonical,
        robots: texts.robots,
        status: pages.isNoindex(leading.data) ? 404 : page.status,
        jsonLd: [...page.jsonLd, ...getItemList(leading)],
        links: [...page.links, ...(await pages.links(leading.data))],
      };
    },
    10,
    2,
  );

  // Which pages have a filter is only known once they are rendered.
  scope.addFilter('plinth/document', (document: PageDocument): PageDocument => {
    const request = scope.currentRequest();
    if (!request) return document;
    const leading = widgets.leadingWidget(request);
    // Lists of the shop have already set their metadata.
    if (leading?.data.context.leads === 'list') return document;
    // There are endless selections, and they are near-duplicates. Search engines index the lists, which are the
    // canonical URL of each page.
    const readParams = running.container().get('urls').read;
    const robots =
      isSelectionUrl(request.url, readParams) && !/noindex/.test(document.robots ?? '')
        ? 'noindex, follow'
        : document.robots;
    const selectionMetadata = leading
      ? {
          title: [selectionText(running.container().get('renderer').chips(leading.data)), document.title]
            .filter(Boolean)
            .join(' – '),
          jsonLd: [...(document.jsonLd ?? []), ...getItemList(leading)],
        }
      : {};
    const page = widgets.has(request) ? getPageNumber(request.url, readParams) : 0;
    if (page === 0 || !document.canonical) return { ...document, ...selectionMetadata, robots };
    // The second and later pages of a list have canonical URLs of their own.
    const canonical = new URL(document.canonical);
    canonical.searchParams.set(`${PREFIX}paged`, String(page));
    return { ...document, ...selectionMetadata, robots, canonical: canonical.href };
  });

  scope.addFilter('wp_sitemaps_providers', (providers) => ({
    ...providers,
    choices: { subtypes: () => [''], entries: (_subtype: string, page: number) => listLandingEntries(page) },
  }));

  /** Returns the landing pages that have products. */
  async function listLandingEntries(page: number): Promise<{ loc: string; lastmod: string }[]> {
    if (page > 1) return [];
    const { landings, pages, filter } = {
      landings: running.container().get('landings'),
      pages: running.container().get('pages'),
      filter: running.container().get('filter'),
    };
    const entries: { loc: string; lastmod: string }[] = [];
    for (const landing of await landings.all()) {
      const address = await pages.address(landing);
      if (address !== undefined && (await pages.count(landing, filter)) > 0)
        entries.push({ loc: scope.homeUrl(address), lastmod: landing.updatedAt });
    }
    return entries;
  }
}

/**
 * Returns the products of the page as schema.org `ItemList`; undefined if there are none.
 * @param toUrl turns a path into a URL
 */
function createItemList(
  { result, products }: Pick<WidgetData, 'result' | 'products'>,
  perPage: number,
  toUrl: (path: string) => string,
): object | undefined {
  if (products.length === 0) return undefined;
  const offset = (result.page - 1) * perPage;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: result.found,
    itemListElement: products.map(({ name, url }, i) => ({
      '@type': 'ListItem',
      position: offset + i + 1,
      name,
      url: url.startsWith('/') ? toUrl(url) : url,
    })),
  };
}
