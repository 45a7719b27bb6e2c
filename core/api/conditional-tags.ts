/** Entities to match: an ID, title or slug, or a list of them. Matches any if absent. */
export type QueryMatch = number | string | readonly (number | string)[];

/**
 * Conditional tags, for the current page or a query. All return false before a query has run.
 * @since 0.1.0
 */
export interface ConditionalTags {
  /** Whether this is a single post of any type except pages (`is_single`). */
  isSingle(post?: QueryMatch): boolean;
  /** Whether this is a page (`is_page`). */
  isPage(page?: QueryMatch): boolean;
  /** Whether this is an attachment page (`is_attachment`). */
  isAttachment(attachment?: QueryMatch): boolean;
  /** Whether this is a single post of any type, or of the given types (`is_singular`). */
  isSingular(types?: string | readonly string[]): boolean;
  /** Whether this is a date, author, term or post type archive (`is_archive`). */
  isArchive(): boolean;
  /** Whether this is the archive of a year, month, day or time (`is_date`). */
  isDate(): boolean;
  /** Whether this is the archive of a year (`is_year`). */
  isYear(): boolean;
  /** Whether this is the archive of a month (`is_month`). */
  isMonth(): boolean;
  /** Whether this is the archive of a day (`is_day`). */
  isDay(): boolean;
  /** Whether this is the archive of an hour, minute or second (`is_time`). */
  isTime(): boolean;
  /** Whether this is an author archive, or one of the given authors (`is_author`). */
  isAuthor(author?: QueryMatch): boolean;
  /** Whether this is a category archive, or one of the given categories (`is_category`). */
  isCategory(category?: QueryMatch): boolean;
  /** Whether this is a tag archive, or one of the given tags (`is_tag`). */
  isTag(tag?: QueryMatch): boolean;
  /**
   * Whether this is the archive of a custom taxonomy term (neither category nor tag), or one of the given terms
   * (`is_tax`).
   */
  isTax(taxonomy?: string | readonly string[], term?: QueryMatch): boolean;
  /** Whether this is a post type archive, or one of the given types (`is_post_type_archive`). */
  isPostTypeArchive(types?: string | readonly string[]): boolean;
  /** Whether these are search results (`is_search`). */
  isSearch(): boolean;
  /** Whether this is a feed of posts or comments (`is_feed`). */
  isFeed(): boolean;
  /** Whether this is a comment feed (`is_comment_feed`). */
  isCommentFeed(): boolean;
  /** Whether this is the trackback endpoint (`is_trackback`). */
  isTrackback(): boolean;
  /** Whether this is the list of the latest posts (`is_home`). */
  isHome(): boolean;
  /** Whether this is the front page, whether it shows posts or a page (`is_front_page`). */
  isFrontPage(): boolean;
  /** Whether this is the privacy policy page (`is_privacy_policy`). */
  isPrivacyPolicy(): boolean;
  /** Whether nothing was found at the URL (`is_404`). */
  is404(): boolean;
  /** Whether this is a post embedded in another site (`is_embed`). */
  isEmbed(): boolean;
  /** Whether this is a page of a list other than the first (`is_paged`). */
  isPaged(): boolean;
  /** Whether this is the preview of a draft (`is_preview`). */
  isPreview(): boolean;
  /** Whether this is the `robots.txt` file (`is_robots`). */
  isRobots(): boolean;
  /** Whether this is the favicon (`is_favicon`). */
  isFavicon(): boolean;
}
