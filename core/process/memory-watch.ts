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
  readonly all: number;
}

const TICK_MS = 250;
/** Fraction of the heap above which memory growth is attributed. */
const HIGH = 0.5;
/** Fraction of the heap above which V8 does almost nothing but collect garbage. */
const FULL = 0.85;
/** The process is inspected each time the heap has grown by this fraction. */
const STEP = 0.02;
/** The owner found in two thirds of the last inspections caused the growth. */
const LOOKS = 8;
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
  suspicion: PluginModules,
  reportFile: string,
  end: (report: EndReport) => void,
): void {
  const base = process.memoryUsage.rss();
  const culprits: string[] = [];
  let stack: readonly string[] = [];
  let lookedAt = 0;
  let looking = false;
  let noted = false;
  let seen = -1;
  let stuck = 0;

  setInterval(() => {
    const rss = process.memoryUsage.rss();
    const share = (rss - base) / limits.heap;
    const beat = Atomics.load(beats, 0);
    stuck = beat === seen ? stuck + TICK_MS : 0;
    seen = beat;
    if (share > FULL && stuck >= STUCK_MS) return end(report(rss, true));
    if (share < HIGH) return forget();
    if (looking || (share < lookedAt + STEP && rss < limits.all)) return;
    lookedAt = share;
    looking = true;
    void (rss < limits.all ? note(rss) : leave(rss)).finally(() => (looking = false));
  }, TICK_MS);

  async function look(): Promise<void> {
    const found = await inspectMainThread();
    culprits.push(culpritOf(found, suspicion));
    if (culprits.length > LOOKS) culprits.shift();
    if (culprits.at(-1) === culprit()) stack = stackOf(found);
  }

  async function note(rss: number): Promise<void> {
    await look();
    noted = true;
    writeEndReport(reportFile, report(rss, false));
  }

  async function leave(rss: number): Promise<void> {
    await within(look(), LAST_LOOK_MS, () => new Error('late')).catch(() => undefined);
    end(report(rss, true));
  }

  /** Returns the owner found by most inspections; empty when none stands out. */
  function culprit(): string {
    return (
      culprits.find((id) => culprits.filter((other) => other === id).length >= culprits.length * MAX_OF_THEM) ?? ''
    );
  }

  function report(rss: number, ended: boolean): EndReport {
    return {
      kind: 'memory',
      at: new Date().toISOString(),
      plugin: culprit(),
      stack,
      amount: Math.round(rss / MB),
      ended,
    };
  }

  function forget(): void {
    lookedAt = 0;
    culprits.length = 0;
    if (noted) dropEndReport(reportFile);
    noted = false;
  }
}
