import cluster from 'node:cluster';

/** Signals that request a stop; all others are crashes. */
/** @type {readonly NodeJS.Signals[]} */
const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Signal that requests the replacement of the running processes. */
const RESTART = 'SIGUSR2';
/** The exit code of a site in an undefined state, after an unhandled error. */
const BROKEN = 70;
/** Milliseconds after which a stop no longer waits; a site's own limit is shorter. */
const STOP_MS = 9_800;
/** Crashes within this many milliseconds are reported to the next process. */
const CACHED_MS = 600_000;

/**
 * Runs a site in one or several processes on one port, and restarts each whenever it is killed: by the watchdog because
 * it hung, or by the system because it used too much memory. A process that exits by itself ends the supervisor with
 * the same code when no other process serves the site, and so does a requested stop. On SIGUSR2 each process is
 * replaced by a new one, in turn.
 *
 * The first process prepares the site alone; the others start once it calls `process.send({ ready: true })`. Each finds
 * its number in PLINTH_PLACE, in PLINTH_ANNOUNCED whether a process was ready before it, and in PLINTH_ENDINGS, as
 * JSON, the signal that ended its predecessor, the lifetimes of the last ones in milliseconds, and what its predecessor
 * sent by `process.send({ leave })`. The message `{ drain: true }` asks it to finish its work and end.
 * @param {string} exec the module that is the site
 * @param {{count?: number, args?: readonly string[], most?: number, pauseMs?: number, beforeRestart?: () =>
 * Promise<void>}} [options] how many
 *   processes; their arguments; number of crashes within ten minutes after which it waits before each start, and how
 *   many milliseconds; work
 *   before a requested restart
 * @returns {Promise<number>} the exit code
 */
export function supervise(exec, options = {}) {
  return new Supervisor(exec, options).run();
}

/**
 * A process of the site.
 * @typedef {object} Life
 * @property {import('node:cluster').Worker} worker
 * @property {number} started milliseconds, by `performance.now()`
 * @property {Promise<unknown>} ended
 * @property {Promise<boolean>} ready false when it ended before it was ready
 */

/**
 * The slot of one process, independent of the process currently in it.
 * @typedef {object} Place
 * @property {number} number from 1
 * @property {Life | undefined} life
 * @property {Life | undefined} next the process that will replace the running one
 * @property {NodeJS.Timeout | undefined} timer until the next start
 * @property {{at: number, life: number}[]} ends its last crashes: time, and lifetime in milliseconds
 * @property {string | undefined} signal the signal that ended the last process
 * @property {unknown} handover data from the last process for the next
 */

class Supervisor {
  /** @type {Set<Life>} */
  alive = new Set();
  /** @type {Set<Life>} */
  serving = new Set();
  announced = false;
  restarting = false;
  /** @type {(code: number) => void} */
  resolve = () => undefined;
  /** @type {(error: unknown) => void} */
  reject = () => undefined;
  stopping = false;
  result = 0;

