import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { PlinthError } from '../api/index.js';
import { type Listener, messageClasses } from './message-classes.js';

/** A listening site. */
export interface RunningServer {
  readonly port: number;
  readonly server: Server;
  isStopping(): boolean;
  /** Takes no new requests and finishes the running ones, at most for seven seconds. */
  close(): Promise<void>;
  /**
   * Takes no new connections, and answers what comes on those that are open, each for the last time; for a server in whose place another
   * one listens. Whoever still is at it after a minute is cut off.
   */
  drain(): Promise<void>;
}

/** Milliseconds; longer than proxies keep their connections, so that none of them writes to one that is just being closed. */
const KEEP_ALIVE = 75_000;
/** Milliseconds; with what follows, a stop stays below ten seconds. */
const PATIENCE = 7_000;
/** Milliseconds in which a client may still use an open connection of a server that drains: a request that is on its way finds somebody. */
const LINGER = 5_000;
/** Milliseconds that running requests have while a server drains. */
const DRAIN = 60_000;

/**
 * Starts to listen.
 * @param port 0 for any free one
 * @throws PlinthError `http_port_taken`, `http_cannot_listen`
 */
export async function listen(app: Listener, port: number, host: string): Promise<RunningServer> {
  const server = createServer(
    { ...messageClasses(app), requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE },
    app,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port)));
    server.listen(port, host, resolve);
  });
  let stopping = false;
  let draining = false;
  const open = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    if (draining) response.setHeader('Connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
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
    drain() {
      draining = true;
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      server.keepAliveTimeout = LINGER;
      const unused = setTimeout(() => server.closeIdleConnections(), LINGER);
      const impatient = setTimeout(() => server.closeAllConnections(), DRAIN);
      return new Promise((resolve) => {
        // An HTTP server would close its idle connections at once.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(unused);
          clearTimeout(impatient);
          resolve();
        });
      });
    },
  };
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): PlinthError {
  return cause.code === 'EADDRINUSE'
    ? new PlinthError('http_port_taken', `Port ${port} is in use.`, {
        cure: 'Choose another PORT, or stop what listens there.',
        cause,
      })
    : new PlinthError('http_cannot_listen', `Listening on port ${port} failed: ${cause.message}`, {
        cure: 'Check PORT and HOST.',
        cause,
      });
}
