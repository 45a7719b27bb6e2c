import { within } from '../hooks/index.js';
import {
  culpritOf,
  dropEndReport,
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

const TICK_MS = 250;
/** Fraction of the heap above which memory growth is attributed. */
const HIGH = 0.5;
/** Fraction of the heap above which V8 does almost nothing but collect garbage. */
const FULL = 0.85;
/** The process is inspected each time the heap has grown by this fraction. */
const STEP = 0.02;
/** The owner found in two thirds of the last inspections caused the growth. */
const MAX_INSPECTIONS = 8;
const MAX_OF_THEM = 2 / 3;
/** Milliseconds without a beat after which a full process is ended: garbage collection would go on for a long time. */
const STUCK_MS = 2000;
/** Milliseconds for a last inspection, during which memory keeps growing. */
const LAST_LOOK_MS = 300;
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
  let lookedAt = 0;
  let isInspecting = false;
  let hasReport = false;
  let lastBeat = -1;
  let stuck = 0;

  setInterval(() => {
    const rss = process.memoryUsage.rss();
    const share = (rss - base) / limits.heap;
    const beat = Atomics.load(beats, 0);
    stuck = beat === lastBeat ? stuck + TICK_MS : 0;
    lastBeat = beat;
    if (share > FULL && stuck >= STUCK_MS) return end(report(rss, true));
    if (share < HIGH) return forget();
    if (isInspecting || (share < lookedAt + STEP && rss < limits.total)) return;
    lookedAt = share;
    isInspecting = true;
    void (rss < limits.total ? note(rss) : endProcess(rss)).finally(() => (isInspecting = false));
  }, TICK_MS);

  async function inspect(): Promise<void> {
    const found = await inspectMainThread();
    culprits.push(culpritOf(found, pluginModules));
    if (culprits.length > MAX_INSPECTIONS) culprits.shift();
    if (culprits.at(-1) === findCulprit()) stack = stackOf(found);
  }

  async function note(rss: number): Promise<void> {
    await inspect();
    hasReport = true;
    writeEndReport(reportFile, report(rss, false));
  }

  async function endProcess(rss: number): Promise<void> {
    await within(inspect(), LAST_LOOK_MS, () => new Error('late')).catch(() => undefined);
    end(report(rss, true));
  }

  /** Returns the owner found by most inspections; empty when none stands out. */
  function findCulprit(): string {
    return (
      culprits.find((id) => culprits.filter((other) => other === id).length >= culprits.length * MAX_OF_THEM) ?? ''
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

  function forget(): void {
    lookedAt = 0;
    culprits.length = 0;
    if (hasReport) dropEndReport(reportFile);
    hasReport = false;
  }
}
