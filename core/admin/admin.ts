import type { AdminBar, AdminPage, AdminScreen, PageReply, Post, Reply } from '../api/index.js';
import { type Handler, isFromHere, sendReply, type SitePageRequest } from '../http/index.js';
import type { OwnedEntry } from '../plugins/index.js';
import { filterReply, nocacheHeaders } from '../responses/index.js';
import { getPathAndQuery, fileOf, slugOf } from './admin-urls.js';
import { handleScreenRequest } from './render-screen.js';
import { createRedirect, isScreen } from './screen-replies.js';
import type { AdminDeps } from './deps.js';
import { createFilteredBar } from './frame/admin-bar.js';
import { openFrame } from './frame/frame.js';
import { openScreen } from './frame/screen.js';
import { createFormDrafts, type FormDrafts } from './saved-forms.js';
import { createMenuCheck } from './menu-check.js';
import { createScreenList } from './screens.js';
import { screenClasses, menuPosition, sendScreen } from './send-screen.js';
import { loadSettingsErrors } from './settings/settings-form.js';
import { createSiteHealth } from './tools/site-health.js';

const PROFILE_SLUG = 'profile.php';

/**
 * Creates the admin at `/wp-admin/`: the host's screens, under WordPress's URLs, and the screens added by plugins.
 * Visitors are redirected to the login form. Each screen checks its capability, and each POST checks the screen's
 * nonce.
 * @since 0.1.0
 */
export function createAdmin(deps: AdminDeps): Handler {
  const { hooks, siteUrl } = deps;
  const health = createSiteHealth(deps);
  const checkMenu = createMenuCheck(deps);
  const formDrafts = createFormDrafts(deps.options);
  const pages = createScreenList(deps, health);

  return async (http, response) => {
    const headers = await nocacheHeaders(hooks);
    const request = await deps.createPageRequest(http);
    const slug = slugOf(http.path, request);
    // Requests sent by scripts are not form submissions and are not saved as drafts.
    const isFormSubmission =
      request.method === 'POST' && http.get('sec-fetch-dest') !== 'empty' && isFromHere(http, siteUrl);
    const lastUser = isFormSubmission ? deps.lastUser(http) : 0;
    const sendUnframed = async (reply: Reply): Promise<true> => {
      const filtered = await filterReply(hooks, reply);
      if (filtered.kind !== 'page') await sendReply(response, filtered, siteUrl);
      return true;
    };
    if (request.userId === 0) {
      const entry = pages().find((page) => page.value.slug === slug);
      await saveFormDraft(formDrafts, request, lastUser, entry?.value);
      return sendUnframed({ ...redirectToLogin(siteUrl, http.originalUrl), headers });
    }
    if (slug !== PROFILE_SLUG && (await deps.mustChangePassword(request.userId)))
      return sendUnframed({ ...redirectToProfile(deps, request), headers: { ...headers } });
    if (http.path === '/wp-admin')
      return sendUnframed({ kind: 'redirect', location: `${siteUrl}/wp-admin/`, status: 301 });
    for (const [name, value] of Object.entries({ ...headers, 'X-Robots-Tag': 'noindex' }))
      response.setHeader(name, value);
    await hooks.doAction('auth_redirect', request.userId);
    await hooks.doAction('admin_menu', '');
    const all = pages();
    await checkMenu(all);
    const entry = all.find((page) => page.value.slug === slug);
    await hooks.doAction('admin_init');
    const redirectUrl = await hooks.applyFilters('plinth/admin_redirect', '', request.userId, http.path);
    if (redirectUrl !== '') return sendUnframed({ kind: 'redirect', location: redirectUrl, headers });
    const { bar, post, screen } = await openRequestedScreen(deps, request, http.path, entry);
    loadSettingsErrors(deps, request);
    if (entry?.value.savesDraft) deps.storeLastUser(http);
    const isOwnForm = lastUser === request.userId;
    const reply = await handleScreenRequest(deps, formDrafts, { request, screen, entry, post, isOwnForm });
    if (request.method === 'POST') health.clearCache();
    if (reply.kind !== 'page') return sendUnframed(reply);
    const page = (await filterReply(hooks, reply)) as PageReply;
    const frame = await openFrame(deps, {
      title: page.title,
      screen,
      bar,
      userId: request.userId,
      classes: screenClasses(slug, page),
      columns: isScreen(page) ? page.columns : undefined,
      ...menuPosition(deps, slug, screen, post, entry?.value),
    });
    const owner = entry?.owner ?? '';
    const pageWithContent = await renderContent(page);
    await sendScreen(deps, [http, response], {
      request,
      slug,
      screen,
      owner,
      page: pageWithContent,
      frame,
      allScreens: all,
    });
    return true;
  };
}

/** Returns the page with its content, which a screen renders after its frame. */
async function renderContent(page: PageReply): Promise<PageReply> {
  const html = isScreen(page) ? await page.content() : page.html;
  return { ...page, ...(html === undefined ? {} : { html }) };
}

/** Saves the submitted form when the session has expired, so that it can be restored after login. */
async function saveFormDraft(
  formDrafts: FormDrafts,
  request: SitePageRequest,
  lastUser: number,
  page: AdminPage | undefined,
): Promise<void> {
  if (lastUser > 0 && page?.savesDraft) await formDrafts.save(lastUser, getPathAndQuery(request), request.form);
}

/** Redirects a visitor to the login form, which then returns to the requested URL. */
function redirectToLogin(siteUrl: string, originalUrl: string): Reply {
  const target = encodeURIComponent(`${siteUrl}${originalUrl}`);
  return { kind: 'redirect', location: `${siteUrl}/wp-login.php?redirect_to=${target}&reauth=1` };
}

/** Redirects a user who still has the initial password to the profile screen. */
function redirectToProfile({ text: { __ } }: AdminDeps, request: SitePageRequest): Reply {
  return createRedirect(request, PROFILE_SLUG, {
    kind: 'warning',
    text: __('Set your own password and email address first. The password you logged in with was temporary.'),
  });
}

/** Creates the admin bar and the screen of a request, and loads the entry that an editor screen edits. */
async function openRequestedScreen(
  { content, hooks }: AdminDeps,
  request: SitePageRequest,
  path: string,
  entry: OwnedEntry<AdminPage> | undefined,
): Promise<{ bar: AdminBar; post: Post | null; screen: AdminScreen }> {
  const bar = await createFilteredBar(hooks);
  await hooks.doAction('admin_bar_init', bar);
  await hooks.doAction('add_admin_bar_menus', bar);
  const file = fileOf(path);
  const post = file === 'post.php' ? await content.getPost(Number(request.field('post')) || 0) : null;
  const defaultType = /^(?:edit|post)/.test(file) ? 'post' : '';
  const type = post?.post_type ?? (request.field('post_type') || defaultType);
  return { bar, post, screen: openScreen(request, file, entry?.value, entry?.owner ?? '', type) };
}
