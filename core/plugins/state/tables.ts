/** A plugin error as listed in the admin. */
export interface PluginError {
  readonly id: number;
  readonly plugin: string;
  /** Where it occurred: `filter the_content`, `route GET /shop/v1/search`. */
  readonly entry: string;
  readonly code: string;
  readonly message: string;
  readonly stack: string;
  readonly count: number;
  readonly first_at: string;
  readonly last_at: string;
  /** UTC until which the circuit breaker is open; null while it is closed. */
  readonly open_until: string | null;
}

/** A row of `plugin_tables`: a table created by a plugin. */
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
