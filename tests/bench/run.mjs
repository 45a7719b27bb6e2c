import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from '../../core/boot/start.mjs';
import { hookBenches } from './hooks.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
await prepare({ development: true });
const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const load = createRequire(import.meta.url);
const results = hookBenches({ createHooks: load(path.join(root, 'dist/core/hooks/index.js')).createHooks, load }).filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const benches = {};
for (const bench of results) {
  const { name, ...result } = { name: bench.name, ...bench.run() };
  benches[name] = result;
  if (!args.includes('--json')) process.stdout.write(`${name.padEnd(28)} ratio ${String(result.ratio).padStart(7)}  bar ${result.bar}  ${result.holds ? 'holds' : 'FAILS'}  ${result.note}\n`);
}
if (args.includes('--json')) process.stdout.write(`${JSON.stringify({ benches })}\n`);
