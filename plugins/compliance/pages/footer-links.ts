import { type FooterEntry, type PluginScope } from 'plinth';
import type { Settings } from '../settings/settings.js';
import { getCompany, REPORT_PATH, WITHDRAWAL_PATH } from './generator.js';
import type { LegalPages } from './legal-pages.js';
import { type LegalPageType, MAIN_LOCALE, toPageLocale, type PageLocale } from './page-type.js';

/**
 * Links the published legal pages, the withdrawal form and the report form on every page of the site, in the visitor's
 * language if available.
 */
export function registerFooterLinks(
  scope: PluginScope,
  { settings, pages }: { settings: Settings; pages: LegalPages },
): void {
  const { __ } = scope;
  const getPublishedLinks = (locale: PageLocale): Promise<readonly FooterEntry[]> =>
    scope.cache.get(`compliance:footer-links:${locale}`, () => listPublishedLinks(pages, locale));
  scope.addFilter(
    'plinth/footer_links',
    async (items: readonly FooterEntry[]): Promise<FooterEntry[]> => {
      const values = await settings.values();
      return [
        ...items,
        ...(values.flag('legal_pages_enabled') ? await getPublishedLinks(toPageLocale(scope.locale())) : []),
        ...(values.flag('withdrawal_enabled')
          ? [{ title: __('Withdraw from the contract here'), url: scope.homeUrl(WITHDRAWAL_PATH) }]
          : []),
        ...(values.flag('dsa_enabled')
          ? [{ title: __('Report illegal content'), url: scope.homeUrl(REPORT_PATH), kind: LEGAL_GROUP }]
          : []),
      ];
    },
    30,
  );
  // Cart and product pages link to the delivery costs, in the visitor's language if available.
  scope.addFilter('store/delivery_url', async (url: string): Promise<string> => {
    const values = await settings.values();
    if (url !== '' || !values.flag('legal_pages_enabled')) return url;
    const language = toPageLocale(scope.locale());
    const page = await scope.cache.get(`compliance:delivery-page:${language}`, () => findDeliveryUrl(pages, language));
    return page || url;
  });
  async function renderSeller(): Promise<string> {
    const company = getCompany(await settings.values());
    return company.name === ''
      ? ''
      : scope.render('pages/company', { ...company, address: company.address.split('\n') });
  }
  scope.addFilter(
    'plinth/footer_html',
    async (html: string) => {
      const text = await scope.cache.get(`compliance:seller:${scope.locale()}`, renderSeller);
      return html + text;
    },
    5,
  );
}

/** ID of a link group that the theme shows in a separate column. */
const LEGAL_GROUP = 'legal';
/** Pages that customers look for when they buy. */
const ORDER_PAGE_TYPES: readonly LegalPageType[] = ['delivery', 'returns', 'complaints'];

async function listPublishedLinks(pages: LegalPages, locale: PageLocale): Promise<readonly FooterEntry[]> {
  const translations = locale === MAIN_LOCALE ? [] : await pages.list(locale);
  const isPublished = ({ post }: { post: { post_status: string } }): boolean => post.post_status === 'publish';
  return (await pages.list())
    .map((main) => translations.find((page) => page.type === main.type && isPublished(page)) ?? main)
    .filter(isPublished)
    .map(({ type, post, url, locale: own }) => ({
      title: post.post_title,
      url,
      ...(ORDER_PAGE_TYPES.includes(type) ? {} : { kind: LEGAL_GROUP }),
      ...(own === locale ? {} : { language: own.slice(0, 2) }),
    }));
}

/** Returns the URL of the published page about delivery; '' for none. */
async function findDeliveryUrl(pages: LegalPages, locale: PageLocale): Promise<string> {
  const all = [...(locale === MAIN_LOCALE ? [] : await pages.list(locale)), ...(await pages.list())];
  return all.find(({ type, post }) => type === 'delivery' && post.post_status === 'publish')?.url ?? '';
}
