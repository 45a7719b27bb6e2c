import { withTimeout } from '../hooks/index.js';
import {
  culpritOf,
  deleteEndReport,
  type EndReport,
  stackOf,
  type PluginModules,
  writeEndReport,
} from './crash-report.js';
import { inspectMainThread } from './main-thread.js';

/** Memory limits of a process, in bytes. */
export interface MemoryLimits {
  /** V8's heap limit, at which it ends the process. */
  readonly heap: number;
  /** Limit for all memory; buffers are outside the heap. */
  readonly total: number;
}

/** Milliseconds between two checks. */
const TICK_MS = 250;
/** Fraction of the heap above which memory growth is attributed. */
const ATTRIBUTION_FRACTION = 0.5;
/** Fraction of the heap above which V8 does almost nothing but collect garbage. */
const FULL_FRACTION = 0.85;
/** The process is inspected each time the heap has grown by this fraction. */
const INSPECTION_STEP = 0.02;
/** Number of latest inspections that are evaluated. */
const MAX_INSPECTIONS = 8;
/** Fraction of these inspections in which an owner must be found to count as the cause. */
const CULPRIT_FRACTION = 2 / 3;
/** Milliseconds without a beat after which a full process is ended: garbage collection would go on for a long time. */
const STUCK_MS = 2000;
/** Milliseconds for a last inspection, during which memory keeps growing. */
const LAST_INSPECTION_MS = 300;
const MB = 1024 * 1024;

/**
 * Attributes the memory growth of a process before its heap is so full that V8 ends it, and ends it when it exceeds the
 * machine's memory.
 */
export function watchMemory(
  beats: Int32Array,
  limits: MemoryLimits,
  pluginModules: PluginModules,
  reportFile: string,
  end: (report: EndReport) => void,
): void {
  const base = process.memoryUsage.rss();
  const culprits: string[] = [];
  let stack: readonly string[] = [];
  let lastInspectedShare = 0;
  let isInspecting = false;
  let hasReport = false;
  let lastBeat = -1;
  let stuckMs = 0;

  setInterval(() => {
    const rss = process.memoryUsage.rss();
    const share = (rss - base) / limits.heap;
    const beat = Atomics.load(beats, 0);
    stuckMs = beat === lastBeat ? stuckMs + TICK_MS : 0;
    lastBeat = beat;
    if (share > FULL_FRACTION && stuckMs >= STUCK_MS) return end(report(rss, true));
    if (share < ATTRIBUTION_FRACTION) return discardReport();
    if (isInspecting || (share < lastInspectedShare + INSPECTION_STEP && rss < limits.total)) return;
    lastInspectedShare = share;
    isInspecting = true;
    void (rss < limits.total ? storeReport(rss) : endProcess(rss)).finally(() => (isInspecting = false));
  }, TICK_MS);

  async function inspect(): Promise<void> {
    const found = await inspectMainThread();
    culprits.push(culpritOf(found, pluginModules));
    if (culprits.length > MAX_INSPECTIONS) culprits.shift();
    if (culprits.at(-1) === findCulprit()) stack = stackOf(found);
  }

  async function storeReport(rss: number): Promise<void> {
    await inspect();
    hasReport = true;
    writeEndReport(reportFile, report(rss, false));
  }

  async function endProcess(rss: number): Promise<void> {
    await withTimeout(inspect(), LAST_INSPECTION_MS, () => new Error('late')).catch(() => undefined);
    end(report(rss, true));
  }

  /** Returns the owner found by most inspections; empty when none stands out. */
  function findCulprit(): string {
    return (
      culprits.find((id) => culprits.filter((other) => other === id).length >= culprits.length * CULPRIT_FRACTION) ?? ''
    );
  }

  function report(rss: number, ended: boolean): EndReport {
    return {
      kind: 'memory',
      at: new Date().toISOString(),
      plugin: findCulprit(),
      stack,
      amount: Math.round(rss / MB),
      ended,
    };
  }

  function discardReport(): void {
    lastInspectedShare = 0;
    culprits.length = 0;
    if (hasReport) deleteEndReport(reportFile);
    hasReport = false;
  }
}
