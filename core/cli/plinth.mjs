#!/usr/bin/env node
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isStale } from '../build/build.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
// Enabled before the commands are loaded, so that errors refer to source lines.
process.setSourceMapsEnabled(true);
// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
  process.exit(0);
});
if (isStale()) await build();
const load = createRequire(import.meta.url);
const [command, ...rest] = process.argv.slice(2);
if (command === 'dev') await load(path.join(root, 'dist/site/dev.js')).runDev(root, rest);
else await load(path.join(root, 'dist/site/cli.js')).runCli(root, process.argv.slice(2));
