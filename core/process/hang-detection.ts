import { culpritOf, type EndReport, stackOf, type PluginModules } from './crash-report.js';
import { inspectMainThread } from './main-thread.js';

const TICK_MS = 1000;
/** Ticks between two inspections: if the stack has changed meanwhile, the code is only slow. */
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
  // Ticks of this thread, not the clock: while the machine sleeps, both stop.
  let still = 0;
  let isInspecting = false;
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    still = beat === lastBeat ? still + 1 : 0;
    lastBeat = beat;
    if (still < seconds || isInspecting) return;
    isInspecting = true;
    void lookTwice().finally(() => (isInspecting = false));
  }, TICK_MS);

  async function lookTwice(): Promise<void> {
    const before = still;
    // Neither inspection returns while native database or file code runs; that ends by itself.
    await inspectMainThread();
    await new Promise((resolve) => setTimeout(resolve, CONFIRM_TICKS * TICK_MS));
    if (still < before) return;
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
