import type { Mail } from '../mail.js';
import type { Post } from '../posts.js';
import type { RestFile, RestSchema } from '../rest.js';
import type { WpError } from '../wp-error.js';

/**
 * Where callbacks of an action that prints put finished HTML (WordPress: they echo). It comes behind the action's own arguments.
 *
 * ```ts
 * scope.addAction('wp_head', (out) => void out.push('<meta name="theme-color" content="#063">'));
 * ```
 */
export type PrintedLines = string[];

/** Whose picture is wanted: an account, its number, a comment, or an address. */
export type AvatarSubject = object | number | string;

/** How a picture of somebody is wanted, and what was found of it. */
export interface AvatarArgs {
  readonly size: number;
  readonly width: number;
  readonly height: number;
  /** What stands for those without a picture. */
  readonly default: string;
  readonly rating: string;
  readonly force_default: boolean;
  readonly found_avatar: boolean;
  /** null until somebody knows it. */
  readonly url: string | null;
  readonly alt: string;
  readonly class: readonly string[];
}

/** The post of an editor that is still empty. */
export type NewPost = Pick<
  Post,
  'id' | 'post_type' | 'post_status' | 'post_author' | 'post_title' | 'post_content' | 'post_excerpt'
>;

/** What `plugins_list` and its like say of a plugin. */
export type ListedPlugin = Readonly<Record<'Name' | 'Version' | 'Description' | 'Author' | 'TextDomain', string>>;

/** A letter with its text; {@link Mail} with its view rendered. */
export type FinishedLetter = Omit<Mail, 'view' | 'data' | 'subject'> & { readonly subject: string };

/** What became of a letter. */
export interface SentState {
  /** `sent` by the server, `filed` into the mail folder, `failed` for now, or `refused` by the server for good. */
  readonly state: 'sent' | 'filed' | 'failed' | 'refused';
  readonly error: string;
  /** The name of the file, when filed. */
  readonly file: string;
}

/** What the callbacks of one run of `the_content` tell each other. */
export interface ContentRun {
  /** Values that blocks may ask for, such as `postId`. */
  context?: Record<string, unknown>;
  /** Set by the first callback: text with blocks has its paragraphs already. */
  hadBlocks?: boolean;
  /** An excerpt loses its tags anyway, so its images and blocks are left alone. */
  excerpt?: boolean;
}

/** What an excerpt is made of. */
export interface ExcerptSource {
  post_content: string;
  post_excerpt: string;
  id?: number;
  post_type?: string;
  /** Whether the reader still has to give the post's password. */
  passwordRequired?: boolean;
}

/** One pattern of paths and the query variables its groups become, in order. */
export interface RewriteRule {
  pattern: RegExp;
  /** Query variables of the groups. */
  groups: string[];
  fixed: Record<string, string>;
  /** The page a match names must exist, or the next rule is tried. */
  verifyPage?: boolean;
}

/** Pieces of a statement, by the names of WordPress's clauses. */
export type QueryPieces = Record<
  'where' | 'groupby' | 'join' | 'orderby' | 'order' | 'distinct' | 'fields' | 'limits',
  string
>;

/** A line of a sitemap. */
export interface SitemapEntry {
  loc: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  lastmod?: string;
}

/** Who gives addresses to the sitemaps. */
export interface SitemapProvider {
  /** Kinds within the kind, each with sitemaps of its own; `''` for one without. */
  subtypes(): Promise<string[]> | string[];
  /** A page of addresses, from 1; an empty list ends the sitemap. */
  entries(subtype: string, page: number): Promise<SitemapEntry[]>;
}

/** Who commented from this browser before, and wanted that to be remembered. */
export interface Commenter {
  readonly comment_author: string;
  readonly comment_author_email: string;
  readonly comment_author_url: string;
}

/** The texts of the form for comments. */
export interface CommentFormTexts {
  readonly fields: Readonly<Record<string, string>>;
  readonly comment_field: string;
  readonly label_submit: string;
  readonly comment_notes_before: string;
  readonly comment_notes_after: string;
}

/** How the link is made that answers a comment. */
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

/** A file as the filters before its storing see it; `error` is why it is refused. */
export interface FileAtTheDoor {
  name: string;
  type: string;
  tmp_name: string;
  error: string | number;
  size: number;
  data: Buffer;
}

/** One size of a picture that a browser may choose. */
export interface SrcsetSource {
  url: string;
  descriptor: string;
  value: number;
}

/** What search engines may do with a page: `{ noindex: true, 'max-image-preview': 'large' }`. */
export type RobotsDirectives = Readonly<Record<string, boolean | string>>;

/** An address that the page will want, or the attributes of its `link`. */
export type ResourceHint = string | (Readonly<Record<string, string>> & { readonly href: string });

/** A request to the API before it is understood. */
export interface RestCallInfo {
  readonly method: string;
  /** Percent-encoded as it came. */
  readonly route: string;
  /** Without the question mark. */
  readonly queryString: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The fields of a POST form. */
  readonly form: Record<string, unknown>;
  readonly files: Readonly<Record<string, RestFile | RestFile[]>>;
  /** What the edge refuses already, such as a body that is too large. */
  readonly refused?: WpError;
}

/** A setting that the API shows. */
export interface ShownSetting {
  readonly option: string;
  readonly name: string;
  readonly schema: RestSchema;
}

/** A theme, as `theme.json` says. */
export interface InstalledTheme {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string;
}

/** What the page shows whose template is looked for. */
export interface TemplateQuery {
  readonly posts: readonly Post[];
  readonly post: Post | undefined;
  readonly found: number;
  readonly status: number;
}
