import {
  type ConditionalTags,
  type MainQueryApi,
  type PageRequest,
  PlinthError,
  type RedirectReply,
  type WpQuery,
} from '../api/index.js';
import { currentContext, MAIN_QUERY, PAGE_REQUEST, REPLY_INSTEAD } from '../context/index.js';
import { NO_CONDITIONS } from '../content/query/conditions.js';
import { RunningQuery } from '../content/query/running-query.js';
import { localTarget } from '../network/index.js';

/** Used if no query has run: no condition is true. */
const NOTHING = new RunningQuery({}, () => NO_CONDITIONS);

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Creates the functions with which plugins query the current page (WordPress: query.php and wp_redirect).
 * @since 0.1.0
 */
export function createPageFunctions(siteUrl: string): MainQueryApi {
  const mainQuery = (): WpQuery | undefined => currentContext()?.memo.get(MAIN_QUERY) as WpQuery | undefined;
  const asked = (): WpQuery => mainQuery() ?? NOTHING;

  function redirect(location: string, status: number): void {
    if (!REDIRECTS.includes(status))
      throw new PlinthError('redirect_status', `${status} is not a redirect status.`, {
        hint: `Use one of ${REDIRECTS.join(', ')}.`,
      });
    const reply: RedirectReply = { kind: 'redirect', location, status };
    currentContext()?.memo.set(REPLY_INSTEAD, reply);
  }

  const tags: ConditionalTags = {
    isSingle: (which) => asked().isSingle(which),
    isPage: (which) => asked().isPage(which),
    isAttachment: (which) => asked().isAttachment(which),
    isSingular: (types) => asked().isSingular(types),
    isArchive: () => asked().isArchive(),
    isDate: () => asked().isDate(),
    isYear: () => asked().isYear(),
    isMonth: () => asked().isMonth(),
    isDay: () => asked().isDay(),
    isTime: () => asked().isTime(),
    isAuthor: (which) => asked().isAuthor(which),
    isCategory: (which) => asked().isCategory(which),
    isTag: (which) => asked().isTag(which),
    isTax: (taxonomy, which) => asked().isTax(taxonomy, which),
    isPostTypeArchive: (types) => asked().isPostTypeArchive(types),
    isSearch: () => asked().isSearch(),
    isFeed: () => asked().isFeed(),
    isCommentFeed: () => asked().isCommentFeed(),
    isTrackback: () => asked().isTrackback(),
    isHome: () => asked().isHome(),
    isFrontPage: () => asked().isFrontPage(),
    isPrivacyPolicy: () => asked().isPrivacyPolicy(),
    is404: () => asked().is404(),
    isEmbed: () => asked().isEmbed(),
    isPaged: () => asked().isPaged(),
    isPreview: () => asked().isPreview(),
    isRobots: () => asked().isRobots(),
    isFavicon: () => asked().isFavicon(),
  };

  return {
    ...tags,
    mainQuery,
    getQueryVar: (name, fallback) => asked().get(name, fallback),
    getQueriedObject() {
      const queried = asked().queriedObject;
      if (!queried) return null;
      if (queried.kind === 'post') return queried.post;
      if (queried.kind === 'term') return queried.term;
      return queried.kind === 'author' ? queried.user : queried.type;
    },
    getQueriedObjectId() {
      const queried = asked().queriedObject;
      if (queried?.kind === 'post') return queried.post.id;
      if (queried?.kind === 'term') return queried.term.term_id;
      return queried?.kind === 'author' ? queried.user.id : 0;
    },
    isAdmin: () =>
      /^\/wp-admin(?:\/|$)/.test((currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined)?.path ?? ''),
    wpRedirect: (location, status = 302) => redirect(location, status),
    wpSafeRedirect: (location, status = 302) => redirect(localTarget(location, siteUrl) ?? `${siteUrl}/`, status),
  };
}
