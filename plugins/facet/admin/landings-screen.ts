import type { AdminPage, PageRequest, Reply } from 'plinth';
import { LANDING_EDIT_SLUG, LANDINGS_SLUG, type ScreenDeps, screenPath, SLUG } from './screen-parts.js';

/** Returns the screen of landing pages, the selections that search engines may index. */
export function createLandingsScreen({ scope, running }: ScreenDeps): AdminPage {
  const { __ } = scope;

  async function renderPage(): Promise<Reply> {
    scope.useAsset('facet-admin');
    const container = running.container();
    const [pages, filter] = [container.get('pages'), container.get('filter')];
    const rows: object[] = [];
    for (const landing of await container.get('landings').all()) {
      const address = await pages.address(landing);
      const found = address === undefined ? 0 : await pages.count(landing, filter);
      rows.push({
        id: landing.id,
        name: (await pages.nameOf(landing)) || __('Product list not available'),
        address: address ?? '',
        found,
        url: address === undefined ? '' : scope.homeUrl(address),
        editUrl: screenPath(LANDING_EDIT_SLUG, `&landing=${landing.id}`),
      });
    }
    return {
      kind: 'page',
      title: __('Landing pages'),
      view: 'admin/landings',
      data: { rows, addUrl: screenPath(LANDING_EDIT_SLUG), sitemapUrl: scope.homeUrl('/wp-sitemap.xml') },
    };
  }

  async function remove(request: PageRequest): Promise<Reply> {
    await running
      .container()
      .get('landings')
      .remove(Number(request.field('landing')) || 0);
    scope.addNotice(
      request,
      'success',
      __('Landing page removed. Its URL still works, but search engines no longer index it.'),
    );
    return { kind: 'redirect', status: 303, location: screenPath(LANDINGS_SLUG) };
  }

  return {
    slug: LANDINGS_SLUG,
    title: () => __('Landing pages'),
    capability: 'manage_shop',
    parent: SLUG,
    handler: (request) => (request.method === 'POST' ? remove(request) : renderPage()),
  };
}
