/** Parsed content of WordPress's export file (WXR); texts are unmodified. */

/** Metadata of an entry: a key, and the value in WordPress's stored format. */
export interface WxrMeta {
  readonly key: string;
  readonly value: string;
}

/** The site the file was exported from. */
export interface WxrSite {
  readonly kind: 'site';
  readonly title: string;
  /** URL of its home page. */
  readonly url: string;
  readonly version: string;
}

/** An author of the site. */
export interface WxrAuthor {
  readonly kind: 'author';
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A category, a tag or a term of another taxonomy. */
export interface WxrTerm {
  readonly kind: 'term';
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Slug of the parent term; empty for none. */
  readonly parent: string;
  readonly meta: readonly WxrMeta[];
}

/** A comment on an item. */
export interface WxrComment {
  readonly id: number;
  readonly author: string;
  readonly email: string;
  readonly url: string;
  readonly ip: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly content: string;
  readonly approved: string;
  readonly type: string;
  readonly parent: number;
  readonly userId: number;
  readonly meta: readonly WxrMeta[];
}

/** A post of any type. */
export interface WxrItem {
  readonly kind: 'item';
  readonly id: number;
  readonly title: string;
  readonly link: string;
  readonly guid: string;
  /** Login of the author. */
  readonly creator: string;
  readonly content: string;
  readonly excerpt: string;
  readonly date: string;
  readonly dateGmt: string;
  readonly modified: string;
  readonly modifiedGmt: string;
  readonly commentStatus: string;
  readonly pingStatus: string;
  readonly name: string;
  readonly status: string;
  readonly parent: number;
  readonly menuOrder: number;
  readonly type: string;
  readonly password: string;
  readonly sticky: boolean;
  /** URL of an attachment's file. */
  readonly attachmentUrl: string;
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[];
  readonly meta: readonly WxrMeta[];
  readonly comments: readonly WxrComment[];
}

/** A part that cannot be read; reading continues after it. */
export interface WxrProblem {
  readonly kind: 'problem';
  readonly line: number;
  /** What it concerns: a title, or an element. */
  readonly about: string;
  /** The id of the item, if known; 0 otherwise. */
  readonly id: number;
  readonly reason: 'malformed' | 'too_large' | 'unfinished';
  readonly detail: string;
}

export type WxrEntry = WxrSite | WxrAuthor | WxrTerm | WxrItem | WxrProblem;
