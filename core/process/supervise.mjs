import cluster from 'node:cluster';

/** Signals that request a stop; all others are crashes. */
/** @type {readonly NodeJS.Signals[]} */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Signal that requests the replacement of the running processes. */
const RESTART_SIGNAL = 'SIGUSR2';
/** The exit code of a site in an undefined state, after an unhandled error. */
const RESTART_EXIT_CODE = 70;
/** Milliseconds after which a stop no longer waits; a site's own limit is shorter. */
const STOP_TIMEOUT_MS = 9_800;
/** Crashes within this many milliseconds are reported to the next process. */
const CRASH_WINDOW_MS = 600_000;

/**
 * Runs a site in one or several processes on one port, and restarts each whenever it is killed: by the watchdog because
 * it hung, or by the system because it used too much memory. A process that exits by itself ends the supervisor with
 * the same code when no other process serves the site, and so does a requested stop. On SIGUSR2 each process is
 * replaced by a new one, in turn.
 *
 * The first process prepares the site alone; the others start once it calls `process.send({ ready: true })`. The
 * environment of each contains `PLINTH_SLOT`, its number; `PLINTH_SITE_READY`, `1` if a process was ready before it; and
 * `PLINTH_PREVIOUS_EXITS`, JSON with the signal that ended its predecessor, the lifetimes of the last processes in
 * milliseconds, and what its predecessor sent by `process.send({ handover })`. The message `{ drain: true }` asks a
 * process to finish its work and exit.
 * @param {string} exec the module that is the site
 * @param {{count?: number, args?: readonly string[], maxCrashes?: number, pauseMs?: number, beforeRestart?: () =>
 * Promise<void>}} [options] number of processes; their arguments; number of crashes within ten minutes after which it
 *   waits before each start, and for how many milliseconds; work before a requested restart
 * @returns {Promise<number>} the exit code
 */
export function supervise(exec, options = {}) {
  return new Supervisor(exec, options).run();
}

/**
 * A process of the site.
 * @typedef {object} SiteProcess
 * @property {import('node:cluster').Worker} worker
 * @property {number} started milliseconds, by `performance.now()`
 * @property {Promise<unknown>} ended
 * @property {Promise<boolean>} ready false when it ended before it was ready
 */

/**
 * The slot of one process, independent of the process currently in it.
 * @typedef {object} Slot
 * @property {number} number from 1
 * @property {SiteProcess | undefined} current
 * @property {SiteProcess | undefined} next the process that will replace the running one
 * @property {NodeJS.Timeout | undefined} timer until the next start
 * @property {{at: number, lifetime: number}[]} exits its last crashes: time, and lifetime in milliseconds
 * @property {string | undefined} signal the signal that ended the last process
 * @property {unknown} handover data from the last process for the next
 */

class Supervisor {
  /** @type {Set<SiteProcess>} */
  running = new Set();
  /** @type {Set<SiteProcess>} */
  serving = new Set();
  siteReady = false;
  restarting = false;
  /** @type {(code: number) => void} */
  resolve = () => undefined;
  /** @type {(error: unknown) => void} */
  reject = () => undefined;
  stopping = false;
  exitCode = 0;

