import type { PluginScope } from 'plinth';
import type { Catalog } from './catalog.js';
import { INLINE_PRODUCTS } from './index-background.js';
import type { LiveIndex } from './live-index.js';
import type { IndexTotals, RebuildProgress } from './rebuild.js';

/** Progress of a rebuild in the background. */
interface ReindexJob {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly processed: number;
  readonly total: number;
}

interface ReindexStatus extends IndexTotals {
  /** The last requested rebuild; absent if there was none. */
  readonly job?: ReindexJob;
}

/** Rebuilds the index, immediately or as a job that any node may run. */
export interface Reindex {
  now(progress?: RebuildProgress): Promise<IndexTotals>;
  /** Rebuilds immediately for a small catalog; otherwise queues a job, or returns the one in progress. */
  request(): Promise<ReindexStatus & { readonly finished: boolean }>;
  status(): Promise<ReindexStatus>;
}

/** Getters called at each use, since an extension may replace the services. */
interface ReindexDeps {
  readonly index: () => LiveIndex;
  readonly catalog: () => Catalog;
}

const QUEUE = 'facet/reindex';

export function createReindex(scope: PluginScope, { index, catalog }: ReindexDeps): Reindex {
  async function now(progress?: RebuildProgress): Promise<IndexTotals> {
    const totals = await index().rebuild(progress);
    await scope.doAction('facet/indexed', totals);
    return totals;
  }

  async function lastJob(): Promise<ReindexJob | undefined> {
    const jobs = await scope.getJobs({ queue: QUEUE, limit: 50 });
    const job = jobs.sort((a, b) => b.id - a.id).at(0);
    return (
      job && {
        id: job.id,
        state: stateOfJob(job),
        processed: job.progress,
        total: job.total,
      }
    );
  }

  async function status(): Promise<ReindexStatus> {
    const job = await lastJob();
    return { ...(await index().totals()), ...(job ? { job } : {}) };
  }

  scope.registerJob(QUEUE, async (_payload, progress) => {
    await now((processed, total) => progress(processed, total));
  });

  return {
    now,
    status,
    async request() {
      if ((await catalog().count()) <= INLINE_PRODUCTS) return { ...(await now()), finished: true };
      const job = await lastJob();
      if (job?.state !== 'waiting' && job?.state !== 'running') {
        await scope.enqueueJob(QUEUE);
        void scope
          .runJobs()
          .catch((error: unknown) => scope.log.error('the index could not be built', { error: String(error) }));
      }
      return { ...(await status()), finished: false };
    },
  };
}

/** Maps the state of a queue job to the one that the screens show. */
function stateOfJob({ state }: Awaited<ReturnType<PluginScope['getJobs']>>[number]): ReindexJob['state'] {
  if (state === 'dead') return 'failed';
  return state === 'held' ? 'waiting' : state;
}
