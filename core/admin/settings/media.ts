import type { AdminPage } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-media.php';
const MAX_SIZE = 10_000;

/** The settings for image sizes and file storage (`options-media.php`). */
export function mediaSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Media settings'),
    menuTitle: () => __('Media'),
    capability: 'manage_options',
    parent: 'options-general.php',
    handler: (request) => settingsForm(deps, request, SLUG, __('Media settings'), mediaFields(deps)),
  };
}

function mediaFields({ text: { __ } }: AdminDeps): SettingField[] {
  return [
    {
      ...sizeField('thumbnail_size_w', __('Thumbnail width'), 150),
      help: __('In pixels. Applies to images uploaded from now on; 0 means no limit.'),
    },
    sizeField('thumbnail_size_h', __('Thumbnail height'), 150),
    { name: 'thumbnail_crop', label: __('Crop thumbnails to exact dimensions'), type: 'checkbox', default: '1' },
    sizeField('medium_size_w', __('Medium image max width'), 300),
    sizeField('medium_size_h', __('Medium image max height'), 300),
    sizeField('large_size_w', __('Large image max width'), 1024),
    sizeField('large_size_h', __('Large image max height'), 1024),
    {
      name: 'uploads_use_yearmonth_folders',
      label: __('Organize uploads into year- and month-based folders'),
      type: 'checkbox',
      default: '1',
    },
    {
      name: 'wp_attachment_pages_enabled',
      label: __('Create a separate page for each file'),
      type: 'checkbox',
      default: '0',
    },
  ];
}

/** Returns a field for a width or height in pixels. */
function sizeField(name: string, label: string, defaultValue: number): SettingField {
  return { name, label, type: 'number', min: 0, max: MAX_SIZE, default: defaultValue };
}
