import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { assertDefined } from '../kit/assert-defined.js';

/** A proxy to a server whose connections can be broken; new ones are then refused. */
export interface Line {
  readonly port: number;
  /** Breaks all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Drops all data without closing connections, as a network failure does. */
  hang(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a TCP proxy between a site and a server on this machine. */
export async function createLine(target: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let hanging = false;
  let server: Server | undefined;

  function join(client: Socket): void {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(assertDefined(from));
      from?.on('data', (bytes) => void (hanging || to?.write(bytes)));
      from?.on('error', () => undefined);
      from?.on('close', () => {
        sockets.delete(from);
        to?.destroy();
      });
    }
  }
  async function open(port: number): Promise<number> {
    const listening = createServer(join);
    server = listening;
    await new Promise<void>((resolve, reject) => listening.once('error', reject).listen(port, '127.0.0.1', resolve));
    return (listening.address() as AddressInfo).port;
  }
  async function shut(): Promise<void> {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
  }

  const port = await open(0);
  return {
    port,
    cut: shut,
    hang: () => void (hanging = true),
    async restore() {
      // Dropped data is lost, so the affected connections are closed.
      if (hanging) for (const socket of sockets) socket.destroy();
      hanging = false;
      if (!server) await open(port);
    },
    close: shut,
  };
}
