import { createHash } from 'node:crypto';
import { type HookApi, type PageRequest, type ReplyCookie } from '../../api/index.js';

/** A visitor who has commented from this browser and agreed to the storage of name, email and website. */
export interface Commenter {
  readonly comment_author: string;
  readonly comment_author_email: string;
  readonly comment_author_url: string;
}

const COOKIE_FIELDS = ['comment_author', 'comment_author_email', 'comment_author_url'] as const;
/** Lifetime of the cookies in seconds (about a year). */
const LIFETIME_SECONDS = 30_000_000;
const MAX_VALUE_LENGTH = 245;

/** Returns the name of the cookie for a field. It contains a hash of the site's URL, because sites may share a host. */
function cookieName(field: (typeof COOKIE_FIELDS)[number], siteUrl: string): string {
  return `${field}_${createHash('md5').update(siteUrl).digest('hex')}`;
}

/** Returns the commenter whose data is stored in cookies (`wp_get_current_commenter`). */
export async function currentCommenter(
  hooks: HookApi,
  request: Pick<PageRequest, 'cookies'>,
  siteUrl: string,
): Promise<Commenter> {
  const readCookie = (name: (typeof COOKIE_FIELDS)[number]): string =>
    (request.cookies[cookieName(name, siteUrl)] ?? '').slice(0, MAX_VALUE_LENGTH);
  return hooks.applyFilters('wp_get_current_commenter', {
    comment_author: readCookie('comment_author'),
    comment_author_email: readCookie('comment_author_email'),
    comment_author_url: readCookie('comment_author_url'),
  });
}

/** Returns cookies that store the commenter, or that delete stored data if the visitor did not consent. */
export async function commenterCookies(
  hooks: HookApi,
  commenter: Commenter,
  consent: boolean,
  siteUrl: string,
): Promise<ReplyCookie[]> {
  const lifetime = consent ? await hooks.applyFilters('comment_cookie_lifetime', LIFETIME_SECONDS) : 0;
  return COOKIE_FIELDS.map((name) => ({
    name: cookieName(name, siteUrl),
    value: consent ? commenter[name] : '',
    maxAge: lifetime,
  }));
}
