import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { PlinthError } from '../api/index.js';

/** Address of a database server, with the connection options. */
export interface DatabaseConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Path of a local socket that is used instead of host and port. */
  readonly socketPath?: string;
  /** TLS options of the driver; without them, the connection is not encrypted. */
  readonly ssl?: {
    readonly rejectUnauthorized: boolean;
    readonly verifyIdentity?: boolean;
    readonly ca?: string;
  };
  /** Maximum number of connections per process. */
  readonly connectionLimit: number;
}

const DEFAULT_CONNECTION_LIMIT = 10;
const MAX_CONNECTION_LIMIT = 1000;
const KNOWN_PARAMETERS: readonly string[] = ['ssl', 'connectionLimit', 'socket'];

/**
 * Parses `mysql://user:password@host:port/name` with its parameters.
 * @throws PlinthError `config_invalid` for an unknown parameter or an invalid value
 */
export function parseDatabaseUrl(url: string): DatabaseConnection {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  for (const name of searchParams.keys()) {
    if (!KNOWN_PARAMETERS.includes(name))
      throw invalidUrl(`has the unknown parameter "${name}"; the parameters are ${KNOWN_PARAMETERS.join(', ')}`);
    if (searchParams.getAll(name).length > 1) throw invalidUrl(`has the parameter "${name}" twice`);
  }
  const socket = searchParams.get('socket');
  const ssl = parseSsl(searchParams.get('ssl'), socket !== null);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // The driver compares the certificate of an IP address with the name "localhost".
  if (ssl?.verifyIdentity === true && isIP(host) !== 0)
    throw invalidUrl(`must name the server as its certificate does, because no certificate is verified for ${host}`);
  return {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(socket === null ? {} : { socketPath: parseSocket(socket) }),
    ...(ssl ? { ssl } : {}),
    connectionLimit: parseLimit(searchParams.get('connectionLimit')),
  };
}

function parseSocket(path: string): string {
  if (!path.startsWith('/'))
    throw invalidUrl('must contain an absolute socket path, such as socket=/run/mysqld/mysqld.sock');
  return path;
}

function parseLimit(value: string | null): number {
  if (value === null) return DEFAULT_CONNECTION_LIMIT;
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < 1 || limit > MAX_CONNECTION_LIMIT)
    throw invalidUrl(`must have a connectionLimit from 1 to ${MAX_CONNECTION_LIMIT}, not "${value}"`);
  return limit;
}

/**
 * Parses the parameter `ssl`. `true` verifies the server's certificate. The path of a CA file verifies it with that CA.
 * `unverified` encrypts without verification.
 */
function parseSsl(value: string | null, hasSocket: boolean): DatabaseConnection['ssl'] {
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

function invalidUrl(problem: string): PlinthError {
  return new PlinthError('config_invalid', `DATABASE_URL ${problem}.`, {
    hint: 'Correct the value in the environment or in .env.',
  });
}
