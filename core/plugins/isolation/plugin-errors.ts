import { type Database, type FailureKind, PlinthError, toUtcString } from '../../api/index.js';
import type { Breaker } from '../../hooks/index.js';
import { createBreakers, type EntryBreaker, FAILURE_THRESHOLD } from './breakers.js';
import { failureKind } from './failure-kind.js';
import type { PluginError } from '../state/tables.js';
import { bypassCaching } from '../../cache/index.js';

type ErrorDescription = Pick<PluginError, 'plugin' | 'entry' | 'code' | 'message' | 'stack'>;

/** Number of errors within the window that would have ended the process, after which a plugin is paused. */
export const UNCAUGHT_ERROR_LIMIT = 3;
const UNCAUGHT_WINDOW_MS = 10 * 60_000;
/** Maximum length of a stored entry, in characters. */
const MAX_ENTRY_NAME_LENGTH = 190;
/** Error codes of timeouts. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['hook_timeout', 'plugin_slow']);

export interface PluginErrors {
  /**
   * Records an error; a repeated one only increases its count. Outages and refusals are not plugin errors and are only
   * logged, as are errors of the host itself, which has no plugin id. Never throws.
   * @param breaker circuit breaker already in front of the entry
   * @returns the circuit breaker for the entry from now on; undefined for no change
   */
  record(plugin: string, entryName: string, error: unknown, breaker?: Breaker): EntryBreaker | undefined;
  /** Records an uncaught error from a timer or an unhandled rejection; several of them pause the plugin. */
  recordUncaught(plugin: string, entryName: string, error: unknown): void;
  list(plugin?: string): Promise<PluginError[]>;
  /** Returns the entries whose circuit breaker is open. */
  open(): Promise<Pick<PluginError, 'plugin' | 'entry' | 'message' | 'open_until'>[]>;
  /** Deletes the errors of a plugin, or of one of its entries, and closes the circuit breakers. */
  clear(plugin: string, entryName?: string): Promise<void>;
  /** Closes an entry's circuit breaker at once, after its code has been fixed. */
  closeBreaker(plugin: string, entryName: string): Promise<void>;
  /** Returns how often circuit breakers have opened or closed. */
  stateChanges(): number;
  /** Waits until everything recorded has been written. */
  flush(): Promise<void>;
}

