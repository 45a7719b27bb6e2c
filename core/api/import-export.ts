/** What of a site goes into an export file, by WordPress's names (`export_wp`). @since 0.3.0 */
export interface ExportArgs {
  /** `all`, or a post type. */
  readonly content: string;
  /** The id of an account; 0 for everybody. */
  readonly author: number;
  /** The id of a category; 0 for all. Of posts only. */
  readonly category: number;
  /** Months as `YYYY-MM`, the last one included; empty for no bound. */
  readonly start_date: string;
  readonly end_date: string;
  /** Empty for every status. */
  readonly status: string;
}

/** An item of a file that comes in from another site, as hooks of the import are told of it. @since 0.3.0 */
export interface ImportedItem {
  /** Its id there. */
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly link: string;
  readonly guid: string;
  /** The login of who wrote it there. */
  readonly creator: string;
  readonly content: string;
  readonly excerpt: string;
  readonly meta: readonly { readonly key: string; readonly value: string }[];
}
