import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type EndReport, type PluginModules, writeEndReport } from './crash-report.js';
import { watchForHangs } from './hang-detection.js';
import { type MemoryLimits, watchMemory } from './memory-watch.js';

/** State of the process that the second thread can access. */
export interface WatchedProcess {
  /** Counter that increases while the process responds. */
  readonly heartbeat: Int32Array;
  /** Maximum seconds without a beat. */
  readonly seconds: number;
  readonly memory: MemoryLimits;
  /** Path at which the next process looks for a report. */
  readonly reportFile: string;
  readonly pluginModules: PluginModules;
}

const { heartbeat, seconds, memory, reportFile, pluginModules } = workerData as WatchedProcess;

watchForHangs(heartbeat, seconds, pluginModules, end);
watchMemory(heartbeat, memory, pluginModules, reportFile, end);

function end(report: EndReport): void {
  writeEndReport(reportFile, report);
  const location = report.plugin === '' ? 'in the host' : `in the plugin "${report.plugin}"`;
  const message =
    report.kind === 'hang'
      ? `the process hung for ${report.amount} seconds ${location} and is being killed`
      : `the process grew to ${report.amount} MB ${location} and is being killed`;
  // The logger cannot be used, because it writes through the hanging thread.
  writeSync(
    2,
    `${JSON.stringify({ level: 60, time: report.at, pid: process.pid, plugin: report.plugin, stack: report.stack, msg: message })}\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}
