/** An entry of a feed; texts are finished HTML. */
export interface FeedItem {
  title: string;
  url: string;
  guid: string;
  author: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  date: string;
  categories: readonly string[];
  summary: string;
  content: string;
  /** The date as RSS writes it, where it is another text than that of `date`. */
  rssDate?: string | undefined;
  /** What plugins print into the entry. */
  more?: string;
}
