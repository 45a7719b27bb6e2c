import type { ContentTypesApi, PostQuery, QueryCondition } from '../../api/index.js';
import { isRealDate } from './calendar-parts.js';

/** The conditions of a query (the `is_…` flags of `WP_Query`). */
const CONDITIONS = [
  'single',
  'page',
  'attachment',
  'singular',
  'archive',
  'date',
  'year',
  'month',
  'day',
  'time',
  'author',
  'category',
  'tag',
  'tax',
  'search',
  'feed',
  'commentFeed',
  'trackback',
  'home',
  'postsPage',
  'privacyPolicy',
  'notFound',
  'embed',
  'paged',
  'preview',
  'robots',
  'favicon',
  'postTypeArchive',
  'front',
] as const satisfies readonly QueryCondition[];
export type Conditions = Record<QueryCondition, boolean>;

/** No condition is true. */
export const NO_CONDITIONS: Readonly<Conditions> = Object.fromEntries(
  CONDITIONS.map((name) => [name, false]),
) as Conditions;

interface ParsedQuery {
  is: Conditions;
  /** The query variables, normalized to their types. */
  vars: PostQuery;
}

const NUMBER_VARS = ['page_id', 'year', 'monthnum', 'day', 'w', 'paged', 'attachment_id', 'page', 'cpage'] as const;
const TEXT_VARS = ['name', 'pagename', 'feed', 'author_name', 'attachment', 'tag', 'category_name'] as const;
/**
 * All variables that are read, each undefined. With them, all query objects have the same shape in the JavaScript
 * engine; adding the variables one by one would take longer than the rest of the parsing.
 */
const NO_VARS: PostQuery = Object.fromEntries(
  [...NUMBER_VARS, ...TEXT_VARS, 'hour', 'minute', 'second', 'm', 'author', 'cat', 's', 'p'].map((name) => [
    name,
    undefined,
  ]),
);

/** Settings that determine the front page. */
export interface FrontSettings {
  showOnFront: string;
  pageOnFront: number;
  /** ID of the posts page; 0 if there is none, or if the front page lists the posts. */
  pageForPosts: number;
  privacyPage: number;
}

/** Taxonomies that have a condition of their own. */
const TAXONOMY_CONDITIONS: ReadonlyMap<string, 'category' | 'tag'> = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
]);

/** Settings without assigned pages, also used where the front page does not matter. */
const NO_FRONT_PAGE: FrontSettings = { showOnFront: 'posts', pageOnFront: 0, pageForPosts: 0, privacyPage: 0 };

/** Converts a variable to a string. URLs provide strings; code may provide numbers. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const toWholeNumber = (value: unknown): number => Math.abs(Number.parseInt(toText(value), 10)) || 0;

/** Variables that identify a single attachment, post or page. */
const ATTACHMENT_VARS = ['attachment', 'attachment_id'];
const POST_VARS = ['name', 'p'];
const PAGE_VARS = ['pagename', 'page_id'];

/** Conditions that exclude the home page. */
const NOT_HOME = [
  'singular',
  'archive',
  'search',
  'feed',
  'trackback',
  'robots',
  'favicon',
] as const satisfies readonly QueryCondition[];

/**
 * Determines the conditions of a query from its variables (WordPress: WP_Query::parse_query).
 * @param isUnmatched whether the URL matches no rule of the site
 */
export function parseConditions(
  query: PostQuery,
  types: ContentTypesApi,
  settings: FrontSettings = NO_FRONT_PAGE,
  isUnmatched = false,
): ParsedQuery {
  const is = { ...NO_CONDITIONS };
  const postId = requestedPostId(query);
  const vars = readVars(query, postId);
  let isInvalid = postId < 0 || isUnmatched;
  const has = (name: string): boolean => isNonEmpty(vars[name]);

  is.robots = has('robots');
  is.favicon = !is.robots && has('favicon');
  is.attachment = ATTACHMENT_VARS.some(has);
  is.single = is.attachment || POST_VARS.some(has);
  is.page = !is.single && PAGE_VARS.some(has);
  if (!is.single && !is.page) isInvalid = readArchive(vars, query, types, is) || isInvalid;

  if (toText(vars.feed).startsWith('comments-'))
    Object.assign(vars, { feed: toText(vars.feed).slice('comments-'.length), withcomments: '1' });
  is.feed = has('feed');
  is.trackback = has('tb');
  is.paged = Number(vars.paged) > 1;
  is.preview = has('preview');
  is.singular = is.single || is.page;
  is.commentFeed = is.feed && (has('withcomments') || (!has('withoutcomments') && is.singular));
  is.home = !isInvalid && !NOT_HOME.some((name) => is[name]);
  readFrontPage(vars, query, is, settings);
  is.embed = has('embed') && (is.singular || isInvalid);
  if (isInvalid) set404(is);
  return { is, vars };
}

function isNonEmpty(value: unknown): boolean {
  return value !== '' && value !== 0 && value !== '0' && value !== undefined;
}

/** Returns the requested post ID: 0 if there is none, negative if it is not a number. */
function requestedPostId({ p }: PostQuery): number {
  if (p === undefined) return 0;
  return Array.isArray(p) ? -1 : Number.parseInt(toText(p), 10) || 0;
}

