import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlinthError } from '../api/index.js';

/** A listening site. */
export interface RunningServer {
  readonly port: number;
  readonly server: Server;
  isStopping(): boolean;
  /** Takes no new requests and finishes the running ones, at most for seven seconds. */
  close(): Promise<void>;
}

/** Milliseconds; longer than proxies keep their connections, so that none of them writes to one that is just being closed. */
const KEEP_ALIVE = 75_000;
/** Milliseconds; with what follows, a stop stays below ten seconds. */
const PATIENCE = 7_000;

/**
 * Starts to listen.
 * @param port 0 for any free one
 * @throws PlinthError `http_port_taken`, `http_cannot_listen`
 */
export async function listen(app: RequestListener, port: number, host: string): Promise<RunningServer> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE }, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)));
    server.listen(port, host, resolve);
  });
  let stopping = false;
  let closed: Promise<void> | undefined;
  return {
    server,
    port: (server.address() as AddressInfo).port,
    isStopping: () => stopping,
    close() {
      stopping = true;
      closed ??= new Promise((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), PATIENCE);
        // A connection whose answer has gone out would else be kept for the client's next request.
        const idle = setInterval(() => server.closeIdleConnections(), 100);
        server.close(() => {
          clearTimeout(impatient);
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      });
      return closed;
    },
  };
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): PlinthError {
  return cause.code === 'EADDRINUSE'
    ? new PlinthError('http_port_taken', `Port ${port} is in use.`, { cure: 'Choose another PORT, or stop what listens there.', cause })
    : new PlinthError('http_cannot_listen', `Listening on port ${port} failed: ${cause.message}`, { cure: 'Check PORT and HOST.', cause });
}
