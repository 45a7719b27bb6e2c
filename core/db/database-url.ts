import { existsSync, readFileSync } from 'node:fs';
import { PlinthError } from '../api/index.js';

/** Address of a database server and connection options. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** A local socket instead of host and port. */
  readonly socketPath?: string;
  /** Driver option; absent: not encrypted. */
  readonly ssl?: {
    readonly rejectUnauthorized: boolean;
    readonly verifyIdentity?: boolean;
    readonly ca?: string;
  };
  /** Maximum number of connections per process. */
  readonly connectionLimit: number;
}

const DEFAULT_LIMIT = 10;
const HIGHEST_LIMIT = 1000;
const PARAMETERS: readonly string[] = ['ssl', 'connectionLimit', 'socket'];

/**
 * Parses `mysql://user:password@host:port/name` with its parameters.
 * @throws PlinthError `config_invalid` for an unknown parameter or an invalid value
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  for (const name of searchParams.keys()) {
    if (!PARAMETERS.includes(name))
      throw invalidUrl(`has the unknown parameter "${name}"; the parameters are ${PARAMETERS.join(', ')}`);
    if (searchParams.getAll(name).length > 1) throw invalidUrl(`has the parameter "${name}" twice`);
  }
  const socket = searchParams.get('socket');
  const ssl = readSsl(searchParams.get('ssl'), socket !== null);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(socket === null ? {} : { socketPath: readSocket(socket) }),
    ...(ssl ? { ssl } : {}),
    connectionLimit: readLimit(searchParams.get('connectionLimit')),
  };
}

function readSocket(path: string): string {
  if (!path.startsWith('/'))
    throw invalidUrl('must contain an absolute socket path, such as socket=/run/mysqld/mysqld.sock');
  return path;
}

function readLimit(value: string | null): number {
  if (value === null) return DEFAULT_LIMIT;
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < 1 || limit > HIGHEST_LIMIT)
    throw invalidUrl(`must have a connectionLimit from 1 to ${HIGHEST_LIMIT}, not "${value}"`);
  return limit;
}

/**
 * `true` verifies the server's certificate, the path of a file verifies it with the CA in that file, and `unverified`
 * encrypts without verification.
 */
function readSsl(value: string | null, hasSocket: boolean): DatabaseAddress['ssl'] {
  if (value === null || value === 'false') return undefined;
  if (hasSocket) throw invalidUrl('cannot combine ssl with a socket, because sockets are not encrypted');
  if (value === 'true') return { rejectUnauthorized: true, verifyIdentity: true };
  if (value === 'unverified') return { rejectUnauthorized: false };
  if (!value.startsWith('/'))
    throw invalidUrl(
      `must have ssl=true, ssl=unverified, ssl=false or the absolute path of a CA file, not ssl=${value}`,
    );
  if (!existsSync(value)) throw invalidUrl(`names the CA file ${value}, which does not exist`);
  return { rejectUnauthorized: true, verifyIdentity: true, ca: readFileSync(value, 'utf8') };
}

function invalidUrl(why: string): PlinthError {
  return new PlinthError('config_invalid', `DATABASE_URL ${why}.`, {
    hint: 'Correct the value in the environment or in .env.',
  });
}