/** Normalizes the variables to their types. */
function readVars(query: PostQuery, post: number): PostQuery {
  const vars: PostQuery = { ...NO_VARS, ...query };
  for (const name of NUMBER_VARS) vars[name] = toWholeNumber(query[name]);
  for (const name of TEXT_VARS) vars[name] = toText(query[name]).trim();
  for (const name of ['hour', 'minute', 'second'])
    vars[name] = query[name] === undefined || query[name] === '' ? '' : toWholeNumber(query[name]);
  vars.m = toText(query.m).replace(/[^0-9]/g, '');
  vars.author = toText(query.author).replace(/[^0-9,-]/g, '');
  vars.cat = toText(query.cat).replace(/[^0-9,-]/g, '');
  vars.s = toText(query.s).length > 1600 ? '' : toText(query.s);
  vars.p = Math.max(0, post);
  if (toText(query.subpost) !== '') vars.attachment = toText(query.subpost).trim();
  if (toWholeNumber(query.subpost_id) > 0) vars.attachment_id = toWholeNumber(query.subpost_id);
  return vars;
}

/** Marks a query as “not found” (`WP_Query::set_404`). */
export function set404(is: Conditions): void {
  const { feed, embed } = is;
  for (const name of CONDITIONS) is[name] = false;
  is.notFound = true;
  is.feed = feed;
  is.embed = embed;
}

/**
 * Sets the archive conditions: search, date, term, author and post type. Returns whether the variables contradict each
 * other or are invalid.
 */
function readArchive(vars: PostQuery, query: PostQuery, types: ContentTypesApi, is: Conditions): boolean {
  is.search = query.s !== undefined;
  const isInvalid = readDates(vars, is);
  if (isUnknownTaxonomy(vars, types)) is.tax = true;
  for (const taxonomy of requestedTaxonomies(vars, types)) is[TAXONOMY_CONDITIONS.get(taxonomy) ?? 'tax'] = true;
  is.author = (toText(vars.author) !== '' && toText(vars.author) !== '0') || toText(vars.author_name) !== '';
  if (typeof vars.post_type === 'string' && vars.post_type !== '')
    is.postTypeArchive = Boolean(types.getPostTypeObject(vars.post_type)?.hasArchive);
  is.archive = is.postTypeArchive || is.date || is.author || is.category || is.tag || is.tax;
  return isInvalid;
}

/** Sets the conditions of date archives. Returns whether the variables specify a day or month that does not exist. */
function readDates(vars: PostQuery, is: Conditions): boolean {
  let isInvalid = false;
  const [year, month, day] = [Number(vars.year), Number(vars.monthnum), Number(vars.day)];
  if (['hour', 'minute', 'second'].some((name) => vars[name] !== '')) is.time = is.date = true;
  if (day > 0 && !is.date) {
    if (month > 0 && year > 0 && !isRealDate(year, month, day)) isInvalid = true;
    else is.day = is.date = true;
  }
  if (month > 0 && !is.date) {
    if (month > 12) isInvalid = true;
    else is.month = is.date = true;
  }
  if (year > 0 && !is.date) is.year = is.date = true;
  const dateDigits = toText(vars.m);
  if (dateDigits !== '' && dateDigits !== '0') {
    is.date = true;
    is[precisionOf(dateDigits)] = true;
  }
  if (Number(vars.w) > 0) is.date = true;
  return isInvalid;
}

/** Returns the precision of a date given as digits: the start of `YYYYMMDDHHMMSS`. */
function precisionOf(moment: string): 'time' | 'day' | 'month' | 'year' {
  if (moment.length > 9) return 'time';
  if (moment.length > 7) return 'day';
  return moment.length > 5 ? 'month' : 'year';
}

/** Returns the taxonomies whose terms the variables specify. */
export function requestedTaxonomies(vars: PostQuery, types: ContentTypesApi): string[] {
  const taxonomies = types
    .getTaxonomies()
    .flatMap(({ name, queryVar }) => (queryVar !== false && toText(vars[queryVar]) !== '' ? [name] : []));
  if (
    toText(vars.cat)
      .split(',')
      .some((id) => Number(id) > 0)
  )
    taxonomies.unshift('category');
  const taxonomy = toText(vars.taxonomy);
  if (toText(vars.term) !== '' && types.taxonomyExists(taxonomy)) taxonomies.push(taxonomy);
  return [...new Set(taxonomies)];
}

/** Whether the variables specify terms of an unregistered taxonomy. */
export function isUnknownTaxonomy(vars: PostQuery, types: ContentTypesApi): boolean {
  return toText(vars.taxonomy) !== '' && toText(vars.term) !== '' && !types.taxonomyExists(toText(vars.taxonomy));
}

/** Sets the conditions if a page is used as the front page or the posts page. */
function readFrontPage(
  vars: PostQuery,
  query: PostQuery,
  is: Conditions,
  { showOnFront, pageOnFront, pageForPosts }: FrontSettings,
): void {
  is.front = is.home && (showOnFront !== 'page' || pageOnFront === 0);
  if (is.home && showOnFront === 'page' && pageOnFront > 0) {
    const otherVars = Object.entries(query).filter(
      ([name, value]) =>
        !['preview', 'page', 'paged', 'cpage', 'embed'].includes(name) && !(name === 'pagename' && value === ''),
    );
    if (otherVars.length === 0) {
      Object.assign(is, { page: true, singular: true, home: false, front: true });
      vars.page_id = pageOnFront;
      if (Number(vars.paged) > 0) {
        vars.page = vars.paged;
        vars.paged = 0;
        is.paged = false;
      }
    }
  }
  if (pageForPosts > 0 && vars.page_id === pageForPosts) setPostsPage(is);
}

/** Marks a page request as one for the posts page. */
export function setPostsPage(is: Conditions): void {
  Object.assign(is, { page: false, singular: false, home: true, postsPage: true, commentFeed: false });
}
