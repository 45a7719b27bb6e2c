import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, linkSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { PlinthError } from '../api/index.js';
import { closestMatch } from '../api/closest-match.js';
import { parseDatabaseUrl } from '../db/index.js';

/** The validated configuration of the site. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  readonly dataDir: string;
  /** Folder of the backups. */
  readonly backupDir: string;
  readonly databaseUrl: string | undefined;
  /** Seconds to wait at startup for a database server that is not ready yet. */
  readonly databaseWaitSeconds: number;
  readonly redisUrl: string | undefined;
  readonly adminUser: string;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  readonly safeMode: boolean;
  readonly production: boolean;
  /** `smtp://user:password@host:port`; absent: emails are written to the mail folder. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Number of proxies in front of the site whose forwarding headers are trusted. */
  readonly trustProxy: number;
  /** Key that encrypts secrets in the database; absent: a key file in the data folder is used. */
  readonly secretKey: string | undefined;
  /** Size of the object cache (posts, accounts and so on), in megabytes; 0 disables it. */
  readonly objectCacheMb: number;
  /** Size of the page cache for visitors, in megabytes; 0 disables it. */
  readonly pageCacheMb: number;
  readonly logLevel: string;
  /** Seconds of continuous synchronous work after which the process is killed and restarted; 0: never. */
  readonly watchdogSeconds: number;
  /** Number of processes that serve the site on its port. */
  readonly workers: number;
  /** Folders of individual plugins under development, outside the folder of installed plugins. */
  readonly pluginPaths: readonly string[];
  /**
   * Development mode: each page reports the hooks it fired, to administrators on the page and in a terminal line; log
   * messages are passed on as they are written. Not set by a setting.
   */
  readonly development?: { onPage(line: string): void; onLog(line: string): void };
  /** Root folder of the checkout. */
  readonly root: string;
}

/** The names of all configuration settings. */
export const SETTINGS = [
  'PORT',
  'HOST',
  'SITE_URL',
  'DATA_DIR',
  'BACKUP_DIR',
  'DATABASE_URL',
  'DATABASE_WAIT_SECONDS',
  'REDIS_URL',
  'ADMIN_USER',
  'ADMIN_PASSWORD',
  'DEMO',
  'SAFE_MODE',
  'NODE_ENV',
  'SMTP_URL',
  'MAIL_FROM',
  'TRUST_PROXY',
  'SECRET_KEY',
  'OBJECT_CACHE_MB',
  'PAGE_CACHE_MB',
  'LOG_LEVEL',
  'WATCHDOG_SECONDS',
  'WORKERS',
  'PLUGIN_PATHS',
] as const;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the folder of a site's own data: the checkout, or the current folder if Plinth is installed as a package,
 * because files in a package are lost with its next version.
 */
const siteFolderOf = (root: string): string => (root.split(sep).includes('node_modules') ? process.cwd() : root);

/** Returns the host under which this machine reaches a site that listens on `host`. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Reads the configuration from the environment, and from `.env` in the given folder for variables that are not set.
 * @throws PlinthError `config_invalid`, naming the variable
 */
export function readConfig(root: string, environment: Env, envFolder = siteFolderOf(root)): Config {
  const env: Env = { ...readEnvFile(join(envFolder, '.env')), ...withoutEmpty(environment) };
  const port = readInteger(env, 'PORT', 8080, 1, 65535);
  const dataDir = resolve(env.DATA_DIR ?? join(siteFolderOf(root), 'data'));
  const host = readText(env, 'HOST', '127.0.0.1', /^[\w.:-]+$/, 'a host name or address');
  return {
    port,
    host,
    siteUrl: siteUrl(env) ?? `http://${hostInUrl(host)}:${port}`,
    dataDir,
    backupDir: resolve(env.BACKUP_DIR ?? join(dataDir, 'backups')),
    databaseUrl: databaseUrl(env),
    databaseWaitSeconds: readInteger(env, 'DATABASE_WAIT_SECONDS', 30, 0, 3600),
    redisUrl: readUrl(env, 'REDIS_URL', ['redis:', 'rediss:']),
    adminUser: readText(env, 'ADMIN_USER', 'admin', /^[\w .@-]{1,60}$/, 'a user name'),
    adminPassword: env.ADMIN_PASSWORD,
    demo: readFlag(env, 'DEMO', true),
    safeMode: readFlag(env, 'SAFE_MODE', false),
    production: env.NODE_ENV === 'production',
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readText(env, 'MAIL_FROM', '', /^[^\r\n]*$/, 'an email address'),
    trustProxy: readInteger(env, 'TRUST_PROXY', 0, 0, 10),
    secretKey: env.SECRET_KEY === undefined ? undefined : readSecret(env, 'SECRET_KEY'),
    objectCacheMb: readInteger(env, 'OBJECT_CACHE_MB', 16, 0, 4096),
    pageCacheMb: readInteger(env, 'PAGE_CACHE_MB', 32, 0, 4096),
    logLevel: readText(
      env,
      'LOG_LEVEL',
      'info',
      /^(silent|fatal|error|warn|info|debug|trace)$/,
      'one of silent, fatal, error, warn, info, debug, trace',
    ),
    watchdogSeconds: readInteger(env, 'WATCHDOG_SECONDS', 10, 0, 3600),
    workers: readWorkers(env),
    pluginPaths: (env.PLUGIN_PATHS ?? '')
      .split(delimiter)
      .filter((path) => path !== '')
      .map((path) => resolve(path)),
    root,
  };
}

