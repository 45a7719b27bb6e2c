import { writeSync } from 'node:fs';
import { type Debugger, Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { reportHang, writeHangReport } from './hang-report.js';
import type { HangFrame } from './source-frames.js';

/** What the second thread knows of the process. */
export interface WatchedProcess {
  /** Goes up while the process lives. */
  readonly beats: Int32Array;
  /** How long it may stand still. */
  readonly seconds: number;
  readonly dataDir: string;
  /** Where the plugins' modules lie. */
  readonly modules: string;
}

const TICK_MS = 1000;
/** Ticks between two looks: what has moved on meanwhile only was slow. */
const CONFIRM_TICKS = 2;

watch(workerData as WatchedProcess);

function watch({ beats, seconds, dataDir, modules }: WatchedProcess): void {
  let seen = -1;
  // Ticks of this thread, not the clock: while a machine sleeps both stand still.
  let still = 0;
  let looking = false;
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    still = beat === seen ? still + 1 : 0;
    seen = beat;
    if (still < seconds || looking) return;
    looking = true;
    void lookTwice().finally(() => (looking = false));
  }, TICK_MS);

  async function lookTwice(): Promise<void> {
    const before = still;
    // Neither look comes back while a database or file does the work; that will end by itself.
    await callStack();
    await new Promise((resolve) => setTimeout(resolve, CONFIRM_TICKS * TICK_MS));
    if (still < before) return;
    const frames = await callStack();
    if (Atomics.load(beats, 0) !== seen) return;
    const report = reportHang(frames, modules, seconds);
    writeHangReport(dataDir, report);
    const message = `the process hung for ${seconds} seconds ${report.plugin === '' ? 'in the host' : `in the plugin "${report.plugin}"`} and is killed`;
    // The log's own lines go out through the thread that hangs.
    writeSync(2, `${JSON.stringify({ level: 60, time: report.at, plugin: report.plugin, stack: report.stack, msg: message })}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
}

/** What the main thread does now, the innermost function first. It goes on at once. */
function callStack(): Promise<HangFrame[]> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string>();
  return new Promise((resolve) => {
    session.on('Debugger.scriptParsed', ({ params }) => void files.set(params.scriptId, params.url));
    session.on('Debugger.paused', ({ params }) => {
      const frames = params.callFrames.map((frame: Debugger.CallFrame) => ({ name: frame.functionName, file: files.get(frame.location.scriptId) ?? frame.url, line: frame.location.lineNumber + 1, column: frame.location.columnNumber ?? 0 }));
      session.post('Debugger.resume');
      session.post('Debugger.disable', () => {
        session.disconnect();
        resolve(frames);
      });
    });
    session.post('Debugger.enable');
    session.post('Debugger.pause');
  });
}
