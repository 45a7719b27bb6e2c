import type { PluginScope, Post } from 'plinth';
import type { Settings } from '../settings/settings.js';
import { REPORT_PATH, WITHDRAWAL_PATH } from './generator.js';
import type { LegalPages } from './legal-pages.js';

interface MenuItem {
  readonly title: string;
  readonly url: string;
}

/** Links the published legal pages, the withdrawal and the report on every page of the site. */
export function registerFooterLinks(scope: PluginScope, { settings, pages }: { settings: Settings; pages: LegalPages }): void {
  const { __ } = scope;
  const published = publishedLinks(scope, pages);
  scope.addFilter('wp_nav_menu_footer_items', async (items: readonly MenuItem[]): Promise<MenuItem[]> => {
    const values = await settings.values();
    return [
      ...items,
      ...(values.flag('legal_pages_enabled') ? await published() : []),
      ...(values.flag('withdrawal_enabled') ? [{ title: __('Withdraw from the contract here'), url: scope.homeUrl(WITHDRAWAL_PATH) }] : []),
      ...(values.flag('dsa_enabled') ? [{ title: __('Report illegal content'), url: scope.homeUrl(REPORT_PATH) }] : []),
    ];
  }, 30);
}

/** Links of the published pages, made again only when one query says that something they are made of has changed, on whichever node. */
function publishedLinks(scope: PluginScope, pages: LegalPages): () => Promise<readonly MenuItem[]> {
  const { db } = scope;
  let kept: { readonly of: string; readonly links: readonly MenuItem[] } | undefined;

  return async () => {
    const rows = await scope.remember('compliance:footer-pages', async () => (await db()('compliance_legal_pages as legal')
      .join('posts as page', 'page.id', 'legal.page_id')
      .where('page.post_status', 'publish')
      .orderBy('legal.type')
      .select('legal.type', 'page.id', 'page.post_type', 'page.post_title', 'page.post_name', 'page.post_parent')) as (Pick<Post, 'id' | 'post_type' | 'post_title' | 'post_name' | 'post_parent'> & { type: string })[]);
    if (rows.length === 0) return [];
    const options = await scope.getOptions(['permalink_structure', 'show_on_front', 'page_on_front']);
    const of = JSON.stringify([rows, options, scope.homeUrl('/')]);
    if (kept?.of === of) return kept.links;
    const listed = await pages.list();
    const links = listed.filter(({ post }) => post.post_status === 'publish').map(({ post, url }) => ({ title: post.post_title, url }));
    // The address of a page below another follows its parents, which the query does not see.
    kept = rows.some((row) => row.post_parent !== 0) ? undefined : { of, links };
    return links;
  };
}
