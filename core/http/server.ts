import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { PlinthError } from '../api/index.js';
import { handleClientError } from './client-error.js';

/** A listening server. */
export interface RunningServer {
  readonly port: number;
  readonly server: Server;
  isStopping(): boolean;
  /** Stops accepting requests and finishes running ones, within seven seconds. */
  close(): Promise<void>;
  /**
   * Stops accepting connections, and answers one last request on each open one; for a server that is replaced by
   * another. Connections still open after a minute are cut off.
   */
  drain(): Promise<void>;
}

/**
 * Milliseconds; longer than proxies hold their connections open, so that none writes to a connection that is just being
 * closed.
 */
const KEEP_ALIVE = 75_000;
/** Milliseconds; together with the steps that follow, a stop stays below ten seconds. */
const TIMEOUT = 7_000;
/**
 * Milliseconds during which a client may still use an open connection of a draining server, so that a request already
 * sent is answered.
 */
const LINGER = 5_000;
/** Milliseconds that running requests have while a server drains. */
const DRAIN = 60_000;

/**
 * Starts listening.
 * @param port 0 for any free one
 * @throws PlinthError `http_port_taken`, `http_cannot_listen`
 */
export async function listen(app: RequestListener, port: number, host: string): Promise<RunningServer> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE }, app);
  server.on('clientError', handleClientError);
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
        const forceClose = setTimeout(() => server.closeAllConnections(), TIMEOUT);
        // Otherwise a connection whose response has been sent would stay open for the client's next request.
        const idle = setInterval(() => server.closeIdleConnections(), 100);
        server.close(() => {
          clearTimeout(forceClose);
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
      const forceClose = setTimeout(() => server.closeAllConnections(), DRAIN);
      return new Promise((resolve) => {
        // An HTTP server would close its idle connections at once.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(unused);
          clearTimeout(forceClose);
          resolve();
        });
      });
    },
  };
}

function cannotListen(cause: NodeJS.ErrnoException, port: number): PlinthError {
  return cause.code === 'EADDRINUSE'
    ? new PlinthError('http_port_taken', `Port ${port} is in use.`, {
        hint: 'Choose another PORT, or stop the process that uses this one.',
        cause,
      })
    : new PlinthError('http_cannot_listen', `Listening on port ${port} failed: ${cause.message}`, {
        hint: 'Check PORT and HOST.',
        cause,
      });
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const probe = await listen((_request, response) => void response.end(), 0, '127.0.0.1');
  await probe.close();
  return probe.port;
}
