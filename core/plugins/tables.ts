/** A plugin's failure as the admin lists it. */
export interface PluginError {
  readonly id: number;
  readonly plugin: string;
  /** Where it happened: `filter the_content`, `route GET /shop/v1/search`. */
  readonly place: string;
  readonly code: string;
  readonly message: string;
  readonly stack: string;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
  /** UTC until which the entry is left alone; null while it is called. */
  readonly open_until: string | null;
}

/** A row of `plugin_tables`: a table that a plugin made. */
export interface PluginTableRow {
  readonly name: string;
  readonly plugin: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    plugin_errors: PluginError;
    plugin_tables: PluginTableRow;
  }
}
