import type { TranslationApi } from '../api/index.js';

/** What the host's own actions are called. */
export function hostWords({ __ }: Pick<TranslationApi, '__'>): Readonly<Record<string, string>> {
  return {
    access: __('Signing in'), login: __('Signing in by plugins'), users: __('Accounts'), settings: __('Settings'), plugins: __('Plugins'), themes: __('Themes'), content: __('Content'), data: __('Data in and out'),
    'access.signed_in': __('Signed in'), 'access.signed_out': __('Signed out'), 'access.refused': __('Sign-in refused'), 'access.locked_out': __('Locked out after many tries'), 'access.program_refused': __('Program refused'),
    'login.by_plugin': __('Signed in by a plugin'),
    'access.password_changed': __('Password changed'), 'access.password_reset': __('Password chosen anew by letter'), 'access.program_added': __('Application password made'), 'access.program_removed': __('Application password removed'), 'access.second_factor_changed': __('Second factor changed'),
    'users.created': __('Account made'), 'users.deleted': __('Account deleted'), 'users.rights_changed': __('Role or rights changed'), 'users.address_changed': __('E-mail address changed'), 'users.name_changed': __('Name changed'),
    'settings.changed': __('Setting changed'),
    'plugins.installed': __('Plugin installed'), 'plugins.updated': __('Plugin updated'), 'plugins.activated': __('Plugin activated'), 'plugins.deactivated': __('Plugin deactivated'), 'plugins.deleted': __('Plugin deleted'), 'plugins.paused': __('Plugin set aside'), 'plugins.resumed': __('Plugin started again'),
    'themes.installed': __('Theme installed'), 'themes.updated': __('Theme updated'), 'themes.activated': __('Theme chosen'), 'themes.deleted': __('Theme deleted'),
    'content.published': __('Made public'), 'content.withdrawn': __('Withdrawn from the public'), 'content.trashed': __('Put into the trash'), 'content.deleted': __('Deleted'),
    'data.exported': __('Export'), 'data.imported': __('Import'), 'data.erased': __('Erasure of personal data'),
  };
}
