import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { settingsForm } from './settings-form.js';

const SLUG = 'options-reading.php';

/** The settings for the home page and for search engines (`options-reading.php`). */
export function readingSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Reading settings'),
    menuTitle: () => __('Reading'),
    capability: 'manage_options',
    parent: 'options-general.php',
    async handler(request) {
      let pagesPromise: ReturnType<typeof deps.content.getPages> | undefined;
      const pages = async (): Promise<{ value: string; label: string }[]> => {
        const pageList = await (pagesPromise ??= deps.content.getPages({
          post_status: 'publish',
          sort_column: 'post_title',
        }));
        return [
          { value: '0', label: __('— Choose —') },
          ...(pageList || []).map((page) => ({ value: String(page.id), label: page.post_title || __('(no title)') })),
        ];
      };
      return settingsForm(deps, request, SLUG, __('Reading settings'), [
        {
          name: 'show_on_front',
          label: __('Home page displays'),
          type: 'select',
          choices: [
            { value: 'posts', label: __('The shop home page or latest posts') },
            { value: 'page', label: __('A static page') },
          ],
        },
        {
          name: 'page_on_front',
          label: __('Home page'),
          type: 'select',
          choices: pages,
          default: '0',
          check: (value) =>
            request.field('show_on_front') === 'page' && value === '0'
              ? __('Choose a page to use as the home page.')
              : '',
        },
        {
          name: 'page_for_posts',
          label: __('Posts page'),
          type: 'select',
          choices: pages,
          default: '0',
          check: (value) =>
            value !== '0' && value === request.field('page_on_front') ? __('This page is already the home page.') : '',
        },
        { name: 'posts_per_page', label: __('Posts per page'), type: 'number', min: 1, max: 100, default: 10 },
        { name: 'blog_public', label: __('Allow search engines to index this site'), type: 'checkbox', default: '1' },
      ]);
    },
  };
}
