import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './databases.js';
import { copyDatabase, resetDatabase, type DatabaseRecord, recordDatabase } from './mysql-copies.js';
import { createDatabase, dropDatabase, mysqlUrl } from './mysql-server.js';

/** A data folder and a database for one test. */
export interface Sandbox {
  readonly dataDir: string;
  /** Path of the SQLite database, in the data folder. */
  readonly file: string;
  /** URL of the MariaDB database; undefined for SQLite. */
  readonly url: string | undefined;
  release(): Promise<void>;
}

/** Data that `make` needs about its result; stored as JSON. */
type Note = Readonly<Record<string, unknown>>;

interface InitialState<N extends Note> {
  /** The original data folder, which tests get copies of. */
  readonly data: string;
  readonly database: string;
  readonly databaseRecord: DatabaseRecord | undefined;
  readonly note: N;
}

/** The folder of the test run, deleted at its end together with the databases named after it. */
const RUN = process.env.TEST_RUN_FOLDER;
/** Milliseconds that a process waits for another one to make what both need. */
const TIMEOUT_MS = 120_000;

/**
 * Returns a prepared sandbox: made when a process of the run first needs it, copied for the other processes, and reset
 * for each further use. Many tests can thus have a separate site.
 * @param name identifies the preparation; equal names mean equal results
 * @param make prepares a sandbox, and closes what it opened
 */
export async function openPreparedSandbox<N extends Note>(
  engine: Engine,
  name: string,
  make: (sandbox: Sandbox) => Promise<N>,
): Promise<Sandbox & { readonly note: N }> {
  const key = createHash('sha256').update(`${engine} ${name}`).digest('hex').slice(0, 10);
  const [folder, original] =
    RUN === undefined ? [] : [join(RUN, `${process.env.JEST_WORKER_ID ?? '1'}-${key}`), join(RUN, `original-${key}`)];
  // Another site is using it now, or a test left it open.
  if (folder === undefined || original === undefined || existsSync(join(folder, 'in-use')))
    return makeOnce(engine, make);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'in-use'), '');
  const initialState =
    (await ownState<N>(folder)) ??
    (await otherState<N>(folder, original)) ??
    (await makeSnapshot(engine, folder, original, make));
  // The same folder each time: a plugin's bundle is named after its folder too.
  const dataDir = join(folder, 'site');
  rmSync(dataDir, { recursive: true, force: true });
  copyFolder(initialState.data, dataDir);
  return {
    note: initialState.note,
    ...sandboxAt(dataDir, initialState.database),
    async release() {
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(join(folder, 'in-use'), { force: true });
    },
  };
}

/** Returns the sandbox this process used before, after a reset; undefined when there is none. */
async function ownState<N extends Note>(folder: string): Promise<InitialState<N> | undefined> {
  const initialState = read<N>(folder);
  if (!initialState?.databaseRecord || (await resetDatabase(initialState.database, initialState.databaseRecord)))
    return initialState;
  // The test changed more than rows.
  await dropDatabase(initialState.database);
  return copy(folder, initialState);
}

/**
 * Returns a copy of what another process made, or is making; undefined when this process is the first, or has waited
 * too long.
 */
async function otherState<N extends Note>(folder: string, original: string): Promise<InitialState<N> | undefined> {
  for (let waitedMs = 0; existsSync(original) && waitedMs < TIMEOUT_MS; waitedMs += 50) {
    const initialState = read<N>(original);
    if (initialState) return copy(folder, initialState);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

async function copy<N extends Note>(folder: string, initialState: InitialState<N>): Promise<InitialState<N>> {
  const own = {
    ...initialState,
    database: initialState.databaseRecord ? await copyDatabase(initialState.databaseRecord) : '',
  };
  write(folder, own);
  return own;
}

async function makeSnapshot<N extends Note>(
  engine: Engine,
  folder: string,
  original: string,
  make: (sandbox: Sandbox) => Promise<N>,
): Promise<InitialState<N>> {
  mkdirSync(original, { recursive: true });
  const data = join(folder, 'data');
  try {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data);
    const database = engine === 'mysql' ? await createDatabase() : '';
    const note = await make({ ...sandboxAt(data, database), release: () => Promise.resolve() });
    const initialState: InitialState<N> = {
      data,
      database,
      databaseRecord: database === '' ? undefined : await recordDatabase(database),
      note,
    };
    for (const target of [folder, original]) write(target, initialState);
    return initialState;
  } catch (error) {
    rmSync(original, { recursive: true, force: true });
    throw error;
  }
}

function read<N extends Note>(folder: string): InitialState<N> | undefined {
  const file = join(folder, 'state.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InitialState<N>) : undefined;
}

/** Copies only files and folders; `cpSync` checks each parent folder of each file, which takes most of its time. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else copyFileSync(source, target);
  }
}

/** Written atomically, since other processes read it. */
function write(folder: string, initialState: InitialState<Note>): void {
  const draft = join(folder, `state-${process.pid}.json`);
  writeFileSync(draft, JSON.stringify(initialState));
  renameSync(draft, join(folder, 'state.json'));
}

async function makeOnce<N extends Note>(
  engine: Engine,
  make: (sandbox: Sandbox) => Promise<N>,
): Promise<Sandbox & { readonly note: N }> {
  const sandbox = await newSandbox(engine);
  return { ...sandbox, note: await make(sandbox) };
}

/** Creates an empty sandbox that is not reused. */
export async function newSandbox(engine: Engine): Promise<Sandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-site-'));
  const database = engine === 'mysql' ? await createDatabase() : '';
  return {
    ...sandboxAt(dataDir, database),
    async release() {
      if (database !== '') await dropDatabase(database);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function sandboxAt(dataDir: string, database: string): Omit<Sandbox, 'release'> {
  return { dataDir, file: join(dataDir, 'site.sqlite'), url: database === '' ? undefined : mysqlUrl(database) };
}
