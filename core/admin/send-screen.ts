import type { AdminPage, AdminScreen, PageReply, Post } from '../api/index.js';
import { createSendPage, type DocumentReply, type Handler, type SitePageRequest } from '../http/index.js';
import type { OwnedEntry } from '../plugins/index.js';
import { termsSlug, nonceAction } from './admin-urls.js';
import { createAdminMenu } from './admin-menu.js';
import { listSlug } from './content/post-list.js';
import type { AdminDeps } from './deps.js';
import { closeFrame, type Frame } from './frame/frame.js';
import { autosaveLabels } from './frame/autosave-texts.js';
import { inactiveGuards, PLUGINS_SLUG } from './plugins-screen.js';
import { BACKUPS_SLUG, backupsNotice } from './tools/backups.js';
import { PLUGIN_ERRORS_SLUG, pluginErrorsNotice } from './tools/plugin-errors.js';

/** A rendered screen, ready to be sent. */
export interface RenderedScreen {
  readonly request: SitePageRequest;
  readonly slug: string;
  readonly screen: AdminScreen;
  /** The plugin that owns the screen; empty for the host. */
  readonly owner: string;
  readonly page: PageReply;
  readonly frame: Frame;
  /** All screens, for the menu. */
  readonly allScreens: readonly OwnedEntry<AdminPage>[];
}

/** Sends a screen inside the admin layout. */
export async function sendScreen(
  deps: AdminDeps,
  [http, response]: Parameters<Handler>,
  { request, slug, screen, owner, page, frame, allScreens }: RenderedScreen,
): Promise<void> {
  const { nonces, roles, siteUrl, views } = deps;
  const body =
    page.html ??
    deps.renderView(owner, { ...page, data: { ...page.data, nonceField: nonces.wpNonceField(nonceAction(slug)) } });
  const footer = await closeFrame(deps, screen);
  const sendPage = createSendPage({
    siteUrl,
    siteName: deps.siteName,
    layout: (parts) => views.renderAdminPage(parts),
    renderView: deps.renderView,
    data: async () => ({
      ...frame.data,
      ...footer,
      safeMode: deps.safeMode,
      warnings: await listWarnings(deps, slug),
      guards: (await roles.currentUserCan('activate_plugins')) ? await inactiveGuards(deps) : [],
      guardNonce: nonces.wpNonceField(nonceAction(PLUGINS_SLUG)),
      adminMenu: await createAdminMenu(
        allScreens,
        roles,
        stringOf(frame.data.openItem) || slug,
        stringOf(frame.data.openParent),
        ({ slug: screenSlug }) =>
          `${siteUrl}/wp-admin/${screenSlug.includes('.php') ? screenSlug : `admin.php?page=${screenSlug}`}`,
      ),
      profileUrl: `${siteUrl}/wp-admin/profile.php`,
      restNonce: nonces.wpCreateNonce('wp_rest'),
      autosaveScript: deps.scriptUrl('autosave.js'),
      autosaveLabels: autosaveLabels(deps.text),
      userId: request.userId,
    }),
  });
  const document: DocumentReply = {
    ...page,
    html: body,
    documentTitle: frame.title,
    head: frame.head,
    canonical: '',
    bodyClass: frame.bodyClass,
  };
  await sendPage(request, http, response, owner, document);
}

/** Returns the warnings shown on every screen except the one they link to. */
async function listWarnings(deps: AdminDeps, slug: string): Promise<{ text: string; url: string; link: string }[]> {
  const { __ } = deps.text;
  const warnings = [
    {
      slug: PLUGIN_ERRORS_SLUG,
      capability: 'activate_plugins',
      link: __('View errors'),
      notice: pluginErrorsNotice,
    },
    { slug: BACKUPS_SLUG, capability: 'manage_options', link: __('Open Backups'), notice: backupsNotice },
  ].map(async ({ slug: screen, capability, link, notice }) => ({
    text: screen !== slug && (await deps.roles.currentUserCan(capability)) ? await notice(deps) : '',
    url: `${deps.siteUrl}/wp-admin/${screen}`,
    link,
  }));
  return (await Promise.all(warnings)).filter(({ text }) => text !== '');
}

/** Returns the CSS classes of a screen. */
export function screenClasses(slug: string, reply: PageReply): string[] {
  const name = slug.replace(/\?.*$/, '').replace(/[^\w-]+/g, '-');
  return [...(name === '' ? [] : [name]), 'admin-bar', ...(reply.bodyClass ?? [])];
}

/**
 * Returns the menu position of a screen. The screens that edit entries and terms serve all types and belong to the list
 * of the current one.
 */
export function menuPosition(
  { content }: AdminDeps,
  slug: string,
  screen: AdminScreen,
  post: Post | null,
  page: AdminPage | undefined,
): { parent: string; submenu: string | null } {
  if (post) return { parent: post.post_type === 'attachment' ? 'upload.php' : listSlug(post.post_type), submenu: slug };
  const taxonomy = slug === 'term.php' ? content.getTaxonomy(screen.taxonomy) : false;
  if (taxonomy) return { parent: listSlug(taxonomy.objectType[0] ?? 'post'), submenu: termsSlug(taxonomy.name) };
  return { parent: page?.parent ?? slug, submenu: page?.parent === undefined ? null : slug };
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
