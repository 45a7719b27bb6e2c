import type { WpError } from './wp-error.js';

/** How another site is asked; what `http_request_args` may change. @since 0.2.0 */
export interface RemoteArgs {
  /** `GET`, `POST` and the like. */
  method?: string;
  /** Seconds, 5 when absent and 60 at most. */
  timeout?: number;
  /** How many redirects are followed; 5 when absent, 10 at most. */
  redirection?: number;
  headers?: Readonly<Record<string, string>>;
  cookies?: Readonly<Record<string, string>>;
  /** A map is sent as a form, as PHP would. */
  body?: string | Uint8Array | Readonly<Record<string, unknown>>;
  'user-agent'?: string;
  /** Bytes of the answer that are read: all, up to 32 MiB, when absent. */
  limitResponseSize?: number;
  /** Refuses addresses of this machine and its network; the `wpSafeRemote…` functions set it. */
  rejectUnsafeUrls?: boolean;
  /** false: does not wait for the answer, which then has no status. */
  blocking?: boolean;
}

/** What another site answered. */
export interface RemoteResponse {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The same as bytes. */
  readonly bytes: Buffer;
  readonly response: { readonly code: number; readonly message: string };
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
}

/** An answer, or why there is none. */
export type RemoteAnswer = RemoteResponse | WpError;

/**
 * Asks other sites (WordPress: http.php), within time and size. Addresses that a visitor had a say in go through the safe functions:
 * they ask nothing of this machine or its network, whatever a name or a redirect says.
 * @since 0.2.0
 */
export interface RemoteApi {
  /**
   * Asks an address (`wp_remote_request`); `http_request_failed` when it does not answer. Hooks: `pre_http_request` (whose answer stands
   * for the other site's), `http_request_args`, `http_response`, `http_api_debug`.
   */
  wpRemoteRequest(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** Asks with GET (`wp_remote_get`). */
  wpRemoteGet(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** Sends with POST (`wp_remote_post`). */
  wpRemotePost(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** Asks for the headers alone, and follows no redirect (`wp_remote_head`). */
  wpRemoteHead(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** As `wpRemoteRequest`, of addresses on the internet alone (`wp_safe_remote_request`). */
  wpSafeRemoteRequest(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** As `wpRemoteGet`, of addresses on the internet alone (`wp_safe_remote_get`). */
  wpSafeRemoteGet(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** As `wpRemotePost`, to addresses on the internet alone (`wp_safe_remote_post`). */
  wpSafeRemotePost(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** As `wpRemoteHead`, of addresses on the internet alone (`wp_safe_remote_head`). */
  wpSafeRemoteHead(url: string, args?: RemoteArgs): Promise<RemoteAnswer>;
  /** The text of an answer; empty of an error (`wp_remote_retrieve_body`). */
  wpRemoteRetrieveBody(answer: RemoteAnswer): string;
  /** The status of an answer; empty of an error (`wp_remote_retrieve_response_code`). */
  wpRemoteRetrieveResponseCode(answer: RemoteAnswer): number | '';
  /** What the status means; empty of an error (`wp_remote_retrieve_response_message`). */
  wpRemoteRetrieveResponseMessage(answer: RemoteAnswer): string;
  /** One header, by its name in any case; empty when there is none (`wp_remote_retrieve_header`). */
  wpRemoteRetrieveHeader(answer: RemoteAnswer, name: string): string;
  /** All headers, names in lower case (`wp_remote_retrieve_headers`). */
  wpRemoteRetrieveHeaders(answer: RemoteAnswer): Readonly<Record<string, string>>;
  /** The cookies that an answer sets (`wp_remote_retrieve_cookies`). */
  wpRemoteRetrieveCookies(answer: RemoteAnswer): RemoteResponse['cookies'];
  /** The value of one of them; empty when there is none (`wp_remote_retrieve_cookie_value`). */
  wpRemoteRetrieveCookieValue(answer: RemoteAnswer, name: string): string;
  /**
   * Fetches a file of another site, on the internet, into a folder for the while, and answers its path (`download_url`); whoever asked removes it.
   * `http_404` when the answer is no file.
   * @param timeout seconds
   */
  downloadUrl(url: string, timeout?: number): Promise<string | WpError>;
}
