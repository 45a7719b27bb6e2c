import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assertDefined } from './assert-defined.js';

const ROOT = join(__dirname, '../..');
const PACKED = join(ROOT, 'dist/packed');
const LOCK = join(ROOT, 'dist/packed.lock');
/** Changes to these make an existing package stale. */
const SOURCES = ['core', 'plugins', 'templates', 'themes', 'scaffolds', 'schemas', 'package.json', 'tsconfig.json'];
/** Milliseconds after which a packing process is considered dead. */
const MAX_MS = 240_000;

/** The package, as a file and unpacked. */
export interface PackedPackage {
  readonly file: string;
  /** What authors have in `node_modules/plinth`; its own dependencies are the checkout's. */
  readonly folder: string;
}

/**
 * Creates the package as `npm pack` does, unless nothing has changed since; concurrent tests wait for the one that
 * creates it.
 */
export function packed(): PackedPackage {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const since = Date.now();
  while (!locked()) {
    if (Date.now() - since > MAX_MS) rmSync(LOCK, { recursive: true, force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    return findExisting() ?? make();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function locked(): boolean {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    return false;
  }
}

function findExisting(): PackedPackage | undefined {
  if (!existsSync(join(PACKED, 'package'))) return undefined;
  const file = readdirSync(PACKED).find((name) => name.endsWith('.tgz'));
  if (file === undefined) return undefined;
  const newest = Math.max(...SOURCES.flatMap((source) => timesBelow(join(ROOT, source))));
  return statSync(join(PACKED, file)).mtimeMs > newest
    ? { file: join(PACKED, file), folder: join(PACKED, 'package') }
    : undefined;
}

function make(): PackedPackage {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  run('npm', ['pack', '--offline', '--silent', '--pack-destination', PACKED]);
  const file = join(PACKED, assertDefined(readdirSync(PACKED)[0]));
  run('tar', ['xzf', file, '-C', PACKED]);
  return { file, folder: join(PACKED, 'package') };
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

function timesBelow(path: string): number[] {
  const { mtimeMs } = statSync(path);
  return statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true }).map((file) => statSync(join(path, String(file))).mtimeMs)
    : [mtimeMs];
}
