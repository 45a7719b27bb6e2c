import type { AdminPage, PageRequest, PluginScope, Reply } from 'plinth';
import { getPageLocales, PAGE_LOCALES } from '../pages/page-type.js';
import type { Notices } from './notices.js';

const SLUG = 'compliance-notices';
/** Path of the screen, relative to `wp-admin/`. */
export const NOTICES_PAGE = `admin.php?page=${SLUG}`;
const LANGUAGES = { pl_PL: 'Polski', en_US: 'English' } as const;

/** Admin screen for uploading the official files, with a marked placeholder per language until they are uploaded. */
export function createNoticesScreen(
  scope: PluginScope,
  { notices, parent }: { readonly notices: Notices; readonly parent: string },
): AdminPage {
  const { __ } = scope;

  async function renderPage(): Promise<Reply> {
    scope.useAsset('compliance-admin');
    const all = await notices.list();
    const rows = [];
    for (const locale of getPageLocales(scope)) {
      const notice = all.find((candidate) => candidate.locale === locale);
      rows.push({
        locale,
        tag: locale.slice(0, 2),
        language: LANGUAGES[locale],
        notice: notice ?? null,
        whole: notice ? await notices.isIntact(notice) : false,
      });
    }
    return { kind: 'page', title: __('Official notices'), view: 'admin/notices', data: { rows } };
  }

  async function handlePost(request: PageRequest): Promise<string> {
    const locale = PAGE_LOCALES.find((known) => known === request.field('locale'));
    if (locale === undefined) return __('Select a language.');
    if (request.field('action') === 'remove') {
      await notices.remove(locale);
      return '';
    }
    const file = request.files.find(({ field, bytes }) => field === 'notice' && bytes.length > 0);
    return file ? notices.save(locale, file.name, file.bytes) : __('Select a file.');
  }

  return {
    slug: SLUG,
    title: () => __('Official notices'),
    capability: 'manage_shop',
    parent,
    position: 4,
    async handler(request) {
      if (request.method !== 'POST') return renderPage();
      const problem = await handlePost(request);
      scope.addNotice(request, problem === '' ? 'success' : 'error', problem === '' ? __('Saved.') : problem);
      return { kind: 'redirect', status: 303, location: `/wp-admin/${NOTICES_PAGE}` };
    },
  };
}
