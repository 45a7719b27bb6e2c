import type { Mail } from '../mail.js';
import type { Post } from '../posts.js';
import type { RestFile, RestSchema } from '../rest.js';
import type { WpError } from '../wp-error.js';

/**
 * HTML output of an action that prints; callbacks append to it (WordPress: they echo). It is passed after the action's
 * own arguments.
 *
 * ```ts
 * scope.addAction('wp_head', (out) => void out.push('<meta name="theme-color" content="#063">'));
 * ```
 */
export type PrintedLines = string[];

/** Subject of an avatar: a user, user ID, comment or email address. */
export type AvatarSubject = object | number | string;

/** Arguments of an avatar, and the result. */
export interface AvatarArgs {
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** Fallback for people without an avatar. */
  readonly default: string;
  readonly rating: string;
  readonly force_default: boolean;
  readonly found_avatar: boolean;
  /** null until the avatar is resolved. */
  readonly url: string | null;
  readonly alt: string;
  readonly class: readonly string[];
}

/** The post of an editor that is still empty. */
export type NewPost = Pick<
  Post,
  'id' | 'post_type' | 'post_status' | 'post_author' | 'post_title' | 'post_content' | 'post_excerpt'
>;

/** Data of a plugin in `plugins_list` and related hooks. */
export type ListedPlugin = Readonly<Record<'Name' | 'Version' | 'Description' | 'Author' | 'TextDomain', string>>;

/** A rendered email: {@link Mail} with its view rendered. */
export type RenderedMail = Omit<Mail, 'view' | 'data' | 'subject'> & { readonly subject: string };

/** Delivery result of an email. */
export interface SentState {
  /** `sent` to the server, `filed` in the mail folder, `failed` temporarily, or `refused` permanently by the server. */
  readonly state: 'sent' | 'filed' | 'failed' | 'refused';
  readonly error: string;
  /** File name, if filed. */
  readonly file: string;
}

/** State shared by the callbacks during a run of `the_content`. */
export interface ContentRun {
  /** Values available to blocks as context, such as `postId`. */
  context?: Record<string, unknown>;
  /** Set by the first callback: content with blocks already has its paragraphs. */
  hadBlocks?: boolean;
  /** Whether an excerpt is generated: images and blocks are not processed, since its tags are removed anyway. */
  excerpt?: boolean;
}

/** Source of an excerpt. */
export interface ExcerptSource {
  post_content: string;
  post_excerpt: string;
  id?: number;
  post_type?: string;
  /** Whether the visitor must still enter the post's password. */
  passwordRequired?: boolean;
}

/** A path pattern and the query variables for its groups, in order. */
export interface RewriteRule {
  pattern: RegExp;
  /** Query variables of the groups. */
  groups: string[];
  fixed: Record<string, string>;
  /** Whether the matched page must exist; otherwise the next rule is tried. */
  verifyPage?: boolean;
}

/** Parts of an SQL statement, with WordPress's clause names. */
export type QueryPieces = Record<
  'where' | 'groupby' | 'join' | 'orderby' | 'order' | 'distinct' | 'fields' | 'limits',
  string
>;

/** An entry of a sitemap. */
export interface SitemapEntry {
  loc: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  lastmod?: string;
}

/** A source of sitemap URLs. */
export interface SitemapProvider {
  /** Returns the subtypes, each with its own sitemaps; `''` for none. */
  subtypes(): Promise<string[]> | string[];
  /** Returns a page of URLs, starting at 1; an empty list ends the sitemap. */
  entries(subtype: string, page: number): Promise<SitemapEntry[]>;
}

/** Data of a commenter who asked to be remembered in this browser. */
export interface Commenter {
  readonly comment_author: string;
  readonly comment_author_email: string;
  readonly comment_author_url: string;
}

/** Texts of the comment form. */
export interface CommentFormTexts {
  readonly fields: Readonly<Record<string, string>>;
  readonly comment_field: string;
  readonly label_submit: string;
  readonly comment_notes_before: string;
  readonly comment_notes_after: string;
}

/** Options of a comment's reply link. */
export interface CommentReplyArgs {
  add_below: string;
  respond_id: string;
  reply_text: string;
  reply_to_text: string;
  login_text: string;
  depth: number;
  before: string;
  after: string;
}

/** A file as passed to the filters before it is stored; `error` is the reason for rejecting it. */
export interface UploadCandidate {
  name: string;
  type: string;
  tmp_name: string;
  error: string | number;
  size: number;
  data: Buffer;
}

/** An image candidate of a `srcset`. */
export interface SrcsetSource {
  url: string;
  descriptor: string;
  value: number;
}

/** Directives for search engines on a page: `{ noindex: true, 'max-image-preview': 'large' }`. */
export type RobotsDirectives = Readonly<Record<string, boolean | string>>;

/** A URL that the page will need, or the attributes of its `link`. */
export type ResourceHint = string | (Readonly<Record<string, string>> & { readonly href: string });

/** A REST API request before it is parsed. */
export interface RestCallInfo {
  readonly method: string;
  /** Percent-encoded, as received. */
  readonly route: string;
  /** Without the question mark. */
  readonly queryString: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Fields of a POST form. */
  readonly form: Record<string, unknown>;
  readonly files: Readonly<Record<string, RestFile | RestFile[]>>;
  /** Error detected while receiving the request, such as a body that is too large. */
  readonly error?: WpError;
}

/** A setting exposed in the REST API. */
export interface ExposedSetting {
  readonly option: string;
  readonly name: string;
  readonly schema: RestSchema;
}

/** A theme as described by its `theme.json`. */
export interface InstalledTheme {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

/** Query of the page whose template is resolved. */
export interface TemplateQuery {
  readonly posts: readonly Post[];
  readonly post: Post | undefined;
  readonly foundPosts: number;
  readonly status: number;
}
