import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { settingsForm } from './settings-form.js';

const SLUG = 'options-permalink.php';
const BASE_PATTERN = /^[a-z0-9/_-]*$/;

/** The permalink settings (`options-permalink.php`). */
export function permalinkSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  const base = (value: string): string =>
    BASE_PATTERN.test(value) ? '' : __('Use lowercase letters, digits, hyphens, and slashes.');
  return {
    slug: SLUG,
    title: () => __('Permalink settings'),
    menuTitle: () => __('Permalinks'),
    capability: 'manage_options',
    parent: 'options-general.php',
    handler: (request) =>
      settingsForm(deps, request, SLUG, __('Permalink settings'), [
        {
          name: 'permalink_structure',
          label: __('Post URL structure'),
          type: 'select',
          help: __('Pages always use their own slug. Old post URLs are redirected.'),
          choices: [
            { value: '', label: __('Plain') + ' — /?p=123' },
            { value: '/%year%/%monthnum%/%day%/%postname%/', label: __('Day and name') + ' — /2026/11/21/sample/' },
            { value: '/%year%/%monthnum%/%postname%/', label: __('Month and name') + ' — /2026/11/sample/' },
            { value: '/archives/%post_id%', label: __('Numeric') + ' — /archives/123' },
            { value: '/%postname%/', label: __('Name') + ' — /sample/' },
          ],
        },
        { name: 'category_base', label: __('Category base'), type: 'text', default: '', check: base },
        { name: 'tag_base', label: __('Tag base'), type: 'text', default: '', check: base },
      ]),
  };
}
