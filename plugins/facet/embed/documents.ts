import type { Filters, PageDocument, PageRequest, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { PREFIX } from '../url-state/filter-state.js';
import { choiceText } from '../widget/chips.js';
import { isChoice, type LeadingWidget, pageOf } from './embed.js';
import type { WidgetData } from '../widget/widget-data.js';

type ShopPage = Parameters<Filters['store/shop_page']>[0];
type ShopPlace = Parameters<Filters['store/shop_page']>[1];

interface Widgets {
  has(request: PageRequest): boolean;
  leading(request: PageRequest): LeadingWidget | undefined;
}

/** What pages with widgets say of themselves: titles that name the choice, and what search engines may keep. */
export function registerDocuments(scope: PluginScope, running: RunningFilter, widgets: Widgets): void {
  const itemList = ({ data, perPage }: LeadingWidget): object[] => {
    const list = itemListOf(data, perPage, scope.homeUrl);
    return list ? [list] : [];
  };

  /** The lists of the shop: everything about them is known. */
  scope.addFilter(
    'store/shop_page',
    async (page: ShopPage, { request }: ShopPlace): Promise<ShopPage> => {
      const leading = widgets.leading(request);
      if (leading?.data.context.leads !== 'list') return page;
      const pages = running.container().get('pages');
      const words = await pages.page(leading.data);
      return {
        ...page,
        title: words.title ?? page.title,
        heading: words.heading ?? page.heading,
        text: words.text || page.text,
        description: words.description || page.description,
        canonical: words.canonical,
        robots: words.robots,
        status: pages.isNowhere(leading.data) ? 404 : page.status,
        jsonLd: [...page.jsonLd, ...itemList(leading)],
        links: [...page.links, ...(await pages.links(leading.data))],
      };
    },
    10,
    2,
  );

  // Which page holds the filter is known when it is made.
  scope.addFilter('plinth/document', (document: PageDocument): PageDocument => {
    const request = scope.currentRequest();
    if (!request) return document;
    const leading = widgets.leading(request);
    // What a list of the shop says is said already.
    if (leading?.data.context.leads === 'list') return document;
    // Choices are endless and alike; search engines get the lists themselves, whose address each page names as its own.
    const spelled = running.container().get('urls').read;
    const robots =
      isChoice(request.url, spelled) && !/noindex/.test(document.robots ?? '') ? 'noindex, follow' : document.robots;
    const named = leading
      ? {
          title: [choiceText(running.container().get('renderer').chips(leading.data)), document.title]
            .filter(Boolean)
            .join(' – '),
          jsonLd: [...(document.jsonLd ?? []), ...itemList(leading)],
        }
      : {};
    const page = widgets.has(request) ? pageOf(request.url, spelled) : 0;
    if (page === 0 || !document.canonical) return { ...document, ...named, robots };
    // The second page of a list and those after it are pages of their own.
    const canonical = new URL(document.canonical);
    canonical.searchParams.set(`${PREFIX}paged`, String(page));
    return { ...document, ...named, robots, canonical: canonical.href };
  });

  scope.addFilter('wp_sitemaps_providers', (providers) => ({
    ...providers,
    choices: { subtypes: () => [''], entries: (_subtype: string, page: number) => landingEntries(page) },
  }));

  /** The landing pages that find something. */
  async function landingEntries(page: number): Promise<{ loc: string; lastmod: string }[]> {
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

/** The products of the page as search engines read them (schema.org `ItemList`); undefined when there are none. @param absolute makes a path an address */
function itemListOf(
  { answer, products }: Pick<WidgetData, 'answer' | 'products'>,
  perPage: number,
  absolute: (path: string) => string,
): object | undefined {
  if (products.length === 0) return undefined;
  const before = (answer.page - 1) * perPage;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: answer.found,
    itemListElement: products.map(({ name, url }, i) => ({
      '@type': 'ListItem',
      position: before + i + 1,
      name,
      url: url.startsWith('/') ? absolute(url) : url,
    })),
  };
}
