import type {
  AttachmentsApi,
  Formatting,
  HookApi,
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
  /** Returns the content of a post for display (`the_content`). */
  theContent(text: string, post: Post): Promise<string>;
  /** Returns the URL to which a path redirects that no longer exists. */
  findRedirectTarget(path: string): Promise<string | undefined>;
  theExcerpt(post: Post): Promise<string>;
  /** Returns the excerpt as text, before it becomes HTML (`get_the_excerpt`). */
  excerptText(post: Post): Promise<string>;
  /** Returns the path of the first template that the theme has; empty if it has none. */
  locateTemplate(names: readonly string[]): string;
  /** Renders a template of the theme. If it fails, the templates of the hierarchy are tried. */
  renderTheme(hierarchy: readonly string[], data: object, templateFile?: string): string;
  /** Renders the part of the page before the content. */
  openPage: Views['openPage'];
  /** Returns the widgets of an area as HTML; empty if there are none. */
  dynamicSidebar: WidgetsApi['dynamicSidebar'];
  /** Renders the page of a request that ends with a message (`wp_die`). */
  renderMessage(status: number, title: string, message: string): Promise<string> | string;
  /** Returns the templates that authors can select. */
  customTemplates(): readonly PageTemplate[];
  currentUserId(): number;
  /** Whether a plugin, such as a shop, provides the front page. */
  hasPluginFrontPage(): boolean;
  siteUrl: string;
  /** Whether plugins are not loaded. Their pages are missing only temporarily then. */
  safeMode: boolean;
  /** Returns the hash of a post's password with the site's secret key, as the visitor's cookie contains it. */
  hashPostPassword(password: string): string;
  /** Formats a UTC time as a date, in the site's format and the language of the page. */
  longDate(time: string): string;
  /** Returns the hash of a text with the site's secret key, which only this site can create. */
  sign(text: string): string;
  /** Returns the locale of the page, such as `pl_PL`. */
  locale(): string;
  translate(text: string, ...values: (string | number)[]): string;
}
