import type { Formatting, HookApi, MaybePromise, NonceApi, OptionsApi, Post, RateLimitsApi } from '../api/index.js';
import type { SiteMetadata, SiteRoles, SiteUsers } from '../api/sync-api.js';
import type { SiteAttachments } from '../content/attachments/index.js';
import type { SiteContent } from '../content/index.js';
import type { OptionsNow } from '../options/index.js';
import type { Views } from '../view/index.js';
import type { PageTemplate } from '../view/theme.js';
import type { PostSearch } from './post-search.js';

/** What the site's addresses are answered with. */
export interface FrontPartDeps extends PostSearch {
  hooks: HookApi;
  content: SiteContent;
  attachments: Pick<SiteAttachments, 'now' | 'upkeep'>;
  options: Pick<OptionsApi, 'getOption'> & OptionsNow;
  users: Pick<SiteUsers, 'getUserBy' | 'getUserdata' | 'now'>;
  roles: Pick<SiteRoles, 'now'>;
  meta: Pick<SiteMetadata, 'now'>;
  nonces: Pick<NonceApi, 'wpVerifyNonce' | 'wpNonceField'>;
  limits: Pick<RateLimitsApi, 'consumeRateLimit'>;
  formatting: Formatting;
  /** A post's text as readers see it. */
  theContent(text: string, post: Post): MaybePromise<string>;
  /** Where a path leads at which nothing stands any more. */
  movedTo(path: string): MaybePromise<string | undefined>;
  theExcerpt(post: Post): MaybePromise<string>;
  /** The same before it is made HTML for pages (`get_the_excerpt`). */
  excerptText(post: Post): MaybePromise<string>;
  /** The file of the first of these templates that the theme has; empty when it has none. */
  locateTemplate(names: readonly string[]): string;
  /** Renders a template of the theme; behind it those of the hierarchy stand in. */
  renderTheme(hierarchy: readonly string[], data: object, chosen?: string): string;
  /** Asks for what stands before the content. */
  openPage: Views['openPage'];
  /** The widgets of a place as HTML; empty where there are none. */
  dynamicSidebar(id: string): MaybePromise<string>;
  /** The page of a request that ends with a message instead (`wp_die`). */
  renderMessage(status: number, title: string, message: string): Promise<string> | string;
  /** Templates an author may choose. */
  customTemplates(): readonly PageTemplate[];
  currentUserId(): number;
  /** Whether a plugin has a page of its own for the front page, such as a shop's. */
  hasPluginFrontPage(): boolean;
  siteUrl: string;
  /** Nothing of the plugins is there; what they would answer is not gone for good. */
  safeMode: boolean;
  /** A keyed hash of a post's password, as the visitor's cookie holds it. */
  hashPostPassword(password: string): string;
  /** A UTC time as a day, as the site writes it and in the language of the page. */
  longDate(time: string): string;
  /** A mark that only this site can make of a text. */
  sign(text: string): string;
  /** The language of the page, as `pl_PL`. */
  locale(): string;
  translate(text: string, ...values: (string | number)[]): string;
}
