import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const OTHER_USERS = 0o077;
/** The sticky bit, set on shared folders such as /tmp. */
const STICKY = 0o1000;

/**
 * Restricts the data folder to the user who runs the site, because it contains sessions, secrets and emails. If the
 * folder was open, a line is logged; nothing happens if the file system has no permissions or another user owns the
 * folder.
 * @param database file of the embedded database, whose permissions SQLite copies to the files beside it
 */
export function makePrivate(
  folder: string,
  database: string | undefined,
  log: { warn(fields: object, message: string): void },
): void {
  if (process.platform === 'win32') return;
  try {
    makeFolder(folder);
  } catch {
    // The first write reports the error.
  }
  const wasFolderOpen = restrictMode(folder, 0o700);
  const files = listEntries(folder).filter((name) => /^(?:site\.sqlite.*|hang\.json.*|secret\.key|\.env)$/.test(name));
  const wereFilesOpen = [
    ...files.map((name) => restrictMode(join(folder, name), 0o600)),
    restrictMode(join(folder, 'mail'), 0o700),
  ];
  if (wasFolderOpen || wereFilesOpen.includes(true))
    log.warn(
      { folder },
      'the data folder was accessible to other users of this computer; its permissions have been restricted',
    );
  if (database !== undefined && !files.includes('site.sqlite')) createFile(database);
}

/**
 * Creates a private folder and its parents. Node's own recursive mkdir never returns on file systems that refuse new
 * folders, such as /proc.
 */
export function makeFolder(folder: string, mode = 0o700): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder), 0o777);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Removes the permissions of other users; returns whether any were removed. */
function restrictMode(path: string, mode: number): boolean {
  try {
    const before = statSync(path);
    const isOwn = [0, before.uid].includes(process.getuid?.() ?? -1);
    const shared = (before.mode & STICKY) !== 0 || [homedir(), '/'].includes(resolve(path));
    if ((before.mode & OTHER_USERS) === 0 || !isOwn || shared) return false;
    chmodSync(path, mode);
    return (statSync(path).mode & OTHER_USERS) === 0;
  } catch {
    return false;
  }
}

function listEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // Opening the database reports the error.
  }
}
