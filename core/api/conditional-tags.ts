/** Which ones are meant: an id, a title, a slug, or several of them. Any, when absent. */
export type Which = number | string | readonly (number | string)[];

/**
 * Questions what a page, or a query, is about (WordPress: the conditional tags). All are false where no query has run.
 * @since 0.2.0
 */
export interface ConditionalTags {
  /** One post of any type but pages (`is_single`). */
  isSingle(which?: Which): boolean;
  /** One page (`is_page`). */
  isPage(which?: Which): boolean;
  /** The page of an uploaded file (`is_attachment`). */
  isAttachment(which?: Which): boolean;
  /** One post of any type, or of these (`is_singular`). */
  isSingular(types?: string | readonly string[]): boolean;
  /** A list of a date, an author, a term or a type (`is_archive`). */
  isArchive(): boolean;
  /** A list of a year, a month, a day or a time of it (`is_date`). */
  isDate(): boolean;
  /** A list of a year (`is_year`). */
  isYear(): boolean;
  /** A list of a month (`is_month`). */
  isMonth(): boolean;
  /** A list of a day (`is_day`). */
  isDay(): boolean;
  /** A list of an hour, a minute or a second (`is_time`). */
  isTime(): boolean;
  /** What somebody has written, or one of these (`is_author`). */
  isAuthor(which?: Which): boolean;
  /** A category, or one of these (`is_category`). */
  isCategory(which?: Which): boolean;
  /** A tag, or one of these (`is_tag`). */
  isTag(which?: Which): boolean;
  /** A term of a taxonomy that is neither categories nor tags, or one of these (`is_tax`). */
  isTax(taxonomy?: string | readonly string[], which?: Which): boolean;
  /** The list of a type, or of one of these (`is_post_type_archive`). */
  isPostTypeArchive(types?: string | readonly string[]): boolean;
  /** What was found by words (`is_search`). */
  isSearch(): boolean;
  /** A feed of posts or comments (`is_feed`). */
  isFeed(): boolean;
  /** A feed of comments (`is_comment_feed`). */
  isCommentFeed(): boolean;
  /** The address where other sites say that they link here (`is_trackback`). */
  isTrackback(): boolean;
  /** The list of the newest posts (`is_home`). */
  isHome(): boolean;
  /** The site's first page, whatever stands there (`is_front_page`). */
  isFrontPage(): boolean;
  /** The page that says what becomes of people's data (`is_privacy_policy`). */
  isPrivacyPolicy(): boolean;
  /** An address with nothing behind it (`is_404`). */
  is404(): boolean;
  /** A post as other sites show it (`is_embed`). */
  isEmbed(): boolean;
  /** A page of a list behind the first (`is_paged`). */
  isPaged(): boolean;
  /** A draft that its author looks at (`is_preview`). */
  isPreview(): boolean;
  /** What search engines may do on the site (`is_robots`). */
  isRobots(): boolean;
  /** The picture beside the site's name in browsers (`is_favicon`). */
  isFavicon(): boolean;
}
