import type { BodyReply, Reply } from './pages.js';
import type { WpError } from './wp-error.js';

/**
 * Responses that replace a page, and properties of the current request.
 * @since 0.1.0
 */
export interface ResponsesApi {
  /**
   * Creates a JSON response to be returned (`wp_send_json`). In callbacks of `wp_ajax_*`, `admin_post_*` and hooks that
   * run before a page it is sent even if it is not returned; unlike in WordPress, it does not end the callback.
   */
  wpSendJson(data: unknown, status?: number): BodyReply;
  /** Creates the JSON response `{ success: true, data }` (`wp_send_json_success`); see `wpSendJson`. */
  wpSendJsonSuccess(data?: unknown, status?: number): BodyReply;
  /**
   * Creates the JSON response `{ success: false, data }`; for a WpError, with its codes and messages
   * (`wp_send_json_error`). See `wpSendJson`.
   */
  wpSendJsonError(data?: unknown, status?: number): BodyReply;
  /**
   * Creates a message page to be returned instead of the page (`wp_die`).
   * @param options `response`: status, defaults to 500; `retryAfter`: seconds, for 429 and 503
   */
  wpDie(
    message?: string | WpError,
    title?: string,
    options?: { readonly response?: number; readonly retryAfter?: number },
  ): Reply;
  /**
   * Verifies the nonce of an action in the given field, in `_ajax_nonce` or in `_wpnonce` (`check_ajax_referer`).
   * @param stop false: returns false instead of throwing
   * @throws PlinthError `nonce_invalid` with status 403, which ends the callback: the response is `-1`
   */
  checkAjaxReferer(action: string, field?: string | false, stop?: boolean): 1 | 2 | false;
  /**
   * Verifies that a form was sent from this site, by the nonce of an action (`check_admin_referer`).
   * @throws PlinthError `nonce_invalid` with status 403, which ends the callback
   */
  checkAdminReferer(action: string, field?: string): 1 | 2;
  /**
   * Returns the page the request came from, as a path on this site; false if it is another site, the same page, or not
   * sent (`wp_get_referer`).
   */
  wpGetReferer(): string | false;
  /** Returns the referer as sent, even if it is another site (`wp_get_raw_referer`). */
  wpGetRawReferer(): string | false;
  /** Returns the hidden form field `_wp_http_referer` with the URL of the current request (`wp_referer_field`). */
  wpRefererField(): string;
  /**
   * Whether this is a request to `admin-ajax.php` (`wp_doing_ajax`); the filter of the same name changes the result.
   */
  wpDoingAjax(): boolean;
  /** Whether scheduled events are running (`wp_doing_cron`); the filter of the same name changes the result. */
  wpDoingCron(): boolean;
  /** Whether the client accepts or sends JSON (`wp_is_json_request`). */
  wpIsJsonRequest(): boolean;
  /** Whether visitors reach the site over HTTPS (`is_ssl`). */
  isSsl(): boolean;
  /**
   * Whether the client hint or the User-Agent header indicates a phone or tablet (`wp_is_mobile`). A page that calls it
   * is cached separately for each value of these headers.
   */
  wpIsMobile(): boolean;
  /** Whether this is a request to `/wp-login.php` (`is_login`). */
  isLogin(): boolean;
}
