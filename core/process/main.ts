import cluster from 'node:cluster';
import { accessSync, constants } from 'node:fs';
import { PlinthError } from '../api/index.js';
import { createContext, runInContext, SCHEDULED_CONTEXT } from '../context/index.js';
import { withTimeout } from '../hooks/index.js';
import { listen, type RunningServer } from '../http/index.js';
import { scheduleUpdateChecks } from '../jobs/index.js';
import { type Config, readConfig } from '../app/config.js';
import { markDataFolder } from '../app/data-folder.js';
import { waitForDatabase } from '../app/database-wait.js';
import { installSite } from '../app/first-start.js';
import { endReportFile, type EndReport, takeEndReport } from './crash-report.js';
import { RESTART_EXIT_CODE, readPreviousExits, readSlot, signalReady, whenReplaced } from './worker-slot.js';
import { scheduleMaintenance } from '../app/maintenance-schedule.js';
import { attributeUncaughtErrors, blockProcessExit } from './block-process-exit.js';
import { makeFolder } from '../app/private-folder.js';
import { startHeartbeat } from './running-nodes.js';
import { describeError } from '../app/log.js';
import { createSite, type Site } from '../app/site.js';
import { findCrashingPlugin } from './crash-limit.js';
import { watchProcess } from './watchdog.js';
import { createSiteApp } from '../app/web.js';

/** Milliseconds until scheduled work first runs, and between its runs. */
const CRON_FIRST_MS = 1_000;
const CRON_EVERY_MS = 15_000;
/** Maximum milliseconds for which a stop waits for scheduled work. */
const WORK_TIMEOUT_MS = 7_000;
/** Maximum milliseconds for a stop; running requests get seven seconds of them. */
const STOP_TIMEOUT_MS = 9_500;

/** Starts the site and runs it until a signal. Prints its URL; a failed start prints one line and exits with code 1. */
export async function main(root: string): Promise<void> {
  try {
    await startSite(readConfig(root, process.env));
  } catch (error) {
    const message =
      error instanceof PlinthError ? [error.message, error.hint].filter(Boolean).join(' ') : describeError(error);
    process.stderr.write(`plinth: ${message}\n`);
    process.exit(1);
  }
}

/**
 * Starts a site, listens, and stops on signals.
 * @throws PlinthError the reason why it cannot start
 */
export async function startSite(config: Config): Promise<Site> {
  assertWritable(config.dataDir);
  const slot = readSlot(process.env);
  watchProcess(config, slot.number);
  await waitForDatabase(config);
  const site = await createSite(config);
  attributeUncaughtErrors(site, RESTART_EXIT_CODE);
  blockProcessExit();
  await runInContext(createContext('start'), async () => {
    const previousExits = readPreviousExits(process.env);
    const isCulpritPaused = await pauseCulprit(
      site,
      takeEndReport(endReportFile(config.dataDir, slot.number), previousExits.signal),
    );
    if (!isCulpritPaused && !config.safeMode) await findCrashingPlugin(site, previousExits);
  });
  const installation = await runInContext(createContext('start'), () => installSite(site));
  for (const problem of installation?.problems ?? []) site.log.warn({}, problem);
  await runInContext(createContext('start'), async () => {
    await markDataFolder(site);
    await scheduleMaintenance(site);
    await scheduleUpdateChecks(site);
    await site.backups.schedule();
  });
  const stopping = { now: false };
  const app = createSiteApp(site, () => stopping.now);
  const server = await listen(app, config.port, config.host);
  const stopHeartbeat = await startHeartbeat(site.db);
  stopOnSignals(site, server, startScheduledWork(site), stopping, stopHeartbeat);
  if (installation || !slot.siteReady) printStartMessage(config, installation);
  signalReady();
  return site;
}

/**
 * Pauses a plugin in which the previous process hung or ran out of memory, before it can do so again.
 * @returns whether one was paused
 */
async function pauseCulprit({ config, plugins, log }: Site, report: EndReport | undefined): Promise<boolean> {
  if (!report) return false;
  log.error(
    { ...report },
    report.kind === 'hang' ? 'the previous process hung' : 'the previous process ran out of memory',
  );
  if (report.plugin === '' || config.safeMode) return false;
  const pluginError = toPluginError(report);
  pluginError.stack = [pluginError.message, ...report.stack].join('\n    at ');
  plugins.pluginErrors.record(report.plugin, report.kind === 'hang' ? 'synchronous work' : 'memory', pluginError);
  await plugins.pause(report.plugin, pluginError.message);
  return true;
}

