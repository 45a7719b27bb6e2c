import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from '../../core/process/start.mjs';

/** `npm run -s bench -- [NAME…] [--json]`: runs every other file of this folder that exports `benches({ root, load })`; large ones only when named. */
const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(folder, '..', '..');
await prepare({ development: true });
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const load = createRequire(import.meta.url);
const found = [];
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'run.mjs')
  .sort()) {
  const { benches } = await import(pathToFileURL(path.join(folder, file)).href);
  if (benches) found.push(...benches({ root, load }));
}
const unknown = wanted.filter((name) => !found.some((bench) => bench.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(', ')}. There are: ${found.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(1);
}
const results = {};
for (const { name, run } of found.filter(
  (bench) => wanted.includes(bench.name) || (wanted.length === 0 && !bench.large),
)) {
  const result = await run();
  results[name] = result;
  if (!args.includes('--json'))
    process.stdout.write(
      `${name.padEnd(28)} ratio ${String(result.ratio).padStart(7)}  bar ${result.bar}  ${result.holds ? 'holds' : 'FAILS'}  ${result.note}\n`,
    );
}
if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ benches: results })}\n`);
process.exit(0);
