import { inSteps, type MaybePromise, type PluginScope, ready } from 'plinth';
import type { Settings } from '../settings/settings.js';
import { REPORT_PATH, WITHDRAWAL_PATH } from './generator.js';
import type { LegalPages } from './legal-pages.js';
import { MAIN_LOCALE, pageLocale, type PageLocale } from './page-type.js';

interface MenuItem {
  readonly title: string;
  readonly url: string;
}

/** Links the published legal pages, the withdrawal and the report on every page of the site, in the visitor's language where there is such a page. */
export function registerFooterLinks(scope: PluginScope, { settings, pages }: { settings: Settings; pages: LegalPages }): void {
  const { __ } = scope;
  const published = (locale: PageLocale): MaybePromise<readonly MenuItem[]> => scope.remember(`compliance:footer-links:${locale}`, () => publishedLinks(pages, locale));
  scope.addFilter('wp_nav_menu_footer_items', (items: readonly MenuItem[]): MaybePromise<MenuItem[]> => inSteps(function* () {
    const values = yield* ready(settings.values());
    return [
      ...items,
      ...(values.flag('legal_pages_enabled') ? yield* ready(published(pageLocale(scope.locale()))) : []),
      ...(values.flag('withdrawal_enabled') ? [{ title: __('Withdraw from the contract here'), url: scope.homeUrl(WITHDRAWAL_PATH) }] : []),
      ...(values.flag('dsa_enabled') ? [{ title: __('Report illegal content'), url: scope.homeUrl(REPORT_PATH) }] : []),
    ];
  }), 30);
}

async function publishedLinks(pages: LegalPages, locale: PageLocale): Promise<readonly MenuItem[]> {
  const own = locale === MAIN_LOCALE ? [] : await pages.list(locale);
  const isPublished = ({ post }: { post: { post_status: string } }): boolean => post.post_status === 'publish';
  return (await pages.list())
    .map((main) => own.find((page) => page.type === main.type && isPublished(page)) ?? main)
    .filter(isPublished)
    .map(({ post, url }) => ({ title: post.post_title, url }));
}
