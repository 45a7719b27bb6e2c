import { join } from 'node:path';
import { assertReachable, openDatabase, type SiteDatabase } from '../db/index.js';
import { PlinthError } from '../api/index.js';
import type { Config } from './config.js';
import { createLog, type Log } from './log.js';
import { makePrivate } from './private-folder.js';

/** The basis of a site: its configuration, its log, and its database, unmodified. */
export interface Bootstrap {
  readonly config: Config;
  readonly log: Log;
  readonly db: SiteDatabase;
}

/**
 * Opens the database without changing it.
 * @throws PlinthError `db_unreachable`
 */
export async function openBootstrap(config: Config): Promise<Bootstrap> {
  const log = createLog(config.logLevel, config.development?.onLog);
  const file = join(config.dataDir, 'site.sqlite');
  makePrivate(config.dataDir, config.databaseUrl === undefined ? file : undefined, log);
  const db = openDatabase({ url: config.databaseUrl, file });
  try {
    await assertReachable(db);
  } catch (error) {
    // An open connection pool would keep a command from exiting.
    await db.destroy();
    throw error;
  }
  return { config, log, db };
}

/** @throws PlinthError `not_installed` if the database contains no site */
export async function assertInstalled({ db }: Bootstrap): Promise<void> {
  if (!(await db().schema.hasTable('migrations')))
    throw new PlinthError('not_installed', 'This site is not installed yet.', {
      hint: 'Start the site, or run `core install`.',
    });
}
