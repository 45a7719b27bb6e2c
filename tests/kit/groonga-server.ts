import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilTrue } from './until-true';

const GROONGA = '/usr/bin/groonga';

/** Skipped without Groonga; REQUIRE_ALL=1 makes that an error. */
export const describeWithGroonga = existsSync(GROONGA) ? describe : describe.skip;

export interface GroongaServer {
  readonly origin: string;
  /** Ends the process; its data is preserved. */
  stop(): Promise<void>;
  /** Starts it again at the same URL, with the same data. */
  start(): Promise<void>;
  /** Deletes all data while it is stopped. */
  forget(): void;
  /** Stops it permanently, and deletes its files. */
  close(): Promise<void>;
}

/** Starts a separate search server on a free port. */
export async function openGroongaServer(): Promise<GroongaServer> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-groonga-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const data = join(folder, 'data');
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    mkdirSync(data, { recursive: true });
    const file = join(data, 'db');
    running = spawn(
      GROONGA,
      [
        '--protocol',
        'http',
        '--bind-address',
        '127.0.0.1',
        '--port',
        String(port),
        '--log-path',
        join(folder, 'log'),
        '-s',
        ...(existsSync(file) ? [file] : ['-n', file]),
      ],
      { stdio: 'ignore' },
    );
    await untilTrue(() =>
      fetch(`${origin}/d/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }

  async function stop(): Promise<void> {
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
    running = undefined;
  }

  await start();
  return {
    origin,
    start,
    stop,
    forget: () => rmSync(data, { recursive: true, force: true }),
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
