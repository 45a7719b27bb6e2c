import { spawnSync } from 'node:child_process';
import { assertDefined } from '../kit/assert-defined.js';

/** Ids of all descendant processes. */
export function below(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = (of: number): number[] =>
    all
      .filter(([, parent]) => parent === of)
      .flatMap(([child]) => [assertDefined(child), ...children(assertDefined(child))]);
  return children(pid);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether a process is running; zombies are not. */
export const isRunning = (pid: number): boolean =>
  isAlive(pid) &&
  !spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .startsWith('Z');
