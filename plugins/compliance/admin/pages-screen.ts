import { type AdminPage, isWpError, type PageRequest, type PluginScope, type Reply } from 'plinth';
import { getCompany, type Generator, isComplete } from '../pages/generator.js';
import { countWords, removeOdrLinks } from '../pages/page-text.js';
import type { LegalPage, LegalPages } from '../pages/legal-pages.js';
import type { PageErrors } from '../pages/page-errors.js';
import {
  getPageLocales,
  LEGAL_PAGE_TYPES,
  type LegalPageType,
  PAGE_LOCALES,
  PAGE_TITLES,
  type PageLocale,
} from '../pages/page-type.js';
import type { Settings } from '../settings/settings.js';
import { screenPath, SLUG } from './screen-path.js';

export interface PagesScreenParts {
  readonly pages: LegalPages;
  readonly pageErrors: PageErrors;
  readonly generator: Generator;
  readonly settings: Settings;
}

/** Creates the admin screen of the legal pages by language: existing pages, their errors, and how to create others. */
export function createPagesScreen(
  scope: PluginScope,
  { pages, pageErrors, generator, settings }: PagesScreenParts,
): AdminPage {
  const { __ } = scope;
  const languages: Readonly<Record<PageLocale, string>> = { pl_PL: 'Polski', en_US: 'English' };

  async function createRow(type: LegalPageType, locale: PageLocale, page: LegalPage | undefined) {
    const published = page?.post.post_status === 'publish';
    const errors = page ? await pageErrors(page) : [];
    return {
      type,
      locale,
      tag: locale.slice(0, 2),
      language: languages[locale],
      title: page?.post.post_title ?? PAGE_TITLES[locale][type],
      exists: page !== undefined,
      published,
      wordCount: page ? countWords(page.post.post_content) : 0,
      modified: page?.post.post_modified_gmt ?? '',
      untouched: page?.isUnedited ?? false,
      url: page?.url ?? '',
      editUrl: page ? scope.adminUrl(`post.php?post=${page.post.id}&action=edit`) : '',
      errors: errors.map(({ text }) => text),
      mentionsOdr: errors.some(({ code }) => code === 'odr'),
      refresh:
        page !== undefined &&
        page.isUnedited &&
        (page.post.post_status === 'draft' || (published && errors.length > 0)),
    };
  }

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const values = await settings.values();
    const rows = [];
    for (const type of LEGAL_PAGE_TYPES)
      for (const locale of getPageLocales(scope))
        rows.push(await createRow(type, locale, await pages.find(type, locale)));
    const data = {
      enabled: values.flag('legal_pages_enabled'),
      complete: isComplete(getCompany(values)),
      settingsUrl: screenPath(SLUG.settings, { group: 'general' }),
      rows,
    };
    return { kind: 'page', title: __('Legal pages'), view: 'admin/pages', data };
  }

  /** Removes the link to the closed platform for online dispute resolution from a page, leaving the rest unchanged. */
  async function removePlatformLink(type: string, locale: string): Promise<string> {
    const page = (await pages.list(PAGE_LOCALES.find((known) => known === locale))).find(
      (candidate) => candidate.type === type,
    );
    if (!page) return __('This page doesn’t exist.');
    const id = await scope.wpUpdatePost(
      { id: page.post.id, post_content: removeOdrLinks(page.post.post_content) },
      true,
    );
    return isWpError(id) ? id.getErrorMessage() : '';
  }

  async function handleAction(request: PageRequest): Promise<string> {
    const values = await settings.values();
    if (!values.flag('legal_pages_enabled')) return __('Legal pages are turned off in the settings.');
    const [type, locale, action] = [request.field('type'), request.field('locale'), request.field('action')];
    if (action === 'empty') {
      await pages.createEmpty();
      return '';
    }
    if (action === 'unlink') return removePlatformLink(type, locale);
    const company = getCompany(values);
    if (!isComplete(company)) return __('Enter the company name, address, and email first.');
    const isSingle = action !== 'all';
    for (const language of getPageLocales(scope).filter(
      (known) => !isSingle || known === (locale === '' ? PAGE_LOCALES[0] : locale),
    )) {
      for (const pageType of LEGAL_PAGE_TYPES.filter((known) => !isSingle || known === type))
        await pages.generate(pageType, await generator(pageType, company, language), {
          locale: language,
          includePublished: isSingle,
        });
    }
    return '';
  }

  return {
    slug: SLUG.pages,
    title: () => __('Legal pages'),
    capability: 'manage_shop',
    parent: SLUG.overview,
    position: 3,
    async handler(request) {
      if (request.method !== 'POST') return show();
      const problem = await handleAction(request);
      if (problem === '')
        scope.addNotice(
          request,
          'success',
          __('Done. New pages are drafts: review them, have them checked by a lawyer, and publish them.'),
        );
      else scope.addNotice(request, 'error', problem);
      return { kind: 'redirect', status: 303, location: screenPath(SLUG.pages) };
    },
  };
}