/** Whether a folder contains a plugin or theme, whose `.env` may contain variables of other tools. */
function isExtensionFolder(folder: string): boolean {
  return ['plugin.json', 'theme.json'].some((file) => existsSync(join(folder, file)));
}

/**
 * Reads the settings in a `.env` file. In a site's own file every name must be known, so that typos are detected; in a
 * plugin's folder, unknown names are ignored.
 */
function readEnvFile(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  const settings: Record<string, string> = {};
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const separatorIndex = trimmed.indexOf('=');
    const name = trimmed.slice(0, Math.max(separatorIndex, 0)).trim();
    if (!(SETTINGS as readonly string[]).includes(name)) {
      if (isExtensionFolder(dirname(file))) continue;
      throw unknownSetting(name || trimmed, file);
    }
    settings[name] = trimmed
      .slice(separatorIndex + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  }
  return withoutEmpty(settings);
}

function withoutEmpty(env: Env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

function readInteger(env: Env, name: string, fallback: number, min: number, max: number): number {
  const value = env[name];
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw configError(name, `must be a whole number from ${min} to ${max}, not "${value}"`);
  return number;
}

const MAX_WORKERS = 64;

function readWorkers(env: Env): number {
  const value = env.WORKERS;
  if (value === 'auto') return Math.min(availableParallelism(), MAX_WORKERS);
  if (value !== undefined && !/^\d+$/.test(value))
    throw configError('WORKERS', `must be a whole number from 1 to ${MAX_WORKERS}, or auto, not "${value}"`);
  return readInteger(env, 'WORKERS', 1, 1, MAX_WORKERS);
}

function readText(env: Env, name: string, fallback: string, pattern: RegExp, expected: string): string {
  const value = env[name] ?? fallback;
  if (!pattern.test(value)) throw configError(name, `must be ${expected}, not "${value}"`);
  return value;
}

const MIN_KEY_LENGTH = 32;

function readSecret(env: Env, name: string): string {
  const value = env[name] ?? '';
  // The value is a secret and must not appear in the message.
  if (value.length < MIN_KEY_LENGTH) throw configError(name, `must have at least ${MIN_KEY_LENGTH} characters`);
  return value;
}

function readFlag(env: Env, name: string, fallback: boolean): boolean {
  const value = env[name]?.toLowerCase();
  if (value === undefined) return fallback;
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  if (['0', 'false', 'no', 'off'].includes(value)) return false;
  throw configError(name, `must be 1 or 0 (or true, false, yes, no, on, off), not "${value}"`);
}

function readUrl(env: Env, name: string, protocols: readonly string[]): string | undefined {
  const value = env[name];
  if (value === undefined) return undefined;
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
  throw configError(
    name,
    `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );
}

function databaseUrl(env: Env): string | undefined {
  const url = readUrl(env, 'DATABASE_URL', ['mysql:', 'mariadb:'])?.replace(/^mariadb:/, 'mysql:');
  if (url !== undefined) parseDatabaseUrl(url);
  return url;
}

function siteUrl(env: Env): string | undefined {
  const url = readUrl(env, 'SITE_URL', ['http:', 'https:'])?.replace(/\/+$/, '');
  if (url === undefined) return undefined;
  const { pathname, search, hash, username } = new URL(url);
  if (pathname !== '/' || search !== '' || hash !== '' || username !== '')
    throw configError(
      'SITE_URL',
      'must consist of a scheme and a host only, such as https://shop.example; a site cannot run in a subdirectory',
    );
  return url;
}

function configError(name: string, why: string): PlinthError {
  return new PlinthError('config_invalid', `${name} ${why}.`, {
    hint: 'Correct the value in the environment or in .env.',
  });
}

function unknownSetting(name: string, file: string): PlinthError {
  const nearest = closestMatch(name, SETTINGS);
  return new PlinthError(
    'config_invalid',
    `Unknown setting ${name} (in ${file})${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    {
      hint: 'Correct the name. Set variables that are meant for a plugin in the environment, where any name is allowed.',
    },
  );
}

/** Returns the version in package.json. */
export function coreVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The file in the data folder that contains the key. */
const SECRET_KEY_FILE = 'secret.key';

/**
 * Returns the key that encrypts secrets in the database: `SECRET_KEY`, or the data folder's own key, created on first
 * use. It is not in the database, so a copy of the database does not contain it.
 */
export function secretKey({ secretKey: configuredKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (configuredKey !== undefined) return configuredKey;
  const file = join(dataDir, SECRET_KEY_FILE);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const temporaryFile = join(dataDir, `secret-${randomBytes(8).toString('hex')}.tmp`);
  writeFileSync(temporaryFile, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // If two nodes start at once, one creates the complete file and the other reads it.
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryFile);
  }
  return readFileSync(file, 'utf8').trim();
}
