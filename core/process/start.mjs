import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { url as inspectorUrl } from 'node:inspector';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const load = (file) => createRequire(import.meta.url)(path.join(root, file));
/** Tells the site that it runs under a supervisor. */
const SUPERVISED = 'PLINTH_SUPERVISED';

/** Installs the packages when they are missing or older than the lock file. */
export function install({ development = false } = {}) {
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  const lock = path.join(root, 'package-lock.json');
  const marker = path.join(root, 'node_modules', development ? 'jest' : 'express');
  if (existsSync(installed) && existsSync(marker) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs - 1000)
    return;
  process.stdout.write('Installing packages; this takes about half a minute the first time …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // A development checkout gets its development packages again when the lock file has changed.
  const tools = development || existsSync(path.join(root, 'node_modules', 'jest'));
  const args = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(tools ? [] : ['--omit=dev']),
  ];
  const { status } = spawnSync(npm, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    process.stderr.write(
      'plinth: The packages could not be installed. Check the network and the npm registry, then try again.\n',
    );
    process.exit(1);
  }
}

/** Installs and builds what is missing or stale. */
export async function prepare(options) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`plinth: Node.js 20.19 or newer is required; this is ${process.versions.node}.\n`);
    process.exit(1);
  }
  install(options);
  await rebuild();
}

/** Number of processes to supervise; 0 for no supervisor. */
function supervisedProcesses() {
  // Two processes cannot be debugged on one port.
  if (inspectorUrl() !== undefined) return 0;
  try {
    const { watchdogSeconds, workers } = load('dist/core/app/config.js').readConfig(root, process.env);
    return watchdogSeconds > 0 || workers > 1 ? workers : 0;
  } catch {
    // Invalid settings are reported by the site itself.
    return 0;
  }
}

/**
 * Builds what changed, without notifying the running processes. Packages are not updated: running processes still read
 * them.
 */
async function rebuild() {
  const { build, isStale } = await import('../build/build.mjs');
  if (isStale()) await build();
}

function runSite() {
  // Called before any code of the site or of a plugin is loaded, so that errors refer to lines of the sources.
  process.setSourceMapsEnabled(true);
  load('dist/site/main.js').main(root);
}

async function runSupervised(count) {
  const { supervise } = await import('./supervise.mjs');
  process.env[SUPERVISED] = '1';
  return supervise(fileURLToPath(import.meta.url), { count, args: process.argv.slice(2), beforeRestart: rebuild });
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const supervised = process.env[SUPERVISED] === '1';
  // With a supervisor, everything has been prepared already.
  if (!supervised) {
    const { whenNpmEnds } = await import('./launcher.mjs');
    whenNpmEnds(() => process.kill(process.pid, 'SIGTERM'));
    await prepare();
  }
  const count = supervised ? 0 : supervisedProcesses();
  if (count === 0) runSite();
  else process.exitCode = await runSupervised(count);
}
