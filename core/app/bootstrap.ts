import { join } from 'node:path';
import { assertReachable, openDatabase, type SiteDatabase } from '../db/index.js';
import { PlinthError } from '../api/index.js';
import type { Config } from './config.js';
import { createLog, type Log } from './log.js';
import { makePrivate } from './private-folder.js';

/** What a site stands on: its settings, its log, and its database as it is found. */
export interface Ground {
  readonly config: Config;
  readonly log: Log;
  readonly db: SiteDatabase;
}

/**
 * Opens the database, and changes nothing in it.
 * @throws PlinthError `db_unreachable`
 */
export async function openGround(config: Config): Promise<Ground> {
  const log = createLog(config.logLevel, config.development?.onLog);
  const file = join(config.dataDir, 'site.sqlite');
  makePrivate(config.dataDir, config.databaseUrl === undefined ? file : undefined, log);
  const db = openDatabase({ url: config.databaseUrl, file });
  try {
    await assertReachable(db);
  } catch (error) {
    // An open pool would keep a command from ending.
    await db.destroy();
    throw error;
  }
  return { config, log, db };
}

/** @throws PlinthError `not_installed` when no site was ever made there */
export async function assertInstalled({ db }: Ground): Promise<void> {
  if (!(await db().schema.hasTable('migrations')))
    throw new PlinthError('not_installed', 'This site is not installed yet.', {
      hint: 'Start it, or use `core install`.',
    });
}
