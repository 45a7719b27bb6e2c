/**
 * Contents of an export file, with WordPress's names (`export_wp`).
 * @since 0.1.0
 */
export interface ExportArgs {
  /** `all`, or a post type. */
  readonly content: string;
  /** ID of a user; 0 for all. */
  readonly author: number;
  /** ID of a category; 0 for all. Posts only. */
  readonly category: number;
  /** Months as `YYYY-MM`, including the last one; empty for no limit. */
  readonly start_date: string;
  readonly end_date: string;
  /** Empty for all statuses. */
  readonly status: string;
}

/**
 * An item of an import file, as passed to the import hooks.
 * @since 0.1.0
 */
export interface ImportedItem {
  /** ID on the source site. */
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly link: string;
  readonly guid: string;
  /** Login name of the author on the source site. */
  readonly creator: string;
  readonly content: string;
  readonly excerpt: string;
  readonly meta: readonly { readonly key: string; readonly value: string }[];
}
