import type { AdminPage, PageReply, Reply } from '../api/index.js';
import { createSendPage, type DocumentReply, type Handler, isFromHere, NO_CACHE, restoredRequest, sendReply, type SitePageRequest } from '../http/index.js';
import type { Owned } from '../plugins/index.js';
import { adminMenu } from './admin-menu.js';
import { message } from './answers.js';
import { editScreen, newScreen } from './content/post-editor.js';
import { postListScreen } from './content/post-list.js';
import { revisionsScreen } from './content/revisions-screen.js';
import { dashboardScreen } from './dashboard.js';
import type { AdminDeps } from './deps.js';
import { nonceAction } from './nonce-action.js';
import { createKeptForms } from './kept-forms.js';
import { newUserScreen } from './people/new-user.js';
import { secondFactorScreen } from './people/second-factor.js';
import { editUserScreen, profileScreen } from './people/profile.js';
import { authorizeApplicationScreen } from './people/authorize-application.js';
import { userListScreen } from './people/user-list.js';
import { libraryScreen, uploadScreen } from './media/index.js';
import { pluginsScreen } from './plugins-screen.js';
import { generalSettingsScreen } from './settings/general.js';
import { mediaSettingsScreen } from './settings/media.js';
import { permalinkSettingsScreen } from './settings/permalinks.js';
import { readingSettingsScreen } from './settings/reading.js';
import { signInSettingsScreen } from './settings/sign-in.js';
import { auditLogScreen } from './tools/audit-log.js';
import { BACKUPS_SLUG, backupsNotice, backupsScreen } from './tools/backups.js';
import { eventsScreen } from './tools/events.js';
import { healthScreen } from './tools/health.js';
import { createSiteHealth } from './tools/site-health.js';
import { FAULTS_SLUG, faultsNotice, faultsScreen } from './tools/faults.js';
import { mailLogScreen } from './tools/mail-log.js';

/**
 * Creates the admin at `/wp-admin/`: the host's screens, under WordPress's addresses, and those that plugins add. Visitors are
 * sent to the login form; each screen asks for its capability, and each POST for the screen's nonce.
 * @since 0.1.0
 */
