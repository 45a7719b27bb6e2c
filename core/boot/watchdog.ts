import { url as inspectorUrl } from 'node:inspector';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Config } from './config.js';
import type { WatchedProcess } from './watchdog-thread.js';

const BEAT_MS = 500;

/**
 * Watches from a second thread whether this process still does anything but one endless piece of synchronous work, which no other
 * code of the process can end. When it does not for `WATCHDOG_SECONDS`, the thread notes whose code runs, and kills the process;
 * its supervisor starts it anew.
 */
export function watchForHangs({ watchdogSeconds, dataDir, root }: Pick<Config, 'watchdogSeconds' | 'dataDir' | 'root'>): void {
  // Whoever debugs makes it stand still on purpose.
  if (watchdogSeconds === 0 || inspectorUrl() !== undefined) return;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const watched: WatchedProcess = { beats, seconds: watchdogSeconds, dataDir, modules: join(root, 'dist', 'plugins') };
  new Worker(join(__dirname, 'watchdog-thread.js'), { workerData: watched }).unref();
}
