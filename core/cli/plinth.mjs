#!/usr/bin/env node
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isStale } from '../boot/build.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
if (isStale()) await build();
await createRequire(import.meta.url)(path.join(root, 'dist/core/cli/cli.js')).runCli(root, process.argv.slice(2));
