import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../core/process/start.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, '..', '..');

await prepare({ development: true });
const { build } = await import('esbuild');
// A separate file for each run, so that concurrent runs do not interfere.
const outfile = path.join(root, 'dist', `conformance-${process.pid}.cjs`);
process.on('exit', () => rmSync(outfile, { force: true }));
await build({
  entryPoints: [path.join(here, 'runner.ts')],
  outfile,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: { plinth: path.join(root, 'core/api/index.ts') },
  logLevel: 'error',
});
await createRequire(import.meta.url)(outfile).main(here, process.argv.slice(2));
// Waits until stdout is flushed.
process.stdout.write('', () => process.exit(0));
