import type { AdminPage } from '../../api/index.js';
import { requiredOptionName } from '../../auth/two-factor/index.js';
import type { AdminDeps } from '../deps.js';
import { type SettingField, settingsForm } from './settings-form.js';

const SLUG = 'options-sign-in.php';

/**
 * The settings for mandatory two-factor authentication and for limits on password reset emails (`options-sign-in.php`).
 */
export function logInSettingsScreen(deps: AdminDeps): AdminPage {
  const { __ } = deps.text;
  return {
    slug: SLUG,
    title: () => __('Login settings'),
    menuTitle: () => __('Login'),
    capability: 'manage_options',
    parent: 'options-general.php',
    position: 60,
    async handler(request) {
      const fields: SettingField[] = [
        ...(await deps.roles.getRoles()).map(({ name, label }): SettingField => ({
          name: requiredOptionName(name),
          label: __('Require two-factor authentication: %s', __(label)),
          help: __('Users without it must set it up at their next login.'),
          type: 'checkbox',
          default: '0',
        })),
        {
          name: 'reset_emails_per_account',
          label: __('Password reset limit'),
          help: __('Emails per 15 minutes, per account and network.'),
          type: 'number',
          min: 1,
          max: 50,
          default: 5,
        },
      ];
      return settingsForm(deps, request, SLUG, __('Login settings'), fields);
    },
  };
}
