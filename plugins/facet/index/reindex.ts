import type { PluginScope } from 'plinth';
import type { Catalogue } from './catalogue.js';
import { INLINE_PRODUCTS } from './index-background.js';
import type { LiveIndex } from './live-index.js';
import type { IndexTotals, RebuildProgress } from './rebuild.js';

/** How far a rebuild in the background is. */
interface ReindexJob {
  readonly id: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed';
  readonly processed: number;
  readonly total: number;
}

interface ReindexStatus extends IndexTotals {
  /** The rebuild that was asked for last; absent when there was none. */
  readonly job?: ReindexJob;
}

/** Builds the index anew, at once or as a job that any node may do. */
export interface Reindex {
  now(progress?: RebuildProgress): Promise<IndexTotals>;
  /** At once for a small catalogue; otherwise a job, the one under way when there is one. */
  request(): Promise<ReindexStatus & { readonly finished: boolean }>;
  status(): Promise<ReindexStatus>;
}

/** What is asked for at each use, since an extension may replace it. */
interface ReindexDeps {
  readonly index: () => LiveIndex;
  readonly catalogue: () => Catalogue;
}

const QUEUE = 'facet/reindex';

export function createReindex(scope: PluginScope, { index, catalogue }: ReindexDeps): Reindex {
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
      if ((await catalogue().count()) <= INLINE_PRODUCTS) return { ...(await now()), finished: true };
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

/** Where a job of the queue stands, as the screens say it. */
function stateOfJob({ state }: Awaited<ReturnType<PluginScope['getJobs']>>[number]): ReindexJob['state'] {
  if (state === 'dead') return 'failed';
  return state === 'held' ? 'waiting' : state;
}
