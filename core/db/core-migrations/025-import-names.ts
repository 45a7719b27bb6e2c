import type { Migration } from '../../api/index.js';

const RENAMED_OUTCOMES = [
  ['made', 'created'],
  ['there', 'existing'],
  ['left', 'skipped'],
  ['partly', 'incomplete'],
] as const;

interface EarlierImport {
  state: string;
}

interface EarlierEntry {
  outcome: string;
}

/**
 * Columns, states and results of imports, and the style in the theme's settings, get standard names. Runs before the
 * migrations that create the tables.
 */
export const renameImportNames: Migration = {
  id: '025_import_names',
  async up(db) {
    await db.renameColumn('imports', 'survey', 'preview');
    await db.renameColumn('imports', 'problem', 'error');
    await db.renameColumn('import_entries', 'settled', 'linked');
    if (await db().schema.hasTable('imports'))
      await db()<EarlierImport>('imports').where({ state: 'looked' }).update({ state: 'checked' });
    if (await db().schema.hasTable('import_entries'))
      for (const [from, to] of RENAMED_OUTCOMES)
        await db()<EarlierEntry>('import_entries').where({ outcome: from }).update({ outcome: to });
    // A key of the serialized settings, with its length.
    if (await db().schema.hasTable('options'))
      await db()
        .table('options')
        .where('name', 'like', 'theme_mods_%')
        .update({ value: db().raw('replace(value, ?, ?)', ['s:4:"look";', 's:8:"branding";']) });
  },
};
