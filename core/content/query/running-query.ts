import type { Post, PostQuery, QueriedObject, QueryCondition, QueryMatch, WpQuery } from '../../api/index.js';

/** Returns the conditions of a query with these variables. */
export type GetConditions = (vars: PostQuery) => Readonly<Record<QueryCondition, boolean>>;

/** A running query that is passed to callbacks (WordPress: WP_Query). */
export class RunningQuery implements WpQuery {
  readonly query: Readonly<PostQuery>;
  posts: readonly Post[] = [];
  foundPosts = 0;
  maxNumPages = 0;
  queriedObject: QueriedObject | undefined;
  readonly #about: GetConditions;
  readonly #main: boolean;
  #is: ReturnType<GetConditions> | undefined;

  constructor(
    readonly queryVars: PostQuery,
    about: GetConditions,
    main = false,
  ) {
    this.query = { ...queryVars };
    this.#about = about;
    this.#main = main;
  }

  get(name: string, fallback: unknown = ''): unknown {
    return Object.hasOwn(this.queryVars, name) ? this.queryVars[name] : fallback;
  }

  set(name: string, value: unknown): void {
    this.queryVars[name] = value;
  }

  isMainQuery(): boolean {
    return this.#main;
  }

  /** Whether a condition is true. Conditions are computed on first use, because most queries never need them. */
  #asks(condition: QueryCondition): boolean {
    return (this.#is ??= this.#about(this.queryVars))[condition];
  }

  #isPost(match: QueryMatch | undefined): boolean {
    if (match === undefined) return true;
    const post = this.queriedObject?.kind === 'post' ? this.queriedObject.post : this.posts[0];
    return post !== undefined && matchesAny([post.id, post.post_title, post.post_name], match);
  }

  #isTerm(match: QueryMatch | undefined, taxonomy: (name: string) => boolean = () => true): boolean {
    const term = this.queriedObject?.kind === 'term' ? this.queriedObject.term : undefined;
    if (match === undefined) return term === undefined || taxonomy(term.taxonomy);
    return term !== undefined && taxonomy(term.taxonomy) && matchesAny([term.term_id, term.name, term.slug], match);
  }

  isSingle(post?: QueryMatch): boolean {
    return this.#asks('single') && this.#isPost(post);
  }

  isPage(page?: QueryMatch): boolean {
    return this.#asks('page') && this.#isPost(page);
  }

  isAttachment(attachment?: QueryMatch): boolean {
    return this.#asks('attachment') && this.#isPost(attachment);
  }

  isSingular(types?: string | readonly string[]): boolean {
    return (
      this.#asks('singular') &&
      (types === undefined || (this.posts[0] !== undefined && [types].flat().includes(this.posts[0].post_type)))
    );
  }

  isArchive(): boolean {
    return this.#asks('archive');
  }

  isDate(): boolean {
    return this.#asks('date');
  }

  isYear(): boolean {
    return this.#asks('year');
  }

  isMonth(): boolean {
    return this.#asks('month');
  }

  isDay(): boolean {
    return this.#asks('day');
  }

  isTime(): boolean {
    return this.#asks('time');
  }

  isAuthor(author?: QueryMatch): boolean {
    if (!this.#asks('author')) return false;
    const user = this.queriedObject?.kind === 'author' ? this.queriedObject.user : undefined;
    return (
      author === undefined ||
      (user !== undefined && matchesAny([user.id, user.display_name, user.user_nicename], author))
    );
  }

  isCategory(category?: QueryMatch): boolean {
    return this.#asks('category') && this.#isTerm(category);
  }

  isTag(tag?: QueryMatch): boolean {
    return this.#asks('tag') && this.#isTerm(tag);
  }

  isTax(taxonomy?: string | readonly string[], term?: QueryMatch): boolean {
    return (
      this.#asks('tax') &&
      this.#isTerm(term, (name) => taxonomy === undefined || taxonomy === '' || [taxonomy].flat().includes(name))
    );
  }

  isPostTypeArchive(types?: string | readonly string[]): boolean {
    if (!this.#asks('postTypeArchive')) return false;
    return types === undefined || [this.get('post_type')].flat().some((type) => [types].flat().includes(String(type)));
  }

  isSearch(): boolean {
    return this.#asks('search');
  }

  isFeed(): boolean {
    return this.#asks('feed');
  }

  isCommentFeed(): boolean {
    return this.#asks('commentFeed');
  }

  isTrackback(): boolean {
    return this.#asks('trackback');
  }

  isHome(): boolean {
    return this.#asks('home');
  }

  isFrontPage(): boolean {
    return this.#asks('front');
  }

  isPrivacyPolicy(): boolean {
    return this.#asks('privacyPolicy');
  }

  is404(): boolean {
    return this.#asks('notFound');
  }

  isEmbed(): boolean {
    return this.#asks('embed');
  }

  isPaged(): boolean {
    return this.#asks('paged');
  }

  isPreview(): boolean {
    return this.#asks('preview');
  }

  isRobots(): boolean {
    return this.#asks('robots');
  }

  isFavicon(): boolean {
    return this.#asks('favicon');
  }
}

/** Whether a list contains one of the given values. Numbers may be given as strings. */
function matchesAny(ownValues: readonly (number | string)[], match: QueryMatch): boolean {
  const candidates = (Array.isArray(match) ? (match as readonly (number | string)[]) : [match as number | string]).map(
    String,
  );
  return ownValues.some((ownValue) => candidates.includes(String(ownValue)));
}
