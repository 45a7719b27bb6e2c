import type { BodyReply, Reply } from './pages.js';
import type { WpError } from './wp-error.js';

/** Answers in place of a page, and what the request says of itself. @since 0.2.0 */
export interface ResponsesApi {
  /**
   * An answer of JSON (`wp_send_json`): return it. In a callback of `wp_ajax_*`, `admin_post_*` and the hooks before a page it is the answer
   * even where nobody returns it; unlike WordPress's, it does not end the callback.
   */
  wpSendJson(data: unknown, status?: number): BodyReply;
  /** `{ success: true, data }` as JSON (`wp_send_json_success`); see `wpSendJson`. */
  wpSendJsonSuccess(data?: unknown, status?: number): BodyReply;
  /** `{ success: false, data }` as JSON; of a WpError, its codes and messages (`wp_send_json_error`). See `wpSendJson`. */
  wpSendJsonError(data?: unknown, status?: number): BodyReply;
  /** A message in place of a page (`wp_die`): return it. @param options `response`: the status, 500 when absent; `retryAfter`: seconds, for 429 and 503 (since 0.3.0) */
  wpDie(
    message?: string | WpError,
    title?: string,
    options?: { readonly response?: number; readonly retryAfter?: number },
  ): Reply;
  /**
   * Whether the request carries the nonce of an action, in the field named, in `_ajax_nonce` or in `_wpnonce` (`check_ajax_referer`).
   * @param stop false: answers false in place of throwing
   * @throws PlinthError `nonce_invalid` with status 403, which ends the callback: the answer is `-1`
   */
  checkAjaxReferer(action: string, field?: string | false, stop?: boolean): 1 | 2 | false;
  /**
   * Whether a form was sent from this site, by the nonce of an action (`check_admin_referer`).
   * @throws PlinthError `nonce_invalid` with status 403, which ends the callback
   */
  checkAdminReferer(action: string, field?: string): 1 | 2;
  /** The page the request came from, as a path of this site; false when it is another's, the same page, or not told (`wp_get_referer`). */
  wpGetReferer(): string | false;
  /** The same as it was sent, whosever it is (`wp_get_raw_referer`). */
  wpGetRawReferer(): string | false;
  /** The hidden form field `_wp_http_referer` with the address of the running request (`wp_referer_field`). */
  wpRefererField(): string;
  /** Whether the request goes to `admin-ajax.php` (`wp_doing_ajax`); the filter of the same name changes it. */
  wpDoingAjax(): boolean;
  /** Whether scheduled work runs (`wp_doing_cron`); the filter of the same name changes it. */
  wpDoingCron(): boolean;
  /** Whether the sender wants, or sends, JSON (`wp_is_json_request`). */
  wpIsJsonRequest(): boolean;
  /** Whether visitors reach the site over HTTPS (`is_ssl`). */
  isSsl(): boolean;
  /** Whether the browser says that it is one of a telephone or tablet (`wp_is_mobile`). A page that asks is kept once for each answer's header. */
  wpIsMobile(): boolean;
  /** Whether the request is for the sign-in (`is_login`). */
  isLogin(): boolean;
}
