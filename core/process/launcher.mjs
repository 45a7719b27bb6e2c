import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const POLL_MS = 500;
const SHELLS = ['sh', 'ash', 'bash', 'dash', 'ksh', 'zsh'];

/**
 * Calls back once `npm start` has ended. Npm forwards signals to the shell between it and the site, and a killed npm
 * sends none, so the site is not notified in either case. A site started without npm may continue to run in the
 * background.
 * @param {() => void} onEnd
 */
export function whenNpmEnds(onEnd) {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const npmPid = parentOfShell(parent);
  const poll = setInterval(() => {
    if (process.ppid === parent && (npmPid === undefined || isAlive(npmPid))) return;
    clearInterval(poll);
    onEnd();
  }, POLL_MS);
  poll.unref();
}

/** Returns the parent of a shell process; undefined when the process is not a shell. */
function parentOfShell(pid) {
  const { name, parent } = processOf(pid);
  return SHELLS.includes(path.basename(name).replace(/^-/, '')) && parent > 1 ? parent : undefined;
}

function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = '', parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    const [, parent = '0', name = ''] =
      /(\d+)\s+(\S+)/.exec(
        spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '',
      ) ?? [];
    return { name, parent: Number(parent) };
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
