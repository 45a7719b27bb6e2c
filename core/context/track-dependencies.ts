import { currentContext } from './index.js';
import type { Reading } from './dependencies.js';

/** Begins to note what the running request reads; undefined outside of one. Ends with {@link endReading}. */
export function startReading(): Reading | undefined {
  const context = currentContext();
  if (!context) return undefined;
  const reading: Reading = { generations: new Set(), asked: new Map(), until: Infinity, once: '' };
  // What the request does at the same time is noted too: too much makes an answer short-lived, too little would make it wrong.
  context.readings.add(reading);
  return reading;
}

export function endReading(reading: Reading): void {
  currentContext()?.readings.delete(reading);
}

/** Whether anybody wants to know what the running request reads. */
export function isReading(): boolean {
  return (currentContext()?.readings.size ?? 0) > 0;
}

/** What is being made holds as long as nothing of a generation is written. */
export function noteGeneration(name: string): void {
  for (const { generations } of open()) generations.add(name);
}

/** What is being made holds no longer than this. @param moment milliseconds since 1970 */
export function noteUntil(moment: number): void {
  for (const reading of open()) if (moment < reading.until) reading.until = moment;
}

/** What is being made holds for this request alone. @param why in a few words */
export function noteOnce(why: string): void {
  for (const reading of open()) reading.once ||= why;
}

/** What is being made holds for those of whose request the same is true. @param what such as `cookie seen` */
export function noteAsked(what: string, said: string): void {
  for (const { asked } of open()) asked.set(what, said);
}

const NONE: ReadonlySet<Reading> = new Set();

function open(): ReadonlySet<Reading> {
  return currentContext()?.readings ?? NONE;
}
