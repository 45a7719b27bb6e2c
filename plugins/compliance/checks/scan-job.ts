import type { JobProgress, PluginScope } from 'plinth';
import type { Catalog } from '../store/shop.js';
import { createBrowserFindings } from './browser-findings.js';
import type { CheckReport, Checks } from './checks.js';
import type { StoredScan, Scans } from './scans.js';
import type { Clock } from '../time/clock.js';

/** Daily event that scans the shop. */
export const SCAN_DAILY = 'compliance/scan_site';
/** Maximum number of products for an immediate scan; larger shops are scanned in the background. */
export const MAX_IMMEDIATE_PRODUCTS = 1000;

/** Time for an immediate scan, in milliseconds; on a slower server, the shop is scanned in the background. */
export const MAX_IMMEDIATE_MS = 20_000;

const QUEUE = 'compliance/scan_site';

/** Progress of a background scan. */
export interface ScanProgress {
  readonly done: number;
  readonly total: number;
}

/** Scans the shop immediately where that is fast, otherwise in the background. */
export interface ScanJob {
  /**
   * A new scan with what the last browser saw, which is stored; in a large shop or on a slow server, the newest stored
   * scan, undefined before the first one.
   */
  current(): Promise<StoredScan | undefined>;
  /** Progress of the pending or running scan; undefined when there is none. */
  running(): Promise<ScanProgress | undefined>;
  /** Starts a background scan, unless one is pending or running. */
  start(): Promise<void>;
  isLargeShop(): Promise<boolean>;
}

type ScanJobScope = Pick<
  PluginScope,
  'registerJob' | 'addAction' | 'getJobs' | 'enqueueJob' | 'runJobs' | 'log' | 'getOption' | 'updateOption' | '__'
>;

interface ScanJobDeps {
  readonly scope: ScanJobScope;
  readonly checks: Checks;
  readonly scans: Pick<Scans, 'save' | 'saveIfChanged' | 'newest' | 'prune'>;
  readonly clock: Pick<Clock, 'now' | 'local'>;
  /** Defaults to that of the system. */
  readonly timer?: Timer;
  catalog(): Pick<Catalog, 'count'> | undefined;
}

/**
 * Runs work once, after a time in milliseconds.
 * @returns a function that cancels it
 */
export type Timer = (work: () => void, ms: number) => () => void;

const SYSTEM_TIMER: Timer = (work, ms) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/** Returns the result of an immediate scan; undefined when it takes too long. */
async function withinLimit(scan: Promise<CheckReport>, timer: Timer): Promise<CheckReport | undefined> {
  let cancel: () => void = () => undefined;
  const limit = new Promise<undefined>((resolve) => {
    cancel = timer(() => resolve(undefined), MAX_IMMEDIATE_MS);
  });
  try {
    return await Promise.race([scan, limit]);
  } finally {
    cancel();
    // A scan that goes on after the limit reports its errors in the background scan.
    scan.catch(() => undefined);
  }
}

export function createScanJob({ scope, checks, scans, clock, timer = SYSTEM_TIMER, catalog }: ScanJobDeps): ScanJob {
  const browserFindings = createBrowserFindings(scope, clock);
  scope.registerJob(QUEUE, async (_payload, progress: JobProgress) => {
    const total = (await catalog()?.count()) ?? 0;
    const report = await checks.run({
      progress: (done) => progress(Math.min(done, total), total),
      withBrowser: true,
    });
    if (!report.live) return;
    await scans.save(report);
    await browserFindings.save(report);
  });
  scope.addAction(SCAN_DAILY, async () => {
    await startScan();
    await scans.prune();
  });

  async function running(): Promise<ScanProgress | undefined> {
    const job = (await scope.getJobs({ queue: QUEUE, limit: 5 })).find(
      ({ state }) => state === 'waiting' || state === 'running',
    );
    return job && { done: job.progress, total: job.total };
  }

  async function startScan(): Promise<void> {
    if (await running()) return;
    await scope.enqueueJob(QUEUE);
    void scope
      .runJobs()
      .catch((error: unknown) => scope.log.error('the compliance scan could not be started', { error: String(error) }));
  }

  const isLarge = async (): Promise<boolean> => ((await catalog()?.count()) ?? 0) > MAX_IMMEDIATE_PRODUCTS;

  return {
    running,
    start: startScan,
    isLargeShop: isLarge,
    async current() {
      if (await isLarge()) return scans.newest();
      const immediateReport = await withinLimit(checks.run(), timer);
      if (immediateReport === undefined) {
        await startScan();
        return scans.newest();
      }
      const report = await browserFindings.addTo(immediateReport);
      if (report.live) await scans.saveIfChanged(report);
      return { ...report, scannedAt: clock.now() };
    },
  };
}
