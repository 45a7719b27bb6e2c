import { type Database, type Migration, PlinthError } from '../../core/api/index.js';
import {
  deleteMigrationRecords,
  migrate,
  markUnfinished,
  openDatabase,
  prepareMigrations,
  appliedMigrationIds,
} from '../../core/db/index.js';
import { schemaNewerError } from '../../core/db/migrate.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

describe.each(allEngines)('migration runner on %s', (engine) => {
  let scratch: ScratchDatabase;
  let db: Database;
  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    db = scratch.db;
    await db.createTable('things', (table) => {
      table.increments('id');
      table.string('name', 100).notNullable().unique();
    });
  });
  afterEach(() => scratch.drop());

  const adds = (id: string, name = id): Migration => ({
    id,
    up: async (inner) => void (await inner()('things').insert({ name })),
  });
  const names = (): Promise<string[]> => db()('things').orderBy('id').pluck<string[]>('name');

  it('applies each migration once when two nodes start together', async () => {
    let runs = 0;
    const steps = [
      {
        id: '001_add',
        async up(inner: Database) {
          runs++;
          await inner()('things').insert({ name: `run ${runs}` });
        },
      },
    ];
    await Promise.all([migrate(db, 'test', steps), migrate(db, 'test', steps)]);
    expect(runs).toBe(1);
    expect(await migrate(db, 'test', steps)).toEqual([]);
  });

  it('rolls back the steps of a failed update where the engine can', async () => {
    const good = {
      id: '001_good',
      up: async (inner: Database) => void (await inner()('things').insert({ name: 'kept' })),
    };
    const bad = { id: '002_bad', up: () => Promise.reject(new Error('half-way')) };
    await expect(migrate(db, 'test', [good, bad])).rejects.toMatchObject({
      code: 'db_migration_failed',
    } satisfies Partial<PlinthError>);
    // MariaDB commits each schema change immediately; it is not applied again.
    expect(await db()('things').pluck('name')).toEqual(engine === 'sqlite' ? [] : ['kept']);
    expect(await migrate(db, 'test', [good])).toEqual(engine === 'sqlite' ? ['001_good'] : []);
    expect(await names()).toEqual(['kept']);
  });

  it('lets the version before run after an update that never finished', async () => {
    const before = [adds('001_a')];
    await migrate(db, 'test', before);
    const failing = { id: '003_c', up: () => Promise.reject(new Error('half-way')) };
    await expect(migrate(db, 'test', [...before, adds('002_b'), failing])).rejects.toMatchObject({
      code: 'db_migration_failed',
    });
    expect(await migrate(db, 'test', before)).toEqual([]);
    expect(await migrate(db, 'test', [...before, adds('002_b'), adds('003_c')])).toEqual(
      engine === 'sqlite' ? ['002_b', '003_c'] : ['003_c'],
    );
    expect(await names()).toEqual(['001_a', '002_b', '003_c']);
    // Afterwards the schema is newer than the code.
    await expect(migrate(db, 'test', before)).rejects.toMatchObject({ code: 'schema_newer' });
  });

  it('lets the version before run after an undone update, until reapplied', async () => {
    const before = [adds('001_a')];
    const after = [...before, adds('002_b')];
    await migrate(db, 'test', after);
    await markUnfinished(db, 'test', ['002_b']);
    expect(await migrate(db, 'test', before)).toEqual([]);
    expect(await migrate(db, 'test', after)).toEqual([]);
    await expect(migrate(db, 'test', before)).rejects.toMatchObject({ code: 'schema_newer' });
    expect(await appliedMigrationIds(db, 'test')).toEqual(['001_a', '002_b']);
  });

  it('applies migrations in the given order and returns those applied', async () => {
    expect(await migrate(db, 'test', [adds('002_b'), adds('001_a')])).toEqual(['002_b', '001_a']);
    expect(await migrate(db, 'test', [adds('002_b'), adds('001_a'), adds('003_c')])).toEqual(['003_c']);
    expect(await migrate(db, 'test', [adds('002_b'), adds('001_a'), adds('003_c')])).toEqual([]);
    expect(await names()).toEqual(['002_b', '001_a', '003_c']);
  });

  it('separates owners and forgets the migrations of one alone', async () => {
    await migrate(db, 'mine', [adds('001_a', 'mine')]);
    await migrate(db, 'other', [adds('001_a', 'other')]);
    expect(await names()).toEqual(['mine', 'other']);
    await deleteMigrationRecords(db, 'mine');
    await db()('things').delete();
    expect([
      await migrate(db, 'mine', [adds('001_a', 'mine')]),
      await migrate(db, 'other', [adds('001_a', 'other')]),
    ]).toEqual([['001_a'], []]);
    expect(await names()).toEqual(['mine']);
  });

  it('records the time of each migration in UTC', async () => {
    const before = new Date(Date.now() - 1000).toISOString();
    await migrate(db, 'test', [adds('001_a')]);
    const [row] = await db()('migrations').where({ owner: 'test' });
    expect(row).toMatchObject({
      owner: 'test',
      id: '001_a',
      applied_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    });
    const time = (row as { applied_at: string }).applied_at;
    expect(time >= before.slice(0, 19).replace('T', ' ') && time <= new Date().toISOString().replace('T', ' ')).toBe(
      true,
    );
  });

  it('names the failed step with its cause and repeats it once fixed', async () => {
    let isFixed = false;
    const cause = new Error('half-way');
    const steps = [
      adds('001_a'),
      {
        id: '002_b',
        up: async (inner: Database) => {
          if (engine === 'sqlite' || isFixed) await inner()('things').insert({ name: 'half' });
          if (!isFixed) throw cause;
        },
      },
      adds('003_c'),
    ];
    const failure: unknown = await migrate(db, 'test', steps).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PlinthError);
    expect(failure).toMatchObject({
      code: 'db_migration_failed',
      message: 'Migration test/002_b failed: half-way',
      hint: expect.stringContaining('start again') as string,
      cause,
    });
    // SQLite rolls back the migration.
    expect(await names()).toEqual(engine === 'sqlite' ? [] : ['001_a']);
    isFixed = true;
    expect(await migrate(db, 'test', steps)).toEqual(
      engine === 'sqlite' ? ['001_a', '002_b', '003_c'] : ['002_b', '003_c'],
    );
    expect(await names()).toEqual(['001_a', 'half', '003_c']);
  });

  it('waits for another migrating process and skips what it applied', async () => {
    let lockOptions: Parameters<Database['withLock']>[2];
    // Another process applies the first migration after this one has read the pending ones.
    const late: Database = Object.assign(() => db(), db, {
      async withLock<T>(name: string, work: () => Promise<T>, how?: typeof lockOptions): Promise<T> {
        lockOptions = how;
        await db()('migrations').insert({ owner: 'test', id: '001_a', applied_at: '2028-02-29 12:00:00' });
        return db.withLock(name, work, how);
      },
    });
    expect(await migrate(late, 'test', [adds('001_a'), adds('002_b')])).toEqual(['002_b']);
    expect(await names()).toEqual(['002_b']);
    expect(lockOptions?.wait).toBeGreaterThanOrEqual(60_000);
  });

  it('reports waiting for another process, and nothing otherwise', async () => {
    const messages: string[] = [];
    await migrate(db, 'core', [adds('001')], { onWait: () => void messages.push('at once') });
    expect(messages).toEqual([]);
    let isTold = (): void => undefined;
    const telling = new Promise<void>((resolve) => (isTold = resolve));
    let waiting: Promise<unknown> = Promise.resolve();
    await db.withLock('migrations', async () => {
      waiting = migrate(db, 'core', [adds('001'), adds('002')], { onWait: isTold });
      await telling;
    });
    await waiting;
    expect(await names()).toEqual(['001', '002']);
  });

  it('applies migrations in one process at a time', async () => {
    await db()('locks').insert({ name: 'migrations', owner: 'another', expires_at: Date.now() + 3_600_000 });
    const withoutWaiting: Database = Object.assign(() => db(), db, {
      withLock: <T>(name: string, work: () => Promise<T>) => db.withLock(name, work, { wait: 0 }),
    });
    await expect(migrate(withoutWaiting, 'test', [adds('001_a')])).rejects.toMatchObject({ code: 'db_lock_timeout' });
    expect(await names()).toEqual([]);
  });

  it('takes no lock when there is nothing to apply', async () => {
    await migrate(db, 'test', [adds('001_a')]);
    await db()('locks').insert({ name: 'migrations', owner: 'another', expires_at: Date.now() + 3_600_000 });
    expect(await migrate(db, 'test', [adds('001_a')])).toEqual([]);
  });

  it('refuses a database of a newer version unless its data are replaced', async () => {
    await migrate(db, 'test', [adds('001_a'), adds('003_c'), adds('002_b')]);
    await migrate(db, 'other', [adds('009_of_another')]);
    const older = [adds('001_a'), adds('004_d')];
    await expect(migrate(db, 'test', older)).rejects.toMatchObject({
      code: 'schema_newer',
      details: { owner: 'test', migrations: ['002_b', '003_c'] },
    });
    expect(await names()).toHaveLength(4);
    expect(await migrate(db, 'test', older, { allowNewer: true })).toEqual(['004_d']);
  });

  it('explains what is newer and where: core, plugin, backup or export', () => {
    const messageOf = (owner: string, where?: 'export' | 'backup'): string => {
      const { message, hint } = schemaNewerError(owner, ['008_x', '009_y'], where);
      return `${message} ${hint}`;
    };
    expect(messageOf('core')).toMatch(
      /^The database was created by a newer version of Plinth: this version does not know the migrations 008_x, 009_y\. Run the newer version again, or restore a backup.* Nothing was changed/,
    );
    expect(messageOf('shop')).toBe(
      'The database was created by a newer version of the plugin "shop": this version does not know the migrations 008_x, 009_y. Install its newer version again. Its data was not changed.',
    );
    expect(messageOf('core', 'backup')).toBe(
      'The backup was created by a newer version of Plinth: this version does not know the migrations 008_x, 009_y. Update Plinth first.',
    );
    expect(messageOf('shop', 'export')).toBe(
      'The export was created by a newer version of the plugin "shop": this version does not know the migrations 008_x, 009_y. Update the plugin "shop" first.',
    );
  });

  it('accepts tables that another process created at the same moment', async () => {
    // The error that each driver throws in the slower process.
    const late = (text: string): Database =>
      Object.assign(() => db(), db, { createTable: () => Promise.reject(new Error(text)) });
    await prepareMigrations(late("create table `locks` - Table 'locks' already exists"));
    await prepareMigrations(late('create table `locks` - table `locks` already exists'));
    await expect(prepareMigrations(late('no space left on device'))).rejects.toThrow('no space left');
    await prepareMigrations(db);
  });

  it('prepares its tables from two processes at once', async () => {
    await db().schema.dropTable('locks');
    await db().schema.dropTable('migrations');
    const another = openDatabase({ url: scratch.url, file: scratch.file });
    await Promise.all([prepareMigrations(db), prepareMigrations(another)]);
    await another.destroy();
    expect(await migrate(db, 'test', [adds('001_a')])).toEqual(['001_a']);
    await expect(
      db()('migrations').insert({ owner: 'test', id: '001_a', applied_at: '2028-02-29 12:00:00' }),
    ).rejects.toThrow();
  });
});
