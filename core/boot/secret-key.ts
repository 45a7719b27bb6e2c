import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';

/** The file of the data folder that holds the key. */
const SECRET_KEY_FILE = 'secret.key';

/**
 * The key of what the database holds locked: `SECRET_KEY`, or the data folder's own, made the first time. It is in no table, so
 * that whoever gets the database, or a copy of it, has not got it.
 */
export function secretKey({ secretKey: given, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (given !== undefined) return given;
  const file = join(dataDir, SECRET_KEY_FILE);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const made = join(dataDir, `secret-${randomBytes(8).toString('hex')}.tmp`);
  writeFileSync(made, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // Of two nodes one makes it, whole, and the other reads it.
    linkSync(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made);
  }
  return readFileSync(file, 'utf8').trim();
}
