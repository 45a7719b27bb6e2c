import { recoverRestore } from '../backup/index.js';
import { coreMigrations } from '../db/core-migrations/index.js';
import { migrate, prepareMigrations, type SiteDatabase } from '../db/index.js';
import { createHeldJobs } from '../jobs/index.js';
import type { Config } from './config.js';
import { openBootstrap } from './bootstrap.js';
import type { Log } from './log.js';
import { watchProcessorTime } from '../process/processor-time.js';
import { createBaseServices } from './site/base-services.js';
import { createContentServices } from './site/content-services.js';
import { createLateServices } from './site/late-services.js';
import { createSitePlugins } from './site/plugin-services.js';
import { createSharedServices } from './site/shared-services.js';
import { createSiteSettings } from './site/site-settings.js';
import { createViewServices } from './site/view-services.js';
import type { Site } from './site/site-services.js';

export type { Site };

/**
 * Opens the database, migrates its schema and connects the parts of a site. Plugins do not run yet:
 * `site.plugins.reconcile()` starts them.
 * @throws PlinthError `db_unreachable`, `db_migration_failed`, `schema_newer`, `restore_running`
 */
export async function createSite(config: Config): Promise<Site> {
  const { log, db } = await openBootstrap(config);
  try {
    await prepareMigrations(db);
    await recoverRestore(db, config.dataDir);
    await migrate(db, 'core', coreMigrations, {
      onWait: () =>
        log.warn(
          'waiting for another process that runs migrations; the lock of a killed process expires after 30 seconds',
        ),
    });
    db.tableTracker.enable();
    return await composeSite(config, log, db);
  } catch (error) {
    // An open connection pool would keep a command from exiting.
    await db.destroy();
    throw error;
  }
}

/** Creates the parts on an open database; each stage uses the results of the previous ones. */
async function composeSite(config: Config, log: Log, db: SiteDatabase): Promise<Site> {
  const lateServices = createLateServices();
  const base = createBaseServices({ config, log, db, late: lateServices });
  const content = await createContentServices(base);
  const services = await createSharedServices({ ...base, ...content });
  const settings = createSiteSettings({ ...base, dates: services.dates });
  await settings.refresh();
  const views = await createViewServices({ ...base, ...content, ...services, settings });
  const processor = watchProcessorTime();
  const parts = { ...base, ...content, ...services, ...views };
  const plugins = createSitePlugins(parts, processor);
  return {
    ...parts,
    heldJobs: createHeldJobs({ db }),
    plugins,
    refresh: settings.refresh,
    async close() {
      await parts.backups.stop();
      await plugins.stopAll();
      await plugins.pluginErrors.flush();
      await parts.audit.close();
      parts.redis?.disconnect();
      processor.stop();
      await db.destroy();
    },
  };
}
