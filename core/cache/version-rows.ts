/** The core's table versions, with the id of the row of `table_versions` that stores each. */
export const CORE_VERSION_ROWS = { options: 1, content: 2, users: 3, comments: 4 } as const;

/** Name of a table version: of the core, or of the tables that a plugin tracks. */
export type TableVersionName = string;

/** First row number used for plugins. */
const FIRST_PLUGIN_ROW = 1000;
/**
 * Number of rows that together count one table version of a plugin, so that concurrent transactions on its tables
 * rarely wait for each other.
 */
const ROWS_PER_VERSION = 16;
/** Maximum number of table versions of plugins. */
const MAX_PLUGIN_VERSIONS = 100_000_000;

/** Returns the key of a table version: its row for the core, or the first of its rows for a plugin. */
export function keyOf(name: TableVersionName): number {
  return Object.hasOwn(CORE_VERSION_ROWS, name)
    ? CORE_VERSION_ROWS[name as keyof typeof CORE_VERSION_ROWS]
    : FIRST_PLUGIN_ROW + (hash(name) % MAX_PLUGIN_VERSIONS) * ROWS_PER_VERSION;
}

/** Returns the key of the table version to which a row belongs. */
export function keyOfRow(id: number): number {
  return id < FIRST_PLUGIN_ROW ? id : id - ((id - FIRST_PLUGIN_ROW) % ROWS_PER_VERSION);
}

/** Returns the statement that increments a table version: in any of its rows, if there are several. */
export function incrementStatement(name: TableVersionName, engine: 'sqlite' | 'mysql'): string {
  const key = keyOf(name);
  if (key < FIRST_PLUGIN_ROW) return `update table_versions set version = version + 1 where id = ${key}`;
  const row = key + (engine === 'mysql' ? Math.floor(Math.random() * ROWS_PER_VERSION) : 0);
  // A missing row counts as zero.
  const onConflict = engine === 'mysql' ? 'on duplicate key update' : 'on conflict (id) do update set';
  return `insert into table_versions (id, version) values (${row}, 1) ${onConflict} version = version + 1`;
}

/** FNV-1a: the same on every node, independent of the order of startup. */
function hash(text: string): number {
  let result = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) result = Math.imul(result ^ text.charCodeAt(i), 0x01000193);
  return result >>> 0;
}
