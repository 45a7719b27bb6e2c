import type { FrontRoute, PageRequest, PluginScope } from 'plinth';
import type { CatalogueParts } from '../catalogue/boot.js';
import { createCategoryTiles } from './category-tiles.js';
import type { ListQuery, ProductList } from './product-list.js';
import { robotsOf } from './shop-address.js';

export interface HomePageDeps {
  readonly scope: PluginScope;
  readonly parts: CatalogueParts;
  readonly list: ProductList;
}

const SHELF = 4;
/** Parameters that say nothing about what the page shows; with any other the home address means content. */
const IDLE = /^(?:utm_\w+|gclid|fbclid|ref|wp_lang|sf_\w+)$/;

/** `/`: the shop's window, while the home page shows no page of the owner's. */
export function homePage({ scope, parts, list }: HomePageDeps): FrontRoute {
  const { __, homeUrl } = scope;
  const tiles = createCategoryTiles({ scope, parts });

  async function shelf(title: string, query: Omit<ListQuery, 'limit'>, seen: Set<number>): Promise<object | null> {
    const ids = (await list.ids({ ...query, limit: SHELF * 3 })).filter((id) => !seen.has(id)).slice(0, SHELF);
    if (ids.length === 0) return null;
    for (const id of ids) seen.add(id);
    return { title, cards: await parts.catalogue.renderCards(await parts.catalogue.summaries(ids)) };
  }

  async function isShop(request: PageRequest): Promise<boolean> {
    return Object.keys(request.query).every((name) => IDLE.test(name)) && (await scope.getOption<unknown>('show_on_front', 'posts')) !== 'page' && (await list.ids({ limit: 1 })).length > 0;
  }

  return {
    path: '/',
    methods: ['GET'],
    async handler(request) {
      if (!(await isShop(request))) return undefined;
      scope.useAsset('store-shop');
      const seen = new Set<number>();
      const shelves = [
        await shelf(__('Our favourites'), { featured: true }, seen),
        await shelf(__('On sale'), { onSale: true, sort: 'popularity' }, seen),
        await shelf(__('New arrivals'), { sort: 'date' }, seen),
      ].filter((one) => one !== null);
      const name = await scope.getOption<string>('blogname', '');
      const tagline = await scope.getOption<string>('blogdescription', '');
      const [hero] = await parts.catalogue.summaries(await list.ids({ featured: true, limit: 1 }));
      const site = { '@context': 'https://schema.org', '@type': 'WebSite', name, url: homeUrl('/'), potentialAction: { '@type': 'SearchAction', target: `${homeUrl('/shop/')}?sf_q={search_term_string}`, 'query-input': 'required name=search_term_string' } };
      return {
        kind: 'page', title: '', view: 'shop/home', canonical: '/', description: tagline, bodyClass: ['store-home', 'store-wide'], jsonLd: [site], ...robotsOf(request),
        data: { name, tagline, hero, categories: await tiles(0), shelves, shopUrl: homeUrl('/shop/') },
      };
    },
  };
}
