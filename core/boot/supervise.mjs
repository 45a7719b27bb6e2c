import { spawn } from 'node:child_process';

/** Signals that ask for a stop; a site ends by none of the others on its own account. */
const STOPS = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a command and starts it anew whenever it is killed: by the watchdog because it hung, or by the system because it took too
 * much memory. An end of its own, and one that was asked for, ends the supervisor with the same code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{most?: number, withinMs?: number}} [limits] how many starts in how much time are too many
 * @returns {Promise<number>} the exit code
 */
export function supervise(command, args, { most = 5, withinMs = 600_000 } = {}) {
  let stopping = false;
  let child;
  const starts = [];
  for (const signal of STOPS) {
    process.on(signal, () => {
      stopping = true;
      child?.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    const start = () => {
      starts.push(Date.now());
      // The channel tells the site when its supervisor is gone.
      child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        if (code !== null) return resolve(code);
        if (stopping) return resolve(1);
        const recent = starts.filter((at) => at > Date.now() - withinMs).length;
        if (recent > most) {
          process.stderr.write(`plinth: The site was killed ${recent} times within ${withinMs / 60_000} minutes (last by ${signal}). It stays down; look at its log, or start it with SAFE_MODE=1.\n`);
          return resolve(1);
        }
        process.stderr.write(`plinth: The site was killed (${signal}) and is started anew.\n`);
        start();
      });
    };
    start();
  });
}
