import { type Database, type Migration, PlinthError, toUtcString } from '../api/index.js';
import { withoutTimeLimit } from './no-timeout.js';

/** Creates the tables of the migrator itself. This runs without a lock, because the lock table does not exist yet. */
export async function prepareMigrations(db: Database): Promise<void> {
  await ignoreIfExists(() =>
    db.createTable('locks', (table) => {
      table.string('name', 190).primary();
      table.string('owner', 36).notNullable();
      table.bigInteger('expires_at').notNullable();
    }),
  );
  await ignoreIfExists(() =>
    db.createTable('migrations', (table) => {
      table.string('owner', 100).notNullable();
      table.string('id', 150).notNullable();
      table.datetime('applied_at').notNullable();
      table.primary(['owner', 'id']);
    }),
  );
}

/** Owner prefix for migrations of an update that was not completed. The code before that update ignores them. */
const UNFINISHED_PREFIX = 'unfinished:';

interface AppliedMigrations {
  readonly completed: ReadonlySet<string>;
  /** Migrations of an update that was not completed, whether they were applied or only started. */
  readonly unfinished: ReadonlySet<string>;
}

async function readApplied(db: Database, owner: string): Promise<AppliedMigrations> {
  const rows = await db()<{ owner: string; id: string }>('migrations')
    .whereIn('owner', [owner, UNFINISHED_PREFIX + owner])
    .orderBy('id');
  const idsOf = (name: string): Set<string> => new Set(rows.filter((row) => row.owner === name).map(({ id }) => id));
  return { completed: idsOf(owner), unfinished: idsOf(UNFINISHED_PREFIX + owner) };
}

/** Milliseconds of waiting for another process after which this is reported. */
const REPORT_WAIT_MS = 1_000;

/**
 * Applies the migrations of an owner (`core` or a plugin) that were not applied to this database yet, in order.
 * Several nodes may start at once: one migrates, and the others wait. If a migration fails, SQLite rolls back all of
 * them; MariaDB keeps the earlier ones, which are marked as part of an update that was not completed.
 * @param options.onWait called once while waiting for another process, or for the lock of a process that crashed
 * @param options.allowNewer also migrates a database of a newer version, whose data will be replaced
 * @returns the IDs of the migrations that were applied now
 * @throws PlinthError `db_migration_failed`, `schema_newer` if the database belongs to a newer version
 */
export async function migrate(
  db: Database,
  owner: string,
  migrations: readonly Migration[],
  { allowNewer = false, onWait }: { allowNewer?: boolean; onWait?: () => void } = {},
): Promise<string[]> {
  const before = await readApplied(db, owner);
  const unknown = allowNewer ? [] : findUnknownMigrations(before, migrations);
  if (unknown.length > 0) throw schemaNewerError(owner, unknown);
  if (isUpToDate(before, migrations)) return [];
  const reportTimer = onWait && setTimeout(onWait, REPORT_WAIT_MS);
  const work = (): Promise<string[]> => {
    clearTimeout(reportTimer);
    return applyAll(db, owner, migrations);
  };
  try {
    return await db.withLock('migrations', work, { wait: 120_000 });
  } finally {
    clearTimeout(reportTimer);
  }
}

async function applyAll(db: Database, owner: string, migrations: readonly Migration[]): Promise<string[]> {
  const { completed } = await readApplied(db, owner);
  const pending = migrations.filter(({ id }) => !completed.has(id));
  const run = async (): Promise<void> => {
    for (const migration of pending) await applyMigration(db, owner, migration);
    const known = migrations.map(({ id }) => id);
    await db()('migrations')
      .where({ owner: UNFINISHED_PREFIX + owner })
      .whereIn('id', known)
      .delete();
  };
  // Schema changes are transactional in SQLite. MySQL commits each immediately, so its migrations must be repeatable.
  await withoutTimeLimit(() => (db.engine === 'sqlite' ? db.transaction(run) : run()));
  return pending.map(({ id }) => id);
}

/** Returns the applied migrations of an owner. */
export async function appliedMigrationIds(db: Database, owner: string): Promise<string[]> {
  return [...(await readApplied(db, owner)).completed];
}

/** Marks migrations as part of an update that was reverted, so that the previous version ignores them. */
export async function markUnfinished(db: Database, owner: string, ids: readonly string[]): Promise<void> {
  const applied_at = toUtcString();
  for (const id of ids)
    await db()('migrations')
      .insert({ owner: UNFINISHED_PREFIX + owner, id, applied_at })
      .onConflict(['owner', 'id'])
      .ignore();
}

/** Deletes the migration records of an owner whose tables were dropped. */
export async function deleteMigrationRecords(db: Database, owner: string): Promise<void> {
  await db()('migrations')
    .whereIn('owner', [owner, UNFINISHED_PREFIX + owner])
    .delete();
}

/** Returns migrations that were applied to this database and that this code does not contain. */
function findUnknownMigrations(
  { completed, unfinished }: AppliedMigrations,
  migrations: readonly Migration[],
): string[] {
  const known = new Set(migrations.map(({ id }) => id));
  return [...completed].filter((id) => !known.has(id) && !unfinished.has(id));
}

/** Whether all these migrations were applied in completed updates. */
function isUpToDate({ completed, unfinished }: AppliedMigrations, migrations: readonly Migration[]): boolean {
  return migrations.every(({ id }) => completed.has(id) && !unfinished.has(id));
}

/** Returns the error for code that is older than its data. */
export function schemaNewerError(
  owner: string,
  ids: readonly string[],
  where: 'database' | 'export' | 'backup' = 'database',
): PlinthError {
  const ownerText = owner === 'core' ? 'Plinth' : `the plugin "${owner}"`;
  return new PlinthError(
    'schema_newer',
    `The ${where} was created by a newer version of ${ownerText}: this version does not know the migrations ${ids.join(', ')}.`,
    {
      hint: updateHint(),
      details: { owner, migrations: ids },
    },
  );

  function updateHint(): string {
    if (where !== 'database') return `Update ${ownerText} first.`;
    return owner === 'core'
      ? 'Run the newer version again, or restore a backup of this version into an empty database. Nothing was changed; `db export` and `backup create` still work.'
      : 'Install its newer version again. Its data was not changed.';
  }
}

async function applyMigration(db: Database, owner: string, migration: Migration): Promise<void> {
  try {
    if (db.engine === 'mysql') await markUnfinished(db, owner, [migration.id]);
    await migration.up(db);
    await db()('migrations').insert({ owner, id: migration.id, applied_at: toUtcString() });
  } catch (cause) {
    throw new PlinthError(
      'db_migration_failed',
      `Migration ${owner}/${migration.id} failed: ${(cause as Error).message}`,
      {
        hint:
          db.engine === 'sqlite'
            ? 'Fix the cause and start again: all steps of this update were rolled back.'
            : 'Fix the cause and start again: completed steps are kept, and this one is run again.',
        cause,
      },
    );
  }
}

/** Whether an owner's record belongs to an incomplete update. */
export const isUnfinished = (owner: string): boolean => owner.startsWith(UNFINISHED_PREFIX);

/** Ignores the error if the table exists, because two processes may create it at the same time. */
async function ignoreIfExists(create: () => Promise<void>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!/already exists/i.test((error as Error).message)) throw error;
  }
}
