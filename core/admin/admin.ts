import type { AdminPage, AdminScreen, PageReply, Post, Reply } from '../api/index.js';
import {
  createSendPage,
  type DocumentReply,
  type Handler,
  isFromHere,
  restoredRequest,
  sendReply,
  type SitePageRequest,
} from '../http/index.js';
import type { Owned } from '../plugins/index.js';
import { filteredReply, nocacheHeaders } from '../replies/index.js';
import { adminMenu } from './admin-menu.js';
import { goTo, message } from './answers.js';
import { commentEditorScreen } from './comments/comment-editor.js';
import { commentListScreen } from './comments/comment-list.js';
import { editScreen, newScreen } from './content/post-editor.js';
import { listSlug, postListScreen } from './content/post-list.js';
import { revisionsScreen } from './content/revisions-screen.js';
import { versionsScreen } from './content/versions-screen.js';
import { dashboardScreen } from './dashboard.js';
import { settingsPageScreen } from './fields/index.js';
import type { AdminDeps } from './deps.js';
import { makeAdminBar } from './frame/admin-bar.js';
import { closeFrame, type Frame, openFrame } from './frame/frame.js';
import { openScreen } from './frame/screen.js';
import { putNoticeAway } from './frame/notices.js';
import { saveScreenOptions } from './frame/screen-options.js';
import { isScreen } from './frame/screen-reply.js';
import { nonceAction } from './nonce-action.js';
import { keepingWords } from './frame/keeping-words.js';
import { createKeptForms } from './kept-forms.js';
import { createMenuCheck } from './menu-check.js';
import { newUserScreen } from './people/new-user.js';
import { secondFactorScreen } from './people/second-factor.js';
import { editUserScreen, profileScreen } from './people/profile.js';
import { authorizeApplicationScreen } from './people/authorize-application.js';
import { userListScreen } from './people/user-list.js';
import { libraryScreen, uploadScreen } from './media/index.js';
import { lookScreen } from './appearance/look-screen.js';
import { menusScreen } from './appearance/menus-screen.js';
import { themesScreen } from './appearance/themes-screen.js';
import { pluginsScreen } from './plugins-screen.js';
import { discussionSettingsScreen } from './settings/discussion.js';
import { generalSettingsScreen } from './settings/general.js';
import { optionsAction, OPTIONS_SLUG, optionsScreen } from './settings/options-screen.js';
import { bringSettingsErrors } from './settings/settings-errors.js';
import { mailSettingsScreen } from './settings/mail.js';
import { mediaSettingsScreen } from './settings/media.js';
import { permalinkSettingsScreen } from './settings/permalinks.js';
import { readingSettingsScreen } from './settings/reading.js';
import { signInSettingsScreen } from './settings/sign-in.js';
import { termEditScreen } from './terms/term-editor.js';
import { termListScreen } from './terms/term-list.js';
import { termsSlug } from './terms/terms-slug.js';
import { auditLogScreen } from './tools/audit-log.js';
import { BACKUPS_SLUG, backupsNotice, backupsScreen } from './tools/backups.js';
import { eventsScreen } from './tools/events.js';
import { healthScreen } from './tools/health.js';
import { createSiteHealth } from './tools/site-health.js';
import { FAULTS_SLUG, faultsNotice, faultsScreen } from './tools/faults.js';
import { redirectsScreen } from './tools/redirects.js';
import { exportScreen } from './tools/export.js';
import { importScreen } from './tools/import.js';
import { mailLogScreen } from './tools/mail-log.js';
import { erasePersonalDataScreen, exportPersonalDataScreen } from './tools/personal-data.js';

const PROFILE_SLUG = 'profile.php';

/**
 * Creates the admin at `/wp-admin/`: the host's screens, under WordPress's addresses, and those that plugins add. Visitors are
 * sent to the login form; each screen asks for its capability, and each POST for the screen's nonce.
 * @since 0.1.0
 */
