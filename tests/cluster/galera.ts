import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowDataPacket } from 'mysql2/promise';
import { freePort, until } from '../chaos/site-process.js';
import {
  type Account,
  ENVIRONMENT,
  HOST,
  installServer,
  runQuery,
  SERVER,
  serverAccount,
  serverFolder,
  throwIfEnded,
} from './database-server.js';

const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
/** A joining node first copies the data of another one. */
const JOIN_MS = 120_000;

/** Whether this machine has the packages of a cluster (Debian: `galera-4`, `mariadb-server`, `rsync`). */
export const hasGalera = [SERVER, PROVIDER, '/usr/bin/rsync'].every((file) => existsSync(file));

interface Ports {
  readonly sql: number;
  readonly group: number;
  readonly incremental: number;
  readonly snapshot: number;
}

/** A MariaDB server of a cluster. */
export interface GaleraNode {
  readonly name: string;
  /** URL of one of its databases. */
  url(database: string): string;
  /** Value of one of its `wsrep_…` status variables; undefined while it is unavailable. */
  status(variable: string): Promise<string | undefined>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Restarts it after `kill`; resolves once it has joined the cluster. */
  restart(): Promise<void>;
  /** SIGSTOP: to the other nodes it looks like a network partition. */
  suspend(): void;
  /** SIGCONT. */
  resume(): void;
}

export interface GaleraCluster {
  readonly nodes: readonly [GaleraNode, GaleraNode, GaleraNode];
  query(node: GaleraNode, sql: string): Promise<RowDataPacket[]>;
  /** Resolves when all nodes are synced. */
  whole(): Promise<void>;
  close(): Promise<void>;
}

/** Starts three servers with separate data folders and ports in one Galera cluster. */
export async function startGalera(): Promise<GaleraCluster> {
  const account = await serverAccount();
  const folder = await serverFolder('plinth-galera-', account);
  const ports = await freePorts(3);
  const addresses = ports.map(({ group }) => `${HOST}:${group}`).join(',');
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.kill()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const [index, own] of ports.entries()) {
      const server = createServer({ name: `node${index + 1}`, folder, ports: own, addresses, account });
      servers.push(server);
      await server.install();
      await server.start(index === 0);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const [first, second, third] = servers;
  if (!first || !second || !third) throw new Error('A cluster has three nodes.');
  return {
    nodes: [first, second, third],
    query: (node, sql) => runQuery(node.url(''), sql),
    async whole() {
      await until('all nodes of the cluster take part', () => allSynced(servers), JOIN_MS);
    },
    close,
  };
}

async function allSynced(servers: readonly GaleraNode[]): Promise<boolean> {
  for (const server of servers) {
    if ((await server.status('wsrep_local_state_comment')) !== 'Synced') return false;
    if ((await server.status('wsrep_cluster_size')) !== String(servers.length)) return false;
  }
  return true;
}

interface Server extends GaleraNode {
  install(): Promise<void>;
  /** @param first whether it bootstraps the cluster instead of joining */
  start(first: boolean): Promise<void>;
}

interface ServerParts {
  readonly name: string;
  readonly folder: string;
  readonly ports: Ports;
  readonly addresses: string;
  readonly account: Account;
}

function createServer({ name, folder, ports, addresses, account }: ServerParts): Server {
  const data = join(folder, name);
  const log = join(folder, `${name}.log`);
  let child: ChildProcess | undefined;
  let exited: Promise<unknown> = Promise.resolve();
  const url = (database: string): string => `mysql://root@${HOST}:${ports.sql}/${database}`;

  const self: Server = {
    name,
    url,
    install: () => installServer(data, account),
    async start(first) {
      const settings = serverArguments({ name, data, log, ports, addresses, first });
      child = spawn(SERVER, settings, { ...account, cwd: data, env: ENVIRONMENT, stdio: 'ignore' });
      const started = child;
      exited = new Promise((resolve) => started.once('exit', resolve));
      await until(
        `${name} joins the cluster`,
        async () => {
          await throwIfEnded(started, name, log);
          return (await self.status('wsrep_local_state_comment')) === 'Synced';
        },
        JOIN_MS,
      );
    },
    restart: () => self.start(false),
    async status(variable) {
      try {
        const rows = await runQuery(url(''), `SHOW GLOBAL STATUS LIKE '${variable}'`);
        return rows[0] && String(rows[0].Value);
      } catch {
        return undefined;
      }
    },
    async kill() {
      child?.kill('SIGKILL');
      await exited;
    },
    suspend: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
  return self;
}

interface ServerSettings {
  readonly name: string;
  readonly data: string;
  readonly log: string;
  readonly ports: Ports;
  readonly addresses: string;
  readonly first: boolean;
}

function serverArguments({ name, data, log, ports, addresses, first }: ServerSettings): string[] {
  const provider = [
    `base_host=${HOST}`,
    `base_port=${ports.group}`,
    `gmcast.listen_addr=tcp://${HOST}:${ports.group}`,
    `ist.recv_addr=${HOST}:${ports.incremental}`,
    'gcache.size=32M',
  ];
  return [
    '--no-defaults',
    `--datadir=${data}`,
    `--socket=${join(data, 'server.sock')}`,
    `--pid-file=${join(data, 'server.pid')}`,
    `--log-error=${log}`,
    `--bind-address=${HOST}`,
    `--port=${ports.sql}`,
    '--binlog-format=ROW',
    '--default-storage-engine=InnoDB',
    '--innodb-autoinc-lock-mode=2',
    '--innodb-buffer-pool-size=64M',
    // Power failures are not simulated, and three servers share one disk.
    '--innodb-flush-log-at-trx-commit=0',
    '--wsrep-on=ON',
    `--wsrep-provider=${PROVIDER}`,
    '--wsrep-cluster-name=plinth',
    `--wsrep-cluster-address=gcomm://${first ? '' : addresses}`,
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=${HOST}:${ports.group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=${HOST}:${ports.snapshot}`,
    `--wsrep-provider-options=${provider.join(';')}`,
  ];
}

async function freePorts(count: number): Promise<Ports[]> {
  const all: Ports[] = [];
  for (let i = 0; i < count; i++)
    all.push({
      sql: await freePort(),
      group: await freePort(),
      incremental: await freePort(),
      snapshot: await freePort(),
    });
  return all;
}