export interface PluginErrorOptions {
  db: Database;
  log: { error(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Called when a plugin has reached the limit of uncaught errors. */
  onErrorLimit(plugin: string): void;
  /** Called when a circuit breaker opens. */
  onOpen?: (pluginError: Pick<PluginError, 'plugin' | 'entry' | 'message'>, openUntil: number) => void;
  /**
   * Plugins whose errors are recorded but that are never paused: without them there is no shop, or one that violates
   * its legal duties.
   */
  neverPaused?: readonly string[];
  /**
   * Whether a timeout had another cause than the plugin's own work: a slow database, or work that no visitor waits for.
   */
  isDelayed?: () => boolean;
  now?: () => number;
}

export function createPluginErrors({
  db,
  log,
  onErrorLimit,
  onOpen = () => undefined,
  neverPaused = [],
  isDelayed = () => false,
  now = Date.now,
}: PluginErrorOptions): PluginErrors {
  const uncaughtErrorTimes = new Map<string, number[]>();
  /** The plugin to which each error was attributed. */
  const attributions = new WeakMap<object, string>();
  let stateChanges = 0;
  let pendingWrites: Promise<void> = Promise.resolve();

  async function storeError(pluginError: ErrorDescription, time: string): Promise<void> {
    const { plugin, entry: entryName, code, message, stack } = pluginError;
    const same = { plugin, entry: entryName, code, message };
    const updatedRows = await db()('plugin_errors').where(same).increment('count', 1);
    if (updatedRows > 0) await db()('plugin_errors').where(same).update({ last_at: time, stack });
    else await db()('plugin_errors').insert({ ...same, stack, count: 1, first_at: time, last_at: time });
  }

  const kindOf = (error: unknown): FailureKind =>
    TIMEOUT_CODES.has((error as { code?: string } | undefined)?.code ?? '') && isDelayed()
      ? 'outage'
      : failureKind(error);

  /** Writes outside the caller's transaction, which may be rolled back. */
  function writeLater(work: () => Promise<unknown>, plugin: string): void {
    pendingWrites = db
      .outsideTransaction(() => pendingWrites.then(work))
      .then(
        () => undefined,
        (cause: unknown) => log.error({ plugin, cause }, 'a plugin error could not be stored'),
      );
  }
  const breakers = createBreakers((plugin, entryName, openUntil) => {
    stateChanges++;
    log.warn(
      { plugin, entry: entryName },
      openUntil > 0
        ? `an entry failed ${FAILURE_THRESHOLD} times; its circuit breaker is open until ${toUtcString(openUntil)} UTC`
        : 'an entry recovered',
    );
    writeLater(
      () =>
        db()('plugin_errors')
          .where({ plugin, entry: entryName })
          .update({ open_until: openUntil > 0 ? toUtcString(openUntil) : null }),
      plugin,
    );
  }, now);

  /**
   * Stores a plugin error. Returns undefined for outages and refusals, and for errors already attributed to another
   * plugin, which only passed through here.
   */
  function reportError(plugin: string, entryName: string, error: unknown): ErrorDescription | undefined {
    const kind = kindOf(error);
    const chain = kind === 'plugin_error' ? causesOf(error) : [];
    const originPlugin = chain.map((cause) => attributions.get(cause)).find((known) => known !== undefined) ?? plugin;
    if (originPlugin !== plugin)
      return void log.warn(
        { plugin, entry: entryName, origin: originPlugin, error: messageOf(error) },
        'a plugin failed because of an error in another plugin',
      );
    for (const cause of chain) attributions.set(cause, plugin);
    bypassCaching('part of the page failed');
    if (kind !== 'plugin_error')
      return void log.warn(
        { plugin, entry: entryName, kind, error: messageOf(error) },
        'a plugin call failed for a reason outside the plugin',
      );
    if (plugin === '') return void log.error({ entry: entryName, error: messageOf(error) }, 'a host callback failed');
    const pluginError = toDescription(plugin, entryName, error);
    log.error(
      { plugin, entry: entryName, code: pluginError.code, stack: pluginError.stack },
      `plugin error: ${pluginError.message}`,
    );
    const time = toUtcString(now());
    writeLater(() => storeError(pluginError, time), plugin);
    return pluginError;
  }

  return {
    record(plugin, entryName, error, breaker) {
      const pluginError = reportError(plugin, entryName, error);
      if (!pluginError) return undefined;
      const entryBreaker = (breaker as EntryBreaker | undefined) ?? breakers.create(plugin, pluginError.entry);
      if (entryBreaker.recordFailure()) onOpen(pluginError, entryBreaker.openUntil);
      return entryBreaker;
    },
    recordUncaught(plugin, entryName, error) {
      if (!reportError(plugin, entryName, error) || neverPaused.includes(plugin)) return;
      const since = now() - UNCAUGHT_WINDOW_MS;
      const recentTimes = [...(uncaughtErrorTimes.get(plugin) ?? []).filter((time) => time > since), now()];
      uncaughtErrorTimes.set(plugin, recentTimes);
      if (recentTimes.length < UNCAUGHT_ERROR_LIMIT) return;
      uncaughtErrorTimes.delete(plugin);
      onErrorLimit(plugin);
    },
    list: (plugin) =>
      db()('plugin_errors')
        .where(plugin === undefined ? {} : { plugin })
        .orderBy('last_at', 'desc')
        .limit(200),
    open: () =>
      db()('plugin_errors')
        .where('open_until', '>', toUtcString(now()))
        .orderBy('plugin')
        .limit(50)
        .select('plugin', 'entry', 'message', 'open_until'),
    async clear(plugin, entryName) {
      if (entryName === undefined) uncaughtErrorTimes.delete(plugin);
      breakers.reset(plugin, entryName);
      await pendingWrites;
      await db()('plugin_errors')
        .where(entryName === undefined ? { plugin } : { plugin, entry: entryName })
        .delete();
    },
    async closeBreaker(plugin, entryName) {
      breakers.reset(plugin, entryName);
      await pendingWrites;
      await db()('plugin_errors').where({ plugin, entry: entryName }).update({ open_until: null });
    },
    stateChanges: () => stateChanges,
    flush: () => pendingWrites,
  };
}

/** Returns an error and its causes, outermost first. */
function causesOf(error: unknown): object[] {
  const chain: object[] = [];
  for (
    let current = error;
    typeof current === 'object' && current !== null && !chain.includes(current);
    current = (current as { cause?: unknown }).cause
  )
    chain.push(current);
  return chain;
}

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}

function toDescription(plugin: string, entryName: string, error: unknown): ErrorDescription {
  return {
    plugin,
    entry: entryName.slice(0, MAX_ENTRY_NAME_LENGTH),
    code: error instanceof PlinthError ? error.code : 'plugin_threw',
    message: messageOf(error).slice(0, 190),
    stack: String((error as Error | undefined)?.stack ?? '').slice(0, 4000),
  };
}
