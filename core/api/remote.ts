import type { WpError } from './wp-error.js';

/**
 * Options of an HTTP request; the filter `http_request_args` can change them.
 * @since 0.1.0
 */
export interface RemoteArgs {
  /** `GET`, `POST` etc. */
  method?: string;
  /** Timeout in seconds; defaults to 5, maximum 60. */
  timeout?: number;
  /** Maximum number of redirects to follow; defaults to 5, maximum 10. */
  redirection?: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: Readonly<Record<string, string>>;
  /** Request body; a map is sent as a form, with PHP's encoding. */
  body?: string | Uint8Array | Readonly<Record<string, unknown>>;
  'user-agent'?: string;
  /** Maximum size of the response that is read, in bytes; defaults to the limit of 32 MiB. */
  limitResponseSize?: number;
  /** Whether to reject URLs that resolve to this machine or its network; the `wpSafeRemote…` functions set it. */
  rejectUnsafeUrls?: boolean;
  /** false: does not wait for the response, which then has no status. */
  blocking?: boolean;
}

/** An HTTP response. */
export interface RemoteResponse {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as bytes. */
  readonly bytes: Buffer;
  readonly response: { readonly code: number; readonly message: string };
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
}

/** A response, or the error. */
export type RemoteResult = RemoteResponse | WpError;

/**
 * HTTP client (WordPress: http.php), with limits on time and size. URLs that users can influence must be requested with
 * the safe functions, which never connect to this machine or its network, even through DNS or redirects.
 * @since 0.1.0
 */
export interface RemoteApi {
  /**
   * Sends an HTTP request (`wp_remote_request`); `http_request_failed` if there is no response. Hooks:
   * `pre_http_request` (its result replaces the response), `http_request_args`, `http_response`, `http_api_debug`.
   */
  wpRemoteRequest(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** Sends a GET request (`wp_remote_get`). */
  wpRemoteGet(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** Sends a POST request (`wp_remote_post`). */
  wpRemotePost(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** Sends a HEAD request, without following redirects (`wp_remote_head`). */
  wpRemoteHead(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** As `wpRemoteRequest`, for public internet addresses only (`wp_safe_remote_request`). */
  wpSafeRemoteRequest(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** As `wpRemoteGet`, for public internet addresses only (`wp_safe_remote_get`). */
  wpSafeRemoteGet(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** As `wpRemotePost`, for public internet addresses only (`wp_safe_remote_post`). */
  wpSafeRemotePost(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** As `wpRemoteHead`, for public internet addresses only (`wp_safe_remote_head`). */
  wpSafeRemoteHead(url: string, args?: RemoteArgs): Promise<RemoteResult>;
  /** Returns the body of a response as text; empty for an error (`wp_remote_retrieve_body`). */
  wpRemoteRetrieveBody(response: RemoteResult): string;
  /** Returns the status code of a response; empty for an error (`wp_remote_retrieve_response_code`). */
  wpRemoteRetrieveResponseCode(response: RemoteResult): number | '';
  /** Returns the status message of a response; empty for an error (`wp_remote_retrieve_response_message`). */
  wpRemoteRetrieveResponseMessage(response: RemoteResult): string;
  /** Returns a header by its case-insensitive name; empty if absent (`wp_remote_retrieve_header`). */
  wpRemoteRetrieveHeader(response: RemoteResult, name: string): string;
  /** Returns all headers, with names in lower case (`wp_remote_retrieve_headers`). */
  wpRemoteRetrieveHeaders(response: RemoteResult): Readonly<Record<string, string>>;
  /** Returns the cookies set by a response (`wp_remote_retrieve_cookies`). */
  wpRemoteRetrieveCookies(response: RemoteResult): RemoteResponse['cookies'];
  /** Returns the value of a cookie; empty if absent (`wp_remote_retrieve_cookie_value`). */
  wpRemoteRetrieveCookieValue(response: RemoteResult, name: string): string;
  /**
   * Downloads a file from the public internet to a temporary folder and returns its path (`download_url`); the caller
   * deletes it. Error `http_404` if the response status is not 200.
   * @param timeout seconds
   */
  downloadUrl(url: string, timeout?: number): Promise<string | WpError>;
}
