import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createLog } from '../../core/app/log.js';
import { waitForDatabase } from '../../core/app/database-wait.js';
import { openRedis } from '../../core/app/redis.js';
import { mysqlServer } from '../kit/mysql-server.js';
import { freePort } from '../../core/http/server.js';

/** A proxy for a server, on a port that is not open until `comeUp` is called. */
async function later(target: URL): Promise<{ port: number; start(): Promise<void>; close(): Promise<void> }> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  return {
    port,
    async start() {
      server = createServer((client) => {
        const upstream = connect(Number(target.port), target.hostname);
        for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
        client.pipe(upstream).pipe(client);
      }).listen(port, '127.0.0.1');
      await new Promise((resolve) => server?.once('listening', resolve));
      expect((server.address() as AddressInfo).port).toBe(port);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    },
  };
}

const lines: string[] = [];
const log = createLog('warn', (line) => void lines.push(line));
const redisServer = process.env.TEST_REDIS_URL;

(redisServer ? describe : describe.skip)('site startup while Redis is down', () => {
  it('lets the site start, logs a warning, and connects once Redis is up', async () => {
    const server = await later(new URL(redisServer ?? ''));
    const redis = await openRedis(`redis://127.0.0.1:${server.port}`, log);
    expect(lines.join()).toContain('Redis does not respond');
    await expect(redis.ping()).rejects.toThrow();
    await server.start();
    let reply = '';
    while (reply !== 'PONG') {
      reply = await redis.ping().catch(() => '');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    redis.disconnect();
    await server.close();
  });
});

(mysqlServer ? describe : describe.skip)('site startup while the database is down', () => {
  it('waits until the database responds', async () => {
    const url = new URL(mysqlServer ?? '');
    const server = await later(new URL(`http://${url.hostname}:${url.port || 3306}`));
    url.port = String(server.port);
    let isOver = false;
    const waiting = waitForDatabase({ databaseUrl: url.href, databaseWaitSeconds: 3600, logLevel: 'silent' }).then(
      () => void (isOver = true),
    );
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(isOver).toBe(false);
    await server.start();
    await waiting;
    await server.close();
  });

  it('stops waiting on refused credentials or after the maximum wait', async () => {
    const badCredentials = new URL(mysqlServer ?? '');
    badCredentials.username = 'nobody-of-the-tests';
    await waitForDatabase({ databaseUrl: badCredentials.href, databaseWaitSeconds: 3600, logLevel: 'silent' });
    await waitForDatabase({ databaseUrl: 'mysql://root@127.0.0.1:1/x', databaseWaitSeconds: 0, logLevel: 'silent' });
    await waitForDatabase({ databaseUrl: undefined, databaseWaitSeconds: 3600, logLevel: 'silent' });
  });
});
