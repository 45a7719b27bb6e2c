import cluster from 'node:cluster';

/** Signals that ask for a stop; a site ends by none of the others on its own account. */
const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** Asks for new processes in the places of those that run. */
const RESTART = 'SIGUSR2';
/** The exit code of a site that cannot answer for itself any longer, after an error that nobody handled. */
const BROKEN = 70;
/** Milliseconds after which a stop waits for none any longer; a site gives itself less. */
const STOP_MS = 9_800;
/** Ends within so many milliseconds are told to the process that follows. */
const REMEMBERED_MS = 600_000;

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
 * @param {{count?: number, args?: readonly string[], most?: number, pauseMs?: number, beforeRestart?: () => Promise<void>}} [how] how many
 *   processes; their arguments; after how many ends of one within ten minutes it waits before each start, and how many milliseconds; what
 *   comes before a restart that was asked for
 * @returns {Promise<number>} the exit code
 */
export function supervise(
  exec,
  { count = 1, args = [], most = 10, pauseMs = 10_000, beforeRestart = async () => undefined } = {},
) {
  // A process takes a connection when it has time for one: what hangs takes none, and those that wait outlive whoever ends.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec, args: [...args] });
  const places = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    life: undefined,
    next: undefined,
    timer: undefined,
    ends: [],
    by: undefined,
    left: undefined,
  }));
  const alive = new Set();
  const serving = new Set();
  let announced = false;
  let restarting = false;
  let stopping = false;
  let result = 0;
  const say = (text) => process.stderr.write(`plinth: ${text}\n`);
  const nameOf = ({ number }) => (count === 1 ? 'The site' : `Process ${number} of the site`);

  return new Promise((resolve, reject) => {
    for (const signal of STOPS) process.on(signal, () => stop(signal));
    process.on(RESTART, () => void restart());
    start(places[0]);

    function stop(signal) {
      stopping = true;
      for (const { timer } of places) clearTimeout(timer);
      for (const { worker } of alive) worker.process.kill(signal);
      if (alive.size === 0) return resolve(result);
      // What hangs hears no signal but this one.
      const impatient = setTimeout(() => [...alive].forEach(({ worker }) => worker.process.kill('SIGKILL')), STOP_MS);
      void Promise.all([...alive].map(({ ended }) => ended)).then(() => clearTimeout(impatient));
    }

    /** Starts a process for a place; whether it takes the place is up to the caller. */
    function launch(place) {
      const { by, left } = place;
      place.left = undefined;
      const endings = JSON.stringify({ by, lives: place.ends.map(({ life }) => life), left });
      const worker = cluster.fork({
        PLINTH_PLACE: String(place.number),
        PLINTH_ANNOUNCED: announced ? '1' : '0',
        PLINTH_ENDINGS: endings,
      });
      const life = { worker, started: performance.now() };
      alive.add(life);
      life.ended = new Promise((gone) => worker.once('exit', gone));
      // Resolved by the end as well, with false.
      life.ready = new Promise((settle) => {
        void life.ended.then(() => settle(false));
        worker.on('message', (message) => {
          if (message?.leave !== undefined && (life === place.life || life === place.next)) place.left = message.leave;
          if (message?.ready !== true) return;
          serving.add(life);
          settle(true);
          open();
        });
      });
      worker.once('error', reject);
      worker.once('exit', (code, signal) => afterEnd(place, life, code, signal));
      return life;
    }

    function start(place) {
      place.life = launch(place);
    }

    /** The site is made: the other processes may start. */
    function open() {
      if (announced || stopping) return;
      announced = true;
      for (const place of places.slice(1)) start(place);
    }

    function afterEnd(place, life, code, signal) {
      alive.delete(life);
      serving.delete(life);
      if (stopping) {
        result = Math.max(result, code === null || code === BROKEN ? 1 : code);
        if (alive.size === 0) resolve(result);
        return;
      }
      // It made way for another one, or was to take a place and did not start.
      if (place.life !== life) return;
      place.life = undefined;
      const own = code !== null && code !== BROKEN;
      if (own && serving.size === 0) {
        result = code;
        return stop('SIGTERM');
      }
      const now = performance.now();
      place.by = signal ?? undefined;
      place.ends = [
        ...place.ends.filter(({ at }) => at > now - REMEMBERED_MS),
        { at: now, life: Math.round(now - life.started) },
      ];
      const pause = own || place.ends.length > most ? pauseMs : 0;
      const how = signal === null ? `ended by itself${own ? ` (${code})` : ''}` : `was killed (${signal})`;
      const later =
        (pause > 0 ? ` in ${pause / 1000} seconds` : '') +
        (place.ends.length > most ? `; it ended ${place.ends.length} times within ten minutes, look at its log` : '');
      // Its successor may be on the way already.
      if (place.next) return say(`${nameOf(place)} ${how}.`);
      say(`${nameOf(place)} ${how} and is started anew${later}.`);
      place.timer = setTimeout(() => start(place), pause);
    }

    async function restart() {
      if (restarting || stopping || !announced) return;
      restarting = true;
      try {
        await beforeRestart();
        for (const place of places) {
          if (await replace(place)) continue;
          if (!stopping)
            say(`${nameOf(place)} is not restarted, since the new process did not start; the one before goes on.`);
          return;
        }
        say('The site was restarted.');
      } catch (error) {
        say(`The site is not restarted: ${error instanceof Error ? error.message : error}`);
      } finally {
        restarting = false;
      }
    }

    /** Puts a new process into a place, and waits until the one before has finished what it had. @returns whether the place has a new process */
    async function replace(place) {
      const before = place.life;
      // Whoever starts just now, or will soon, is new.
      if (!before || !(await before.ready)) return !stopping;
      const { ends, by } = place;
      Object.assign(place, { ends: [], by: undefined });
      place.next = launch(place);
      const { next } = place;
      const ready = await next.ready;
      place.next = undefined;
      if (stopping) return false;
      if (!ready) {
        // The one before may have ended while it was waited for.
        if (!place.life) place.timer = setTimeout(() => start(place), pauseMs);
        else Object.assign(place, { ends, by });
        return false;
      }
      place.life = next;
      serving.delete(before);
      if (alive.has(before)) before.worker.send({ drain: true }, () => undefined);
      await before.ended;
      return !stopping;
    }
  });
}
