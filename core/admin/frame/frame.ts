import { type AdminBar, type AdminScreen } from '../../api/index.js';
import { getAvatar } from '../../content/avatars.js';
import { languageAttributes, captureAction, resourceHints } from '../../document/index.js';
import { renderErrorNotices } from '../../plugins/index.js';
import type { AdminDeps } from '../deps.js';
import { renderBar } from './admin-bar.js';
import { pluginNotices } from './notices.js';
import { screenOptions } from './screen-options.js';
import { twoFactorNotice } from './two-factor-notice.js';

/** Parent of the settings screens. */
const SETTINGS_PARENT = 'options-general.php';

/** The frame around a screen's own content. */
export interface Frame {
  readonly title: string;
  /** Additional markup for the head, as rendered HTML. */
  readonly head: readonly string[];
  readonly bodyClass: readonly string[];
  /** Data for the layout. */
  readonly data: Readonly<Record<string, unknown>>;
}

type FrameDeps = Pick<
  AdminDeps,
  | 'hooks'
  | 'users'
  | 'siteName'
  | 'locale'
  | 'meta'
  | 'views'
  | 'nonces'
  | 'options'
  | 'formatting'
  | 'plugins'
  | 'roles'
  | 'text'
  | 'twoFactor'
  | 'now'
>;
type FrameRequest = {
  readonly title: string;
  readonly screen: AdminScreen;
  readonly bar: AdminBar;
  readonly userId: number;
  readonly classes: readonly string[];
  readonly columns: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly parent: string;
  readonly submenu: string | null;
};

/** Renders everything above a screen's content and calls plugins in WordPress's order (`admin-header.php`). */
export async function openFrame(
  deps: FrameDeps,
  { title, screen, bar, userId, classes, columns, parent, submenu }: FrameRequest,
): Promise<Frame> {
  const { hooks } = deps;
  const suffix = screen.hookSuffix;
  const documentTitle = await hooks.applyFilters('admin_title', `${title} ‹ ${await deps.siteName()} — Plinth`, title);
  const attributes = await languageAttributes(hooks, deps.locale().slice(0, 2));
  await hooks.doAction('admin_enqueue_scripts', suffix);
  const head: string[] = [];
  for (const action of [`admin_print_styles-${suffix}`, 'admin_print_styles'])
    head.push(await captureAction(hooks, action));
  head.push(await resourceHints(hooks));
  for (const action of [
    `admin_print_scripts-${suffix}`,
    'admin_print_scripts',
    'wp_print_scripts',
    `admin_head-${suffix}`,
    'admin_head',
  ])
    head.push(await captureAction(hooks, action));
  const bodyClass = await hooks.applyFilters('admin_body_class', classes.join(' '));
  const openParent = await hooks.applyFilters('parent_file', parent);
  const openItem = await hooks.applyFilters<string | null>('submenu_file', submenu, openParent);
  const afterMenu = await captureAction(hooks, 'adminmenu');
  const header = await captureAction(hooks, 'in_admin_header');
  await hooks.doAction('admin_bar_menu', bar);
  const user = await deps.users.getUserdata(userId);
  // The host loads no images from third-party services; plugins may.
  const avatar = user ? await getAvatar(hooks, userId, user.user_email, { size: 26 }, () => '') : '';
  const beforeBar = await captureAction(hooks, 'wp_before_admin_bar_render');
  const { start, end } = renderBar(bar);
  const afterBar = await captureAction(hooks, 'wp_after_admin_bar_render');
  const options = await screenOptions(deps, screen, userId, await columns?.());
  const noticesHtml = await renderNotices(deps, screen, parent);
  return {
    title: documentTitle,
    head: head.filter((part) => part !== ''),
    bodyClass: bodyClass.split(/\s+/).filter((name) => name !== ''),
    data: {
      languageAttributes: attributes,
      openParent,
      openItem,
      afterMenu,
      header,
      avatar,
      barStart: beforeBar + start,
      barEnd: end + afterBar,
      screenOptions: options,
      pluginNotices: noticesHtml,
      helpTabs: screen.getHelpTabs(),
    },
  };
}

/** Renders the notices above the content: those of settings forms, of plugins, and the output of plugins. */
async function renderNotices(deps: FrameDeps, screen: AdminScreen, parent: string): Promise<string> {
  const { hooks } = deps;
  // Settings forms show their result here (`options-head.php`).
  const settings =
    parent === SETTINGS_PARENT
      ? await renderErrorNotices(
          { hooks, functions: { ...deps.nonces, ...deps.formatting } },
          deps.options.getSettingsErrors(),
        )
      : '';
  const parts = [
    settings,
    await twoFactorNotice(deps, screen),
    await pluginNotices(deps, screen),
    await captureAction(hooks, 'admin_notices'),
    await captureAction(hooks, 'all_admin_notices'),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Renders everything below the content (`admin-footer.php`). */
export async function closeFrame(
  { hooks }: Pick<AdminDeps, 'hooks'>,
  screen: AdminScreen,
): Promise<Readonly<Record<string, string>>> {
  const suffix = screen.hookSuffix;
  const footerHtml = await captureAction(hooks, 'in_admin_footer');
  const thanksHtml = await hooks.applyFilters('admin_footer_text', '');
  const version = await hooks.applyFilters('update_footer', '');
  const lines: string[] = [await captureAction(hooks, 'admin_footer', '')];
  for (const action of [`admin_print_footer_scripts-${suffix}`, 'admin_print_footer_scripts', `admin_footer-${suffix}`])
    lines.push(await captureAction(hooks, action));
  return {
    beforeFooter: footerHtml,
    footerText: thanksHtml,
    footerVersion: version,
    pluginFooter: lines.filter((part) => part !== '').join('\n'),
  };
}
