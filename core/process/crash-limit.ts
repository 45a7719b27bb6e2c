import { PlinthError } from '../api/index.js';
import { createContext, runInContext } from '../context/index.js';
import { orderPlugins } from '../plugins/index.js';
import { type PreviousExits, sendHandover } from './worker-slot.js';
import {
  afterStablePeriod,
  afterCrash,
  beginSearch,
  disabledPlugins,
  type Outcome,
  type Search,
} from './crash-bisect.js';
import { describeError } from '../app/log.js';
import type { Site } from '../app/site.js';

/** Lifetime in milliseconds below which, twice in a row, a site is considered crashing. */
const SHORT_LIFETIME_MS = 60_000;
const SHORT_LIFETIME_COUNT = 2;
/** Number of crashes within ten minutes above which a site is crashing, regardless of the lifetimes. */
const MAX_CRASHES = 5;
/** The site is stable when it lives twice as long as before, and at least this many milliseconds. */
const MIN_STABLE_MS = 5_000;

/**
 * Finds the plugin that crashes a site, if nothing else identifies it. Some of the plugins are disabled, across
 * restarts and while the site runs, until one remains. It is paused, and the others run again.
 */
export async function findCrashingPlugin(
  { plugins, log }: Pick<Site, 'plugins' | 'log'>,
  { lifetimes, handover }: PreviousExits,
): Promise<void> {
  const before = toSearch(handover);
  if (!before && !isCrashing(lifetimes)) return;
  const stableMs = Math.max(MIN_STABLE_MS, 2 * Math.max(...lifetimes));
  await continueSearch(before ? afterCrash(before) : beginSearch(await pluginsInStartOrder()));

  async function continueSearch(outcome: Outcome): Promise<void> {
    if ('search' in outcome) return runTrial(outcome.search);
    sendHandover(undefined);
    plugins.setSuspended(new Set());
    if (outcome.culprit === undefined)
      return log.error({}, 'the site keeps crashing, and no single plugin is the cause');
    const reason = 'The site crashed each time with this plugin, and kept running without it.';
    plugins.pluginErrors.record(
      outcome.culprit,
      'the process',
      new PlinthError('plugin_crashed_process', reason, { hint: 'Check the log for what the plugin did last.' }),
    );
    await plugins.pause(outcome.culprit, reason);
  }

  function runTrial(search: Search): void {
    const disabledIds = disabledPlugins(search);
    log.warn(
      { disabled: [...disabledIds] },
      'the site keeps crashing; some plugins are disabled temporarily to find the cause',
    );
    sendHandover(search);
    plugins.setSuspended(disabledIds);
    setTimeout(() => {
      runInContext(createContext('start'), async () => {
        await continueSearch(afterStablePeriod(search));
        await plugins.reconcile();
      }).catch((error: unknown) =>
        log.error({ error: describeError(error) }, 'the search for the plugin that causes the crashes failed'),
      );
    }, stableMs).unref();
  }

  async function pluginsInStartOrder(): Promise<string[]> {
    const active = (await plugins.records()).filter(({ status }) => status !== 'inactive' && status !== 'paused');
    return orderPlugins(active.flatMap(({ manifest }) => manifest ?? [])).order.map(({ id }) => id);
  }
}

function isCrashing(lifetimes: readonly number[]): boolean {
  const last = lifetimes.slice(-SHORT_LIFETIME_COUNT);
  return (
    lifetimes.length >= MAX_CRASHES ||
    (last.length === SHORT_LIFETIME_COUNT && last.every((life) => life < SHORT_LIFETIME_MS))
  );
}

function toSearch(handover: unknown): Search | undefined {
  return typeof handover === 'object' && handover !== null && 'suspects' in handover ? (handover as Search) : undefined;
}
