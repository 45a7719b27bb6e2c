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

interface ReadVars {
  is: Conditions;
  /** The query variables, normalized to their types. */
  vars: PostQuery;
}

const NUMBERS = ['page_id', 'year', 'monthnum', 'day', 'w', 'paged', 'attachment_id', 'page', 'cpage'] as const;
const TEXTS = ['name', 'pagename', 'feed', 'author_name', 'attachment', 'tag', 'category_name'] as const;
/**
 * All variables that are read, so that all query objects have the same shape; adding them one by one would cost more
 * than the rest of the parsing.
 */
const NO_VARS: PostQuery = Object.fromEntries(
  [...NUMBERS, ...TEXTS, 'hour', 'minute', 'second', 'm', 'author', 'cat', 's', 'p'].map((name) => [name, undefined]),
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

/** Used if no pages are assigned, and where it does not matter. */
const NO_FRONT_PAGE: FrontSettings = { showOnFront: 'posts', pageOnFront: 0, pageForPosts: 0, privacyPage: 0 };

/** URLs provide strings; code may provide numbers. */
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const wholeNumber = (value: unknown): number => Math.abs(Number.parseInt(text(value), 10)) || 0;

/** Variables that identify a single attachment, post or page. */
const ATTACHMENT = ['attachment', 'attachment_id'];
const POST = ['name', 'p'];
const PAGE = ['pagename', 'page_id'];

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
 * @param unknown whether the URL matches no rule of the site
 */
export function readConditions(
  query: PostQuery,
  types: ContentTypesApi,
  settings: FrontSettings = NO_FRONT_PAGE,
  unknown = false,
): ReadVars {
  const is = { ...NO_CONDITIONS };
  const post = postNumberOf(query);
  const vars = readVars(query, post);
  let isInvalid = post < 0 || unknown;
  const has = (name: string): boolean => isGiven(vars[name]);

  is.robots = has('robots');
  is.favicon = !is.robots && has('favicon');
  is.attachment = ATTACHMENT.some(has);
  is.single = is.attachment || POST.some(has);
  is.page = !is.single && PAGE.some(has);
  if (!is.single && !is.page) isInvalid = readArchive(vars, query, types, is) || isInvalid;

  if (text(vars.feed).startsWith('comments-'))
    Object.assign(vars, { feed: text(vars.feed).slice('comments-'.length), withcomments: '1' });
  is.feed = has('feed');
  is.trackback = has('tb');
  is.paged = Number(vars.paged) > 1;
  is.preview = has('preview');
  is.singular = is.single || is.page;
  is.commentFeed = is.feed && (has('withcomments') || (!has('withoutcomments') && is.singular));
  is.home = !isInvalid && !NOT_HOME.some((name) => is[name]);
  readFrontPage(vars, query, is, settings);
  is.embed = has('embed') && (is.singular || isInvalid);
  if (isInvalid) become404(is);
  return { is, vars };
}

function isGiven(value: unknown): boolean {
  return value !== '' && value !== 0 && value !== '0' && value !== undefined;
}

/** Returns the requested post ID: 0 if there is none, negative if it is not a number. */
function postNumberOf({ p }: PostQuery): number {
  if (p === undefined) return 0;
  return Array.isArray(p) ? -1 : Number.parseInt(text(p), 10) || 0;
}

/** Normalizes the variables to their types. */
function readVars(query: PostQuery, post: number): PostQuery {
  const vars: PostQuery = { ...NO_VARS, ...query };
  for (const name of NUMBERS) vars[name] = wholeNumber(query[name]);
  for (const name of TEXTS) vars[name] = text(query[name]).trim();
  for (const name of ['hour', 'minute', 'second'])
    vars[name] = query[name] === undefined || query[name] === '' ? '' : wholeNumber(query[name]);
  vars.m = text(query.m).replace(/[^0-9]/g, '');
  vars.author = text(query.author).replace(/[^0-9,-]/g, '');
  vars.cat = text(query.cat).replace(/[^0-9,-]/g, '');
  vars.s = text(query.s).length > 1600 ? '' : text(query.s);
  vars.p = Math.max(0, post);
  if (text(query.subpost) !== '') vars.attachment = text(query.subpost).trim();
  if (wholeNumber(query.subpost_id) > 0) vars.attachment_id = wholeNumber(query.subpost_id);
  return vars;
}

/** Marks a query as “not found” (`WP_Query::set_404`). */
export function become404(is: Conditions): void {
  const { feed, embed } = is;
  for (const name of CONDITIONS) is[name] = false;
  is.notFound = true;
  is.feed = feed;
  is.embed = embed;
}

/**
 * Determines archive conditions: search, date, term, author and type. Returns whether the variables are contradictory
 * or invalid.
 */
function readArchive(vars: PostQuery, query: PostQuery, types: ContentTypesApi, is: Conditions): boolean {
  is.search = query.s !== undefined;
  const isInvalid = readDates(vars, is);
  if (isUnknownTaxonomy(vars, types)) is.tax = true;
  for (const taxonomy of askedTaxonomies(vars, types)) is[TAXONOMY_CONDITIONS.get(taxonomy) ?? 'tax'] = true;
  is.author = (text(vars.author) !== '' && text(vars.author) !== '0') || text(vars.author_name) !== '';
  if (typeof vars.post_type === 'string' && vars.post_type !== '')
    is.postTypeArchive = Boolean(types.getPostTypeObject(vars.post_type)?.hasArchive);
  is.archive = is.postTypeArchive || is.date || is.author || is.category || is.tag || is.tax;
  return isInvalid;
}

/** Determines date archive conditions. Returns whether the variables specify a day or month that does not exist. */
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
  const moment = text(vars.m);
  if (moment !== '' && moment !== '0') {
    is.date = true;
    is[precisionOf(moment)] = true;
  }
  if (Number(vars.w) > 0) is.date = true;
  return isInvalid;
}

