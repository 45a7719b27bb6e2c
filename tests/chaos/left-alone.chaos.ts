import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { below, isAlive, isRunning } from './processes.js';
import { openSiteSandbox, type SiteSandbox, until } from './site-process.js';

const root = join(__dirname, '../..');

describe('site whose parent process ends', () => {
  let environment: SiteSandbox;
  let started: number[] = [];
  beforeEach(async () => {
    environment = await openSiteSandbox('sqlite');
  });
  afterEach(async () => {
    for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
    started = [];
    await environment.drop();
  });

  /** Starts a process and waits until its output fulfills a condition. */
  async function start(
    command: string,
    args: readonly string[],
    ready: (output: string, pid: number) => boolean,
  ): Promise<ChildProcess & { pid: number }> {
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    const { pid = 0 } = child;
    await until(`${command} is ready`, () => ready(output, pid), 60_000);
    started = [pid, ...below(pid)];
    return Object.assign(child, { pid });
  }

  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${environment.settings.PORT}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
      () => true,
      () => false,
    );
  const running = (output: string): boolean => output.includes('Plinth is running');

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('stops on %s with code 0', async (signal) => {
    const site = await start(process.execPath, [join(root, 'core/process/start.mjs')], running);
    const exited = new Promise<number | null>((resolve) => site.once('exit', resolve));
    site.kill(signal);
    expect(await exited).toBe(0);
    expect(started.some(isRunning)).toBe(false);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'stops within ten seconds when npm gets %s, and frees the port',
    async (signal) => {
      const npm = await start('npm', ['start'], running);
      expect(await isUp()).toBe(true);
      // Ctrl+C signals all processes of a terminal; npm waits for its children to end.
      if (signal === 'SIGINT') process.kill(-npm.pid, signal);
      else npm.kill(signal);
      await until('every process of the site ends', () => !started.some(isRunning), 12_000);
      expect(await isUp()).toBe(false);
    },
  );

  it('stops when the supervisor is killed during the start', async () => {
    let site: number[] = [];
    const supervisor = await start(
      process.execPath,
      [join(root, 'core/process/start.mjs')],
      (_output, pid) => (site = below(pid)).length > 0,
    );
    supervisor.kill('SIGKILL');
    await until('the site ends', () => !site.some(isRunning), 30_000);
    expect(await isUp()).toBe(false);
  });

  it('keeps running when its parent shell ends and npm did not start it', async () => {
    const shell = await start(
      'sh',
      ['-c', `"${process.execPath}" "${join(root, 'core/process/start.mjs')}" & sleep 600`],
      running,
    );
    const own = started.filter((pid) => pid !== shell.pid);
    shell.kill('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await isUp()).toBe(true);
    expect(own.filter(isRunning).length).toBeGreaterThan(1);
  });
});
