import type { AdminPage, AdminScreen, Post, Reply } from '../api/index.js';
import { restoredRequest, type SitePageRequest } from '../http/index.js';
import type { OwnedEntry } from '../plugins/index.js';
import { getPathAndQuery, nonceAction } from './admin-urls.js';
import { messageScreen } from './screen-replies.js';
import type { AdminDeps } from './deps.js';
import { dismissNotice } from './frame/notices.js';
import { saveScreenOptions } from './frame/screen-options.js';
import type { FormDrafts } from './saved-forms.js';
import { optionsAction, OPTIONS_SLUG } from './settings/options-screen.js';

/** A request for a screen, with its resolved context. */
export interface ScreenRequest {
  readonly request: SitePageRequest;
  readonly screen: AdminScreen;
  /** Undefined for URLs without a screen. */
  readonly entry: OwnedEntry<AdminPage> | undefined;
  /** The entry that an editor screen edits. */
  readonly post: Post | null;
  /** Whether the form was opened by the user who is logged in now. */
  readonly isOwnForm: boolean;
}

/** Runs a screen and fires WordPress's actions for each step (`admin.php`). */
export async function handleScreenRequest(
  deps: AdminDeps,
  formDrafts: FormDrafts,
  screenRequest: ScreenRequest,
): Promise<Reply> {
  const {
    hooks,
    text: { __ },
  } = deps;
  const { request, screen, entry, post } = screenRequest;
  const editorReplacement = post ? await hooks.applyFilters<unknown>('replace_editor', false, post) : false;
  if (!entry) return denyAccess(deps, screenRequest);
  await hooks.doAction('current_screen', screen);
  await hooks.doAction(`load-${screen.hookSuffix}`);
  if (screen.base === 'edit-tags' && screen.taxonomy === 'category') await hooks.doAction('load-categories.php');
  const action = request.field('action');
  if (/^[\w-]{1,60}$/.test(action)) await hooks.doAction(`admin_action_${action}`);
  const outcome = (await dismissNotice(deps, request)) ?? (await saveScreenOptions(deps, screen, request));
  if (outcome === 'refused')
    return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
  if (outcome === 'saved') return { kind: 'redirect', location: getPathAndQuery(request), status: 303 };
  if (isReply(editorReplacement)) return editorReplacement;
  if (!(await deps.roles.currentUserCan(entry.value.capability))) return denyAccess(deps, screenRequest);
  return runHandler(deps, formDrafts, screenRequest, entry.value);
}

/** Responds to a request for a screen that does not exist or that the user may not open. */
async function denyAccess(
  { hooks, renderRefusal, text: { __ } }: AdminDeps,
  screenRequest: ScreenRequest,
): Promise<Reply> {
  await hooks.doAction('admin_page_access_denied');
  // A missing file of the host may return 404; whether a plugin's screen exists is not revealed to users without
  // access.
  if (!screenRequest.entry && !screenRequest.request.path.endsWith('/admin.php'))
    return messageScreen(404, __('This screen doesn’t exist.'));
  return {
    kind: 'body',
    status: 403,
    type: 'text/html; charset=UTF-8',
    body: renderRefusal(403, __('Sorry, you are not allowed to access this page.')),
  };
}

/** Verifies a form's nonce, restores input saved before a login, and runs the screen's handler. */
async function runHandler(
  { hooks, text: { __ } }: AdminDeps,
  formDrafts: FormDrafts,
  { request, isOwnForm }: ScreenRequest,
  page: AdminPage,
): Promise<Reply> {
  if (request.method === 'POST') {
    const action = page.slug === OPTIONS_SLUG ? optionsAction(request) : nonceAction(page.slug);
    const hasValidNonce = request.verifyNonce(action);
    await hooks.doAction('check_admin_referer', action, hasValidNonce ? 1 : false);
    if (!hasValidNonce) {
      // After a new login beside an open form, its nonce is outdated; the form is shown again with a new one.
      const restoredReply =
        isOwnForm && page.savesDraft ? await page.handler(restoredRequest(request, request.form)) : undefined;
      if (restoredReply?.kind === 'page') return { ...restoredReply, status: 403 };
      return messageScreen(403, __('The link you followed has expired. Go back, reload the page, and try again.'));
    }
  }
  const draft =
    request.method === 'GET' && page.savesDraft
      ? await formDrafts.take(request.userId, getPathAndQuery(request))
      : undefined;
  return page.handler(draft ? restoredRequest(request, draft) : request);
}

function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
