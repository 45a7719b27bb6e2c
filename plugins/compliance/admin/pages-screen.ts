import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { companyOf, isComplete } from '../pages/company-of.js';
import type { createGenerator } from '../pages/generator.js';
import type { LegalPages } from '../pages/legal-pages.js';
import { isTemplateType, LEGAL_PAGE_TYPES, PAGE_TITLES, TEMPLATE_TYPES } from '../pages/page-type.js';
import { countWords } from '../pages/word-count.js';
import type { Settings } from '../settings/settings.js';
import { screenPath, SLUG } from './screen-path.js';

export interface PagesScreenParts {
  readonly pages: LegalPages;
  readonly generator: ReturnType<typeof createGenerator>;
  readonly settings: Settings;
}

/** The legal pages: which there are, and the ways to make the others. */
export function pagesScreen(scope: PluginScope, { pages, generator, settings }: PagesScreenParts): AdminPage {
  const { __ } = scope;

  async function show(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const [listed, values] = [await pages.list(), await settings.values()];
    const data = {
      enabled: values.flag('legal_pages_enabled'), complete: isComplete(companyOf(values)), settingsUrl: screenPath(SLUG.settings, { group: 'general' }),
      rows: LEGAL_PAGE_TYPES.map((type) => {
        const page = listed.find((one) => one.type === type);
        return {
          type, title: page?.post.post_title ?? PAGE_TITLES[type], exists: page !== undefined, published: page?.post.post_status === 'publish', words: page ? countWords(page.post.post_content) : 0,
          modified: page?.post.post_modified_gmt ?? '', untouched: page?.untouched ?? false, url: page?.url ?? '', editUrl: page ? scope.adminUrl(`post.php?post=${page.post.id}&action=edit`) : '',
          template: isTemplateType(type), refresh: page !== undefined && isTemplateType(type) && page.untouched && page.post.post_status === 'draft',
        };
      }),
    };
    return { kind: 'page', title: __('Legal pages'), view: 'admin/pages', data };
  }

  async function act(request: PageRequest): Promise<string> {
    const values = await settings.values();
    if (!values.flag('legal_pages_enabled')) return __('Legal pages are switched off in the settings.');
    const [type, action] = [request.field('type'), request.field('action')];
    if (action === 'empty') {
      await pages.createEmpty();
      return '';
    }
    const company = companyOf(values);
    if (!isComplete(company)) return __('Write name, address and e-mail of the company first.');
    const types = action === 'all' ? TEMPLATE_TYPES : TEMPLATE_TYPES.filter((one) => one === type);
    for (const one of types) await pages.generate(one, await generator(one, company));
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
      const problem = await act(request);
      if (problem === '') scope.addNotice(request, 'success', __('Done. New pages are drafts: read them, have them checked, and publish them.'));
      else scope.addNotice(request, 'error', problem);
      return { kind: 'redirect', status: 303, location: screenPath(SLUG.pages) };
    },
  };
}
