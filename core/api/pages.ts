import type { AdminIcon } from './admin-icon.js';
import type { MaybePromise } from './maybe-promise.js';

/** A value of a parsed query string or form. PHP's syntax, so `a[]=1&a[b]=2` nests. */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
/** Fields of a form or query string. */
export type FormFields = Record<string, FormValue>;

/** A file uploaded with a form. */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  /** Complete content; a file on disk is read on every access. */
  readonly bytes: Buffer;
  /**
   * Path of the file on disk until the response is sent, if its route accepts large forms (`maxBytes`). Move or copy it
   * to preserve it.
   * @since 0.1.0
   */
  readonly path?: string;
}

/** Data of a visitor's session, preserved between requests; written when the response is sent. */
export interface PageSession {
  /** Returns an ID that is stable during the visitor's session; calling it starts a session. */
  id(): string;
  /** Returns the value stored by `set`. */
  get<T = unknown>(key: string): T | undefined;
  /** Stores JSON data; undefined deletes the key. */
  set(key: string, value: unknown): void;
}

/**
 * A sent page, as passed to the action `plinth/response_sent`.
 * @since 0.1.0
 */
export interface SentPage {
  /** Path with query string. */
  readonly pathAndQuery: string;
  readonly status: number;
  /** Whether the page came from the cache, so that no page code ran for it. */
  readonly fromCache: boolean;
  /** Returns a request header; empty if absent. Reading a header here does not prevent caching of the page. */
  header(name: string): string;
}

/** A request for a page of the site or the admin. */
export interface PageRequest {
  readonly method: 'GET' | 'POST' | 'HEAD';
  /** Path without the query string. */
  readonly path: string;
  /** Complete URL as requested by the visitor. */
  readonly url: URL;
  /** Values of the route's `:name` parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: FormFields;
  /** Form fields; empty for GET. */
  readonly form: FormFields;
  readonly files: readonly UploadedFile[];
  /**
   * Whether this is a GET whose `form` contains data that the same user submitted after their session had expired: show
   * it, but do not store anything. Only set for screens with `savesDraft`.
   * @since 0.1.0
   */
  readonly restored?: boolean;
  readonly cookies: Readonly<Record<string, string>>;
  readonly session: PageSession;
  readonly userId: number;
  readonly locale: string;
  readonly ip: string;
  /** Request ID, as shown in the log. */
  readonly id: string;
  /** Returns a header by its case-insensitive name. */
  header(name: string): string | undefined;
  /** Returns a text field of the form, or else of the query string; empty if absent or not a string. */
  field(name: string): string;
  /** Whether the form contains a valid nonce for the action, in `_wpnonce` or the given field (`wp_verify_nonce`). */
  verifyNonce(action: string, field?: string): boolean;
}

/** A cookie to set. Attributes are always `HttpOnly`, `SameSite=Lax`, and over HTTPS `Secure`. */
export interface ReplyCookie {
  readonly name: string;
  readonly value: string;
  /** Lifetime in seconds; if absent, until the browser closes; 0 deletes the cookie. */
  readonly maxAge?: number;
}

interface ReplyBase {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly ReplyCookie[];
}

/** A page rendered in the theme's layout. */
export interface PageReply extends ReplyBase {
  readonly kind: 'page';
  readonly title: string;
  /** View of the plugin, which a theme may override; or HTML. */
  readonly view?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly html?: string;
  /** Canonical URL; defaults to the path of the request. */
  readonly canonical?: string;
  /**
   * Whether the layout omits menu and search, for forms that should be completed without distraction, such as a
   * checkout.
   * @since 0.1.0
   */
  readonly minimalChrome?: boolean;
  /** `noindex` etc. */
  readonly robots?: string;
  readonly description?: string;
  readonly bodyClass?: readonly string[];
  /** Structured data, rendered as `application/ld+json`. */
  readonly jsonLd?: readonly object[];
}

