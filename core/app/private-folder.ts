import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const OTHERS = 0o077;
/** Set on folders such as /tmp, where everybody has files. */
const STICKY = 0o1000;

/**
 * Closes the data folder to everybody but who runs the site: in it are sessions, secrets and letters. One that was open is closed,
 * with a line in the log; where a file system knows no rights, or the folder is somebody else's, nothing happens.
 * @param database the file of the embedded database, which gives its rights to the files SQLite puts beside it
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
    // Whoever writes there tells it.
  }
  const isClosed = close(folder, 0o700);
  const files = entries(folder).filter((name) => /^(?:site\.sqlite.*|hang\.json.*|secret\.key|\.env)$/.test(name));
  const closed = [...files.map((name) => close(join(folder, name), 0o600)), close(join(folder, 'mail'), 0o700)];
  if (isClosed || closed.includes(true))
    log.warn({ folder }, 'the data folder was open to other users of this computer, and is closed now');
  if (database !== undefined && !files.includes('site.sqlite')) create(database);
}

/** Makes a folder for the site alone, and those above it; Node's own way never returns where a file system lets nobody make folders, as in /proc. */
export function makeFolder(folder: string, mode = 0o700): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(dirname(folder), 0o777);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Takes away what others may do; whether something was taken. */
function close(path: string, mode: number): boolean {
  try {
    const before = statSync(path);
    const mine = [0, before.uid].includes(process.getuid?.() ?? -1);
    const shared = (before.mode & STICKY) !== 0 || [homedir(), '/'].includes(resolve(path));
    if ((before.mode & OTHERS) === 0 || !mine || shared) return false;
    chmodSync(path, mode);
    return (statSync(path).mode & OTHERS) === 0;
  } catch {
    return false;
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function create(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch {
    // Opening the database says why.
  }
}
