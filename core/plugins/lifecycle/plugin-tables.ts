import { type Database, PlinthError } from '../../api/index.js';
import { refuseInTransaction, type SiteDatabase } from '../../db/index.js';

/** The tables created by plugins. */
export interface PluginTables {
  /**
   * Returns the site's database on behalf of a plugin: it owns the tables it creates, and has no access to those of
   * other plugins.
   */
  databaseFor(id: string): Database;
  list(id: string): Promise<string[]>;
  /**
   * Drops a plugin's tables.
   * @returns their names
   */
  drop(id: string): Promise<string[]>;
}

export function createPluginTables(db: SiteDatabase): PluginTables {
  const listTables = async (id: string): Promise<string[]> =>
    db()('plugin_tables').where({ plugin: id }).orderBy('name').pluck<string[]>('name');

  /**
   * Checks whether a plugin already owns a table.
   * @throws PlinthError `table_exists` if another plugin owns it
   */
  async function ownsTable(id: string, name: string): Promise<boolean> {
    const owner = await db()('plugin_tables').where({ name }).first('plugin');
    if (owner && owner.plugin !== id)
      throw new PlinthError('table_exists', `The table "${name}" belongs to the plugin "${owner.plugin}".`, {
        hint: `Prefix the table name with that of the plugin: "${id.replaceAll('-', '_')}_…".`,
      });
    return owner !== undefined;
  }

  async function createOwnedTable(
    id: string,
    name: string,
    build: Parameters<Database['createTable']>[1],
  ): Promise<void> {
    const isOwned = await ownsTable(id, name);
    const existed = await db().schema.hasTable(name);
    await db.createTable(name, build);
    // A table that existed before may belong to other code.
    if (!isOwned && !existed) await db()('plugin_tables').insert({ name, plugin: id }).onConflict('name').ignore();
  }

  async function renameOwnedTable(id: string, from: string, to: string): Promise<void> {
    await ownsTable(id, from);
    await ownsTable(id, to);
    await db.renameTable(from, to);
    await db()('plugin_tables').where({ name: from, plugin: id }).update({ name: to });
  }

  return {
    databaseFor: (id) =>
      Object.assign(() => db(), db, {
        createTable: (name: string, build: Parameters<Database['createTable']>[1]) => createOwnedTable(id, name, build),
        renameTable: (from: string, to: string) => renameOwnedTable(id, from, to),
        outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
          // On SQLite it would wait for the connection that the caller's own transaction holds.
          refuseInTransaction(db, 'Work outside the transaction');
          return db.outsideTransaction(work);
        },
      }),
    list: listTables,
    async drop(id) {
      const names = await listTables(id);
      for (const name of names) await db().schema.dropTableIfExists(name);
      await db()('plugin_tables').where({ plugin: id }).delete();
      return names;
    },
  };
}
