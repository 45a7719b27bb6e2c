import { PlinthError } from '../api/index.js';
import { createContext, runInContext } from '../context/index.js';
import { orderPlugins } from '../plugins/index.js';
import { type Endings, leaveForNext } from './worker-slot.js';
import { afterCalm, afterEnd, beginSearch, heldBy, type Outcome, type Search } from './crash-bisect.js';
import { describeError } from '../app/log.js';
import type { Site } from '../app/site.js';

/** Lifetime in milliseconds below which, twice in a row, a site is considered crashing. */
const SHORT_MS = 60_000;
const SHORT_LIVES = 2;
/** Number of crashes within ten minutes that are too many, regardless of the lifetimes. */
const MAX_ENDS = 5;
/** The site counts as stable when it lives twice as long as before, and at least this long. */
const MIN_CALM_MS = 5_000;

/**
 * Finds the plugin that crashes a site, when nothing else identifies it: some of the plugins are held back, across
 * restarts and while the site runs, until one is left. That one is paused, and the others run again.
 */
export async function findWhoEndsTheSite(
  { plugins, log }: Pick<Site, 'plugins' | 'log'>,
  { lifetimes, handover }: Endings,
): Promise<void> {
  const before = searchIn(handover);
  if (!before && !isRestless(lifetimes)) return;
  const calmMs = Math.max(MIN_CALM_MS, 2 * Math.max(...lifetimes));
  await go(before ? afterEnd(before) : beginSearch(await inOrder()));

  async function go(outcome: Outcome): Promise<void> {
    if ('search' in outcome) return tryOut(outcome.search);
    leaveForNext(undefined);
    plugins.setSuspended(new Set());
    if (outcome.culprit === undefined)
      return log.error({}, 'the site keeps crashing, and no single plugin is the cause');
    const reason = 'The site crashed each time with this plugin, and kept running without it.';
    plugins.pluginErrors.record(
      outcome.culprit,
      'the process',
      new PlinthError('plugin_crashed_process', reason, { hint: 'Check the log for what the plugin did last.' }),
    );
    await plugins.quarantine(outcome.culprit, reason);
  }

  function tryOut(search: Search): void {
    const disabledIds = heldBy(search);
    log.warn(
      { held: [...disabledIds] },
      'the site keeps crashing; some plugins are disabled temporarily to find the cause',
    );
    leaveForNext(search);
    plugins.setSuspended(disabledIds);
    setTimeout(() => {
      runInContext(createContext('start'), async () => {
        await go(afterCalm(search));
        await plugins.reconcile();
      }).catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'the search for the plugin that causes the crashes failed'),
      );
    }, calmMs).unref();
  }

  async function inOrder(): Promise<string[]> {
    const active = (await plugins.records()).filter(({ status }) => status !== 'inactive' && status !== 'quarantined');
    return orderPlugins(active.flatMap(({ manifest }) => manifest ?? [])).order.map(({ id }) => id);
  }
}

function isRestless(lives: readonly number[]): boolean {
  const last = lives.slice(-SHORT_LIVES);
  return lives.length >= MAX_ENDS || (last.length === SHORT_LIVES && last.every((life) => life < SHORT_MS));
}

function searchIn(left: unknown): Search | undefined {
  return typeof left === 'object' && left !== null && 'suspects' in left ? (left as Search) : undefined;
}
