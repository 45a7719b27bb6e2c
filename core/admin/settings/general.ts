import type { AdminPage } from '../../api/index.js';
import { LANGUAGE_NAMES } from '../../i18n/index.js';
import { EMAIL_LIMIT } from '../../limits/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-general.php';

/** The settings for the site's name, language and time (`options-general.php`). */
export function generalSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('General settings'),
    menuTitle: () => __('Settings'),
    capability: 'manage_options',
    icon: 'settings',
    position: 80,
    handler: (request) =>
      settingsForm(deps, request, SLUG, __('General settings'), [...siteFields(deps), ...timeFields(deps)]),
  };
}

/** Fields for the site's name, URL and accounts. */
function siteFields({ formatting, text: { __ } }: AdminDeps): SettingField[] {
  return [
    {
      name: 'blogname',
      label: __('Site title'),
      type: 'text',
      check: (value) => (value === '' ? __('Enter a site title.') : ''),
    },
    {
      name: 'blogdescription',
      label: __('Tagline'),
      help: __('In a few words, explain what this site is about.'),
      type: 'text',
    },
    {
      name: 'admin_email',
      label: __('Site email address'),
      help: __('We send notifications here, and customers see it as the sender.'),
      type: 'email',
      check: (value) =>
        formatting.isEmail(value) ? '' : __('Enter a complete email address, such as anna@example.com.'),
    },
    {
      name: EMAIL_LIMIT.name,
      label: __('Daily email limit per address'),
      help: __(
        'For emails that anyone can trigger: password reset links, codes, and welcome emails. Order emails are always sent.',
      ),
      type: 'number',
      min: 3,
      max: 1000,
      default: EMAIL_LIMIT.fallback,
    },
    { name: 'users_can_register', label: __('Anyone can register'), type: 'checkbox', default: '0' },
  ];
}

/** Fields for its language and time formats. */
function timeFields({ locales, text: { __, getSiteLanguages } }: AdminDeps): SettingField[] {
  const [siteLocale] = getSiteLanguages();
  return [
    {
      name: 'WPLANG',
      label: __('Site language'),
      type: 'select',
      choices: locales.map((code) => ({ value: code === 'en_US' ? '' : code, label: LANGUAGE_NAMES[code] ?? code })),
    },
    {
      name: 'site_languages',
      label: __('Languages for visitors'),
      help: __('Visitors can choose between these languages. Write your pages, menus, and consents in each of them.'),
      type: 'checkboxes',
      choices: locales.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] ?? code })),
      locked: siteLocale === undefined ? [] : [siteLocale],
      default: locales,
    },
    {
      name: 'timezone_string',
      label: __('Time zone'),
      help: __('Times are stored in UTC and shown in this time zone.'),
      type: 'select',
      choices: Intl.supportedValuesOf('timeZone')
        .concat('UTC')
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    },
    {
      name: 'date_format',
      label: __('Date format'),
      help: __('PHP date format, for example j F Y. With F j, Y, visitors see the usual format in their language.'),
      type: 'text',
      check: (value) => (value === '' ? __('Enter a format.') : ''),
    },
    {
      name: 'time_format',
      label: __('Time format'),
      help: __('PHP date format, for example H:i.'),
      type: 'text',
      check: (value) => (value === '' ? __('Enter a format.') : ''),
    },
    {
      name: 'start_of_week',
      label: __('Week starts on'),
      type: 'select',
      choices: [
        { value: '1', label: __('Monday') },
        { value: '0', label: __('Sunday') },
        { value: '6', label: __('Saturday') },
      ],
    },
  ];
}
