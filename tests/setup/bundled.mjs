import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../core/process/start.mjs';
import { listens } from './listens.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Builds a command of the tests into one file and runs its `main(args)`, with the machine's own MariaDB if there is
 * one.
 * @param {string} entry path relative to the checkout
 */
export async function runBundled(entry) {
  await prepare({ development: true });
  const { build } = await import('esbuild');
  if (process.env.TEST_MYSQL_URL === undefined && (await listens(3306)))
    process.env.TEST_MYSQL_URL = 'mysql://root@127.0.0.1:3306/';
  process.env.TEST_RUN ??= `command${process.pid}`;
  // At the same depth as the test folders, which locate the checkout relative to themselves; one file for each run.
  const outfile = path.join(root, 'dist', 'commands', `${path.basename(path.dirname(entry))}-${process.pid}.cjs`);
  process.on('exit', () => rmSync(outfile, { force: true }));
  await build({
    entryPoints: [path.join(root, entry)],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    alias: { plinth: path.join(root, 'core/api/index.ts') },
    logLevel: 'error',
  });
  process.exit(await createRequire(import.meta.url)(outfile).main(process.argv.slice(2)));
}
