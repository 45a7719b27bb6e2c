import type {
  AttachmentsApi,
  Formatting,
  HookApi,
  MaybePromise,
  MetadataApi,
  NonceApi,
  OptionsApi,
  Post,
  RateLimitsApi,
  RolesApi,
  UsersApi,
  WidgetsApi,
} from '../api/index.js';
import type { SiteAttachments } from '../content/attachments/index.js';
import type { SiteContent } from '../content/index.js';
import type { Views } from '../view/index.js';
import type { PageTemplate } from '../view/theme.js';
import type { PostSearch } from './post-search.js';

/** Dependencies of the front end. */
export interface FrontPartDeps extends PostSearch {
  hooks: HookApi;
  content: SiteContent;
  attachments: Pick<AttachmentsApi, 'getThePostThumbnail' | 'wpGetAttachmentImageSrc' | 'wpGetAttachmentUrl'> &
    Pick<SiteAttachments, 'maintenance'>;
  options: Pick<OptionsApi, 'getOption'>;
  users: Pick<UsersApi, 'getUserBy' | 'getUserdata'>;
  roles: Pick<RolesApi, 'currentUserCan'>;
  meta: Pick<MetadataApi, 'getPostMeta'>;
  nonces: Pick<NonceApi, 'wpVerifyNonce' | 'wpNonceField'>;
  limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
  formatting: Formatting;
  /** Returns a post's content as displayed. */
  theContent(text: string, post: Post): Promise<string>;
  /** Returns the redirect target of a path that no longer exists. */
  findRedirectTarget(path: string): MaybePromise<string | undefined>;
  theExcerpt(post: Post): Promise<string>;
  /** Returns the excerpt as text, before it is converted to HTML (`get_the_excerpt`). */
  excerptText(post: Post): Promise<string>;
  /** Returns the file of the first of these templates that the theme has; empty if it has none. */
  locateTemplate(names: readonly string[]): string;
  /** Renders a template of the theme; if it fails, those of the hierarchy are used instead. */
  renderTheme(hierarchy: readonly string[], data: object, templateFile?: string): string;
  /** Renders everything before the content. */
  openPage: Views['openPage'];
  /** Returns the widgets of an area as HTML; empty if there are none. */
  dynamicSidebar: WidgetsApi['dynamicSidebar'];
  /** Renders the page of a request that ends with a message (`wp_die`). */
  renderMessage(status: number, title: string, message: string): Promise<string> | string;
  /** Returns the templates an author may select. */
  customTemplates(): readonly PageTemplate[];
  currentUserId(): number;
  /** Whether a plugin provides the front page, such as a shop. */
  hasPluginFrontPage(): boolean;
  siteUrl: string;
  /** Whether plugins are not loaded; pages they would provide are only temporarily missing. */
  safeMode: boolean;
  /** Returns the keyed hash of a post's password, as stored in the visitor's cookie. */
  hashPostPassword(password: string): string;
  /** Formats a UTC time as a date in the site's format and the language of the page. */
  longDate(time: string): string;
  /** Returns a keyed hash of a text, which only this site can create. */
  sign(text: string): string;
  /** Returns the language of the page, such as `pl_PL`. */
  locale(): string;
  translate(text: string, ...values: (string | number)[]): string;
}
