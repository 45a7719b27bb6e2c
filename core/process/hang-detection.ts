import { culpritOf, type EndReport, stackOf, type PluginModules } from './crash-report.js';
import { inspectMainThread } from './main-thread.js';

/** Milliseconds between two checks. */
const TICK_MS = 1000;
/** Ticks between two inspections. If the stack has changed in the meantime, the code is only slow. */
const CONFIRM_TICKS = 2;

/**
 * Ends a hanging process.
 * @param beats counter that increases while the process responds
 * @param seconds how long it may stay unchanged
 */
export function watchForHangs(
  beats: Int32Array,
  seconds: number,
  pluginModules: PluginModules,
  end: (report: EndReport) => void,
): void {
  let lastBeat = -1;
  // Counts ticks of this thread instead of reading the clock, because both threads stop while the machine sleeps.
  let unchangedTicks = 0;
  let isInspecting = false;
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    unchangedTicks = beat === lastBeat ? unchangedTicks + 1 : 0;
    lastBeat = beat;
    if (unchangedTicks < seconds || isInspecting) return;
    isInspecting = true;
    void inspectTwice().finally(() => (isInspecting = false));
  }, TICK_MS);

  async function inspectTwice(): Promise<void> {
    const before = unchangedTicks;
    // Neither inspection returns while native database or file code runs; that ends by itself.
    await inspectMainThread();
    await new Promise((resolve) => setTimeout(resolve, CONFIRM_TICKS * TICK_MS));
    if (unchangedTicks < before) return;
    const inspection = await inspectMainThread();
    if (Atomics.load(beats, 0) !== lastBeat) return;
    end({
      kind: 'hang',
      at: new Date().toISOString(),
      plugin: culpritOf(inspection, pluginModules),
      stack: stackOf(inspection),
      amount: seconds,
      ended: true,
    });
  }
}
