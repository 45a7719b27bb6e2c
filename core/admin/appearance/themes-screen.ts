import { type AdminPage, type Notice, type PageRequest, PlinthError, type Reply, WpError } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';

export const THEMES_SLUG = 'themes.php';

/** The screen that lists, activates, installs and deletes themes (`themes.php`). */
export function themesScreen(deps: AdminDeps): AdminPage {
  const { nonces, roles, themeStore, views, siteUrl } = deps;
  const { __ } = deps.text;

  async function show(): Promise<Reply> {
    const active = views.themes[0]?.id;
    const maySwitch = await roles.currentUserCan('switch_themes');
    const mayDelete = await roles.currentUserCan('delete_themes');
    const themes = views.installedThemes().map((theme) => ({
      ...theme,
      active: theme.id === active,
      initials: theme.name
        .split(/\s+/)
        .map((word) => word.charAt(0))
        .join('')
        .slice(0, 2)
        .toUpperCase(),
      image: theme.screenshot === '' ? '' : `${siteUrl}/wp-content/themes/${theme.id}/assets/${theme.screenshot}`,
      maySwitch: maySwitch && theme.id !== active,
      mayDelete: mayDelete && themeStore.isOwn(theme) && !views.themes.some(({ id }) => id === theme.id),
    }));
    themes.sort((a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name));
    return {
      kind: 'page',
      title: __('Themes'),
      html: views.renderCore('admin/themes', {
        themes,
        errors: views.themeErrors,
        mayInstall: await roles.currentUserCan('install_themes'),
        nonceField: nonces.wpNonceField(nonceAction(THEMES_SLUG)),
      }),
    };
  }

  async function install(request: PageRequest): Promise<Notice> {
    if (!(await roles.currentUserCan('install_themes')))
      return { kind: 'error', text: __('Sorry, you are not allowed to install themes on this site.') };
    const zip = request.files.find(({ field, bytes }) => field === 'themezip' && bytes.length > 0);
    if (!zip) return { kind: 'error', text: __('Choose a theme ZIP file first.') };
    const id = await themeStore.installTheme(zip.bytes, { overwrite: request.field('overwrite') === '1' });
    return { kind: 'success', text: __('%s is installed. Activate it to start using it.', nameOf(id)) };
  }

  const nameOf = (id: string): string => views.installedThemes().find((theme) => theme.id === id)?.name ?? id;

  async function remove(id: string): Promise<Notice> {
    if (!(await roles.currentUserCan('delete_themes')))
      return { kind: 'error', text: __('Sorry, you are not allowed to delete themes on this site.') };
    const name = nameOf(id);
    await themeStore.deleteTheme(id);
    return { kind: 'success', text: __('%s deleted.', name) };
  }

  async function activate(id: string): Promise<Notice> {
    return { kind: 'success', text: __('Theme %s activated.', (await themeStore.switchTheme(id)).name) };
  }

  /** A refusal is shown on this screen; other errors go to the error page. */
  async function handlePost(request: PageRequest): Promise<Reply> {
    const action = request.field('action');
    if (action !== 'install' && action !== 'delete' && !(await roles.currentUserCan('switch_themes')))
      return messageScreen(403, __('Sorry, you are not allowed to switch themes.'));
    const id = request.field('stylesheet');
    try {
      const runAction = (): ReturnType<typeof activate> => {
        if (action === 'install') return install(request);
        return action === 'delete' ? remove(id) : activate(id);
      };
      return createRedirect(request, THEMES_SLUG, await runAction());
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      return createRedirect(request, THEMES_SLUG, {
        kind: 'error',
        text:
          error.code === 'theme_not_found'
            ? __('This theme no longer exists.')
            : plainMessage(new WpError(error.code, [error.message, error.hint].filter(Boolean).join(' ')), __),
      });
    }
  }

  return {
    slug: THEMES_SLUG,
    title: () => __('Themes'),
    menuTitle: () => __('Appearance'),
    capability: 'edit_theme_options',
    position: 60,
    icon: 'appearance',
    handler: async (request) => (request.method === 'POST' ? handlePost(request) : show()),
  };
}
