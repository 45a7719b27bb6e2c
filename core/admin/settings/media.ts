import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { settingsForm } from './settings-form.js';

const SLUG = 'options-media.php';
const LARGEST = 10_000;

/** The sizes that pictures are made in, and where files are kept (`options-media.php`). */
export function mediaSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Media settings'),
    menuTitle: () => __('Media'),
    capability: 'manage_options',
    parent: 'options-general.php',
    handler: (request) =>
      settingsForm(deps, request, SLUG, __('Media settings'), [
        {
          name: 'thumbnail_size_w',
          label: __('Width of thumbnails'),
          type: 'number',
          min: 0,
          max: LARGEST,
          default: 150,
          help: __('In pixels. Sizes hold for pictures that are uploaded from now on; 0 is no bound.'),
        },
        {
          name: 'thumbnail_size_h',
          label: __('Height of thumbnails'),
          type: 'number',
          min: 0,
          max: LARGEST,
          default: 150,
        },
        { name: 'thumbnail_crop', label: __('Cut thumbnails to exactly this size'), type: 'checkbox', default: '1' },
        {
          name: 'medium_size_w',
          label: __('Largest width of medium pictures'),
          type: 'number',
          min: 0,
          max: LARGEST,
          default: 300,
        },
        {
          name: 'medium_size_h',
          label: __('Largest height of medium pictures'),
          type: 'number',
          min: 0,
          max: LARGEST,
          default: 300,
        },
        {
          name: 'large_size_w',
          label: __('Largest width of large pictures'),
          type: 'number',
          min: 0,
          max: LARGEST,
          default: 1024,
        },
        {
          name: 'large_size_h',
          label: __('Largest height of large pictures'),
          type: 'number',
          min: 0,
          max: LARGEST,
          default: 1024,
        },
        {
          name: 'uploads_use_yearmonth_folders',
          label: __('Keep files in folders by year and month'),
          type: 'checkbox',
          default: '1',
        },
        {
          name: 'wp_attachment_pages_enabled',
          label: __('Each file has a page of its own, besides its address'),
          type: 'checkbox',
          default: '0',
        },
      ]),
  };
}
