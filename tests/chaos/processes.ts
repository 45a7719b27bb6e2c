import { spawnSync } from 'node:child_process';
import { assertDefined } from '../kit/assert-defined.js';

/** The processes below one, all the way down. */
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

/** A process that waits for nobody to read its state is a number and nothing more. */
export const isRunning = (pid: number): boolean =>
  isAlive(pid) &&
  !spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .startsWith('Z');
