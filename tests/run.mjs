import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepare } from '../core/process/start.mjs';
import { listens } from './setup/listens.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

await prepare({ development: true });

const missing = [];
if (!(await listens(3306))) missing.push('MariaDB on 127.0.0.1:3306 (its half of the data tests is left out)');
if (!(await listens(6379))) missing.push('Redis on 127.0.0.1:6379');
if (!existsSync('/usr/bin/chromium')) missing.push('Chromium at /usr/bin/chromium (the browser tests are left out)');
if (!existsSync('/usr/bin/groonga'))
  missing.push('Groonga at /usr/bin/groonga (the tests of the search server are left out)');
if (missing.length > 0) {
  process.stdout.write(`Not on this machine: ${missing.join('; ')}.\n`);
  if (process.env.REQUIRE_ALL === '1') {
    process.stdout.write('REQUIRE_ALL=1 asks for all of it.\n');
    process.exit(1);
  }
}

rmSync(path.join(root, 'dist/test-count.txt'), { force: true });
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const { status } = spawnSync(
  process.execPath,
  [jest, '-c', path.join(root, '.config/jest.config.cjs'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
const count = path.join(root, 'dist/test-count.txt');
process.stdout.write(existsSync(count) ? readFileSync(count) : '0 passed, 1 failed\n');
process.exit(status ?? 1);
