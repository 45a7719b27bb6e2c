import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { freePort } from './free-port.mjs';

const READY_MS = 180_000;

/** A site in a separate process, as `npm start` runs it in production; resolves when the response of a URL satisfies `ready`. */
export async function startSite(root, folder, ready, { address = '/shop/', everyMs = 500 } = {}) {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, 'core/process/start.mjs')], {
    env: environment(folder, { PORT: String(port) }),
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + READY_MS; ; await new Promise((resolve) => setTimeout(resolve, everyMs))) {
    const text = await fetch(base + address).then(
      (answer) => answer.text(),
      () => '',
    );
    if (ready(text)) return { base, stop: () => new Promise((resolve) => child.once('exit', resolve) && child.kill()) };
    if (Date.now() > until) {
      child.kill();
      throw new Error('The site did not get ready.');
    }
  }
}

const environment = (folder, more = {}) => ({
  ...process.env,
  DATABASE_URL: '',
  REDIS_URL: '',
  NODE_ENV: 'production',
  ADMIN_PASSWORD: 'a password for the bench',
  DATA_DIR: folder,
  ...more,
});

/** Runs a CLI command of the site. */
export function plinth(root, folder, ...args) {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'core/cli/plinth.mjs'), ...args], {
    env: environment(folder),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`plinth ${args.join(' ')}: ${stderr}`);
}
