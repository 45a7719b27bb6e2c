import { currentContext } from './index.js';
import type { Reading } from './dependencies.js';

/**
 * Starts tracking the dependencies of the current request; undefined outside of requests. Ends with {@link endReading}.
 */
export function startReading(): Reading | undefined {
  const context = currentContext();
  if (!context) return undefined;
  const reading: Reading = { generations: new Set(), varyBy: new Map(), expiresAt: Infinity, uncacheableReason: '' };
  // Concurrent work of the request is tracked too: unnecessary dependencies shorten the lifetime of a cached response,
  // missing ones would make it wrong.
  context.readings.add(reading);
  return reading;
}

export function endReading(reading: Reading): void {
  currentContext()?.readings.delete(reading);
}

/** Whether dependencies of the current request are being tracked. */
export function isReading(): boolean {
  return (currentContext()?.readings.size ?? 0) > 0;
}

/** Records that the response is valid until a table version changes. */
export function noteGeneration(name: string): void {
  for (const { generations } of open()) generations.add(name);
}

/**
 * Records that the response is valid no longer than this.
 * @param moment milliseconds since 1970
 */
export function noteUntil(moment: number): void {
  for (const reading of open()) if (moment < reading.expiresAt) reading.expiresAt = moment;
}

/**
 * Records that the response is valid for this request only.
 * @param why short reason
 */
export function noteOnce(why: string): void {
  for (const reading of open()) reading.uncacheableReason ||= why;
}

/**
 * Records that the response is valid only for requests with the same property.
 * @param what name of the property, such as `cookie seen`
 */
export function noteAsked(what: string, value: string): void {
  for (const { varyBy: requestProperties } of open()) requestProperties.set(what, value);
}

const NONE: ReadonlySet<Reading> = new Set();

function open(): ReadonlySet<Reading> {
  return currentContext()?.readings ?? NONE;
}
