import type { PluginScope } from '../../core/api/index.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckReport, Checks } from '../../plugins/compliance/checks/checks.js';
import {
  createScanJob,
  MAX_IMMEDIATE_MS,
  MAX_IMMEDIATE_PRODUCTS,
  type ScanJob,
} from '../../plugins/compliance/checks/scan-job.js';
import type { StoredScan } from '../../plugins/compliance/checks/scans.js';

type JobWork = (payload: unknown, progress: (done: number, total: number) => Promise<void>) => Promise<void>;
type Job = { state: 'waiting' | 'running' | 'done'; progress: number; total: number };

const REPORT: CheckReport = {
  live: true,
  results: [],
  coverage: { browser: '', pages: 3, rendered: 0, locales: ['pl_PL'] },
};
const EARLIER: StoredScan = { ...REPORT, scannedAt: '2026-11-01 00:00:00' };

/** A scan job with a clock and a queue of its own; each scan ends when the test says so. */
function openScanJob({ products = 10 }: { readonly products?: number } = {}) {
  let now = 0;
  const timers = new Set<{ at: number; work: () => void }>();
  const jobs: Job[] = [];
  const scans: { withBrowser: boolean; end: (report: CheckReport) => void; fail: (error: Error) => void }[] = [];
  const saved: string[] = [];
  let work: JobWork = async () => undefined;
  let newest: StoredScan | undefined = EARLIER;
  const scope = {
    registerJob: (_queue: string, registered: JobWork) => {
      work = registered;
    },
    addAction: () => () => undefined,
    getJobs: async () => jobs,
    enqueueJob: async () => jobs.push({ state: 'waiting', progress: 0, total: 0 }),
    runJobs: async () => undefined,
    log: { error: (message: string) => void saved.push(message) },
    getOption: async (_name: string, value: unknown) => value,
    updateOption: async () => true,
    __: (text: string) => text,
  } as unknown as PluginScope;
  const checks: Checks = {
    run: async ({ withBrowser = false } = {}) =>
      new Promise<CheckReport>((end, fail) => void scans.push({ withBrowser, end, fail })),
  };
  const job: ScanJob = createScanJob({
    scope,
    checks,
    scans: {
      async save(report) {
        saved.push('background');
        newest = { ...report, scannedAt: '2026-11-28 00:00:00' };
      },
      saveIfChanged: async () => void saved.push('immediate'),
      newest: async () => newest,
      prune: async () => undefined,
    },
    clock: { now: () => '2026-11-28 12:00:00', local: async (utc) => utc },
    timer(callback, ms) {
      const timer = { at: now + ms, work: callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    catalog: () => ({ count: async () => products }),
  });
  return {
    job,
    jobs,
    scans,
    saved,
    pendingTimers: () => timers.size,
    async pass(ms: number) {
      await nextTurn();
      now += ms;
      for (const timer of [...timers]) if (timer.at <= now) timer.work();
      await nextTurn();
    },
    /** Runs the queued job; its scan ends with a report. */
    async runJob() {
      const [queued] = jobs;
      if (!queued) throw new Error('No job is queued.');
      queued.state = 'running';
      const done = work({}, async (progress, total) => void Object.assign(queued, { progress, total }));
      await nextTurn();
      scans.at(-1)?.end(REPORT);
      await done;
      queued.state = 'done';
    },
  };
}

describe('an immediate scan', () => {
  it('is the result of the dashboard where it ends in time, and starts nothing in the background', async () => {
    const { job, jobs, scans, saved, pass, pendingTimers } = openScanJob();
    const current = job.current();
    await pass(MAX_IMMEDIATE_MS - 1);
    scans[0]?.end(REPORT);
    expect(await current).toMatchObject({ scannedAt: '2026-11-28 12:00:00', coverage: REPORT.coverage });
    expect([jobs, saved, pendingTimers()]).toEqual([[], ['immediate'], 0]);
  });

  it('goes on in the background when it takes too long, and the dashboard shows the stored one', async () => {
    const { job, jobs, scans, saved, pass, runJob } = openScanJob();
    const current = job.current();
    await pass(MAX_IMMEDIATE_MS);
    expect(await current).toEqual(EARLIER);
    expect(jobs.map(({ state }) => state)).toEqual(['waiting']);
    expect(saved).toEqual([]);

    await runJob();
    expect(scans.map(({ withBrowser }) => withBrowser)).toEqual([false, true]);
    expect(saved).toEqual(['background']);
    expect(await job.running()).toBeUndefined();
  });

  it('starts no second background scan while one is pending', async () => {
    const { job, jobs, pass } = openScanJob();
    for (const _visit of ['first', 'second']) {
      const current = job.current();
      await pass(MAX_IMMEDIATE_MS);
      expect(await current).toEqual(EARLIER);
    }
    expect(jobs.length).toBe(1);
    expect(await job.running()).toEqual({ done: 0, total: 0 });
  });

  it('may fail after the limit without an effect', async () => {
    const { job, scans, saved, pass } = openScanJob();
    const current = job.current();
    await pass(MAX_IMMEDIATE_MS);
    await current;
    scans[0]?.fail(new Error('The database is gone.'));
    await nextTurn();
    expect(saved).toEqual([]);
  });

  it('is not tried in a large shop', async () => {
    const { job, scans } = openScanJob({ products: MAX_IMMEDIATE_PRODUCTS + 1 });
    expect(await job.current()).toEqual(EARLIER);
    expect(scans).toEqual([]);
  });
});
