import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Engine } from '../kit/databases.js';

/** The driver's error for a transaction that conflicts with another one. */
export function contended(engine: Engine): Error {
  return engine === 'sqlite'
    ? Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
    : Object.assign(new Error('Deadlock found when trying to get lock'), { code: 'ER_LOCK_DEADLOCK', errno: 1213 });
}

/** Starts a process that holds the write lock of the file for the given time. @param ms milliseconds */
export async function holder(file: string, ms: number): Promise<{ readonly released: Promise<unknown> }> {
  const driver = createRequire(__filename).resolve('@photostructure/sqlite');
  const lockScript = `const { DatabaseSync } = require(${JSON.stringify(driver)}); const db = new DatabaseSync(${JSON.stringify(file)}); db.exec('BEGIN IMMEDIATE'); console.log('held'); setTimeout(() => { db.exec('COMMIT'); db.close(); }, ${ms});`;
  const child = spawn(process.execPath, ['-e', lockScript], { stdio: ['ignore', 'pipe', 'inherit'] });
  const released = once(child, 'exit');
  await once(child.stdout, 'data');
  return { released };
}