export function createAdmin(deps: AdminDeps): Handler {
  const { hooks, roles, plugins, views, nonces, siteUrl } = deps;
  const { __ } = deps.text;
  const health = createSiteHealth(deps);
  const checkMenu = createMenuCheck(deps);
  const keptForms = createKeptForms(deps.options);
  const fixed: readonly AdminPage[] = [
    dashboardScreen(deps, health),
    editScreen(deps),
    revisionsScreen(deps),
    versionsScreen(deps),
    termEditScreen(deps),
    libraryScreen(deps),
    uploadScreen(deps),
    commentListScreen(deps),
    commentEditorScreen(deps),
    pluginsScreen(deps),
    themesScreen(deps),
    lookScreen(deps),
    menusScreen(deps),
    userListScreen(deps),
    newUserScreen(deps),
    editUserScreen(deps),
    profileScreen(deps),
    secondFactorScreen(deps),
    authorizeApplicationScreen(deps),
    healthScreen(deps, health),
    faultsScreen(deps),
    backupsScreen(deps),
    importScreen(deps),
    exportScreen(deps),
    mailLogScreen(deps),
    redirectsScreen(deps),
    eventsScreen(deps),
    auditLogScreen(deps),
    exportPersonalDataScreen(deps),
    erasePersonalDataScreen(deps),
    generalSettingsScreen(deps),
    readingSettingsScreen(deps),
    discussionSettingsScreen(deps),
    mediaSettingsScreen(deps),
    mailSettingsScreen(deps),
    permalinkSettingsScreen(deps),
    signInSettingsScreen(deps),
    optionsScreen(deps),
  ];
  /** Post types come and go with the plugins that register them. */
  const ofTypes = (): AdminPage[] =>
    deps.content
      .getPostTypes({ showUi: true })
      .filter(({ name }) => name !== 'attachment')
      .flatMap((type) => [postListScreen(deps, type), newScreen(deps, type)]);

  const ofTaxonomies = (): AdminPage[] =>
    deps.content.getTaxonomies({ showUi: true }).map((taxonomy) => termListScreen(deps, taxonomy));

  function pages(): readonly Owned<AdminPage>[] {
    return [
      ...[...fixed, ...ofTypes(), ...ofTaxonomies()].map((value) => ({ owner: '', value })),
      ...plugins.registries.adminPages.all(),
      ...ofSettings(),
    ];
  }

  /** The host answers for the settings pages of plugins, but their names are the plugins'. */
  const ofSettings = (): Owned<AdminPage>[] =>
    plugins.registries.settingsPages
      .all()
      .map(({ owner, value }) => ({ owner, value: settingsPageScreen(deps, value) }));

  /** The classes by which styles know a screen. */
  function classesOf(slug: string, reply: PageReply): string[] {
    const name = slug.replace(/\?.*$/, '').replace(/[^\w-]+/g, '-');
    return [...(name === '' ? [] : [name]), 'admin-bar', ...(reply.bodyClass ?? [])];
  }

  /** What every screen says while something is wrong, but the one that it leads to. */
  async function troubles(slug: string): Promise<{ text: string; url: string; link: string }[]> {
    const found = [
      { slug: FAULTS_SLUG, capability: 'activate_plugins', link: __('Look at the faults'), notice: faultsNotice },
      { slug: BACKUPS_SLUG, capability: 'manage_options', link: __('Open Backups'), notice: backupsNotice },
    ].map(async ({ slug: screen, capability, link, notice }) => ({
      text: screen !== slug && (await roles.currentUserCan(capability)) ? await notice(deps) : '',
      url: `${siteUrl}/wp-admin/${screen}`,
      link,
    }));
    return (await Promise.all(found)).filter(({ text }) => text !== '');
  }

  async function answer(
    request: SitePageRequest,
    entry: Owned<AdminPage> | undefined,
    isOwnForm: boolean,
  ): Promise<Reply> {
    if (!entry || !(await roles.currentUserCan(entry.value.capability))) {
      await hooks.doAction('admin_page_access_denied');
      // Files are the host's own; whether a plugin has a screen is not told to who may not see it.
      if (!entry && !request.path.endsWith('/admin.php')) return message(404, __('There is no such screen.'));
      return {
        kind: 'body',
        status: 403,
        type: 'text/html; charset=UTF-8',
        body: deps.renderRefusal(403, __('Sorry, you are not allowed to access this page.')),
      };
    }
    if (request.method === 'POST') {
      const action = entry.value.slug === OPTIONS_SLUG ? optionsAction(request) : nonceAction(entry.value.slug);
      const isMeant = request.verifyNonce(action);
      await hooks.doAction('check_admin_referer', action, isMeant ? 1 : false);
      if (!isMeant) {
        // Somebody who signed in anew beside an open form has a new nonce; the form is shown with one.
        const again =
          isOwnForm && entry.value.keepsTyped
            ? await entry.value.handler(restoredRequest(request, request.form))
            : undefined;
        if (again?.kind === 'page') return { ...again, status: 403 };
        return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
      }
    }
    const typed =
      request.method === 'GET' && entry.value.keepsTyped
        ? await keptForms.take(request.userId, addressOf(request))
        : undefined;
    return entry.value.handler(typed ? restoredRequest(request, typed) : request);
  }

  /** The entry that a screen of the editor is about. */
  async function postOf(file: string, request: SitePageRequest): Promise<Post | null> {
    return file === 'post.php' ? deps.content.getPost(Number(request.field('post')) || 0) : null;
  }

  /** Opens the screen and has it answer, telling plugins of each step (`admin.php`). */
  async function answered(
    request: SitePageRequest,
    screen: AdminScreen,
    entry: Owned<AdminPage> | undefined,
    post: Post | null,
    isOwnForm: boolean,
  ): Promise<Reply> {
    const replaced = post ? await hooks.applyFilters<unknown>('replace_editor', false, post) : false;
    if (!entry) return answer(request, entry, isOwnForm);
    await hooks.doAction('current_screen', screen);
    await hooks.doAction(`load-${screen.hookSuffix}`);
    if (screen.base === 'edit-tags' && screen.taxonomy === 'category') await hooks.doAction('load-categories.php');
    const action = request.field('action');
    if (/^[\w-]{1,60}$/.test(action)) await hooks.doAction(`admin_action_${action}`);
    const chosen = (await putNoticeAway(deps, request)) ?? (await saveScreenOptions(deps, screen, request));
    if (chosen === 'refused')
      return message(403, __('The link you followed has expired. Go back, reload the page and try again.'));
    if (chosen === 'saved') return { kind: 'redirect', location: addressOf(request), status: 303 };
    return isReply(replaced) ? replaced : answer(request, entry, isOwnForm);
  }

  return async (http, response) => {
    const headers = await nocacheHeaders(hooks);
    const request = await deps.makeRequest(http);
    const slug = slugOf(http.path, request);
    // What a script sends is nothing that somebody wanted to save.
    const isSent = request.method === 'POST' && http.get('sec-fetch-dest') !== 'empty' && isFromHere(http, siteUrl);
    const lastUser = isSent ? deps.lastUser(http) : 0;
    const plain = async (reply: Reply): Promise<true> => {
      const filtered = await filteredReply(hooks, reply);
      if (filtered.kind !== 'page') await sendReply(response, filtered, siteUrl);
      return true;
    };
    if (request.userId === 0) {
      const entry = pages().find((page) => page.value.slug === slug);
      if (lastUser > 0 && entry?.value.keepsTyped) await keptForms.keep(lastUser, addressOf(request), request.form);
      const target = encodeURIComponent(`${siteUrl}${http.originalUrl}`);
      return plain({ kind: 'redirect', location: `${siteUrl}/wp-login.php?redirect_to=${target}&reauth=1`, headers });
    }
    if (slug !== PROFILE_SLUG && (await deps.mustChoosePassword(request.userId))) {
      const reply = goTo(request, PROFILE_SLUG, {
        kind: 'warning',
        text: __(
          'Choose your own password first, and type your e-mail address: the password that you signed in with was made for the first time only.',
        ),
      });
      return plain({ ...reply, headers: { ...headers } });
    }
    if (http.path === '/wp-admin') return plain({ kind: 'redirect', location: `${siteUrl}/wp-admin/`, status: 301 });
    for (const [name, value] of Object.entries({ ...headers, 'X-Robots-Tag': 'noindex' }))
      response.setHeader(name, value);
    await hooks.doAction('auth_redirect', request.userId);
    await hooks.doAction('admin_menu', '');
    const all = pages();
    await checkMenu(all);
    const entry = all.find((page) => page.value.slug === slug);
    await hooks.doAction('admin_init');
    const elsewhere = await hooks.applyFilters('plinth/admin_elsewhere', '', request.userId, http.path);
    if (elsewhere !== '') return plain({ kind: 'redirect', location: elsewhere, headers });
    const bar = await makeAdminBar(hooks);
    await hooks.doAction('admin_bar_init', bar);
    await hooks.doAction('add_admin_bar_menus', bar);
    const file = fileOf(http.path);
    const post = await postOf(file, request);
    const screen = openScreen(
      request,
      file,
      entry?.value,
      entry?.owner ?? '',
      post?.post_type ?? (request.field('post_type') || (/^(?:edit|post)/.test(file) ? 'post' : '')),
    );
    bringSettingsErrors(deps, request);
    if (entry?.value.keepsTyped) deps.leaveTrace(http);
    const reply = await answered(request, screen, entry, post, lastUser === request.userId);
    if (request.method === 'POST') health.forget();
    if (reply.kind !== 'page') return plain(reply);
    const page = (await filteredReply(hooks, reply)) as PageReply;
    const frame = await openFrame(deps, {
      title: page.title,
      screen,
      bar,
      userId: request.userId,
      classes: classesOf(slug, page),
      columns: isScreen(page) ? page.columns : undefined,
      // One screen edits the entries of all types; it belongs to the list of its own.
      ...placeOf(deps, screen, slug, post, entry?.value),
    });
    const html = isScreen(page) ? await page.content() : page.html;
    await send(
      request,
      http,
      response,
      entry,
      { ...page, ...(html === undefined ? {} : { html }) },
      frame,
      all,
      slug,
      screen,
    );
    return true;
  };

  async function send(
    request: SitePageRequest,
    http: Parameters<Handler>[0],
    response: Parameters<Handler>[1],
    entry: Owned<AdminPage> | undefined,
    page: PageReply,
    frame: Frame,
    all: readonly Owned<AdminPage>[],
    slug: string,
    screen: AdminScreen,
  ): Promise<void> {
    const owner = entry?.owner ?? '';
    const body =
      page.html ??
      deps.renderView(owner, { ...page, data: { ...page.data, nonceField: nonces.wpNonceField(nonceAction(slug)) } });
    const below = await closeFrame(deps, screen);
    const sendPage = createSendPage({
      siteUrl,
      siteName: deps.siteName,
      layout: (parts) => views.renderAdminPage(parts),
      renderView: deps.renderView,
      data: async () => ({
        ...frame.data,
        ...below,
        safeMode: deps.safeMode,
        troubles: await troubles(slug),
        adminMenu: await adminMenu(
          all,
          roles,
          textOf(frame.data.openItem) || slug,
          textOf(frame.data.openParent),
          ({ slug: one }) => `${siteUrl}/wp-admin/${one.includes('.php') ? one : `admin.php?page=${one}`}`,
        ),
        profileUrl: `${siteUrl}/wp-admin/profile.php`,
        restNonce: nonces.wpCreateNonce('wp_rest'),
        keepingScript: deps.scriptUrl('keeping.js'),
        keepingWords: keepingWords(deps.text),
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
}

/** Where a screen stands in the menu. One screen edits the entries of all types, and one all terms; they belong to the lists of their own. */
function placeOf(
  { content }: AdminDeps,
  screen: AdminScreen,
  slug: string,
  post: Post | null,
  page: AdminPage | undefined,
): { parent: string; submenu: string | null } {
  if (post) return { parent: post.post_type === 'attachment' ? 'upload.php' : listSlug(post.post_type), submenu: slug };
  const taxonomy = slug === 'term.php' ? content.getTaxonomy(screen.taxonomy) : false;
  if (taxonomy) return { parent: listSlug(taxonomy.objectType[0] ?? 'post'), submenu: termsSlug(taxonomy.name) };
  return { parent: page?.parent ?? slug, submenu: page?.parent === undefined ? null : slug };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function isReply(answer: unknown): answer is Reply {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && typeof answer.kind === 'string';
}

/** By what a kept form is found again. */
function addressOf({ path, url }: SitePageRequest): string {
  return `${path}${url.search}`;
}

function fileOf(path: string): string {
  return path.slice('/wp-admin/'.length) || 'index.php';
}

/** The screen an address means: the file, with the post type where one file serves several, or a plugin's page. */
function slugOf(path: string, request: SitePageRequest): string {
  const file = fileOf(path);
  if (file === 'admin.php') return request.field('page');
  if (file === 'edit-tags.php') return termsSlug(request.field('taxonomy') || 'post_tag');
  const type = request.field('post_type');
  return (file === 'edit.php' || file === 'post-new.php') && type !== '' && type !== 'post'
    ? `${file}?post_type=${type}`
    : file;
}
