import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, PlinthError } from '../api/index.js';
import { type AppliedMigrations, appliedMigrations } from '../db/index.js';
import type { PluginHost } from '../plugins/index.js';

export interface TablesDeps {
  readonly db: Database;
  readonly plugins: Pick<PluginHost, 'record' | 'migratePlugin'>;
}

/**
 * Creates the tables of the plugins whose data will be restored.
 * @param incoming folder of the plugins included in the backup
 * @throws PlinthError `import_plugin_not_found`
 */
export async function createPluginTables(
  { db, plugins }: TablesDeps,
  requiredMigrations: AppliedMigrations,
  { incoming, leaveOut: skipMissingPlugins = false }: { incoming?: string; leaveOut?: boolean } = {},
): Promise<void> {
  const applied = await appliedMigrations(db);
  for (const [id, steps] of Object.entries(requiredMigrations)) {
    if (id === 'core') continue;
    const record = await plugins.record(id);
    const folder = incoming === undefined || record?.bundled ? undefined : join(incoming, id);
    const isIncluded =
      folder !== undefined &&
      (await access(join(folder, 'plugin.json')).then(
        () => true,
        () => false,
      ));
    if (isIncluded) await plugins.migratePlugin(id, folder);
    else if (record) await plugins.migratePlugin(id);
    // Tables of a deleted plugin may still exist.
    else if (!skipMissingPlugins && !steps.every((step) => applied[id]?.includes(step))) {
      throw new PlinthError(
        'import_plugin_not_found',
        `The data includes tables of the plugin "${id}", which is not installed on this site.`,
        { hint: `Install "${id}" first, or skip its data with --skip-missing-plugins.` },
      );
    }
  }
}
