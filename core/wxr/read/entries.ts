/** What WordPress's export file (WXR) holds, as it is read; texts are as they stand there. */

/** Metadata of an entry: a key, and the value in the form in which WordPress stores it. */
export interface WxrMeta {
  readonly key: string;
  readonly value: string;
}

/** The site that the file comes from. */
export interface WxrSite {
  readonly kind: 'site';
  readonly title: string;
  /** The address of its home page. */
  readonly url: string;
  readonly version: string;
}

/** Somebody who wrote something there. */
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
  /** The slug of the term above it; empty for none. */
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
  /** The login of who wrote it. */
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
  /** Where the file of an attachment lies. */
  readonly attachmentUrl: string;
  readonly terms: readonly { readonly taxonomy: string; readonly slug: string; readonly name: string }[];
  readonly meta: readonly WxrMeta[];
  readonly comments: readonly WxrComment[];
}

/** Something that cannot be read; what comes after it is read on. */
export interface WxrProblem {
  readonly kind: 'problem';
  readonly line: number;
  /** What it is about: a title, or an element. */
  readonly about: string;
  /** The id of the item, where that much is known; 0 otherwise. */
  readonly id: number;
  readonly reason: 'malformed' | 'too_large' | 'unfinished';
  readonly detail: string;
}

export type WxrEntry = WxrSite | WxrAuthor | WxrTerm | WxrItem | WxrProblem;
