import type { AdminIcon } from './admin-icon.js';
import type { MaybePromise } from './maybe-promise.js';

/** A value of a parsed query string or form: PHP's grammar, so `a[]=1&a[b]=2` nests. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
/** The fields of a form or a query string. */
export type FormFields = Record<string, FormValue>;

/** A file sent with a form. */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** All of it; of a file on disk read at each use. */
  readonly bytes: Buffer;
  /** Where it lies until the answer has gone out, when its route takes large forms (`maxBytes`). Move it, or copy it. @since 0.3.0 */
  readonly path?: string;
}

/** What a visitor's session keeps between requests; written once the answer goes out. */
export interface PageSession {
  /** Stable for the visitor's session; asking for it starts one. */
  id(): string;
  /** What `set` stored under the key. */
  get<T = unknown>(key: string): T | undefined;
  /** Stores JSON data; undefined removes it. */
  set(key: string, value: unknown): void;
}

/** A page that goes out to somebody, as the action `plinth/page_sent` tells of it. @since 0.3.0 */
export interface SentPage {
  /** Its path with the variables behind it. */
  readonly address: string;
  readonly status: number;
  /** Whether it was made for somebody else before, so that no code of a page ran for it. */
  readonly kept: boolean;
  /** A header of the request; empty when it has none. Whoever looks at it here does not keep the page from others. */
  header(name: string): string;
}

/** A request for a page, of the site or of the admin. */
export interface PageRequest {
  readonly method: 'GET' | 'POST' | 'HEAD';
  /** The path without the query string. */
  readonly path: string;
  /** The complete address as the visitor wrote it. */
  readonly url: URL;
  /** What the route's `:name` parts matched. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: FormFields;
  /** The form's fields; empty for GET. */
  readonly form: FormFields;
  readonly files: readonly UploadedFile[];
  /**
   * A GET whose `form` holds what the same person typed, and sent after the session had ended: show it, and save nothing.
   * Only screens with `keepsTyped` get it.
   * @since 0.2.0
   */
  readonly restored?: boolean;
  readonly cookies: Readonly<Record<string, string>>;
  readonly session: PageSession;
  readonly userId: number;
  readonly locale: string;
  readonly ip: string;
  /** The request's id, as in the log. */
  readonly id: string;
  /** A header by its name in any case. */
  header(name: string): string | undefined;
  /** One text field of the form or else of the query string; empty when absent or not a text. */
  field(name: string): string;
  /** Whether the form carries a valid nonce for the action, in `_wpnonce` or the field named (`wp_verify_nonce`). */
  verifyNonce(action: string, field?: string): boolean;
}

/** A cookie to set; attributes are always `HttpOnly`, `SameSite=Lax`, and `Secure` over HTTPS. */
export interface ReplyCookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; absent: until the browser closes; 0 removes the cookie. */
  readonly maxAge?: number;
}

interface ReplyBase {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly ReplyCookie[];
}

/** A page inside the theme's layout. */
export interface PageReply extends ReplyBase {
  readonly kind: 'page';
  readonly title: string;
  /** The plugin's view to render, which a theme may override; or finished HTML. */
  readonly view?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly html?: string;
  /** The address of record; the request's own path when absent. */
  readonly canonical?: string;
  /**
   * Whether the layout leaves out what leads away: menu and search. For forms that are to be finished, as a checkout's.
   * @since 0.3.0
   */
  readonly minimalChrome?: boolean;
  /** `noindex` and the like. */
  readonly robots?: string;
  readonly description?: string;
  readonly bodyClass?: readonly string[];
  /** Structured data, written as `application/ld+json`. */
  readonly jsonLd?: readonly object[];
}

/** Sends the visitor elsewhere. */
export interface RedirectReply extends ReplyBase {
  readonly kind: 'redirect';
  /** An address of this site, or of a host that the plugin declares (`contributes.hosts.redirect`); others are refused. */
  readonly location: string;
  /** The plugin whose declared hosts count, where one answers for another: a shop for a way of payment (`RegistryEntry.owner`). @since 0.2.0 */
  readonly owner?: string;
  /** An address of this site for where the other is refused, which is logged; an error page without it. @since 0.3.0 */
  readonly otherwise?: string;
}

/** Bytes or text of any type: an export, an image, JSON. */
export interface BodyReply extends ReplyBase {
  readonly kind: 'body';
  readonly type: string;
  /** Large ones come in pieces, which are made as fast as the visitor takes them. */
  readonly body: string | Buffer | AsyncIterable<string | Buffer>;
}

/** What a page answers. */
export type Reply = PageReply | RedirectReply | BodyReply;

/** A page of the site that a plugin answers. */
export interface FrontRoute {
  /** `/product/:slug/`; a trailing slash is canonical, and its absence redirects. */
  readonly path: string;
  /**
   * The capability that whoever asks must have; others get the page that says so (403).
   * @since 0.2.0
   */
  readonly capability?: string;
  /** Both GET and POST when absent; HEAD goes with GET. */
  readonly methods?: readonly ('GET' | 'POST')[];
  /**
   * Bytes that a form sent here may have with its files, for everybody; 1 MiB when absent, and never more than the library takes (33 MiB). Files lie on
   * disk meanwhile (`UploadedFile.path`), and what is larger is answered with 413.
   * @since 0.3.0
   */
  readonly maxBytes?: number;
  /** undefined: not this route's after all; the next that fits is asked, and then the site's content (a 404 in the end). */
  handler(request: PageRequest): MaybePromise<Reply | undefined>;
}

/** Words that are read at every display, in the language of that request; or the same in every language. */
export type PageText = string | (() => string);

/** A screen of the admin. */
export interface AdminPage {
  /** In the address: `/wp-admin/admin.php?page=<slug>`. */
  readonly slug: string;
  readonly title: PageText;
  /** Shorter words for the menu; the title when absent. */
  readonly menuTitle?: PageText;
  /** Who may see it. */
  readonly capability: string;
  /** The slug of the page it stands under. */
  readonly parent?: string;
  /** A name of the admin's icon set. */
  readonly icon?: AdminIcon;
  readonly position?: number;
  /**
   * How many things wait there, shown in the menu; asked for each screen.
   * @since 0.2.0
   */
  readonly waiting?: () => MaybePromise<number>;
  /** Reachable, but not listed. */
  readonly hidden?: boolean;
  /**
   * Shows a form again that came after its sender's session had ended (`request.restored`). What is typed there is kept for an
   * hour, so it should hold no password.
   * @since 0.2.0
   */
  readonly savesDraft?: boolean;
  /**
   * Answers GET and POST. A POST has passed the nonce check already: forms write `{{{nonceField}}}`.
   * A `page` reply is put inside the admin's layout.
   */
  handler(request: PageRequest): MaybePromise<Reply>;
}

/** A note shown on the next page of the admin or the site, once. */
export interface Notice {
  readonly kind: 'success' | 'error' | 'warning' | 'info';
  readonly text: string;
}

/** What a page of the site says of itself in its head; see the filter `plinth/document`. @since 0.2.0 */
export interface PageDocument {
  /** Complete, with the site's name. */
  readonly title: string;
  readonly description?: string;
  /** An absolute address. */
  readonly canonical?: string;
  /** What search engines may do: `noindex, follow` and the like. */
  readonly robots?: string;
  /** Structured data, written as `application/ld+json`. */
  readonly jsonLd?: readonly object[];
  /** Further markup for the head, finished. */
  readonly head?: readonly string[];
}

declare module './hooks.js' {
  interface Filters {
    'plinth/document': (document: PageDocument) => PageDocument;
  }
}
