import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

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
    handler: (request) => settingsForm(deps, request, SLUG, __('Media settings'), fields(deps)),
  };
}

function fields({ text: { __ } }: AdminDeps): SettingField[] {
  return [
    {
      ...size('thumbnail_size_w', __('Width of thumbnails'), 150),
      help: __('In pixels. Sizes hold for pictures that are uploaded from now on; 0 is no bound.'),
    },
    size('thumbnail_size_h', __('Height of thumbnails'), 150),
    { name: 'thumbnail_crop', label: __('Cut thumbnails to exactly this size'), type: 'checkbox', default: '1' },
    size('medium_size_w', __('Largest width of medium pictures'), 300),
    size('medium_size_h', __('Largest height of medium pictures'), 300),
    size('large_size_w', __('Largest width of large pictures'), 1024),
    size('large_size_h', __('Largest height of large pictures'), 1024),
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
  ];
}

/** A width or height in pixels. */
function size(name: string, label: string, usual: number): SettingField {
  return { name, label, type: 'number', min: 0, max: LARGEST, default: usual };
}