  /**
   * @param {string} exec
   * @param {{count?: number, args?: readonly string[], maxCrashes?: number, pauseMs?: number, beforeRestart?: () => Promise<void>}} options
   */
  constructor(
    exec,
    { count = 1, args = [], maxCrashes = 10, pauseMs = 10_000, beforeRestart = async () => undefined },
  ) {
    // A process accepts a connection when it is idle: a hanging one accepts none, and waiting connections survive the
    // end of a process.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec, args: [...args] });
    this.count = count;
    this.maxCrashes = maxCrashes;
    this.pauseMs = pauseMs;
    this.beforeRestart = beforeRestart;
    /** @type {Slot[]} */
    this.slots = Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      current: undefined,
      next: undefined,
      timer: undefined,
      exits: [],
      signal: undefined,
      handover: undefined,
    }));
  }

  /** @returns {Promise<number>} the exit code */
  run() {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      for (const signal of STOP_SIGNALS) process.on(signal, () => this.stop(signal));
      process.on(RESTART_SIGNAL, () => void this.restart());
      for (const slot of this.slots.slice(0, 1)) this.start(slot);
    });
  }

  /** @param {string} text */
  print(text) {
    process.stderr.write(`plinth: ${text}\n`);
  }

  /** @param {Slot} slot */
  nameOf({ number }) {
    return this.count === 1 ? 'The site' : `Process ${number} of the site`;
  }

  /** @param {NodeJS.Signals} signal */
  stop(signal) {
    this.stopping = true;
    for (const { timer } of this.slots) clearTimeout(timer);
    for (const { worker } of this.running) worker.process.kill(signal);
    if (this.running.size === 0) return this.resolve(this.exitCode);
    // A hanging process reacts only to this signal.
    const forceStop = setTimeout(
      () => [...this.running].forEach(({ worker }) => worker.process.kill('SIGKILL')),
      STOP_TIMEOUT_MS,
    );
    void Promise.all([...this.running].map(({ ended }) => ended)).then(() => clearTimeout(forceStop));
  }

  /**
   * Starts a process for a slot; the caller decides whether it takes the slot.
   * @param {Slot} slot
   * @returns {SiteProcess}
   */
  launch(slot) {
    const { signal, handover } = slot;
    slot.handover = undefined;
    const previousExits = JSON.stringify({ signal, lifetimes: slot.exits.map(({ lifetime }) => lifetime), handover });
    const worker = cluster.fork({
      PLINTH_SLOT: String(slot.number),
      PLINTH_SITE_READY: this.siteReady ? '1' : '0',
      PLINTH_PREVIOUS_EXITS: previousExits,
    });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    /** @type {SiteProcess} */
    const siteProcess = { worker, started: performance.now(), ended, ready: Promise.resolve(false) };
    this.running.add(siteProcess);
    // Also resolved when the process exits, with false.
    siteProcess.ready = new Promise((resolve) => {
      void ended.then(() => resolve(false));
      worker.on('message', (message) => {
        if (message?.handover !== undefined && (siteProcess === slot.current || siteProcess === slot.next))
          slot.handover = message.handover;
        if (message?.ready !== true) return;
        this.serving.add(siteProcess);
        resolve(true);
        this.startOthers();
      });
    });
    worker.once('error', this.reject);
    worker.once('exit', (code, signal) => this.handleExit(slot, siteProcess, code, signal));
    return siteProcess;
  }

  /** @param {Slot} slot */
  start(slot) {
    slot.current = this.launch(slot);
  }

  /** The site is prepared: the other processes may start. */
  startOthers() {
    if (this.siteReady || this.stopping) return;
    this.siteReady = true;
    for (const slot of this.slots.slice(1)) this.start(slot);
  }

  /**
   * @param {Slot} slot
   * @param {SiteProcess} siteProcess
   * @param {number | null} code
   * @param {string | null} signal
   */
  handleExit(slot, siteProcess, code, signal) {
    this.running.delete(siteProcess);
    this.serving.delete(siteProcess);
    if (this.stopping) {
      this.exitCode = Math.max(this.exitCode, code === null || code === RESTART_EXIT_CODE ? 1 : code);
      if (this.running.size === 0) this.resolve(this.exitCode);
      return;
    }
    // It was replaced by another process, or it was a replacement that did not start.
    if (slot.current !== siteProcess) return;
    slot.current = undefined;
    const exitedItself = code !== null && code !== RESTART_EXIT_CODE;
    if (exitedItself && this.serving.size === 0) {
      this.exitCode = code;
      return this.stop('SIGTERM');
    }
    const now = performance.now();
    slot.signal = signal ?? undefined;
    slot.exits = [
      ...slot.exits.filter(({ at }) => at > now - CRASH_WINDOW_MS),
      { at: now, lifetime: Math.round(now - siteProcess.started) },
    ];
    this.scheduleRestart(
      slot,
      exitedItself,
      signal === null ? `exited unexpectedly${exitedItself ? ` (${code})` : ''}` : `was killed (${signal})`,
    );
  }

  /**
   * @param {Slot} slot
   * @param {boolean} exitedItself whether the process exited by itself
   * @param {string} how description of how it ended
   */
  scheduleRestart(slot, exitedItself, how) {
    const isFrequent = slot.exits.length > this.maxCrashes;
    const pause = exitedItself || isFrequent ? this.pauseMs : 0;
    const note =
      (pause > 0 ? ` in ${pause / 1000} seconds` : '') +
      (isFrequent ? `; it exited ${slot.exits.length} times within ten minutes, check its log` : '');
    // Its successor may already be starting.
    if (slot.next) return this.print(`${this.nameOf(slot)} ${how}.`);
    this.print(`${this.nameOf(slot)} ${how} and will be restarted${note}.`);
    slot.timer = setTimeout(() => this.start(slot), pause);
  }

  async restart() {
    if (this.restarting || this.stopping || !this.siteReady) return;
    this.restarting = true;
    try {
      await this.beforeRestart();
      for (const slot of this.slots) {
        if (await this.replace(slot)) continue;
        if (!this.stopping)
          this.print(
            `${this.nameOf(slot)} was not restarted because the new process did not start; the previous one keeps running.`,
          );
        return;
      }
      this.print('The site was restarted.');
    } catch (error) {
      this.print(`The site could not be restarted: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.restarting = false;
    }
  }

  /**
   * Starts a new process in a slot, and waits until the previous one has finished its work.
   * @param {Slot} slot
   * @returns {Promise<boolean>} whether the slot has a new process
   */
  async replace(slot) {
    const before = slot.current;
    // A process that is just starting, or will soon, is new already.
    if (!before || !(await before.ready)) return !this.stopping;
    const { exits, signal } = slot;
    Object.assign(slot, { exits: [], signal: undefined });
    slot.next = this.launch(slot);
    const { next } = slot;
    const ready = await next.ready;
    slot.next = undefined;
    if (this.stopping) return false;
    if (!ready) {
      // The previous process may have ended meanwhile.
      if (!slot.current) slot.timer = setTimeout(() => this.start(slot), this.pauseMs);
      else Object.assign(slot, { exits, signal });
      return false;
    }
    slot.current = next;
    this.serving.delete(before);
    if (this.running.has(before)) before.worker.send({ drain: true }, () => undefined);
    await before.ended;
    return !this.stopping;
  }
}
