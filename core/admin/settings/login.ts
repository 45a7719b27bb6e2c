import type { AdminPage } from '../../api/index.js';
import { requiredOption } from '../../auth/two-factor/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-sign-in.php';

/** Who must have a second factor, and how many letters about lost passwords there are (`options-sign-in.php`). */
export function signInSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Sign-in settings'),
    menuTitle: () => __('Sign-in'),
    capability: 'manage_options',
    parent: 'options-general.php',
    position: 60,
    async handler(request) {
      const fields: SettingField[] = [
        ...(await deps.roles.getRoles()).map(({ name, label }): SettingField => ({
          name: requiredOption(name),
          label: __('Second step required: %s', __(label)),
          help: __('Who has none is led to set one up at the next sign-in.'),
          type: 'checkbox',
          default: '0',
        })),
        {
          name: 'reset_letters',
          label: __('Letters about a lost password'),
          help: __('So many in a quarter of an hour for one account from one network.'),
          type: 'number',
          min: 1,
          max: 50,
          default: 5,
        },
      ];
      return settingsForm(deps, request, SLUG, __('Sign-in settings'), fields);
    },
  };
}
