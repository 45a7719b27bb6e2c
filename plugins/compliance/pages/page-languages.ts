import { type PageDocument, type PluginScope } from 'plinth';
import type { LegalPage, LegalPages } from './legal-pages.js';

/**
 * Connects the translations of a legal page: for search engines (`hreflang`), for the language switcher, and with a
 * notice on a page displayed in a language other than the surrounding one.
 */
export function registerPageLanguages(scope: PluginScope, { pages }: { pages: LegalPages }): void {
  const currentPageId = (): number => (scope.isPage() ? scope.getQueriedObjectId() : 0);
  const NO_PAGES: readonly LegalPage[] = [];
  const getTranslations = async (): Promise<readonly LegalPage[]> =>
    currentPageId() === 0 ? NO_PAGES : pages.translationsOf(currentPageId());

  scope.addFilter(
    'plinth/language_url',
    async (url: string, locale: string) => {
      const all = await (url === '' ? getTranslations() : NO_PAGES);
      return all.find((page) => page.locale === locale && page.post.id !== currentPageId())?.url ?? url;
    },
    10,
    2,
  );

  scope.addFilter('plinth/document', async (document: PageDocument): Promise<PageDocument> => {
    const all = await getTranslations();
    if (all.length < 2) return document;
    const links = all.map(
      ({ locale, url }) => `<link rel="alternate" hreflang="${locale.slice(0, 2)}" href="${scope.escAttr(url)}">`,
    );
    return { ...document, head: [...(document.head ?? []), ...links] };
  });

  scope.addFilter(
    'the_content',
    async (html: string) => {
      const all = await getTranslations();
      const currentPage = all.find(({ post }) => post.id === currentPageId());
      if (!currentPage || currentPage.locale === scope.locale() || currentPage.post.post_content.trim() === '')
        return html;
      const translation = all.find(({ locale }) => locale === scope.locale());
      const tag = currentPage.locale.slice(0, 2);
      const hint = translation
        ? `<p class="legal-page__other"><a href="${scope.escAttr(translation.url)}">${scope.escHtml(scope.__('Read this page in your language: %s', translation.post.post_title))}</a></p>`
        : '';
      return `${hint}<div lang="${tag}">${html}</div>`;
    },
    20,
  );
}
