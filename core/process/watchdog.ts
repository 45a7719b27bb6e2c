import { url as inspectorUrl } from 'node:inspector';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { currentOwner } from '../hooks/index.js';
import { FIRST_PLUGINS } from '../app/bundled-plugins.js';
import type { Config } from '../app/config.js';
import { endReportFile } from './crash-report.js';
import { OWNER } from './main-thread.js';
import type { WatchedProcess } from './watchdog-thread.js';

const BEAT_MS = 500;
/** Heaps that a process may take altogether: much of a shop's index lies in buffers. */
const HEAPS = 2;
/** Of the machine's memory: past it, the system ends whom it likes. */
const MACHINE = 0.9;

/**
 * Watches from a second thread whether this process still does anything but one endless piece of synchronous work, which no other
 * code of the process can end, and whether it grows beyond all bounds. Then the thread notes whose code runs, and kills the process;
 * its supervisor starts it anew.
 * @param place the number of the process among those that serve the site
 */
export function watchProcess(
  { watchdogSeconds, workers, dataDir, root }: Pick<Config, 'watchdogSeconds' | 'workers' | 'dataDir' | 'root'>,
  place: number,
): void {
  // Whoever debugs makes it stand still on purpose.
  if (watchdogSeconds === 0 || inspectorUrl() !== undefined) return;
  Object.defineProperty(process, Symbol.for(OWNER), { value: () => currentOwner()?.owner });
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const heap = getHeapStatistics().heap_size_limit;
  const machine = Math.min(process.constrainedMemory() || Infinity, totalmem());
  const watched: WatchedProcess = {
    beats,
    reportFile: endReportFile(dataDir, place),
    seconds: watchdogSeconds,
    memory: { heap, all: Math.min(heap * HEAPS, (machine * MACHINE) / workers) },
    suspicion: { modules: join(root, 'dist', 'plugins'), kept: FIRST_PLUGINS },
  };
  new Worker(join(__dirname, 'watchdog-thread.js'), { workerData: watched }).unref();
}
