import type { AdminPage, PageRequest, Reply } from '../../api/index.js';
import { goTo, message } from '../answers.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../nonce-action.js';

export const THEMES_SLUG = 'themes.php';

/** Lists the themes, and changes between them (`themes.php`). */
export function themesScreen(deps: AdminDeps): AdminPage {
  const { hooks, nonces, options, roles, views, siteUrl } = deps;
  const { __ } = deps.text;

  async function show(): Promise<Reply> {
    const active = views.themes[0]?.id;
    const maySwitch = await roles.currentUserCan('switch_themes');
    const themes = views.installedThemes().map((theme) => ({
      ...theme,
      active: theme.id === active,
      initials: theme.name.split(/\s+/).map((word) => word.charAt(0)).join('').slice(0, 2).toUpperCase(),
      picture: theme.screenshot === '' ? '' : `${siteUrl}/wp-content/themes/${theme.id}/assets/${theme.screenshot}`,
      maySwitch: maySwitch && theme.id !== active,
    }));
    themes.sort((a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name));
    return { kind: 'page', title: __('Themes'), html: views.renderCore('admin/themes', { themes, troubles: views.troubles, nonceField: nonces.wpNonceField(nonceAction(THEMES_SLUG)) }) };
  }

  async function change(request: PageRequest): Promise<Reply> {
    if (!(await roles.currentUserCan('switch_themes'))) return message(403, __('Sorry, you are not allowed to switch themes.'));
    const chosen = views.installedThemes().find(({ id }) => id === request.field('stylesheet'));
    if (!chosen) return goTo(request, THEMES_SLUG, { kind: 'error', text: __('That theme is not there any more.') });
    const before = views.themes[0];
    if (chosen.id !== before?.id) {
      await options.updateOption('template', chosen.parent ?? chosen.id);
      await options.updateOption('stylesheet', chosen.id);
      deps.setTheme(chosen.id);
      await hooks.doAction('switch_theme', chosen.name, chosen, before);
      await hooks.doAction('after_switch_theme', before?.name ?? '', before);
    }
    return goTo(request, THEMES_SLUG, { kind: 'success', text: __('The site now wears %s.', chosen.name) });
  }

  return {
    slug: THEMES_SLUG,
    title: () => __('Themes'),
    menuTitle: () => __('Appearance'),
    capability: 'edit_theme_options',
    position: 60,
    icon: 'appearance',
    handler: async (request) => (request.method === 'POST' ? change(request) : show()),
  };
}
