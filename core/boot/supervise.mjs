import { spawn } from 'node:child_process';

/** Signals that ask for a stop; a site ends by none of the others on its own account. */
const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP'];
/** The exit code of a site that cannot answer for itself any longer, after an error that nobody handled. */
const BROKEN = 70;
/** Ends within so many milliseconds are told to the site that follows. */
const REMEMBERED_MS = 600_000;

/**
 * Runs a command and starts it anew whenever it is killed: by the watchdog because it hung, or by the system because it took too
 * much memory. An end of its own, and one that was asked for, ends the supervisor with the same code.
 *
 * The process that follows finds in PLINTH_ENDINGS, as JSON, by which signal the one before ended, how many milliseconds each
 * of the last ones lived, and what the one before left for it by `process.send({ leave })`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{most?: number, pauseMs?: number}} [limits] after how many ends within ten minutes it waits before each start, and how long
 * @returns {Promise<number>} the exit code
 */
export function supervise(command, args, { most = 10, pauseMs = 10_000 } = {}) {
  let stopping = false;
  let child;
  let ends = [];
  let left;
  let by;
  return new Promise((resolve, reject) => {
    for (const signal of STOPS) {
      process.on(signal, () => {
        stopping = true;
        // Between two starts there is none to pass it on to.
        if (child) child.kill(signal);
        else resolve(0);
      });
    }
    const start = () => {
      if (stopping) return;
      const started = performance.now();
      const endings = JSON.stringify({ by, lives: ends.map(({ life }) => life), left });
      left = undefined;
      // The channel tells the site when its supervisor is gone.
      child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { ...process.env, PLINTH_ENDINGS: endings } });
      child.on('message', (message) => (left = message?.leave));
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        child = undefined;
        if (code !== null && code !== BROKEN) return resolve(code);
        if (stopping) return resolve(1);
        const now = performance.now();
        by = signal ?? undefined;
        ends = [...ends.filter(({ at }) => at > now - REMEMBERED_MS), { at: now, life: Math.round(now - started) }];
        const pause = ends.length > most ? pauseMs : 0;
        const how = signal === null ? 'ended by itself' : `was killed (${signal})`;
        process.stderr.write(`plinth: The site ${how} and is started anew${pause > 0 ? ` in ${pause / 1000} seconds; it ended ${ends.length} times within ten minutes, look at its log` : ''}.\n`);
        setTimeout(start, pause);
      });
    };
    start();
  });
}
