import type { Migration } from '../../core/api/index.js';
import { migrate } from '../../core/db/index.js';
import { type Engine, scratchDatabase, type ScratchDatabase } from './databases.js';

/** Runs work with a database that contains only a plugin's tables. */
export async function withTables(
  engine: Engine,
  plugin: string,
  migrations: readonly Migration[],
): Promise<ScratchDatabase> {
  const scratch = await scratchDatabase(engine);
  await migrate(scratch.db, plugin, migrations);
  return scratch;
}
