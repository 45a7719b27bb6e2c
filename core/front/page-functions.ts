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

/** The query outside of page requests. None of its conditions is true. */
const EMPTY_QUERY = new RunningQuery({}, () => NO_CONDITIONS);

const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * Creates the functions with which plugins get information about the current page (WordPress: query.php), and redirect
 * the visitor (wp_redirect).
 * @since 0.1.0
 */
export function createPageFunctions(siteUrl: string): MainQueryApi {
  const mainQuery = (): WpQuery | undefined => currentContext()?.memo.get(MAIN_QUERY) as WpQuery | undefined;
  const currentQuery = (): WpQuery => mainQuery() ?? EMPTY_QUERY;

  function redirect(location: string, status: number): void {
    if (!REDIRECT_STATUSES.includes(status))
      throw new PlinthError('redirect_status', `${status} is not a redirect status.`, {
        hint: `Use one of ${REDIRECT_STATUSES.join(', ')}.`,
      });
    const reply: RedirectReply = { kind: 'redirect', location, status };
    currentContext()?.memo.set(REPLY_INSTEAD, reply);
  }

  const tags: ConditionalTags = {
    isSingle: (post) => currentQuery().isSingle(post),
    isPage: (page) => currentQuery().isPage(page),
    isAttachment: (attachment) => currentQuery().isAttachment(attachment),
    isSingular: (types) => currentQuery().isSingular(types),
    isArchive: () => currentQuery().isArchive(),
    isDate: () => currentQuery().isDate(),
    isYear: () => currentQuery().isYear(),
    isMonth: () => currentQuery().isMonth(),
    isDay: () => currentQuery().isDay(),
    isTime: () => currentQuery().isTime(),
    isAuthor: (author) => currentQuery().isAuthor(author),
    isCategory: (category) => currentQuery().isCategory(category),
    isTag: (tag) => currentQuery().isTag(tag),
    isTax: (taxonomy, term) => currentQuery().isTax(taxonomy, term),
    isPostTypeArchive: (types) => currentQuery().isPostTypeArchive(types),
    isSearch: () => currentQuery().isSearch(),
    isFeed: () => currentQuery().isFeed(),
    isCommentFeed: () => currentQuery().isCommentFeed(),
    isTrackback: () => currentQuery().isTrackback(),
    isHome: () => currentQuery().isHome(),
    isFrontPage: () => currentQuery().isFrontPage(),
    isPrivacyPolicy: () => currentQuery().isPrivacyPolicy(),
    is404: () => currentQuery().is404(),
    isEmbed: () => currentQuery().isEmbed(),
    isPaged: () => currentQuery().isPaged(),
    isPreview: () => currentQuery().isPreview(),
    isRobots: () => currentQuery().isRobots(),
    isFavicon: () => currentQuery().isFavicon(),
  };

  return {
    ...tags,
    mainQuery,
    getQueryVar: (name, fallback) => currentQuery().get(name, fallback),
    getQueriedObject() {
      const queried = currentQuery().queriedObject;
      if (!queried) return null;
      if (queried.kind === 'post') return queried.post;
      if (queried.kind === 'term') return queried.term;
      return queried.kind === 'author' ? queried.user : queried.type;
    },
    getQueriedObjectId() {
      const queried = currentQuery().queriedObject;
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
