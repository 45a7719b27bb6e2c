import { PlinthError, type PluginScope } from 'plinth';
import type { LiveIndex } from './live-index.js';

const START_DELAY_MS = 1500;
/** Maximum time that the site's shutdown waits for the index, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 2000;

/**
 * Loads the index in the background when a process starts, so that no visitor waits for it; writes of this process are
 * visible to its next reader.
 * A CLI command is too short-lived to need it.
 * @param index resolved at each use, since an extension may replace it
 */
export function watchIndex(scope: PluginScope, index: () => LiveIndex): void {
  let work: Promise<void> | undefined;
  const refresh = (): Promise<void> =>
    index()
      .refresh()
      .catch((error: unknown) => {
        if (!(error instanceof PlinthError) || error.code !== 'facet_index_canceled')
          scope.log.warn('the index could not be updated', { error: String(error) });
      });

  const timer = setTimeout(() => {
    if (scope.services.has('store.catalog')) work = refresh();
  }, START_DELAY_MS);
  timer.unref();
  scope.onDispose(async () => {
    clearTimeout(timer);
    index().stop();
    if (!work) return;
    // A long build may be interrupted; the next start finds the old index and builds again.
    await Promise.race([work, new Promise((resolve) => setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref())]);
  });
  for (const change of ['store/products_changed', 'store/terms_changed'] as const)
    scope.addAction(change, () => index().expire());
  // A changed price display shows in requests of visitors; where there are none, the job of each minute finds it.
  scope.addAction('store/price_tick', refresh);
}
