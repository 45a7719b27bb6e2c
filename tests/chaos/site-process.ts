import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfig } from '../../core/app/config.js';
import { firstStart } from '../../core/app/first-start.js';
import { createSite, type Site } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { type Engine, scratchDatabase } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';

const root = join(__dirname, '..', '..');
const START = join(root, 'core/process/start.mjs');
const CLI = join(root, 'core/cli/plinth.mjs');

export const ADMIN = { login: 'admin', password: 'a long admin password' } as const;

/** Folder, database and settings of a site, for processes started with them. */
export interface SiteSandbox {
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** `mysql://…`; undefined for SQLite. */
  readonly databaseUrl: string | undefined;
  addPlugin(id: string, code: string): void;
  /** Opens the site in this process without plugins, to inspect or prepare data. */
  inSite<T>(work: (site: Site) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

/** Creates an empty folder and an empty database on the engine. */
export async function openSiteSandbox(
  engine: Engine,
  more: Readonly<Record<string, string>> = {},
): Promise<SiteSandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-chaos-'));
  const scratch = engine === 'mysql' ? await scratchDatabase('mysql') : undefined;
  const settings = {
    DATA_DIR: dataDir,
    DEMO: '0',
    ADMIN_PASSWORD: ADMIN.password,
    PORT: String(await freePort()),
    LOG_LEVEL: 'error',
    ...(scratch?.url ? { DATABASE_URL: scratch.url } : {}),
    ...more,
  };
  return {
    dataDir,
    settings,
    databaseUrl: scratch?.url,
    addPlugin(id, code) {
      const manifest = {
        name: id,
        version: '1.0.0',
        description: 'A plugin of the tests.',
        author: 'Plinth',
        requiresCore: '*',
        main: 'index.js',
      };
      for (const [name, text] of [
        ['plugin.json', JSON.stringify(manifest)],
        ['index.js', code],
      ]) {
        const file = join(dataDir, 'plugins', id, assertDefined(name));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, assertDefined(text));
      }
    },
    async inSite(work) {
      const site = await createSite(readConfig(root, { ...settings, SAFE_MODE: '1', LOG_LEVEL: 'silent' }, dataDir));
      try {
        return await runInContext(createContext('test'), () => work(site));
      } finally {
        await site.close();
      }
    },
    async drop() {
      await scratch?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Installs the site with exactly these plugins active. */
export function install(testEnvironment: SiteSandbox, active: readonly string[]): Promise<void> {
  return testEnvironment.inSite(async (site) => {
    await firstStart(site);
    await site.options.updateOption('active_plugins', [...active]);
  });
}

/** A site in a separate process, started as by its owner. */
export interface SiteProcess {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** The output so far. */
  output(): string;
  readonly exited: Promise<number | null>;
  /** Stops it with SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a site; resolves once it reports that it is running. */
export async function startSite(settings: Readonly<Record<string, string>>): Promise<SiteProcess> {
  const site = launchSite(settings);
  const { child } = site;
  try {
    await until(
      'the site starts',
      () => {
        if (child.exitCode !== null) throw new Error(`The site did not start: ${site.output()}`);
        return site.output().includes('Plinth is running');
      },
      60_000,
    );
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return site;
}

/** Starts a site without waiting. */
export function launchSite(settings: Readonly<Record<string, string>>): SiteProcess {
  const child = spawn(process.execPath, [START], {
    env: environment(settings),
    cwd: settings.DATA_DIR,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    port: Number(settings.PORT),
    child,
    output: () => output,
    exited,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Runs a start that is expected to fail. */
export function failingStart(settings: Readonly<Record<string, string>>): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [START], {
    env: environment(settings),
    cwd: tmpdir(),
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stderr };
}

/** Runs `npx plinth …` with the same settings. */
export function plinth(
  settings: Readonly<Record<string, string>>,
  ...args: string[]
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    env: environment(settings),
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

/** Polls until a condition is true. @throws after `ms`, with `what` in the message */
export async function until(
  description: string,
  holds: () => boolean | Promise<boolean>,
  ms = 20_000,
): Promise<number> {
  const started = Date.now();
  while (!(await holds())) {
    if (Date.now() - started > ms) throw new Error(`Not within ${ms} ms: ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Date.now() - started;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
}
