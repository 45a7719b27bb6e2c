import { type Database, PlinthError } from '../../api/index.js';

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

export function createPluginTables(db: Database): PluginTables {
  const of = async (id: string): Promise<string[]> =>
    db()('plugin_tables').where({ plugin: id }).orderBy('name').pluck<string[]>('name');

  /** Throws `table_exists` when another plugin owns the table. @returns whether this one does already */
  async function isOwn(id: string, name: string): Promise<boolean> {
    const holder = await db()('plugin_tables').where({ name }).first('plugin');
    if (holder && holder.plugin !== id)
      throw new PlinthError('table_exists', `The table "${name}" belongs to the plugin "${holder.plugin}".`, {
        hint: `Prefix the table name with that of the plugin: "${id.replaceAll('-', '_')}_…".`,
      });
    return holder !== undefined;
  }

  async function createFor(id: string, name: string, build: Parameters<Database['createTable']>[1]): Promise<void> {
    const holder = await isOwn(id, name);
    const isThere = await db().schema.hasTable(name);
    await db.createTable(name, build);
    // A table that existed before may belong to other code.
    if (!holder && !isThere) await db()('plugin_tables').insert({ name, plugin: id }).onConflict('name').ignore();
  }

  async function renameFor(id: string, from: string, to: string): Promise<void> {
    await isOwn(id, from);
    await isOwn(id, to);
    await db.renameTable(from, to);
    await db()('plugin_tables').where({ name: from, plugin: id }).update({ name: to });
  }

  return {
    databaseFor: (id) =>
      Object.assign(() => db(), db, {
        createTable: (name: string, build: Parameters<Database['createTable']>[1]) => createFor(id, name, build),
        renameTable: (from: string, to: string) => renameFor(id, from, to),
      }),
    list: of,
    async drop(id) {
      const names = await of(id);
      for (const name of names) await db().schema.dropTableIfExists(name);
      await db()('plugin_tables').where({ plugin: id }).delete();
      return names;
    },
  };
}
