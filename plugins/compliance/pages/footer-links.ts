import type { PluginScope } from 'plinth';
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
  scope.addFilter('wp_nav_menu_footer_items', async (items: readonly MenuItem[]): Promise<MenuItem[]> => {
    const values = await settings.values();
    const listed = values.flag('legal_pages_enabled') ? await pages.list() : [];
    const links = listed.filter(({ post }) => post.post_status === 'publish').map(({ post, url }) => ({ title: post.post_title, url }));
    return [
      ...items,
      ...links,
      ...(values.flag('withdrawal_enabled') ? [{ title: __('Withdraw from the contract here'), url: scope.homeUrl(WITHDRAWAL_PATH) }] : []),
      ...(values.flag('dsa_enabled') ? [{ title: __('Report illegal content'), url: scope.homeUrl(REPORT_PATH) }] : []),
    ];
  }, 30);
}
