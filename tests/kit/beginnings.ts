import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './databases.js';
import { dropWithCopies, putBack, type Remembered, remember } from './mysql-copies.js';
import { createDatabase, dropDatabase, mysqlUrl } from './mysql-server.js';

/** A data folder and a database for one test. */
export interface Ground {
  readonly dataDir: string;
  /** SQLite's, in the data folder. */
  readonly file: string;
  /** MariaDB's; absent for SQLite. */
  readonly url: string | undefined;
  release(): Promise<void>;
}

/** What `make` wants to know again of what it made; it is stored as JSON. */
type Note = Readonly<Record<string, unknown>>;

interface Beginning<N extends Note> {
  readonly database: string;
  readonly remembered: Remembered | undefined;
  readonly note: N;
}

/** The run's folder, which its end throws away together with the databases that are named after it. */
const RUN = process.env.TEST_RUN_FOLDER;

/**
 * A ground on which something was made already: really made the first time that a test process asks for it, and put back to that
 * state every further time. So many tests can each have a site of their own.
 * @param name what was made; two of one name are alike
 * @param make fills a ground, and closes what it opened
 */
export async function beginAgain<N extends Note>(engine: Engine, name: string, make: (ground: Ground) => Promise<N>): Promise<Ground & { readonly note: N }> {
  const key = createHash('sha256').update(`${engine} ${name}`).digest('hex').slice(0, 10);
  const folder = RUN === undefined ? undefined : join(RUN, `${process.env.JEST_WORKER_ID ?? '1'}-${key}`);
  // Another site stands on it now, or a test left it open.
  if (folder === undefined || existsSync(join(folder, 'taken'))) return makeOnce(engine, make);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'taken'), '');
  const beginning = (await known<N>(folder)) ?? (await makeKept(engine, folder, make));
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-site-'));
  cpSync(join(folder, 'data'), dataDir, { recursive: true });
  return {
    note: beginning.note,
    ...groundAt(dataDir, beginning.database),
    async release() {
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(join(folder, 'taken'), { force: true });
    },
  };
}

/** What was made before, put back; nothing when there is none, or a test changed too much of it. */
async function known<N extends Note>(folder: string): Promise<Beginning<N> | undefined> {
  const file = join(folder, 'beginning.json');
  if (!existsSync(file)) return undefined;
  const beginning = JSON.parse(readFileSync(file, 'utf8')) as Beginning<N>;
  if (!beginning.remembered || (await putBack(beginning.database, beginning.remembered))) return beginning;
  rmSync(join(folder, 'data'), { recursive: true });
  await dropWithCopies(beginning.database);
  return undefined;
}

async function makeKept<N extends Note>(engine: Engine, folder: string, make: (ground: Ground) => Promise<N>): Promise<Beginning<N>> {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const database = engine === 'mysql' ? await createDatabase() : '';
  const note = await make({ ...groundAt(dataDir, database), release: () => Promise.resolve() });
  const beginning: Beginning<N> = { database, remembered: database === '' ? undefined : await remember(database), note };
  writeFileSync(join(folder, 'beginning.json'), JSON.stringify(beginning));
  return beginning;
}

async function makeOnce<N extends Note>(engine: Engine, make: (ground: Ground) => Promise<N>): Promise<Ground & { readonly note: N }> {
  const ground = await newGround(engine);
  return { ...ground, note: await make(ground) };
}

/** An empty one that nothing is kept of. */
export async function newGround(engine: Engine): Promise<Ground> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-site-'));
  const database = engine === 'mysql' ? await createDatabase() : '';
  return {
    ...groundAt(dataDir, database),
    async release() {
      if (database !== '') await dropDatabase(database);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function groundAt(dataDir: string, database: string): Omit<Ground, 'release'> {
  return { dataDir, file: join(dataDir, 'site.sqlite'), url: database === '' ? undefined : mysqlUrl(database) };
}
