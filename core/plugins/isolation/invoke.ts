import { PlinthError } from '../../api/index.js';
import {
  type Breaker,
  currentOwner,
  hasUnawaited,
  type PendingCalls,
  runOwned,
  unawaitedError,
  withTimeout,
} from '../../hooks/index.js';
import { failureKind } from './failure-kind.js';

/**
 * Runs a plugin's code in its owner context. Its errors are recorded for the plugin and then reach the caller, who
 * continues without the result. The host's own code (an empty owner) runs directly. Asynchronous work may take the
 * given milliseconds, or the host's default timeout.
 */
export type Invoke = <T>(owner: string, entryName: string, work: () => T, ms?: number) => T;

interface InvokeOptions {
  /** Records an error; returns the circuit breaker for the entry from now on. */
  onError(owner: string, entryName: string, error: unknown, breaker?: Breaker): Breaker | undefined;
  /** Timeout of an asynchronous entry, in milliseconds. */
  timeoutMs: number;
}

/** Entries called once in a plugin's lifecycle have no circuit breaker: a repetition is intentional. */
const LIFECYCLE_ENTRIES: ReadonlySet<string> = new Set(['import', 'boot', 'activate', 'deactivate', 'uninstall']);

export function createInvoke({ onError, timeoutMs }: InvokeOptions): Invoke {
  /** Circuit breakers of entries that failed, by plugin and entry name. */
  const breakers = new Map<string, Breaker>();

  return function invoke<T>(owner: string, entryName: string, work: () => T, ms = timeoutMs): T {
    if (owner === '') return work();
    const key = `${owner}\n${entryName}`;
    const breaker = breakers.get(key);
    if (breaker && !breaker.allows()) throw breakerOpenError(owner, entryName);
    const report = (error: unknown): never => {
      const newBreaker = onError(owner, entryName, error, breakers.get(key));
      if (newBreaker && !LIFECYCLE_ENTRIES.has(entryName)) breakers.set(key, newBreaker);
      throw toCallerError(owner, error);
    };
    let result: T;
    const pendingCalls: PendingCalls = [];
    try {
      result = runOwned({ owner, entryPoint: entryName, frame: currentOwner()?.frame, pendingCalls }, work);
    } catch (error) {
      return report(error);
    }
    if (!(result instanceof Promise)) {
      if (hasUnawaited(pendingCalls)) return report(unawaitedError(owner, entryName, pendingCalls[0]));
      breaker?.recordSuccess();
      return result;
    }
    const timedResult = ms === Infinity ? result : withTimeout(result, ms, () => timeoutError(owner, entryName, ms));
    return timedResult.then((value: unknown) => {
      // An unawaited check is always truthy and may have allowed everything.
      if (hasUnawaited(pendingCalls)) return report(unawaitedError(owner, entryName, pendingCalls[0]));
      breaker?.recordSuccess();
      return value;
    }, report) as T;
  };
}

/** Converts a driver or network error into one for the caller; errors with a code stay as they are. */
function toCallerError(owner: string, error: unknown): unknown {
  if (error instanceof PlinthError || failureKind(error) !== 'outage') return error;
  return new PlinthError(
    'remote_unavailable',
    `A service that "${owner}" depends on does not respond: ${error instanceof Error ? error.message : String(error)}`,
    { status: 503, kind: 'outage', cause: error },
  );
}

/** Creates the error for an entry whose circuit breaker is open. */
function breakerOpenError(owner: string, entryName: string): PlinthError {
  return new PlinthError(
    'temporarily_closed',
    `"${owner}" failed repeatedly in ${entryName} and will be retried later.`,
    {
      hint: 'Fix the plugin. To retry without waiting, use Tools, Plugin errors.',
      status: 503,
      kind: 'outage',
    },
  );
}

function timeoutError(owner: string, entryName: string, ms: number): PlinthError {
  return new PlinthError('plugin_slow', `"${owner}" took longer than ${ms} ms in ${entryName}.`, {
    hint: 'Move long work to a background job.',
    status: 503,
  });
}
