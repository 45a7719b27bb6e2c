import {
  type ResponsesApi,
  type BodyReply,
  type HookApi,
  isWpError,
  type NonceApi,
  type PageRequest,
  PlinthError,
  type Reply,
} from '../api/index.js';
import { currentContext, PAGE_REQUEST, REPLY_INSTEAD, SCHEDULED_CONTEXT } from '../context/index.js';
import { localTarget } from '../network/index.js';
import { NO_CACHE } from '../responses/index.js';

interface ResponsesDeps {
  readonly hooks: Pick<HookApi, 'applyFiltersSync'>;
  readonly nonces: Pick<NonceApi, 'wpVerifyNonce'>;
  readonly siteUrl: string;
  escAttr(text: string): string;
  /** Removes HTML that is not allowed in a message. */
  wpKsesPost(text: string): string;
}

const MOBILE_BROWSER = /Mobile|Android|Silk\/|Kindle|BlackBerry|Opera Mini|Opera Mobi/;

/**
 * Creates the functions with which plugins replace the page by another response (WordPress: wp_send_json, wp_die), and
 * those for the referer.
 * @since 0.1.0
 */
export function createResponses({ hooks, nonces, siteUrl, escAttr, wpKsesPost }: ResponsesDeps): ResponsesApi {
  const request = (): PageRequest | undefined => currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined;
  const isAjax = (): boolean =>
    hooks.applyFiltersSync<boolean>('wp_doing_ajax', request()?.path.endsWith('/wp-admin/admin-ajax.php') ?? false);

  function replaceReply<R extends Reply>(reply: R): R {
    currentContext()?.memo.set(REPLY_INSTEAD, reply);
    return reply;
  }

  const sendJson = (data: unknown, status = 200): BodyReply =>
    replaceReply({
      kind: 'body',
      type: 'application/json; charset=UTF-8',
      status,
      headers: NO_CACHE,
      body: JSON.stringify(data ?? null),
    });

  function verifyNonceField(action: string, field: string): 1 | 2 | false {
    const pageRequest = request();
    if (!pageRequest) return false;
    // The check of the request also verifies that a visitor's form was submitted from this site.
    return pageRequest.verifyNonce(action, field) && nonces.wpVerifyNonce(pageRequest.field(field), action);
  }

  function rejectNonce(): never {
    if (isAjax())
      replaceReply({ kind: 'body', type: 'text/html; charset=UTF-8', status: 403, headers: NO_CACHE, body: '-1' });
    else endWithMessage('The link you followed has expired.', '', 403);
    throw new PlinthError('nonce_invalid', 'The nonce of the request is missing or not valid.', {
      status: 403,
      hint: 'Reload the page and submit the form again.',
    });
  }

  function endWithMessage(message: string, title: string, status: number, retryAfter?: number): Reply {
    const headers = retryAfter === undefined ? NO_CACHE : { ...NO_CACHE, 'Retry-After': String(retryAfter) };
    if (isAjax())
      return replaceReply({
        kind: 'body',
        type: 'text/html; charset=UTF-8',
        status,
        headers,
        body: wpKsesPost(message),
      });
    return replaceReply({
      kind: 'page',
      title,
      status,
      headers,
      robots: 'noindex',
      html: `<p>${wpKsesPost(message)}</p>`,
    });
  }

  /** Returns the referer from the form, or from the request's header. */
  const referer = (): string => {
    const pageRequest = request();
    return pageRequest?.field('_wp_http_referer') || pageRequest?.header('referer') || '';
  };

  return {
    wpSendJson: sendJson,
    wpSendJsonSuccess: (data, status) => sendJson({ success: true, ...(data === undefined ? {} : { data }) }, status),
    wpSendJsonError: (data, status) =>
      sendJson(
        {
          success: false,
          ...(data === undefined
            ? {}
            : {
                data: isWpError(data)
                  ? data
                      .getErrorCodes()
                      .flatMap((code) => data.getErrorMessages(code).map((message) => ({ code, message })))
                  : data,
              }),
        },
        status,
      ),
    wpDie: (message = '', title = 'Error', { response = 500, retryAfter } = {}) =>
      endWithMessage(isWpError(message) ? message.getErrorMessages().join(' ') : message, title, response, retryAfter),
    checkAjaxReferer(action, field = false, stop = true) {
      const names = field === false ? ['_ajax_nonce', '_wpnonce'] : [field];
      const name = names.find((candidate) => (request()?.field(candidate) ?? '') !== '');
      const found = name !== undefined && verifyNonceField(action, name);
      return found === false && stop ? rejectNonce() : found;
    },
    checkAdminReferer: (action, field = '_wpnonce') => verifyNonceField(action, field) || rejectNonce(),
    wpGetReferer() {
      const from = localTarget(referer(), siteUrl);
      return from === undefined || from === pathAndQuery(request()) ? false : from;
    },
    wpGetRawReferer: () => referer() || false,
    wpRefererField: () => `<input type="hidden" name="_wp_http_referer" value="${escAttr(pathAndQuery(request()))}">`,
    wpDoingAjax: isAjax,
    wpDoingCron: () => hooks.applyFiltersSync<boolean>('wp_doing_cron', currentContext()?.id === SCHEDULED_CONTEXT),
    wpIsJsonRequest: () =>
      [request()?.header('accept'), request()?.header('content-type')].some((type) =>
        /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(type ?? ''),
      ),
    isSsl: () => siteUrl.startsWith('https:'),
    wpIsMobile: () =>
      hooks.applyFiltersSync<boolean>(
        'wp_is_mobile',
        request()?.header('sec-ch-ua-mobile') === '?1' || MOBILE_BROWSER.test(request()?.header('user-agent') ?? ''),
      ),
    isLogin: () => request()?.path === '/wp-login.php',
  };
}

function pathAndQuery(request: PageRequest | undefined): string {
  return request ? request.url.pathname + request.url.search : '';
}
