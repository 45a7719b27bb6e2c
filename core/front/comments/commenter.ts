import { createHash } from 'node:crypto';
import { type HookApi, type MaybePromise, type PageRequest, type ReplyCookie } from '../../api/index.js';

/** A visitor who commented from this browser before and agreed to have the details stored. */
export interface Commenter {
  readonly comment_author: string;
  readonly comment_author_email: string;
  readonly comment_author_url: string;
}

const NAMES = ['comment_author', 'comment_author_email', 'comment_author_url'] as const;
/** Lifetime of the cookies in seconds: about a year. */
const LIFETIME = 30_000_000;
const LONGEST = 245;

/**
 * Returns the name of the cookie for one of the commenter's fields; it is specific to the site, even on a shared host.
 */
function cookieName(field: (typeof NAMES)[number], siteUrl: string): string {
  return `${field}_${createHash('md5').update(siteUrl).digest('hex')}`;
}

/** Returns the commenter stored in cookies (`wp_get_current_commenter`). */
export function currentCommenter(
  hooks: HookApi,
  request: Pick<PageRequest, 'cookies'>,
  siteUrl: string,
): MaybePromise<Commenter> {
  const remembered = (name: (typeof NAMES)[number]): string =>
    (request.cookies[cookieName(name, siteUrl)] ?? '').slice(0, LONGEST);
  return hooks.applyFilters('wp_get_current_commenter', {
    comment_author: remembered('comment_author'),
    comment_author_email: remembered('comment_author_email'),
    comment_author_url: remembered('comment_author_url'),
  });
}

/** Returns cookies that store a commenter, or delete the stored one if the visitor did not consent. */
export async function commenterCookies(
  hooks: HookApi,
  commenter: Commenter,
  consent: boolean,
  siteUrl: string,
): Promise<ReplyCookie[]> {
  const lifetime = consent ? await hooks.applyFilters('comment_cookie_lifetime', LIFETIME) : 0;
  return NAMES.map((name) => ({
    name: cookieName(name, siteUrl),
    value: consent ? commenter[name] : '',
    maxAge: lifetime,
  }));
}