export function createAdmin(deps: AdminDeps): Handler {
  const { roles, plugins, views, nonces, siteUrl } = deps;
  const { __ } = deps.text;
  const health = createSiteHealth(deps);
  const keptForms = createKeptForms(deps.options);
  const fixed: readonly AdminPage[] = [
    dashboardScreen(deps, health),
    editScreen(deps), revisionsScreen(deps),
    libraryScreen(deps), uploadScreen(deps),
    pluginsScreen(deps),
    userListScreen(deps), newUserScreen(deps), editUserScreen(deps), profileScreen(deps), secondFactorScreen(deps), authorizeApplicationScreen(deps),
    healthScreen(deps, health), faultsScreen(deps), backupsScreen(deps), mailLogScreen(deps), eventsScreen(deps), auditLogScreen(deps),
    generalSettingsScreen(deps), readingSettingsScreen(deps), mediaSettingsScreen(deps), permalinkSettingsScreen(deps), signInSettingsScreen(deps),
  ];
  /** Post types come and go with the plugins that register them. */
  const ofTypes = (): AdminPage[] => deps.content.getPostTypes({ showUi: true }).filter(({ name }) => name !== 'attachment').flatMap((type) => [postListScreen(deps, type), newScreen(deps, type)]);

  function pages(): readonly Owned<AdminPage>[] {
    return [...[...fixed, ...ofTypes()].map((value) => ({ owner: '', value })), ...plugins.registries.adminPages.all()];
  }

  /** A screen's document: titled as the admin's, with classes by which styles know it, and no address of record. */
  async function inAdmin(reply: PageReply, slug: string): Promise<DocumentReply> {
    const documentTitle = `${reply.title} ‹ ${await deps.siteName()} — Plinth`;
    const name = slug.replace(/\?.*$/, '').replace(/[^\w-]+/g, '-');
    return { ...reply, documentTitle, head: [], canonical: '', bodyClass: [...(name === '' ? [] : [name]), 'admin-bar', ...(reply.bodyClass ?? [])] };
  }

  /** What every screen says while something is wrong, but the one that it leads to. */
  async function troubles(slug: string): Promise<{ text: string; url: string; link: string }[]> {
    const found = [
      { slug: FAULTS_SLUG, capability: 'activate_plugins', link: __('Look at the faults'), notice: faultsNotice },
      { slug: BACKUPS_SLUG, capability: 'manage_options', link: __('Open Backups'), notice: backupsNotice },
    ].map(async ({ slug: screen, capability, link, notice }) => ({ text: screen !== slug && (await roles.currentUserCan(capability)) ? await notice(deps) : '', url: `${siteUrl}/wp-admin/${screen}`, link }));
    return (await Promise.all(found)).filter(({ text }) => text !== '');
  }

  async function answer(request: SitePageRequest, entry: Owned<AdminPage> | undefined, isOwnForm: boolean): Promise<Reply> {
    if (!entry) return message(404, __('There is no such screen.'));
    if (!(await roles.currentUserCan(entry.value.capability))) return message(403, __('Sorry, you are not allowed to access this page.'));
    if (request.method === 'POST' && !request.verifyNonce(nonceAction(entry.value.slug))) {
      // Somebody who signed in anew beside an open form has a new nonce; the form is shown with one.
      const again = isOwnForm && entry.value.keepsTyped ? await entry.value.handler(restoredRequest(request, request.form)) : undefined;
      if (again?.kind === 'page') return { ...again, status: 403 };
      return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
    }
    const typed = request.method === 'GET' && entry.value.keepsTyped ? await keptForms.take(request.userId, addressOf(request)) : undefined;
    return entry.value.handler(typed ? restoredRequest(request, typed) : request);
  }

  return async (http, response) => {
    const request = await deps.makeRequest(http);
    const slug = slugOf(http.path, request);
    const all = pages();
    const entry = all.find((page) => page.value.slug === slug);
    // What a script sends is nothing that somebody wanted to save.
    const isSent = request.method === 'POST' && http.get('sec-fetch-dest') !== 'empty' && isFromHere(http, siteUrl);
    const lastUser = isSent ? deps.lastUser(http) : 0;
    if (request.userId === 0) {
      if (lastUser > 0 && entry?.value.keepsTyped) await keptForms.keep(lastUser, addressOf(request), request.form);
      const target = encodeURIComponent(`${siteUrl}${http.originalUrl}`);
      await sendReply(response, { kind: 'redirect', location: `${siteUrl}/wp-login.php?redirect_to=${target}&reauth=1`, headers: NO_CACHE }, siteUrl);
      return true;
    }
    if (http.path === '/wp-admin') {
      response.redirect(301, `${siteUrl}/wp-admin/`);
      return true;
    }
    for (const [name, value] of Object.entries({ ...NO_CACHE, 'X-Robots-Tag': 'noindex' })) response.setHeader(name, value);
    const send = createSendPage({
      siteUrl,
      siteName: deps.siteName,
      layout: (parts) => views.renderAdminPage(parts),
      renderView: (owner, reply) => deps.renderView(owner, { ...reply, data: { ...reply.data, nonceField: nonces.wpNonceField(nonceAction(slug)) } }),
      data: async () => ({
        safeMode: deps.safeMode,
        troubles: await troubles(slug),
        adminMenu: await adminMenu(all, roles, slug, ({ slug: page }) => `${siteUrl}/wp-admin/${page.includes('.php') ? page : `admin.php?page=${page}`}`),
        profileUrl: `${siteUrl}/wp-admin/profile.php`,
      }),
    });
    if (entry?.value.keepsTyped) deps.leaveTrace(http);
    const reply = await answer(request, entry, lastUser === request.userId);
    if (request.method === 'POST') health.forget();
    await send(request, http, response, entry?.owner ?? '', reply.kind === 'page' ? await inAdmin(reply, slug) : reply);
    return true;
  };
}

/** By what a kept form is found again. */
function addressOf({ path, url }: SitePageRequest): string {
  return `${path}${url.search}`;
}

/** The screen an address means: the file, with the post type where one file serves several, or a plugin's page. */
function slugOf(path: string, request: SitePageRequest): string {
  const file = path.slice('/wp-admin/'.length) || 'index.php';
  if (file === 'admin.php') return request.field('page');
  const type = request.field('post_type');
  return (file === 'edit.php' || file === 'post-new.php') && type !== '' && type !== 'post' ? `${file}?post_type=${type}` : file;
}
