import { accessSync, constants } from 'node:fs';
import { PlinthError } from '../api/index.js';
import { createContext, runInContext, SCHEDULED } from '../context/index.js';
import { within } from '../hooks/index.js';
import { listen, type RunningServer } from '../http/index.js';
import { type Config, readConfig } from './config.js';
import { installSite } from './first-start.js';
import { takeHangReport } from './hang-report.js';
import { scheduleHousekeeping } from './housekeeping.js';
import { nameLateErrors } from './late-errors.js';
import { makeFolder } from './private-folder.js';
import { keepPluginsFromExiting } from './no-exit.js';
import { createSite, describe, type Site } from './site.js';
import { watchForHangs } from './watchdog.js';
import { createSiteApp } from './web.js';

const CRON_FIRST_MS = 1_000;
const CRON_EVERY_MS = 15_000;
/** Milliseconds a stop waits for scheduled work. */
const WORK_MS = 7_000;
/** Milliseconds a stop may take in all; running requests get seven seconds of them. */
const STOP_MS = 9_500;

/**
 * Starts the site and keeps it running until a signal. Prints where it is; what stops it is one line and exit code 1.
 */
export async function main(root: string): Promise<void> {
  // Before any plugin is loaded: its errors then name the lines that its author wrote.
  process.setSourceMapsEnabled(true);
  try {
    await start(readConfig(root, process.env));
  } catch (error) {
    const message = error instanceof PlinthError ? [error.message, error.cure].filter(Boolean).join(' ') : describe(error);
    process.stderr.write(`plinth: ${message}\n`);
    process.exit(1);
  }
}

async function start(config: Config): Promise<void> {
  assertWritable(config.dataDir);
  watchForHangs(config);
  const site = await createSite(config);
  nameLateErrors(site);
  keepPluginsFromExiting();
  await runInContext(createContext('start'), () => setHangAside(site));
  const first = await runInContext(createContext('start'), () => installSite(site));
  for (const problem of first?.problems ?? []) site.log.warn({}, problem);
  await runInContext(createContext('start'), () => scheduleHousekeeping(site));
  const stopping = { now: false };
  const app = createSiteApp(site, () => stopping.now);
  const server = await listen(app, config.port, config.host);
  stopOnSignals(site, server, keepTime(site), stopping);
  announce(config, first);
}

/** A plugin that the process before hung in is set aside before it can do so again. */
async function setHangAside({ config, plugins, log }: Site): Promise<void> {
  const report = takeHangReport(config.dataDir);
  if (!report) return;
  log.error({ ...report }, 'the process before hung');
  if (report.plugin === '' || config.safeMode) return;
  const reason = `It kept the site from answering for ${report.seconds} seconds, which was then started anew.`;
  const fault = new PlinthError('plugin_hung', reason, { cure: 'Do long work in pieces that await something in between.' });
  fault.stack = [reason, ...report.stack].join('\n    at ');
  plugins.faults.record(report.plugin, 'synchronous work', fault);
  await plugins.quarantine(report.plugin, reason);
}

function assertWritable(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new PlinthError('data_dir_unwritable', `DATA_DIR ${folder} cannot be written to.`, { cure: 'Choose another DATA_DIR, or allow writing to it.', cause });
  }
}

/** The site's own clock. */
interface Clock {
  /** No further beat; waits for the running one, seven seconds at most. */
  stop(): Promise<void>;
}

/** Runs what is due, in the site's own time rather than a visitor's: soon after the start, and then every quarter of a minute. */
function keepTime(site: Site): Clock {
  let running: Promise<void> | undefined;
  const tick = (): void => {
    running ??= runInContext(createContext(SCHEDULED), async () => {
      await site.refresh();
      await site.plugins.reconcile();
      await site.cron.runDueEvents();
      await site.cron.runJobs();
    })
      .catch((error: unknown) => site.log.error({ error: describe(error) }, 'scheduled work failed'))
      .finally(() => (running = undefined));
  };
  const first = setTimeout(tick, CRON_FIRST_MS);
  const beat = setInterval(tick, CRON_EVERY_MS);
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(beat);
      // What does not end in time is taken up by another node, or after the next start.
      await within(running ?? Promise.resolve(), WORK_MS, () => new Error('late')).catch(() => undefined);
    },
  };
}

function stopOnSignals(site: Site, server: RunningServer, clock: Clock, stopping: { now: boolean }): void {
  const stop = (): void => {
    if (stopping.now) return;
    stopping.now = true;
    setTimeout(() => {
      site.log.error({}, 'the stop took too long');
      process.exit(1);
    }, STOP_MS).unref();
    Promise.all([server.close(), clock.stop()])
      .then(() => site.close())
      .then(() => process.exit(0), (error: unknown) => {
        site.log.error({ error: describe(error) }, 'the stop failed');
        process.exit(1);
      });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  // The supervisor is gone, so nobody would start the site anew or pass on a signal.
  process.on('disconnect', stop);
  // It may have gone while the site was starting.
  if (process.connected === false) stop();
}

function announce(config: Config, first: { adminUser: string; oneTimePassword: string | undefined } | undefined): void {
  const lines = ['', `  Plinth is running at ${config.siteUrl}`];
  if (config.safeMode) lines.push('  Safe mode: no plugin is running.');
  if (first) {
    lines.push(`  Administrator:     ${first.adminUser}`);
    if (first.oneTimePassword) lines.push(`  One-time password: ${first.oneTimePassword}   (shown only now; change it under Users)`);
  }
  lines.push(`  Next: sign in at ${config.siteUrl}/wp-admin/`, '');
  process.stdout.write(`${lines.join('\n')}\n`);
}