/** Returns the precision of a moment written as digits (`YYYYMMDDHHMMSS`, from the left). */
function precisionOf(moment: string): 'time' | 'day' | 'month' | 'year' {
  if (moment.length > 9) return 'time';
  if (moment.length > 7) return 'day';
  return moment.length > 5 ? 'month' : 'year';
}

/** Returns the taxonomies whose terms the variables specify. */
export function askedTaxonomies(vars: PostQuery, types: ContentTypesApi): string[] {
  const taxonomies = types
    .getTaxonomies()
    .flatMap(({ name, queryVar }) => (queryVar !== false && text(vars[queryVar]) !== '' ? [name] : []));
  if (
    text(vars.cat)
      .split(',')
      .some((id) => Number(id) > 0)
  )
    taxonomies.unshift('category');
  const taxonomy = text(vars.taxonomy);
  if (text(vars.term) !== '' && types.taxonomyExists(taxonomy)) taxonomies.push(taxonomy);
  return [...new Set(taxonomies)];
}

/** Whether the variables specify terms of an unregistered taxonomy. */
export function isUnknownTaxonomy(vars: PostQuery, types: ContentTypesApi): boolean {
  return text(vars.taxonomy) !== '' && text(vars.term) !== '' && !types.taxonomyExists(text(vars.taxonomy));
}

/** Determines whether a page serves as the front page or the posts page. */
function readFrontPage(
  vars: PostQuery,
  query: PostQuery,
  is: Conditions,
  { showOnFront, pageOnFront, pageForPosts }: FrontSettings,
): void {
  is.front = is.home && (showOnFront !== 'page' || pageOnFront === 0);
  if (is.home && showOnFront === 'page' && pageOnFront > 0) {
    const others = Object.entries(query).filter(
      ([name, value]) =>
        !['preview', 'page', 'paged', 'cpage', 'embed'].includes(name) && !(name === 'pagename' && value === ''),
    );
    if (others.length === 0) {
      Object.assign(is, { page: true, singular: true, home: false, front: true });
      vars.page_id = pageOnFront;
      if (Number(vars.paged) > 0) {
        vars.page = vars.paged;
        vars.paged = 0;
        is.paged = false;
      }
    }
  }
  if (pageForPosts > 0 && vars.page_id === pageForPosts) becomePostsPage(is);
}

/** Marks a page request as one for the posts page. */
export function becomePostsPage(is: Conditions): void {
  Object.assign(is, { page: false, singular: false, home: true, postsPage: true, commentFeed: false });
}
