import { setTimeout } from 'node:timers/promises';
import { assertReachable, openDatabase } from '../db/index.js';
import type { Config } from './config.js';
import { createLog } from './log.js';

const PAUSE_MS = 1_000;
/** Errors of a server that is not ready yet; waiting does not help with a wrong password or name. */
const NOT_READY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ENOENT',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_UNKNOWN_COM_ERROR',
]);

type Settings = Pick<Config, 'databaseUrl' | 'databaseWaitSeconds' | 'logLevel'>;

/**
 * Waits for a database server that is not ready yet, as after a reboot. Other errors are reported when the database is
 * opened.
 */
export async function waitForDatabase({ databaseUrl, databaseWaitSeconds, logLevel }: Settings): Promise<void> {
  if (databaseUrl === undefined) return;
  const started = performance.now();
  for (let attempt = 1; !(await canConnect(databaseUrl)); attempt++) {
    if (performance.now() - started >= databaseWaitSeconds * 1000) return;
    if (attempt === 1)
      createLog(logLevel).warn({ seconds: databaseWaitSeconds }, 'waiting for the database to become available');
    await setTimeout(PAUSE_MS);
  }
}

/** Returns false if the server may still become available. */
async function canConnect(url: string): Promise<boolean> {
  const db = openDatabase({ url, file: '' });
  try {
    await assertReachable(db);
    return true;
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    return !NOT_READY_CODES.has(String(cause?.code));
  } finally {
    await db.destroy();
  }
}
