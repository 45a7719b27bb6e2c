import { within } from '../hooks/index.js';
import { culpritOf, dropEndReport, type EndReport, stackOf, type Suspicion, writeEndReport } from './crash-report.js';
import { inspectMainThread } from './main-thread.js';

/** How much a process may take, in bytes. */
export interface MemoryLimits {
  /** What V8 allows its heap, after which it ends the process. */
  readonly heap: number;
  /** What everything may take together; buffers lie outside the heap. */
  readonly all: number;
}

const TICK_MS = 250;
/** Of the heap: from here on it is watched who makes the process grow. */
const HIGH = 0.5;
/** Of the heap: from here on it only collects garbage. */
const FULL = 0.85;
/** A look at every fiftieth of the heap that it grows by. */
const STEP = 0.02;
/** Who runs at two thirds of the last looks made it grow. */
const LOOKS = 8;
const MAX_OF_THEM = 2 / 3;
/** Milliseconds without a beat, once it is full, that end it: collecting garbage goes on for long. */
const STUCK_MS = 2000;
/** Milliseconds for a last look; it grows on meanwhile. */
const LAST_LOOK_MS = 300;
const MB = 1024 * 1024;

/** Notes who makes a process grow, before it is so full that V8 ends it, and ends it when it grows past what the machine has. */
export function watchMemory(
  beats: Int32Array,
  limits: MemoryLimits,
  suspicion: Suspicion,
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

  /** Who most of the looks found; empty when nobody stands out. */
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
