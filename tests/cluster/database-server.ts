import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { freePort, until } from '../chaos/site-process.js';

const run = promisify(execFile);

export const SERVER = '/usr/sbin/mariadbd';
export const HOST = '127.0.0.1';
const START_MS = 60_000;
/** Characters of a server's log that are included in errors. */
const LOG_TAIL = 3_000;
/** Without the run's own folder for temporary files. */
export const ENVIRONMENT = { PATH: process.env.PATH };

/** The system account that servers run as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** A MariaDB server with its own data folder and port. */
export interface DatabaseServer {
  readonly folder: string;
  readonly port: number;
  query(sql: string): Promise<RowDataPacket[]>;
  close(): Promise<void>;
}

interface DatabaseServerOptions {
  /** Creates files in the server's folder before it starts. */
  prepare?(folder: string): void;
  /** Returns additional arguments of the server. */
  arguments?(folder: string): readonly string[];
}

/** Starts a server; resolves when it accepts connections. */
export async function startDatabaseServer(options: DatabaseServerOptions = {}): Promise<DatabaseServer> {
  const account = await serverAccount();
  const folder = await serverFolder('plinth-server-', account);
  const port = await freePort();
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');
  await installServer(data, account);
  options.prepare?.(folder);
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  const child = spawn(
    SERVER,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${join(folder, 'server.sock')}`,
      `--log-error=${log}`,
      `--bind-address=${HOST}`,
      `--port=${port}`,
      ...(options.arguments?.(folder) ?? []),
    ],
    { ...account, cwd: folder, env: ENVIRONMENT, stdio: 'ignore' },
  );
  const query = (sql: string): Promise<RowDataPacket[]> => runQuery(`mysql://root@${HOST}:${port}`, sql);
  await until(
    'the database server answers',
    async () => {
      await throwIfEnded(child, 'The database server', log);
      return query('SELECT 1').then(
        () => true,
        () => false,
      );
    },
    START_MS,
  );
  return {
    folder,
    port,
    query,
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the data folder of a server. */
export async function installServer(data: string, account: Account): Promise<void> {
  await run(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { ...account, cwd: dirname(data), env: ENVIRONMENT },
  );
}

/** Creates a folder that the account can access; the folder of the run is closed to other accounts. */
export async function serverFolder(prefix: string, account: Account): Promise<string> {
  const folder = await mkdtemp(join(dirname(process.env.TEST_RUN_FOLDER ?? join(tmpdir(), 'run')), prefix));
  await chown(folder, account.uid, account.gid);
  return folder;
}

/** @throws Error with the end of its log when the server has ended */
export async function throwIfEnded(child: ChildProcess, name: string, log: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`${name} ended: ${(await readFile(log, 'utf8')).slice(-LOG_TAIL)}`);
}

export async function runQuery(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await mysql.createConnection({ uri: url, connectTimeout: 2_000 });
  try {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout: 2_000 });
    return rows;
  } finally {
    connection.destroy();
  }
}

/** MariaDB must not run as root, and the data must belong to its account, so Debian's mysql account is used. */
export async function serverAccount(): Promise<Account> {
  const { uid, gid } = userInfo();
  if (uid !== 0) return { uid, gid };
  const [owner, group] = await Promise.all([run('id', ['-u', 'mysql']), run('id', ['-g', 'mysql'])]);
  return { uid: Number(owner.stdout), gid: Number(group.stdout) };
}