  /**
   * @param {string} exec
   * @param {{count?: number, args?: readonly string[], most?: number, pauseMs?: number, beforeRestart?: () => Promise<void>}} options
   */
  constructor(exec, { count = 1, args = [], most = 10, pauseMs = 10_000, beforeRestart = async () => undefined }) {
    // A process accepts a connection when it is idle: a hanging one accepts none, and waiting connections survive the
    // end of a process.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec, args: [...args] });
    this.count = count;
    this.most = most;
    this.pauseMs = pauseMs;
    this.beforeRestart = beforeRestart;
    /** @type {Place[]} */
    this.places = Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      life: undefined,
      next: undefined,
      timer: undefined,
      ends: [],
      signal: undefined,
      handover: undefined,
    }));
  }

  /** @returns {Promise<number>} the exit code */
  run() {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      for (const signal of STOPS) process.on(signal, () => this.stop(signal));
      process.on(RESTART, () => void this.restart());
      for (const place of this.places.slice(0, 1)) this.start(place);
    });
  }

  /** @param {string} text */
  say(text) {
    process.stderr.write(`plinth: ${text}\n`);
  }

  /** @param {Place} place */
  nameOf({ number }) {
    return this.count === 1 ? 'The site' : `Process ${number} of the site`;
  }

  /** @param {NodeJS.Signals} signal */
  stop(signal) {
    this.stopping = true;
    for (const { timer } of this.places) clearTimeout(timer);
    for (const { worker } of this.alive) worker.process.kill(signal);
    if (this.alive.size === 0) return this.resolve(this.result);
    // A hanging process reacts only to this signal.
    const forceStop = setTimeout(
      () => [...this.alive].forEach(({ worker }) => worker.process.kill('SIGKILL')),
      STOP_MS,
    );
    void Promise.all([...this.alive].map(({ ended }) => ended)).then(() => clearTimeout(forceStop));
  }

  /**
   * Starts a process for a slot; the caller decides whether it takes the slot.
   * @param {Place} place
   * @returns {Life}
   */
  launch(place) {
    const { signal, handover } = place;
    place.handover = undefined;
    const endings = JSON.stringify({ signal, lifetimes: place.ends.map(({ life }) => life), handover });
    const worker = cluster.fork({
      PLINTH_PLACE: String(place.number),
      PLINTH_ANNOUNCED: this.announced ? '1' : '0',
      PLINTH_ENDINGS: endings,
    });
    const ended = new Promise((gone) => worker.once('exit', gone));
    /** @type {Life} */
    const life = { worker, started: performance.now(), ended, ready: Promise.resolve(false) };
    this.alive.add(life);
    // Also resolved when the process ends, with false.
    life.ready = new Promise((settle) => {
      void ended.then(() => settle(false));
      worker.on('message', (message) => {
        if (message?.leave !== undefined && (life === place.life || life === place.next))
          place.handover = message.leave;
        if (message?.ready !== true) return;
        this.serving.add(life);
        settle(true);
        this.startOthers();
      });
    });
    worker.once('error', this.reject);
    worker.once('exit', (code, signal) => this.afterEnd(place, life, code, signal));
    return life;
  }

  /** @param {Place} place */
  start(place) {
    place.life = this.launch(place);
  }

  /** The site is prepared: the other processes may start. */
  startOthers() {
    if (this.announced || this.stopping) return;
    this.announced = true;
    for (const place of this.places.slice(1)) this.start(place);
  }

  /**
   * @param {Place} place
   * @param {Life} life
   * @param {number | null} code
   * @param {string | null} signal
   */
  afterEnd(place, life, code, signal) {
    this.alive.delete(life);
    this.serving.delete(life);
    if (this.stopping) {
      this.result = Math.max(this.result, code === null || code === BROKEN ? 1 : code);
      if (this.alive.size === 0) this.resolve(this.result);
      return;
    }
    // It was replaced by another process, or it was a replacement that did not start.
    if (place.life !== life) return;
    place.life = undefined;
    const own = code !== null && code !== BROKEN;
    if (own && this.serving.size === 0) {
      this.result = code;
      return this.stop('SIGTERM');
    }
    const now = performance.now();
    place.signal = signal ?? undefined;
    place.ends = [
      ...place.ends.filter(({ at }) => at > now - CACHED_MS),
      { at: now, life: Math.round(now - life.started) },
    ];
    this.startAgain(
      place,
      own,
      signal === null ? `exited unexpectedly${own ? ` (${code})` : ''}` : `was killed (${signal})`,
    );
  }

  /**
   * @param {Place} place
   * @param {boolean} own whether the process exited by itself
   * @param {string} how description of how it ended
   */
  startAgain(place, own, how) {
    const isOften = place.ends.length > this.most;
    const pause = own || isOften ? this.pauseMs : 0;
    const later =
      (pause > 0 ? ` in ${pause / 1000} seconds` : '') +
      (isOften ? `; it exited ${place.ends.length} times within ten minutes, check its log` : '');
    // Its successor may already be starting.
    if (place.next) return this.say(`${this.nameOf(place)} ${how}.`);
    this.say(`${this.nameOf(place)} ${how} and will be restarted${later}.`);
    place.timer = setTimeout(() => this.start(place), pause);
  }

  async restart() {
    if (this.restarting || this.stopping || !this.announced) return;
    this.restarting = true;
    try {
      await this.beforeRestart();
      for (const place of this.places) {
        if (await this.replace(place)) continue;
        if (!this.stopping)
          this.say(
            `${this.nameOf(place)} was not restarted because the new process did not start; the previous one keeps running.`,
          );
        return;
      }
      this.say('The site was restarted.');
    } catch (error) {
      this.say(`The site could not be restarted: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.restarting = false;
    }
  }

  /**
   * Starts a new process in a slot, and waits until the previous one has finished its work.
   * @param {Place} place
   * @returns {Promise<boolean>} whether the slot has a new process
   */
  async replace(place) {
    const before = place.life;
    // A process that is just starting, or will soon, is new already.
    if (!before || !(await before.ready)) return !this.stopping;
    const { ends, signal } = place;
    Object.assign(place, { ends: [], signal: undefined });
    place.next = this.launch(place);
    const { next } = place;
    const ready = await next.ready;
    place.next = undefined;
    if (this.stopping) return false;
    if (!ready) {
      // The previous process may have ended meanwhile.
      if (!place.life) place.timer = setTimeout(() => this.start(place), this.pauseMs);
      else Object.assign(place, { ends, signal });
      return false;
    }
    place.life = next;
    this.serving.delete(before);
    if (this.alive.has(before)) before.worker.send({ drain: true }, () => undefined);
    await before.ended;
    return !this.stopping;
  }
}