function toPluginError({ kind, amount }: EndReport): PlinthError {
  return kind === 'hang'
    ? new PlinthError(
        'plugin_timeout',
        `The plugin blocked the site for ${amount} seconds, and the site was restarted.`,
        { hint: 'Split long work into parts, with an await between them.' },
      )
    : new PlinthError(
        'plugin_out_of_memory',
        `The plugin made the site use ${amount} MB of memory, and the site was restarted.`,
        {
          hint: 'Process data in batches, and limit what is cached.',
        },
      );
}

function assertWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new PlinthError('data_dir_not_writable', `DATA_DIR ${folder} is not writable.`, {
      hint: 'Choose another DATA_DIR, or make it writable.',
      cause,
    });
  }
}

/** Timer for the site's scheduled work. */
interface Clock {
  /** Stops the timer and waits for the running tick, seven seconds at most. */
  stop(): Promise<void>;
}

/** Runs due work independently of visitors' requests: soon after the start, and then every 15 seconds. */
function startScheduledWork(site: Site): Clock {
  let running: Promise<void> | undefined;
  const tick = (): void => {
    running ??= runInContext(createContext(SCHEDULED_CONTEXT), async () => {
      await site.refresh();
      await site.plugins.reconcile();
      await site.cron.runDueEvents();
      const startedAt = Date.now();
      // A backlog is processed at once, but must not delay scheduled events.
      while ((await site.cron.runJobs()) > 0 && Date.now() - startedAt < CRON_EVERY_MS);
      await site.audit.append();
    })
      .catch((error: unknown) => site.log.error({ error: describeError(error) }, 'scheduled work failed'))
      .finally(() => (running = undefined));
  };
  // A backup may take any amount of time, and delays nothing else.
  const backUp = (): void =>
    void runInContext(createContext(SCHEDULED_CONTEXT), () => site.backups.runDue()).catch((error: unknown) =>
      site.log.error({ error: describeError(error) }, 'a backup failed'),
    );
  const runAll = (): void => {
    tick();
    backUp();
  };
  const first = setTimeout(runAll, CRON_FIRST_MS);
  const interval = setInterval(runAll, CRON_EVERY_MS);
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(interval);
      // Work that does not end in time is continued by another node, or after the next start.
      await withTimeout(running ?? Promise.resolve(), WORK_TIMEOUT_MS, () => new Error('late')).catch(() => undefined);
    },
  };
}

function stopOnSignals(
  site: Site,
  server: RunningServer,
  clock: Clock,
  stopping: { now: boolean },
  stopHeartbeat: () => Promise<void>,
): void {
  const stop = (): void => {
    if (stopping.now) return;
    stopping.now = true;
    setTimeout(() => {
      site.log.error({}, 'the shutdown took too long');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    Promise.all([server.close(), clock.stop()])
      .then(stopHeartbeat)
      .then(() => site.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          site.log.error({ error: describeError(error) }, 'the shutdown failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  // The signal asks the supervisor for a restart; when it is sent to all processes at once, it must not end any of
  // them.
  process.on('SIGUSR2', () => undefined);
  whenReplaced(() => void Promise.all([server.drain(), clock.stop()]).then(stop));
  // Without the supervisor, nothing would restart the site or forward signals.
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    // Otherwise Node would end the process at once, in the middle of its responses.
    worker.exitedAfterDisconnect = true;
    stop();
  });
}

function printStartMessage(
  config: Config,
  first: { adminUser: string; oneTimePassword: string | undefined } | undefined,
): void {
  const lines = ['', `  Plinth is running at ${config.siteUrl}`];
  if (config.safeMode) lines.push('  Safe mode: no plugins are running.');
  if (first) {
    lines.push(`  Administrator:     ${first.adminUser}`);
    if (first.oneTimePassword)
      lines.push(`  One-time password: ${first.oneTimePassword}   (shown only once; change it under Users)`);
  }
  lines.push(`  Next: log in at ${config.siteUrl}/wp-admin/`, '');
  process.stdout.write(`${lines.join('\n')}\n`);
}
