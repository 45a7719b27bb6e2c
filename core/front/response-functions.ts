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
import { currentContext, PAGE_REQUEST, REPLY_INSTEAD, SCHEDULED } from '../context/index.js';
import { localTarget } from '../network/index.js';
import { NO_CACHE } from '../responses/index.js';

interface AnswersDeps {
  readonly hooks: Pick<HookApi, 'applyFiltersSync'>;
  readonly nonces: Pick<NonceApi, 'wpVerifyNonce'>;
  readonly siteUrl: string;
  escAttr(text: string): string;
  /** Removes HTML that a message may not contain. */
  wpKsesPost(text: string): string;
}

const MOBILE = /Mobile|Android|Silk\/|Kindle|BlackBerry|Opera Mini|Opera Mobi/;

/**
 * Creates the functions with which plugins respond instead of a page (WordPress: wp_send_json, wp_die and the referer
 * functions).
 * @since 0.1.0
 */
export function createAnswers({ hooks, nonces, siteUrl, escAttr, wpKsesPost }: AnswersDeps): ResponsesApi {
  const request = (): PageRequest | undefined => currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined;
  const isAjax = (): boolean =>
    hooks.applyFiltersSync<boolean>('wp_doing_ajax', request()?.path.endsWith('/wp-admin/admin-ajax.php') ?? false);

  function instead<R extends Reply>(reply: R): R {
    currentContext()?.memo.set(REPLY_INSTEAD, reply);
    return reply;
  }

  const json = (data: unknown, status = 200): BodyReply =>
    instead({
      kind: 'body',
      type: 'application/json; charset=UTF-8',
      status,
      headers: NO_CACHE,
      body: JSON.stringify(data ?? null),
    });

  function verified(action: string, field: string): 1 | 2 | false {
    const pageRequest = request();
    if (!pageRequest) return false;
    // The request's own check also verifies for visitors where their form was submitted.
    return pageRequest.verifyNonce(action, field) && nonces.wpVerifyNonce(pageRequest.field(field), action);
  }

  function rejectNonce(): never {
    if (isAjax())
      instead({ kind: 'body', type: 'text/html; charset=UTF-8', status: 403, headers: NO_CACHE, body: '-1' });
    else dead('The link you followed has expired.', '', 403);
    throw new PlinthError('nonce_invalid', 'The nonce of the request is missing or not valid.', {
      status: 403,
      hint: 'Reload the page and submit the form again.',
    });
  }

  function dead(message: string, title: string, status: number, retryAfter?: number): Reply {
    const headers = retryAfter === undefined ? NO_CACHE : { ...NO_CACHE, 'Retry-After': String(retryAfter) };
    if (isAjax())
      return instead({ kind: 'body', type: 'text/html; charset=UTF-8', status, headers, body: wpKsesPost(message) });
    return instead({ kind: 'page', title, status, headers, robots: 'noindex', html: `<p>${wpKsesPost(message)}</p>` });
  }

  /** Returns the referer from the form, or from the browser's header. */
  const referer = (): string => {
    const pageRequest = request();
    return pageRequest?.field('_wp_http_referer') || pageRequest?.header('referer') || '';
  };

  return {
    wpSendJson: json,
    wpSendJsonSuccess: (data, status) => json({ success: true, ...(data === undefined ? {} : { data }) }, status),
    wpSendJsonError: (data, status) =>
      json(
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
      dead(isWpError(message) ? message.getErrorMessages().join(' ') : message, title, response, retryAfter),
    checkAjaxReferer(action, field = false, stop = true) {
      const names = field === false ? ['_ajax_nonce', '_wpnonce'] : [field];
      const name = names.find((one) => (request()?.field(one) ?? '') !== '');
      const found = name !== undefined && verified(action, name);
      return found === false && stop ? rejectNonce() : found;
    },
    checkAdminReferer: (action, field = '_wpnonce') => verified(action, field) || rejectNonce(),
    wpGetReferer() {
      const from = localTarget(referer(), siteUrl);
      return from === undefined || from === pathOf(request()) ? false : from;
    },
    wpGetRawReferer: () => referer() || false,
    wpRefererField: () => `<input type="hidden" name="_wp_http_referer" value="${escAttr(pathOf(request()))}">`,
    wpDoingAjax: isAjax,
    wpDoingCron: () => hooks.applyFiltersSync<boolean>('wp_doing_cron', currentContext()?.id === SCHEDULED),
    wpIsJsonRequest: () =>
      [request()?.header('accept'), request()?.header('content-type')].some((type) =>
        /\bapplication\/(?:[\w.-]+\+)?json\b/i.test(type ?? ''),
      ),
    isSsl: () => siteUrl.startsWith('https:'),
    wpIsMobile: () =>
      hooks.applyFiltersSync<boolean>(
        'wp_is_mobile',
        request()?.header('sec-ch-ua-mobile') === '?1' || MOBILE.test(request()?.header('user-agent') ?? ''),
      ),
    isLogin: () => request()?.path === '/wp-login.php',
  };
}

function pathOf(request: PageRequest | undefined): string {
  return request ? request.url.pathname + request.url.search : '';
}
