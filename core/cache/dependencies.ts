import { currentContext } from '../context/index.js';
import type { Dependencies } from '../context/dependencies.js';

/**
 * Starts tracking what the current request depends on; undefined outside of requests. Ends with {@link stopTracking}.
 */
export function startTracking(): Dependencies | undefined {
  const context = currentContext();
  if (!context) return undefined;
  const dependencies: Dependencies = {
    tables: new Set(),
    requestProperties: new Map(),
    expiresAt: Infinity,
    bypassReason: '',
  };
  // Concurrent work of the request is tracked too: unnecessary dependencies shorten the lifetime of a cached response,
  // missing ones would make it wrong.
  context.trackedDependencies.add(dependencies);
  return dependencies;
}

export function stopTracking(dependencies: Dependencies): void {
  currentContext()?.trackedDependencies.delete(dependencies);
}

/** Whether dependencies of the current request are being tracked. */
export function isTracking(): boolean {
  return tracked().size > 0;
}

/**
 * Records that what is being computed is valid until a table version changes.
 * @param name a table version
 */
export function dependOnTables(name: string): void {
  for (const { tables } of tracked()) tables.add(name);
}

/**
 * Ends what is being computed at a time.
 * @param time milliseconds since 1970
 */
export function expireAt(time: number): void {
  for (const dependencies of tracked()) if (time < dependencies.expiresAt) dependencies.expiresAt = time;
}

/**
 * Records that what is being computed is for this request only.
 * @param reason why, in a few words
 */
export function bypassCaching(reason: string): void {
  for (const dependencies of tracked()) dependencies.bypassReason ||= reason;
}

/**
 * Records that what is being computed is valid only for requests with the same property.
 * @param name name of the property, such as `cookie seen`
 */
export function dependOnRequest(name: string, value: string): void {
  for (const { requestProperties } of tracked()) requestProperties.set(name, value);
}

/** What was tracked while a value was computed, for {@link reuse}. */
export type TrackedDependencies = ReadonlySet<Dependencies>;

/** Returns the dependencies being tracked now, so that a value can be stored together with what it depends on. */
export function currentDependencies(): TrackedDependencies {
  return new Set(tracked());
}

/**
 * Records the dependencies of a stored value: whoever uses it depends on what it was computed from. A value computed
 * while nothing was tracked may depend on anything.
 */
export function reuse(stored: TrackedDependencies): void {
  for (const dependencies of tracked()) {
    if (stored.has(dependencies)) continue;
    if (stored.size === 0) dependencies.bypassReason ||= 'it uses a value computed earlier in the request';
    for (const source of stored) include(dependencies, source);
  }
}

function include(target: Dependencies, source: Dependencies): void {
  for (const name of source.tables) target.tables.add(name);
  for (const [name, value] of source.requestProperties) target.requestProperties.set(name, value);
  target.expiresAt = Math.min(target.expiresAt, source.expiresAt);
  target.bypassReason ||= source.bypassReason;
}

const NONE: ReadonlySet<Dependencies> = new Set();

function tracked(): ReadonlySet<Dependencies> {
  return currentContext()?.trackedDependencies ?? NONE;
}
