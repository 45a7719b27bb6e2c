import { type Database, type Migration, PlinthError, utcText } from '../api/index.js';
import { unhurried } from './unhurried.js';

/** Tables the migrator itself stands on; created without a lock, since there is none yet. */
export async function prepareMigrations(db: Database): Promise<void> {
  await ignoreExisting(() =>
    db.createTable('locks', (table) => {
      table.string('name', 190).primary();
      table.string('owner', 36).notNullable();
      table.bigInteger('expires_at').notNullable();
    }),
  );
  await ignoreExisting(() =>
    db.createTable('migrations', (table) => {
      table.string('owner', 100).notNullable();
      table.string('id', 150).notNullable();
      table.datetime('applied_at').notNullable();
      table.primary(['owner', 'id']);
    }),
  );
}

/**
 * Applies the migrations of one owner (`core` or a plugin) that this database has not seen, in order.
 * Safe when several nodes start at once: one migrates, the others wait. A step that fails leaves the earlier ones applied.
 * @param options.overNewer also where a newer version was, whose data are about to be replaced
 * @returns the ids applied now
 * @throws PlinthError `db_migration_failed`, `schema_newer` when a newer version was here already
 */
export async function migrate(
  db: Database,
  owner: string,
  migrations: readonly Migration[],
  { overNewer = false }: { overNewer?: boolean } = {},
): Promise<string[]> {
  const unknown = overNewer ? [] : await unknownMigrations(db, owner, migrations);
  if (unknown.length > 0) throw schemaNewer(owner, unknown);
  const pending = await pendingMigrations(db, owner, migrations);
  if (pending.length === 0) return [];
  return db.withLock(
    'migrations',
    async () => {
      const applied: string[] = [];
      for (const migration of await pendingMigrations(db, owner, migrations)) {
        await apply(db, owner, migration);
        applied.push(migration.id);
      }
      return applied;
    },
    { wait: 120_000 },
  );
}

/** Forgets an owner's migrations, after its tables were dropped. */
export async function forgetMigrations(db: Database, owner: string): Promise<void> {
  await db()('migrations').where({ owner }).delete();
}

/** Steps that were applied to this database, and that this code does not know. */
async function unknownMigrations(db: Database, owner: string, migrations: readonly Migration[]): Promise<string[]> {
  const known = new Set(migrations.map(({ id }) => id));
  return (await db()('migrations').where({ owner }).orderBy('id').pluck<string[]>('id')).filter((id) => !known.has(id));
}

/** The refusal of code that is older than the data it should work on. */
export function schemaNewer(
  owner: string,
  ids: readonly string[],
  where: 'database' | 'export' | 'backup' = 'database',
): PlinthError {
  const who = owner === 'core' ? 'Plinth' : `the plugin "${owner}"`;
  return new PlinthError(
    'schema_newer',
    `The ${where} was made by a newer version of ${who}: this one does not know ${ids.join(', ')}.`,
    {
      cure: cure(),
      details: { owner, migrations: ids },
    },
  );

  function cure(): string {
    if (where !== 'database') return `Update ${who} first.`;
    return owner === 'core'
      ? 'Run the newer version again, or restore a backup of this version into an empty database. Nothing was changed; `db export` and `backup create` still work.'
      : 'Install its newer version again. Its data were not touched.';
  }
}

async function pendingMigrations(db: Database, owner: string, migrations: readonly Migration[]): Promise<Migration[]> {
  const done = new Set<string>(await db()('migrations').where({ owner }).pluck('id'));
  return migrations.filter((migration) => !done.has(migration.id));
}

async function apply(db: Database, owner: string, migration: Migration): Promise<void> {
  const run = async (): Promise<void> => {
    await migration.up(db);
    const applied_at = utcText();
    await db()('migrations').insert({ owner, id: migration.id, applied_at });
  };
  try {
    // SQLite's schema changes are transactional; MySQL commits each at once, so its steps must be repeatable.
    await unhurried(() => (db.engine === 'sqlite' ? db.transaction(run) : run()));
  } catch (cause) {
    throw new PlinthError(
      'db_migration_failed',
      `Migration ${owner}/${migration.id} failed: ${(cause as Error).message}`,
      {
        cure: 'Mend the cause and start again: finished steps are kept, this one is repeated.',
        cause,
      },
    );
  }
}

/** Two processes may create the same table in the same moment; the loser finds it there. */
async function ignoreExisting(create: () => Promise<void>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!/already exists/i.test((error as Error).message)) throw error;
  }
}
