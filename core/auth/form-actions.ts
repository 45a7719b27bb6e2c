import type { BodyReply, HookApi, NonceApi, Reply } from '../api/index.js';
import type { SitePageRequest } from '../http/page-request.js';
import { currentContext, REPLY_INSTEAD } from '../context/index.js';
import { NO_CACHE, nocacheHeaders, filterStatus } from '../responses/index.js';

const HEADERS = { ...NO_CACHE, 'X-Robots-Tag': 'noindex' } as const;

interface FormActionsDeps {
  siteUrl: string;
  hooks: HookApi;
  nonces: Pick<NonceApi, 'wpCreateNonce'>;
  /** Renders the error page for an unhandled action. */
  renderError(status: number): Promise<string> | string;
}

/**
 * Handles `/wp-admin/admin-ajax.php` and `/wp-admin/admin-post.php`. Callbacks of the filter `wp_ajax_{action}` or
 * `admin_post_{action}` (for visitors `wp_ajax_nopriv_{action}` or `admin_post_nopriv_{action}`) receive `(undefined,
 * request)` and return a {@link Reply}, a text, or data that is sent as JSON.
 * @since 0.1.0
 */
export function createFormActions(deps: FormActionsDeps): (request: SitePageRequest) => Promise<Reply> {
  const { hooks } = deps;

  async function handleAjax(request: SitePageRequest): Promise<Reply> {
    const action = request.field('action');
    if (action === 'rest-nonce' && request.userId > 0) return textReply(200, deps.nonces.wpCreateNonce('wp_rest'));
    const hook = `wp_ajax_${request.userId > 0 ? '' : 'nopriv_'}${action}`;
    if (action === '' || !hooks.hasFilter(hook)) return textReply(400, '0');
    return replyFor(await hooks.applyFilters<unknown>(hook, undefined, request)) ?? textReply(200, '0');
  }

  async function handlePost(request: SitePageRequest): Promise<Reply> {
    const action = request.field('action');
    const hook = `admin_post${request.userId > 0 ? '' : '_nopriv'}${action === '' ? '' : `_${action}`}`;
    if (hooks.hasFilter(hook))
      return replyFor(await hooks.applyFilters<unknown>(hook, undefined, request)) ?? textReply(200, '');
    return action === '' ? textReply(200, '') : textReply(400, await deps.renderError(400));
  }

  /**
   * Returns the CORS headers that allow a page of another site to read the response, if plugins allow its origin
   * (`send_origin_headers`).
   */
  async function originHeaders(request: SitePageRequest): Promise<Readonly<Record<string, string>>> {
    const origin = request.header('origin') ?? '';
    const known =
      origin === ''
        ? []
        : await hooks.applyFilters<readonly string[]>('allowed_http_origins', [new URL(deps.siteUrl).origin]);
    const allowed = await hooks.applyFilters<string>(
      'allowed_http_origin',
      known.includes(origin) ? origin : '',
      origin,
    );
    return allowed === ''
      ? {}
      : { 'Access-Control-Allow-Origin': allowed, 'Access-Control-Allow-Credentials': 'true', Vary: 'Origin' };
  }

  return async (request) => {
    const isAjax = request.path.endsWith('/admin-ajax.php');
    const headers = { ...(await originHeaders(request)), ...(await nocacheHeaders(hooks)) };
    await hooks.doAction('admin_init');
    const reply = await (isAjax ? handleAjax(request) : handlePost(request));
    const { status = 200 } = reply;
    return {
      ...reply,
      headers: { ...reply.headers, ...headers },
      ...(isAjax && status === 200 && reply.kind === 'body' ? { status: await filterStatus(hooks, status) } : {}),
    };
  };
}

/** A reply set explicitly, such as a refusal, takes precedence over a callback's return value. */
function replyFor(returnValue: unknown): Reply | undefined {
  return (currentContext()?.memo.get(REPLY_INSTEAD) as Reply | undefined) ?? toReply(returnValue);
}

function toReply(returnValue: unknown): Reply | undefined {
  if (returnValue === undefined || returnValue === null) return undefined;
  if (typeof returnValue === 'string') return textReply(200, returnValue);
  if (typeof returnValue === 'object' && 'kind' in returnValue && typeof returnValue.kind === 'string')
    return returnValue as Reply;
  return { ...textReply(200, JSON.stringify(returnValue)), type: 'application/json; charset=UTF-8' };
}

function textReply(status: number, text: string): BodyReply {
  return { kind: 'body', type: 'text/html; charset=UTF-8', status, headers: HEADERS, body: text };
}
