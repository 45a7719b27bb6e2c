import type { AdminPage, FormValue, PageRequest, Reply } from '../../api/index.js';
import { settingsAction } from '../../plugins/index.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { saveSettingsErrors } from './settings-form.js';

export const OPTIONS_SLUG = 'options.php';
const MAX_LENGTH = 20_000;

/** Returns the nonce action of a form submitted to `options.php`. */
export function optionsAction(request: PageRequest): string {
  return settingsAction(request.field('option_page'));
}

/** Saves forms that plugins build by hand (`options.php`): the settings of one group, all or none. */
export function optionsScreen(deps: AdminDeps): AdminPage {
  const { hooks, options, roles } = deps;
  const { __ } = deps.text;
  return {
    slug: OPTIONS_SLUG,
    title: () => __('Settings'),
    // The capability is checked below, because it depends on the group.
    capability: 'read',
    hidden: true,
    async handler(request): Promise<Reply> {
      const group = request.field('option_page');
      const names = request.method === 'POST' ? await allowedOptions(deps, group) : [];
      if (names.length === 0) return messageScreen(404, __('This screen doesn’t exist.'));
      if (
        !(await roles.currentUserCan(
          String(await hooks.applyFiltersRefArray(`option_page_capability_${group}`, ['manage_options'])),
        ))
      )
        return messageScreen(403, __('Sorry, you are not allowed to access this page.'));
      await deps.transaction(async () => {
        for (const name of names) await options.updateOption(name, toOptionValue(request.form[name]));
      });
      if (options.getSettingsErrors().length === 0)
        options.addSettingsError('general', 'settings_updated', __('Settings saved.'), 'success');
      saveSettingsErrors(deps, request);
      return createRedirect(request, redirectUrl(request));
    },
  };
}

/** Returns the settings of plugins that a form of a group may write (`allowed_options`). */
async function allowedOptions({ hooks, plugins }: AdminDeps, group: string): Promise<readonly string[]> {
  const registeredOptions: Record<string, readonly string[]> = {};
  for (const { value } of plugins.registries.settings.all())
    registeredOptions[value.group] = [...(registeredOptions[value.group] ?? []), value.name];
  const allowed = await hooks.applyFilters<Readonly<Record<string, readonly string[]>>>(
    'allowed_options',
    registeredOptions,
  );
  return (Object.hasOwn(allowed, group) ? allowed[group] : undefined) ?? [];
}

/** A missing field is an unchecked checkbox, as in WordPress. */
function toOptionValue(sent: FormValue | undefined): FormValue | null {
  return typeof sent === 'string' ? sent.trim().slice(0, MAX_LENGTH) : (sent ?? null);
}

/** Returns the URL of the form's own screen, which shows the result. */
function redirectUrl(request: PageRequest): string {
  const referer = request.field('_wp_back');
  const screen = referer.startsWith('/wp-admin/') ? referer.slice('/wp-admin/'.length) : 'options-general.php';
  const [path = '', query = ''] = screen.split('?');
  const search = new URLSearchParams(query);
  search.set('settings-updated', 'true');
  return `${path}?${search.toString()}`;
}
