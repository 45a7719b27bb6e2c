import cluster from 'node:cluster';

/** Signals that ask for a stop; a site ends by none of the others on its own account. */
/** @type {readonly NodeJS.Signals[]} */
const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Asks for new processes in the places of those that run. */
const RESTART = 'SIGUSR2';
/** The exit code of a site that cannot answer for itself any longer, after an error that nobody handled. */
const BROKEN = 70;
/** Milliseconds after which a stop waits for none any longer; a site gives itself less. */
const STOP_MS = 9_800;
/** Ends within so many milliseconds are told to the process that follows. */
const CACHED_MS = 600_000;

/**
 * Runs a site in one or several processes on one port, and starts each anew whenever it is killed: by the watchdog because it hung, or by
 * the system because it took too much memory. An end of its own ends the supervisor with the same code when no other process serves
 * the site, and so does one that was asked for. On SIGUSR2 each process makes way for a new one, in turn.
 *
 * The first process makes the site alone; the others start once it says `process.send({ ready: true })`. Each finds its number in PLINTH_PLACE,
 * in PLINTH_ANNOUNCED whether one before it was ready, and in PLINTH_ENDINGS, as JSON, by which signal the one before it in its place ended, how many
 * milliseconds each of the last ones lived, and what the one before left for it by `process.send({ leave })`. It is asked to finish
 * what it has and end by the message `{ drain: true }`.
 * @param {string} exec the module that is the site
 * @param {{count?: number, args?: readonly string[], most?: number, pauseMs?: number, beforeRestart?: () => Promise<void>}} [options] how many
 *   processes; their arguments; after how many ends of one within ten minutes it waits before each start, and how many milliseconds; what
 *   comes before a restart that was asked for
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
 * @property {Promise<boolean>} ready false when it ended before it was
 */

/**
 * One of the processes that are to run, whichever process it is now.
 * @typedef {object} Place
 * @property {number} number from 1
 * @property {Life | undefined} life
 * @property {Life | undefined} next the process that is to take the place of the one that runs
 * @property {NodeJS.Timeout | undefined} timer until it is started again
 * @property {{at: number, life: number}[]} ends its last ends: when, and how many milliseconds it had lived
 * @property {string | undefined} by the signal that ended the last one
 * @property {unknown} left what the last one left for the next
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
    // A process takes a connection when it has time for one: what hangs takes none, and those that wait outlive whoever ends.
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
      by: undefined,
      left: undefined,
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
    // What hangs hears no signal but this one.
    const impatient = setTimeout(
      () => [...this.alive].forEach(({ worker }) => worker.process.kill('SIGKILL')),
      STOP_MS,
    );
    void Promise.all([...this.alive].map(({ ended }) => ended)).then(() => clearTimeout(impatient));
  }

  /**
   * Starts a process for a place; whether it takes the place is up to the caller.
   * @param {Place} place
   * @returns {Life}
   */
  launch(place) {
    const { by, left } = place;
    place.left = undefined;
    const endings = JSON.stringify({ by, lives: place.ends.map(({ life }) => life), left });
    const worker = cluster.fork({
      PLINTH_PLACE: String(place.number),
      PLINTH_ANNOUNCED: this.announced ? '1' : '0',
      PLINTH_ENDINGS: endings,
    });
    const ended = new Promise((gone) => worker.once('exit', gone));
    /** @type {Life} */
    const life = { worker, started: performance.now(), ended, ready: Promise.resolve(false) };
    this.alive.add(life);
    // Resolved by the end as well, with false.
    life.ready = new Promise((settle) => {
      void ended.then(() => settle(false));
      worker.on('message', (message) => {
        if (message?.leave !== undefined && (life === place.life || life === place.next)) place.left = message.leave;
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

  /** The site is made: the other processes may start. */
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
    // It made way for another one, or was to take a place and did not start.
    if (place.life !== life) return;
    place.life = undefined;
    const own = code !== null && code !== BROKEN;
    if (own && this.serving.size === 0) {
      this.result = code;
      return this.stop('SIGTERM');
    }
    const now = performance.now();
    place.by = signal ?? undefined;
    place.ends = [
      ...place.ends.filter(({ at }) => at > now - CACHED_MS),
      { at: now, life: Math.round(now - life.started) },
    ];
    this.startAgain(
      place,
      own,
      signal === null ? `ended by itself${own ? ` (${code})` : ''}` : `was killed (${signal})`,
    );
  }

  /**
   * @param {Place} place
   * @param {boolean} own whether the process ended on its own account
   * @param {string} how it ended, in words
   */
  startAgain(place, own, how) {
    const isOften = place.ends.length > this.most;
    const pause = own || isOften ? this.pauseMs : 0;
    const later =
      (pause > 0 ? ` in ${pause / 1000} seconds` : '') +
      (isOften ? `; it ended ${place.ends.length} times within ten minutes, look at its log` : '');
    // Its successor may be on the way already.
    if (place.next) return this.say(`${this.nameOf(place)} ${how}.`);
    this.say(`${this.nameOf(place)} ${how} and is started anew${later}.`);
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
            `${this.nameOf(place)} is not restarted, since the new process did not start; the one before goes on.`,
          );
        return;
      }
      this.say('The site was restarted.');
    } catch (error) {
      this.say(`The site is not restarted: ${error instanceof Error ? error.message : error}`);
    } finally {
      this.restarting = false;
    }
  }

  /**
   * Puts a new process into a place, and waits until the one before has finished what it had.
   * @param {Place} place
   * @returns {Promise<boolean>} whether the place has a new process
   */
  async replace(place) {
    const before = place.life;
    // Whoever starts just now, or will soon, is new.
    if (!before || !(await before.ready)) return !this.stopping;
    const { ends, by } = place;
    Object.assign(place, { ends: [], by: undefined });
    place.next = this.launch(place);
    const { next } = place;
    const ready = await next.ready;
    place.next = undefined;
    if (this.stopping) return false;
    if (!ready) {
      // The one before may have ended while it was waited for.
      if (!place.life) place.timer = setTimeout(() => this.start(place), this.pauseMs);
      else Object.assign(place, { ends, by });
      return false;
    }
    place.life = next;
    this.serving.delete(before);
    if (this.alive.has(before)) before.worker.send({ drain: true }, () => undefined);
    await before.ended;
    return !this.stopping;
  }
}