/** Redirects the visitor. */
export interface RedirectReply extends ReplyBase {
  readonly kind: 'redirect';
  /** URL on this site, or on a host declared by the plugin (`contributes.hosts.redirect`); others are refused. */
  readonly location: string;
  /**
   * ID of the plugin whose declared hosts apply, if the response is sent on behalf of another plugin, such as by a shop
   * for a payment method (`RegistryEntry.owner`).
   * @since 0.1.0
   */
  readonly owner?: string;
  /**
   * Fallback URL on this site if the target is refused, which is logged; without it an error page is shown.
   * @since 0.1.0
   */
  readonly fallbackUrl?: string;
}

/** Bytes or text of any type: an export, an image, JSON. */
export interface BodyReply extends ReplyBase {
  readonly kind: 'body';
  readonly type: string;
  /** Content; large content can be streamed in chunks, produced at the speed of the client. */
  readonly body: string | Buffer | AsyncIterable<string | Buffer>;
}

/** A response to a page request. */
export type Reply = PageReply | RedirectReply | BodyReply;

/** A page of the site rendered by a plugin. */
export interface FrontRoute {
  /** Path pattern such as `/product/:slug/`; URLs without a trailing slash redirect to the canonical one with it. */
  readonly path: string;
  /**
   * Capability required for access; other users get an error page (403).
   * @since 0.1.0
   */
  readonly capability?: string;
  /** GET and POST if absent; GET includes HEAD. */
  readonly methods?: readonly ('GET' | 'POST')[];
  /**
   * Maximum size of a submitted form with its files, in bytes, for all users; defaults to 1 MiB, limited by the upload
   * limit of the media library (33 MiB). Files are stored on disk meanwhile (`UploadedFile.path`); larger requests get
   * 413.
   * @since 0.1.0
   */
  readonly maxBytes?: number;
  /**
   * Handles the request. undefined means that the route does not apply: the next matching route is tried, then the
   * site's content, and finally a 404 page.
   */
  handler(request: PageRequest): MaybePromise<Reply | undefined>;
}

/** A text: a function called on every display, in the language of that request, or one text for all languages. */
export type PageText = string | (() => string);

/** An admin screen. */
export interface AdminPage {
  /** Slug in the URL: `/wp-admin/admin.php?page=<slug>`. */
  readonly slug: string;
  readonly title: PageText;
  /** Shorter title for the menu; defaults to the title. */
  readonly menuTitle?: PageText;
  /** Capability required for access. */
  readonly capability: string;
  /** Slug of the parent page. */
  readonly parent?: string;
  /** Name of an admin icon. */
  readonly icon?: AdminIcon;
  readonly position?: number;
  /**
   * Returns the number of pending entries, shown in the menu; called on every screen.
   * @since 0.1.0
   */
  readonly pendingCount?: () => MaybePromise<number>;
  /** Whether the page is omitted from the menu but remains accessible. */
  readonly hidden?: boolean;
  /**
   * Whether to restore a form that was submitted after the session had expired (`request.restored`). Its data is stored
   * for one hour, so the form should not contain passwords.
   * @since 0.1.0
   */
  readonly savesDraft?: boolean;
  /**
   * Handles GET and POST. The nonce of a POST has already been verified: forms must include `{{{nonceField}}}`. A
   * `page` reply is rendered in the admin layout.
   */
  handler(request: PageRequest): MaybePromise<Reply>;
}

/** A notice shown once, on the next page of the admin or the site. */
export interface Notice {
  readonly kind: 'success' | 'error' | 'warning' | 'info';
  readonly text: string;
}

/**
 * Metadata of a page for its head; see the filter `plinth/document`.
 * @since 0.1.0
 */
export interface PageDocument {
  /** Complete title, including the site's name. */
  readonly title: string;
  readonly description?: string;
  /** Absolute URL. */
  readonly canonical?: string;
  /** Directives for search engines: `noindex, follow` etc. */
  readonly robots?: string;
  /** Structured data, rendered as `application/ld+json`. */
  readonly jsonLd?: readonly object[];
  /** Additional HTML for the head. */
  readonly head?: readonly string[];
}

declare module './hooks.js' {
  interface Filters {
    'plinth/document': (document: PageDocument) => PageDocument;
  }
}
