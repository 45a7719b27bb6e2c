import { type Database, type Migration, PlinthError, toUtcString } from '../api/index.js';
import { unhurried } from './no-timeout.js';

/** Creates the tables required by the migrator itself, without a lock, because the lock table does not exist yet. */
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

/** Owner prefix of migrations of an update that was never completed; code from before that update ignores them. */
const UNFINISHED = 'unfinished:';

interface AppliedMigrations {
  readonly completed: ReadonlySet<string>;
  /** Applied or started migrations of an update that was never completed. */
  readonly unfinished: ReadonlySet<string>;
}

async function appliedTo(db: Database, owner: string): Promise<AppliedMigrations> {
  const rows = await db()<{ owner: string; id: string }>('migrations')
    .whereIn('owner', [owner, UNFINISHED + owner])
    .orderBy('id');
  const of = (name: string): Set<string> => new Set(rows.filter((row) => row.owner === name).map(({ id }) => id));
  return { completed: of(owner), unfinished: of(UNFINISHED + owner) };
}

/** Milliseconds after which waiting for another process is reported. */
const TELL_MS = 1_000;

/**
 * Applies the migrations of one owner (`core` or a plugin) that are new to this database, in order.
 * Safe when several nodes start at once: one migrates, the others wait. If a migration fails, SQLite rolls back all of
 * them; MariaDB keeps the earlier ones, marked as part of an update that was never completed.
 * @param options.onWait called once while waiting for another process, or for the lock of one that died
 * @param options.allowNewer also migrates a database used by a newer version, whose data is about to be replaced
 * @returns the IDs applied now
 * @throws PlinthError `db_migration_failed`, `schema_newer` if a newer version was here already
 */
export async function migrate(
  db: Database,
  owner: string,
  migrations: readonly Migration[],
  { allowNewer = false, onWait }: { allowNewer?: boolean; onWait?: () => void } = {},
): Promise<string[]> {
  const before = await appliedTo(db, owner);
  const unknown = allowNewer ? [] : unknownSteps(before, migrations);
  if (unknown.length > 0) throw schemaNewer(owner, unknown);
  if (isFinished(before, migrations)) return [];
  const telling = onWait && setTimeout(onWait, TELL_MS);
  const work = (): Promise<string[]> => {
    clearTimeout(telling);
    return applyAll(db, owner, migrations);
  };
  try {
    return await db.withLock('migrations', work, { wait: 120_000 });
  } finally {
    clearTimeout(telling);
  }
}

async function applyAll(db: Database, owner: string, migrations: readonly Migration[]): Promise<string[]> {
  const { completed } = await appliedTo(db, owner);
  const pending = migrations.filter(({ id }) => !completed.has(id));
  const run = async (): Promise<void> => {
    for (const migration of pending) await apply(db, owner, migration);
    const known = migrations.map(({ id }) => id);
    await db()('migrations')
      .where({ owner: UNFINISHED + owner })
      .whereIn('id', known)
      .delete();
  };
  // SQLite's schema changes are transactional; MySQL commits each at once, so its migrations must be repeatable.
  await unhurried(() => (db.engine === 'sqlite' ? db.transaction(run) : run()));
  return pending.map(({ id }) => id);
}

/** Returns the applied migrations of an owner. */
export async function stepsOf(db: Database, owner: string): Promise<string[]> {
  return [...(await appliedTo(db, owner)).completed];
}

/** Marks migrations as part of a reverted update, so that the previous version ignores them. */
export async function noteUnfinished(db: Database, owner: string, ids: readonly string[]): Promise<void> {
  const applied_at = toUtcString();
  for (const id of ids)
    await db()('migrations')
      .insert({ owner: UNFINISHED + owner, id, applied_at })
      .onConflict(['owner', 'id'])
      .ignore();
}

/** Deletes the migration records of an owner whose tables were dropped. */
export async function forgetMigrations(db: Database, owner: string): Promise<void> {
  await db()('migrations')
    .whereIn('owner', [owner, UNFINISHED + owner])
    .delete();
}

/** Returns migrations applied to this database that this code does not know. */
function unknownSteps({ completed, unfinished }: AppliedMigrations, migrations: readonly Migration[]): string[] {
  const known = new Set(migrations.map(({ id }) => id));
  return [...completed].filter((id) => !known.has(id) && !unfinished.has(id));
}

/** Whether all these migrations were applied in completed updates. */
function isFinished({ completed, unfinished }: AppliedMigrations, migrations: readonly Migration[]): boolean {
  return migrations.every(({ id }) => completed.has(id) && !unfinished.has(id));
}

/** Returns the error for code that is older than its data. */
export function schemaNewer(
  owner: string,
  ids: readonly string[],
  where: 'database' | 'export' | 'backup' = 'database',
): PlinthError {
  const who = owner === 'core' ? 'Plinth' : `the plugin "${owner}"`;
  return new PlinthError(
    'schema_newer',
    `The ${where} was created by a newer version of ${who}: this version does not know the migrations ${ids.join(', ')}.`,
    {
      hint: updateHint(),
      details: { owner, migrations: ids },
    },
  );

  function updateHint(): string {
    if (where !== 'database') return `Update ${who} first.`;
    return owner === 'core'
      ? 'Run the newer version again, or restore a backup of this version into an empty database. Nothing was changed; `db export` and `backup create` still work.'
      : 'Install its newer version again. Its data was not changed.';
  }
}

async function apply(db: Database, owner: string, migration: Migration): Promise<void> {
  try {
    if (db.engine === 'mysql') await noteUnfinished(db, owner, [migration.id]);
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
export const isUnfinished = (owner: string): boolean => owner.startsWith(UNFINISHED);

/** Two processes may create the same table at the same time; the second one finds it existing. */
async function ignoreExisting(create: () => Promise<void>): Promise<void> {
  try {
    await create();
  } catch (error) {
    if (!/already exists/i.test((error as Error).message)) throw error;
  }
}
