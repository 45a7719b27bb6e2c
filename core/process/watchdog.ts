import { url as inspectorUrl } from 'node:inspector';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { currentOwner } from '../hooks/index.js';
import { FIRST_PLUGINS } from '../app/bundled-plugins.js';
import type { Config } from '../app/config.js';
import { endReportFile } from './crash-report.js';
import { OWNER_SYMBOL_KEY } from './main-thread.js';
import type { WatchedProcess } from './watchdog-thread.js';

/** Milliseconds between two heartbeats. */
const BEAT_MS = 500;
/** Maximum memory of a process, as a multiple of the heap size: much of a shop's index is in buffers. */
const MAX_HEAP_MULTIPLE = 2;
/** Fraction of the machine's memory above which the system may end arbitrary processes. */
const MACHINE_MEMORY_FRACTION = 0.9;

/**
 * Monitors this process from a second thread for endless synchronous code, which no other code of the process can end,
 * and for excessive memory. The thread then records which code is running, and kills the process; its supervisor
 * restarts it.
 * @param slotNumber the number of the process among those that serve the site
 */
export function watchProcess(
  { watchdogSeconds, workers, dataDir, root }: Pick<Config, 'watchdogSeconds' | 'workers' | 'dataDir' | 'root'>,
  slotNumber: number,
): void {
  // A debugger pauses the process on purpose.
  if (watchdogSeconds === 0 || inspectorUrl() !== undefined) return;
  Object.defineProperty(process, Symbol.for(OWNER_SYMBOL_KEY), { value: () => currentOwner()?.owner });
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref();
  const heapLimit = getHeapStatistics().heap_size_limit;
  const machineMemory = Math.min(process.constrainedMemory() || Infinity, totalmem());
  const watched: WatchedProcess = {
    heartbeat: beats,
    reportFile: endReportFile(dataDir, slotNumber),
    seconds: watchdogSeconds,
    memory: {
      heap: heapLimit,
      total: Math.min(heapLimit * MAX_HEAP_MULTIPLE, (machineMemory * MACHINE_MEMORY_FRACTION) / workers),
    },
    pluginModules: { modules: join(root, 'dist', 'plugins'), bundled: FIRST_PLUGINS },
  };
  new Worker(join(__dirname, 'watchdog-thread.js'), { workerData: watched }).unref();
}
